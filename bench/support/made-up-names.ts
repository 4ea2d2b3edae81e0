/**
 * Composes names from words of real people's and organizations' names, by frequency: few words are common and most are
 * rare.
 */

/** The shares of organizations, and of people in scripts other than Latin. */
const ORGANISATIONS = 1 / 5;
const OTHER_SCRIPTS = 1 / 5;
/** The share of organizations with only common words (General Trading Company LLC). */
const OF_SHARED_WORDS = 1 / 50;
/** The share of organizations that begin with a surname; the others begin with a word of a real one. */
const OF_PEOPLE = 1 / 2;
/** The share of words with a typing error. */
const SLIPS = 1 / 12;
const MIDDLE_NAMES = 0.35;

const LATIN = /^[\p{Script=Latin} '’.-]+$/u;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** xorshift32: uniform in [0, 1). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Picks a random item. */
export function picker(next: () => number) {
  return <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
}

/** Changes one letter: adds, removes or replaces it, or swaps two. */
export function slip(text: string, next: () => number): string {
  const at = 1 + Math.floor(next() * Math.max(1, text.length - 1));
  const letters = LATIN.test(text) ? LETTERS : text;
  const letter = letters[Math.floor(next() * letters.length)]!;
  const kind = next();
  if (kind < 0.25) return text.slice(0, at) + text.slice(at + 1);
  if (kind < 0.5) return text.slice(0, at) + letter + text.slice(at);
  if (kind < 0.75) return text.slice(0, at) + letter + text.slice(at + 1);
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
}

type MadeUp = { readonly name: string; readonly entityType: 'person' | 'organization' };

/** A person's names: given names, and the last name. */
type Person = { readonly given: readonly string[]; readonly last: string };

export type RealNames = {
  /** People; earlier ones are picked more often. */
  readonly people: readonly Person[];
  readonly organisations: readonly (readonly string[])[];
};

/** Yields names without end; the same seed gives the same names. */
export class NameMaker {
  readonly #next: () => number;
  readonly #latin: readonly Person[];
  readonly #others: readonly (readonly Person[])[];
  readonly #organisations: RealNames['organisations'];

  constructor({ people, organisations }: RealNames, seed: number) {
    this.#next = random(seed);
    const scriptOf = ({ last }: Person): string =>
      SCRIPTS.find((script) => script.test(last))?.source ?? '';
    const groups = Map.groupBy(people, scriptOf);
    this.#latin = groups.get(SCRIPTS[0]!.source)!;
    groups.delete(SCRIPTS[0]!.source);
    this.#others = [...groups.values()];
    this.#organisations = organisations;
  }

  #take<T>(from: readonly T[]): T {
    return from[Math.floor(this.#next() ** 1.3 * from.length)]!;
  }

  #written(word: string): string {
    return this.#next() < SLIPS ? slip(word, this.#next) : word;
  }

  #person(): string {
    const isOther = this.#others.length > 0 && this.#next() < OTHER_SCRIPTS;
    const people = isOther ? this.#take(this.#others) : this.#latin;
    const words = [this.#take(this.#take(people).given)];
    if (this.#next() < MIDDLE_NAMES) words.push(this.#take(this.#take(people).given));
    words.push(this.#take(people).last);
    return words.map((word) => this.#written(word)).join(' ');
  }

  /** Returns a first word, then words as in real names, which end with legal forms. */
  #organisation(): string {
    const middle = this.#take(this.#organisations).slice(1, -1);
    const end = this.#take(this.#organisations).slice(-2);
    const shared = [...middle.slice(0, 3), ...end];
    if (this.#next() < OF_SHARED_WORDS) return shared.join(' ');
    const first =
      this.#next() < OF_PEOPLE ? this.#take(this.#latin).last : this.#take(this.#organisations)[0]!;
    return [first, ...shared].map((word) => this.#written(word)).join(' ');
  }

  make(): MadeUp {
    return this.#next() < ORGANISATIONS
      ? { name: this.#organisation(), entityType: 'organization' }
      : { name: this.#person(), entityType: 'person' };
  }
}

/** Each name is written in one of these scripts. */
export const SCRIPTS = [
  'Latin',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Cyrillic',
  'Greek',
  'Hangul',
  'Han',
].map((script) => new RegExp(`^\\p{Script=${script}}`, 'u'));
