/** Document and registration numbers of an entry, by kind. */

/** Numbers under the first free one of key, key_2, key_3, ...; one that is there already is not repeated. */
export class Identifiers {
  readonly #numbers = new Map<string, string>();
  readonly #known = new Map<string, Set<string>>();

  add(key: string, value: string): void {
    const known = this.#known.get(key) ?? new Set();
    if (known.has(value)) return;
    this.#known.set(key, known);
    known.add(value);
    let slot = known.size === 1 ? key : `${key}_${known.size}`;
    // Another key may be called so.
    for (let n = known.size + 1; this.#numbers.has(slot); n += 1) slot = `${key}_${n}`;
    this.#numbers.set(slot, value);
  }

  get record(): Record<string, string> {
    return Object.fromEntries(this.#numbers);
  }
}

/** By kind, without the numbering: of several of a kind none is the first. */
export function numbersOf(identifiers: Record<string, string>): [string, string][] {
  return Object.entries(identifiers).map(([key, number]) => [key.replace(/_\d+$/, ''), number]);
}
