/** Document and registration numbers of an entry, by kind. */

/** The first free one of key, key_2, key_3, ...; a number that is there already is not repeated. */
export function addIdentifier(
  identifiers: Record<string, string>,
  key: string,
  value: string,
): void {
  let slot = key;
  for (let n = 2; identifiers[slot] !== undefined; n += 1) {
    if (identifiers[slot] === value) return;
    slot = `${key}_${n}`;
  }
  identifiers[slot] = value;
}

/** By kind, without the numbering: of several of a kind none is the first. */
export function numbersOf(identifiers: Record<string, string>): [string, string][] {
  return Object.entries(identifiers).map(([key, number]) => [key.replace(/_\d+$/, ''), number]);
}
