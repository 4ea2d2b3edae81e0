import { ADAPTERS } from '../providers/registry.ts';

/** Returns the provider's answer as JSON; a text that is not JSON stays a text. */
export function answerOf(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return raw;
  }
}

/** Names that the adapters know. An unknown one could be a name of a person, a number or an address. */
const KNOWN = new Set([...ADAPTERS.values()].flatMap(({ fields }) => fields));
const MAX_FIELDS = 200;

function* pathsIn(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* pathsIn(item, path);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    if (path !== '') yield path;
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const shown = KNOWN.has(name) ? name : '*';
    yield* pathsIn(member, path === '' ? shown : `${path}.${shown}`);
  }
}

/**
 * Returns the names of the fields in an answer, for the audit log: `data.firstName`. Fields of items of an array have
 * the array's name in front. A name that no adapter knows is `*`. Returns at most 200.
 */
export function fieldsOf(answer: unknown): string[] {
  const fields = new Set<string>();
  for (const path of pathsIn(answer, '')) {
    fields.add(path);
    if (fields.size === MAX_FIELDS) break;
  }
  return [...fields];
}
