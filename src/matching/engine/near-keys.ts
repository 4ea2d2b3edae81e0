import {
  gapCost,
  MAX_TOKEN_CHARS,
  SCALE,
  scaled,
  SLACK,
  substitutionCost,
  TRANSPOSITION,
} from '../../names/similarity/edit-distance.ts';
import { eachUnder, mayHave, type LetterClassIndex } from './hash-index.ts';
import { keep } from './layout.ts';
import { ASKED_FROM, BASE, POWERS, symbolsIn } from './letter-class-keys.ts';
import { finish, LETTER_SYMBOLS, SPACE, SYMBOL_OF as SYMBOL } from '../reduce.ts';

/**
 * Finds words within a weighted distance (`soundDistance`) by their letter-class keys. A key has the classes of a
 * word's letters, without letters whose edits cost almost nothing. The index stores only the key of each listed word. A
 * look-up enumerates the keys near to a query's word. Edits within a class do not change a key, and few other edits fit
 * into a distance. This is Norvig's method for spelling correction, with ten symbols instead of the alphabet.
 */

const CODES = 128;
/** Symbols of letters and digits are below this number. */
const SYMBOLS = 32;
const NEVER = 1 << 20;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SWAP = scaled(TRANSPOSITION);
/**
 * The lowest costs of dropping each letter, of adding a letter of each class, and of replacing a letter by one of each
 * class.
 */
const DROP = new Int32Array(CODES).fill(NEVER);
const ADD = new Int32Array(SYMBOLS).fill(NEVER);
const EXCHANGE = new Int32Array(CODES * SYMBOLS).fill(NEVER);
for (const letter of LETTERS) {
  const code = letter.charCodeAt(0);
  const symbol = SYMBOL[code]!;
  DROP[code] = scaled(gapCost(letter));
  if (symbol === 0) continue;
  ADD[symbol] = Math.min(ADD[symbol]!, DROP[code]);
  for (const other of LETTERS) {
    const from = other.charCodeAt(0);
    const place = from * SYMBOLS + symbol;
    if (SYMBOL[from] !== symbol && SYMBOL[from] !== 0)
      EXCHANGE[place] = Math.min(EXCHANGE[place]!, scaled(substitutionCost(other, letter)));
  }
}
/** Letter symbols, cheapest to add first, and the replacements for each letter, cheapest first. */
const ADDED = LETTER_SYMBOLS.toSorted((a, b) => ADD[a]! - ADD[b]!);
const EXCHANGED = Array.from({ length: CODES }, (_, code) => {
  const cost = (symbol: number): number => EXCHANGE[code * SYMBOLS + symbol]!;
  return LETTER_SYMBOLS.filter((symbol) => cost(symbol) < NEVER).toSorted(
    (a, b) => cost(a) - cost(b),
  );
});
/** The lowest cost of a letter that keys omit. */
const HIDDEN_GAP = scaled(
  Math.min(...[...LETTERS].filter((letter) => SYMBOL[letter.charCodeAt(0)] === 0).map(gapCost)),
);
const LEAST_ADD = Math.min(...ADD);
/** The lowest cost of an edit that changes the key at a letter. */
const CHEAPEST = Int32Array.from({ length: CODES }, (_, code) =>
  Math.min(DROP[code]!, SWAP, ...EXCHANGE.subarray(code * SYMBOLS, (code + 1) * SYMBOLS)),
);

/** The highest total cost of edits, by the number of letters of the word. */
export type Budgets = {
  readonly most: Int32Array;
  /** The increase of the limit per extra letter. */
  readonly growth: Int32Array;
  /** The smallest amount by which an added letter, with the letters after it, reduces the budget. */
  readonly leastAdd: Int32Array;
  /** The estimated nanoseconds of a look-up, by the number of letters of the word; see `NearKeys.each`. */
  readonly timeNs: Float64Array;
};

/**
 * Returns budgets by the number of letters of the longer word. Letters that keys omit can make a word longer than
 * `limits` covers.
 */
