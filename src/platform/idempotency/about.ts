/** Finds the ids that a request and its answer are about. */

/** Longer answers are those of bulk requests, which name the ids themselves. */
const MOST_CHARACTERS = 16_384;
const ID = /"(?:id|\w+Id)":"((?:[^"\\]|\\.)+)"/g;
const IS_ID = /(?:^id|Id|Ids)$/;

function add(ids: Set<string>, value: unknown, isId: boolean): void {
  if (typeof value === 'string') {
    if (isId) ids.add(value.normalize('NFC'));
  } else if (Array.isArray(value)) for (const one of value) add(ids, one, isId);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) add(ids, one, IS_ID.test(name));
}

/**
 * Returns the ids in a path, in the members of a payload whose names end with `Id`, `Ids` or are `id`, and in an answer.
 * @param body JSON
 */
export function idsIn(path: readonly string[], payload: unknown, body: string): string[] {
  const ids = new Set<string>();
  add(ids, path, true);
  add(ids, payload, false);
  if (body.length <= MOST_CHARACTERS)
    for (const [, text] of body.matchAll(ID)) add(ids, JSON.parse(`"${text!}"`), true);
  ids.delete('');
  return [...ids].filter((id) => !id.includes('\0'));
}
