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
 * Finds words within a weighted distance (`soundDistance`) by their letter-class keys: a key is a word's letters by class,
 * without those that cost nearly nothing. Of a listed word only its own key is stored. Those that are near to a word
 * of a query are enumerated: edits inside a class do not change a key, and of all others there are few that a
 * distance pays for (Norvig's way to correct spellings, over ten symbols instead of the alphabet).
 */

const CODES = 128;
/** Symbols of letters and digits are below. */
const SYMBOLS = 32;
const NEVER = 1 << 20;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SWAP = scaled(TRANSPOSITION);
/** The least cost of dropping each letter, of adding a letter of each class, of exchanging a letter for one. */
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
/** Letter symbols, the cheapest to add first; and of each letter those it can be exchanged for, the cheapest first. */
const ADDED = LETTER_SYMBOLS.toSorted((a, b) => ADD[a]! - ADD[b]!);
const EXCHANGED = Array.from({ length: CODES }, (_, code) => {
  const cost = (symbol: number): number => EXCHANGE[code * SYMBOLS + symbol]!;
  return LETTER_SYMBOLS.filter((symbol) => cost(symbol) < NEVER).toSorted(
    (a, b) => cost(a) - cost(b),
  );
});
/** A letter that does not show in a key costs at least so much. */
const HIDDEN_GAP = scaled(
  Math.min(...[...LETTERS].filter((letter) => SYMBOL[letter.charCodeAt(0)] === 0).map(gapCost)),
);
const LEAST_ADD = Math.min(...ADD);
/** The cheapest edit that changes the key at a letter. */
const CHEAPEST = Int32Array.from({ length: CODES }, (_, code) =>
  Math.min(DROP[code]!, SWAP, ...EXCHANGE.subarray(code * SYMBOLS, (code + 1) * SYMBOLS)),
);

/** The most that edits may cost in all, by the letters of a word. */
export type Budgets = {
  readonly most: Int32Array;
  /** The amount by which one letter more raises it. */
  readonly growth: Int32Array;
  /** The least amount that adding a letter, and others after it, takes from it. */
  readonly leastAdd: Int32Array;
  /** Nanoseconds to find what is within, for the letters of the word: see `NearKeys.each`. */
  readonly timeNs: Float64Array;
};

/**
 * By the letters of the longer word: `limits`, where letters that do not show in a key may make a word longer still.
 */
export function budgetsOf(limits: Float64Array): Budgets {
  const most = Int32Array.from(limits, (limit) => Math.floor(limit * SCALE + SLACK));
  for (let i = most.length - 2; i >= 0; i--)
    most[i] = Math.max(most[i]!, most[i + 1]! - HIDDEN_GAP);
  const growth = most.map((budget, i) => (most[i + 1] ?? budget) - budget);
  const leastAdd = growth.map((_, i) => LEAST_ADD - Math.max(...growth.subarray(i)));
  // Within a factor of two: measured among 30,000 to 130,000 words.
  const timeNs = Float64Array.from(most, (budget) => 8000 * 10 ** ((budget - 28) / 11));
  return { most, growth, leastAdd, timeNs };
}

/**
 * Finds what an index has near to a word. It keeps the word that is looked for and the hashes to look up, in memory that
 * the next look-up uses again.
 */
export class NearKeys {
  readonly #symbols = new Uint8Array(MAX_TOKEN_CHARS + 1);
  readonly #letters = new Uint8Array(MAX_TOKEN_CHARS + 1);
  #size = 0;
  /** Hash of what follows each place. */
  readonly #rests = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The cheapest edit at each place or after it. */
  readonly #cheapest = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The least budget at each place to find anything from there on: 0 where a key may end like this one. */
  readonly #needed = new Int32Array(MAX_TOKEN_CHARS + 1);
  /** The number of letters of the word that is looked for. */
  #lettersOfWord = 0;
  /** See `Budgets.growth`. */
  #growth: Int32Array = new Int32Array(0);
  #leastAdd = 0;
  #beginnings: Uint32Array | undefined;
  /** Hashes to look up, which are looked up together: see `keep`. */
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
   * Probes the key of `symbols` symbols so far that has `hash` before place `at` and no edit after it, or goes on.
   * Nothing can be found if `left` is less than is `needed`.
   */
  #go(at: number, hash: number, left: number, added: number, symbols: number): void {
    if (left < this.#cheapest[at]!)
      this.#probe(finish((Math.imul(hash, POWERS[this.#size - at]!) + this.#rests[at]!) | 0));
    else this.#walk(at, hash, left, added, symbols);
  }

  /**
   * Probes all keys that begin with `hash`, of `symbols` symbols, and that `left` pays for from place `at` on, after
   * `added` letters more.
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
          // Before a letter of the class it makes the same key as after it.
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
   * Visits the ids of all strings within `limits` (by the letters of the longer one) of the first `n` letters, and some
   * others; an id may come more than once. No digit of a key or a sound form is edited but swapped. Cost: `timeNs`.
   */
  each(
    index: LetterClassIndex,
    codes: Uint8Array,
    n: number,
    within: Budgets,
    visit: (id: number) => void,
    space: number = SPACE.class,
  ): void {
    // A longer key costs more than its length adds.
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

/** The least and greatest number of letters of a string within `limits` of one of `n`. */
export function lengthsNear(n: number, limits: Float64Array): readonly [number, number] {
  const fits = (length: number): boolean =>
    Math.abs(length - n) * HIDDEN_GAP <= limits[Math.max(length, n)]! * SCALE + SLACK;
  let [from, to] = [n, n];
  while (from > 0 && fits(from - 1)) from--;
  while (to < MAX_TOKEN_CHARS && fits(to + 1)) to++;
  return [from, to];
}