export function budgetsOf(limits: Float64Array): Budgets {
  const most = Int32Array.from(limits, (limit) => Math.floor(limit * SCALE + SLACK));
  for (let i = most.length - 2; i >= 0; i--)
    most[i] = Math.max(most[i]!, most[i + 1]! - HIDDEN_GAP);
  const growth = most.map((budget, i) => (most[i + 1] ?? budget) - budget);
  const leastAdd = growth.map((_, i) => LEAST_ADD - Math.max(...growth.subarray(i)));
  // The estimate is correct within a factor of two, measured with 30,000 to 130,000 words.
  const timeNs = Float64Array.from(most, (budget) => 8000 * 10 ** ((budget - 28) / 11));
  return { most, growth, leastAdd, timeNs };
}

/**
 * Finds words near to a word in an index. Keeps the word and the hashes to look up in memory, which the next look-up
 * reuses.
 */
export class NearKeys {
  readonly #symbols = new Uint8Array(MAX_TOKEN_CHARS + 1);
  readonly #letters = new Uint8Array(MAX_TOKEN_CHARS + 1);
  #size = 0;
  /** The hash of the key's part after each place. */
  readonly #rests = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The cheapest edit at or after each place. */
  readonly #cheapest = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The smallest budget at each place that can still find anything: 0 where a key may end like this one. */
  readonly #needed = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The number of letters of the word. */
  #lettersOfWord = 0;
  /** The growth of the budgets; see `Budgets.growth`. */
  #growth: Int32Array = new Int32Array(0);
  #leastAdd = 0;
  #beginnings: Uint32Array | undefined;
  /** Hashes that are looked up together; see `keep`. */
  #probes = new Int32Array(1024);
  #probeCount = 0;

