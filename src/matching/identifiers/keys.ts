/** The document and registration numbers of an entry, by kind. */

/** Adds numbers under the first free key of key, key_2, key_3, and so on. Skips repeated numbers. */
export class Identifiers {
  readonly #numbers = new Map<string, string>();
  readonly #known = new Map<string, Set<string>>();

  /** @param country the country that issued the number, if the source states it; it becomes part of the key */
  add(kind: string, value: string, country?: string): void {
    const key = country === undefined ? kind : `${kind}:${country}`;
    const known = this.#known.get(key) ?? new Set();
    if (known.has(value)) return;
    this.#known.set(key, known);
    known.add(value);
    let slot = known.size === 1 ? key : `${key}_${known.size}`;
    // The numbers may already have a key with this name.
    for (let n = known.size + 1; this.#numbers.has(slot); n += 1) slot = `${key}_${n}`;
    this.#numbers.set(slot, value);
  }

  get record(): Record<string, string> {
    return Object.fromEntries(this.#numbers);
  }
}

/**
 * Matches the kind, optionally the country that issued the number (`passport:EG`), and optionally a counter
 * (`passport:EG_2`).
 */
const KEY = /^(.+?)(?::([A-Za-z]{2}))?(?:_\d+)?$/s;

type PublishedKey = { kind: string; country: string | null };

/** Returns the parts of a key without the counter. */
export function publishedKey(key: string): PublishedKey {
  const [, kind = key, country] = KEY.exec(key) ?? [];
  return { kind, country: country?.toUpperCase() ?? null };
}

/** Returns the numbers under keys without countries, the form in which earlier releases stored them. */
export function withoutCountries(
  identifiers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const numbers = numbersOf(identifiers);
  if (numbers.every(({ country }) => country === null)) return identifiers;
  const plain = new Identifiers();
  for (const { kind, value } of numbers) plain.add(kind, value);
  return plain.record;
}

/** Returns numbers by the parts of their keys. */
export function numbersOf(
  identifiers: Readonly<Record<string, string>>,
): (PublishedKey & { value: string })[] {
  return Object.entries(identifiers).map(([key, value]) => ({ ...publishedKey(key), value }));
}
