import { lettersOf } from '../../../names/score/cut-off.ts';
import { MAX_TOKEN_CHARS, writeCodes } from '../../../names/similarity/edit-distance.ts';
import type { Token } from '../../../names/types.ts';
import type { Vocabulary } from '../vocabulary.ts';

const A = 97;
/** Digits of the numbers that sort words: one for each letter, and 0 for the end of a word. */
const BASE = 27;
const SORTED_BY = 6;
/** Ids of words are below this limit. A number of letters and an id together are exact in a double. */
const IDS = 2 ** 24;

/** Returns the first letters of a word as a number. `rest` is the digit for missing letters. */
function numberOf(codes: ArrayLike<number>, length: number, rest: number): number {
  let number = 0;
  let isWord = true;
  for (let i = 0; i < SORTED_BY; i++) {
    const letter = i < length ? codes[i]! - A + 1 : 0;
    isWord &&= letter > 0 && letter < BASE;
    number = number * BASE + (isWord ? letter : rest);
  }
  return number;
}

const codes = new Uint8Array(MAX_TOKEN_CHARS);

/** Returns the first letters and the id of each word as a number, sorted. */
export function packBeginnings(size: number, tokenAt: (id: number) => Token): Float64Array {
  const numbers = Float64Array.from({ length: size }, (_, id) => {
    const length = writeCodes(lettersOf(tokenAt(id)), codes);
    return numberOf(codes, length, 0) * IDS + id;
  });
  return numbers.toSorted();
}

/** The words of a vocabulary by their first letters. */
export class Beginnings {
  readonly #vocabulary: Vocabulary;
  /** The result of `packBeginnings`. */
  readonly #sorted: Float64Array;

  constructor(vocabulary: Vocabulary, sorted: Float64Array) {
    this.#vocabulary = vocabulary;
    this.#sorted = sorted;
  }

  /** Writes the letters of a word into `codes` and returns their number. */
  #readCodes(id: number): number {
    if (this.#vocabulary.kind(id) !== 'legal')
      return this.#vocabulary.writeCodes(id, false, codes, 0);
    return writeCodes(lettersOf(this.#vocabulary.token(id)), codes);
  }

  /** Returns the words that begin with these letters and are longer, but short enough to be compared. */
  wordsWith(beginning: string): number[] {
    const asked = Buffer.from(beginning);
    const least = numberOf(asked, asked.length, 0) * IDS;
    const end = (numberOf(asked, asked.length, BASE - 1) + 1) * IDS;
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < least) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < sorted.length && sorted[at]! < end; at++) {
      const id = sorted[at]! % IDS;
      const length = this.#readCodes(id);
      let same = 0;
      while (same < asked.length && codes[same] === asked[same]) same++;
      if (same === asked.length && length > same && length < codes.length) found.push(id);
    }
    return found;
  }
}