  #probe(hash: number): void {
    if (this.#probeCount === this.#probes.length) {
      const grown = new Int32Array(2 * this.#probeCount);
      grown.set(this.#probes);
      this.#probes = grown;
    }
    this.#probes[this.#probeCount++] = hash;
  }

  #lookUpProbes(index: LetterClassIndex, visit: (id: number) => void): void {
    const { starts, entries, shift, present } = index;
    let count = 0;
    for (let i = 0; i < this.#probeCount; i++) {
      this.#probes[count] = this.#probes[i]!;
      if (present === undefined || mayHave(present, this.#probes[i]!)) count++;
    }
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= entries[starts[this.#probes[i]! >>> shift]!]!;
    keep(sum);
    for (let i = 0; i < count; i++) eachUnder(index, this.#probes[i]!, visit);
  }

  /**
   * Looks up the key that begins with `hash` and has no edit from place `at` on, then continues with edits. `symbols`
   * is the number of its symbols so far. Finds nothing if `left` is less than `needed`.
   */
  #go(at: number, hash: number, left: number, added: number, symbols: number): void {
    if (left < this.#cheapest[at]!)
      this.#probe(finish((Math.imul(hash, POWERS[this.#size - at]!) + this.#rests[at]!) | 0));
    else this.#walk(at, hash, left, added, symbols);
  }

  /**
   * Looks up all keys that begin with `hash` and whose edits, from place `at` on, cost at most `left`. `symbols` is the
   * number of symbols so far, and `added` the number of added letters directly before.
   */
  #walk(at: number, hash: number, left: number, added: number, symbols: number): void {
    let before = hash;
    for (let i = at, length = symbols; i <= this.#size; i++, length++) {
      if (
        length >= ASKED_FROM &&
        this.#beginnings !== undefined &&
        !mayHave(this.#beginnings, finish(before))
      )
        return;
      if (i === at && this.#needed[at] === 0)
        this.#probe(finish((Math.imul(hash, POWERS[this.#size - at]!) + this.#rests[at]!) | 0));
      if (left < this.#cheapest[i]!) return;
      const longer = Math.imul(before, BASE);
      if (left >= this.#leastAdd) {
        const more = left + this.#growth[Math.min(this.#lettersOfWord + added, MAX_TOKEN_CHARS)]!;
        for (let j = 0; j < ADDED.length; j++) {
          const symbol = ADDED[j]!;
          const rest = more - ADD[symbol]!;
          if (rest < this.#needed[i]!) break;
          // A letter added before a letter of its class makes the same key as one added after it.
          if (rest < this.#cheapest[i]! && i < this.#size && this.#symbols[i] === symbol) continue;
          this.#go(i, (longer + symbol) | 0, rest, added + 1, length + 1);
        }
      }
      if (i === this.#size) return;
      const letter = this.#letters[i]!;
      const symbol = this.#symbols[i]!;
      if (left >= CHEAPEST[letter]!) {
        const least = this.#needed[i + 1]!;
        if (left - DROP[letter]! >= least)
          this.#go(i + 1, before, left - DROP[letter]!, added, length);
        const row = letter * SYMBOLS;
        const others = EXCHANGED[letter]!;
        for (let j = 0; j < others.length; j++) {
          const other = others[j]!;
          const rest = left - EXCHANGE[row + other]!;
          if (rest < least) break;
          this.#go(i + 1, (longer + other) | 0, rest, added, length + 1);
        }
        if (
          i + 1 < this.#size &&
          left - SWAP >= this.#needed[i + 2]! &&
          this.#symbols[i + 1] !== symbol
        )
          this.#go(
            i + 2,
            (Math.imul(longer + this.#symbols[i + 1]!, BASE) + symbol) | 0,
            left - SWAP,
            added,
            length + 2,
          );
      }
      before = (longer + symbol) | 0;
    }
  }

  /**
   * Visits the ids of all strings within `limits` of the first `n` letters, and of some others. An id may come more
   * than once. The number of letters of the longer string selects the limit. Digits of a key or sound form are never
   * edited, only swapped. Cost: `timeNs`.
   */
  each(
    index: LetterClassIndex,
    codes: Uint8Array,
    n: number,
    within: Budgets,
    visit: (id: number) => void,
    space: number = SPACE.class,
  ): void {
    // A longer key costs more than its length adds to the limit.
    if (within.most[n]! < 0) return;
    const symbols = symbolsIn(space);
    this.#size = 0;
    for (let i = 0; i < n; i++) {
      const symbol = symbols[codes[i]!]!;
      if (!(symbol > 0)) continue;
      this.#symbols[this.#size] = symbol;
      this.#letters[this.#size++] = codes[i]!;
    }
    this.#lettersOfWord = n;
    this.#growth = within.growth;
    this.#leastAdd = within.leastAdd[n]!;
    this.#rests[this.#size] = 0;
    this.#cheapest[this.#size] = this.#leastAdd;
    for (let i = this.#size - 1; i >= 0; i--) {
      this.#rests[i] =
        (this.#rests[i + 1]! + Math.imul(this.#symbols[i]!, POWERS[this.#size - 1 - i]!)) | 0;
      this.#cheapest[i] = Math.min(this.#cheapest[i + 1]!, CHEAPEST[this.#letters[i]!]!);
    }
    const { endings } = index;
    for (let i = 0; i <= this.#size; i++) {
      const mayEnd =
        endings === undefined ||
        this.#size - i < ASKED_FROM ||
        mayHave(endings, finish(this.#rests[i]!));
      this.#needed[i] = mayEnd ? 0 : this.#cheapest[i]!;
    }
    this.#beginnings = index.beginnings;
    this.#probeCount = 0;
    this.#walk(0, space, within.most[n]!, 0, 0);
    this.#lookUpProbes(index, visit);
  }
}

/** Returns the smallest and largest number of letters of a string within `limits` of one with `n` letters. */
export function lengthsNear(n: number, limits: Float64Array): readonly [number, number] {
  const fits = (length: number): boolean =>
    Math.abs(length - n) * HIDDEN_GAP <= limits[Math.max(length, n)]! * SCALE + SLACK;
  let [from, to] = [n, n];
  while (from > 0 && fits(from - 1)) from--;
  while (to < MAX_TOKEN_CHARS && fits(to + 1)) to++;
  return [from, to];
}
