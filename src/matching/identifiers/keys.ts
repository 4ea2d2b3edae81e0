/** Document and registration numbers of an entry, by kind. */

/** Numbers under the first free one of key, key_2, key_3, ...; one that is there already is not repeated. */
export class Identifiers {
  readonly #numbers = new Map<string, string>();
  readonly #known = new Map<string, Set<string>>();

  /** @param country that issued the number, where the source says so: it becomes part of the key */
  add(kind: string, value: string, country?: string): void {
    const key = country === undefined ? kind : `${kind}:${country}`;
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

/** The kind, perhaps the country that issued the number (`passport:EG`), perhaps the numbering (`passport:EG_2`). */
const KEY = /^(.+?)(?::([A-Za-z]{2}))?(?:_\d+)?$/s;

type PublishedKey = { kind: string; country: string | null };

/** The parts of a key, without the numbering: of several of a kind none is the first. */
export function publishedKey(key: string): PublishedKey {
  const [, kind = key, country] = KEY.exec(key) ?? [];
  return { kind, country: country?.toUpperCase() ?? null };
}

/** The same numbers as releases kept them that left the countries out. */
export function withoutCountries(
  identifiers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const numbers = numbersOf(identifiers);
  if (numbers.every(({ country }) => country === null)) return identifiers;
  const plain = new Identifiers();
  for (const { kind, value } of numbers) plain.add(kind, value);
  return plain.record;
}

/** Numbers by the parts of their keys. */
export function numbersOf(
  identifiers: Readonly<Record<string, string>>,
): (PublishedKey & { value: string })[] {
  return Object.entries(identifiers).map(([key, value]) => ({ ...publishedKey(key), value }));
}
