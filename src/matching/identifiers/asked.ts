/** The identifiers of a question: their check, and their normal form. */
import type { ErrorDetail } from '../../platform/errors/index.ts';
import { isWorldwide, type Identifier } from './kinds.ts';
import { normalise, problemOf } from './normalise.ts';
import type { AskedIdentifier } from './schemas.ts';

/** The faults of identifiers that fit their schema; no message repeats a value. @param path of the field */
export function problemsOf(
  identifiers: readonly AskedIdentifier[] | undefined,
  path = 'identifiers',
): ErrorDetail[] {
  return (identifiers ?? []).flatMap(({ kind, value }, i) =>
    normalise(kind, value) === undefined
      ? [{ path: `${path}[${i}].value`, message: problemOf(kind) }]
      : [],
  );
}

/** In normal form, each once. They have no problem. */
export function normalised(identifiers: readonly AskedIdentifier[] | undefined): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const { kind, value: text, country: issuer } of identifiers ?? []) {
    const value = normalise(kind, text)!;
    const country = isWorldwide(kind) ? null : (issuer?.toUpperCase() ?? null);
    found.set(`${kind} ${value} ${country}`, { kind, value, country });
  }
  return [...found.values()];
}
