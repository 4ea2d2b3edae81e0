import type { TSchema } from 'typebox';

function* namesOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(value as object);
    yield* namesOf(value);
  }
}

/** Returns the names of all fields in these schemas of a vendor's answers, at any depth. */
export function namesIn(...bodies: readonly { Type: () => TSchema }[]): string[] {
  return [...new Set(bodies.flatMap((body) => [...namesOf(body.Type())]))];
}
