import { lettersOf } from '../../../names/score/cut-off.ts';
import { MAX_TOKEN_CHARS } from '../../../names/similarity/edit-distance.ts';
import type { Vocabulary } from '../vocabulary.ts';

const A = 97;
/** Digits of the numbers by which words are sorted: one for each letter, and 0 for the end of a word. */
const BASE = 27;
const SORTED_BY = 6;
/** Numbers of words are below this; a number of letters and one of a word are exact together in a double. */
const IDS = 2 ** 24;

/** Returns the first letters of a word as a number; `rest` is the digit for letters that it lacks. */
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

/** Words of a vocabulary by their first letters, sorted when first asked for. */
export class Beginnings {
  readonly #vocabulary: Vocabulary;
  /** Letters and number of each word. */
  #sorted: Float64Array | undefined;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  #codesOf(id: number): number {
    if (this.#vocabulary.kind(id) !== 'legal')
      return this.#vocabulary.writeCodes(id, false, codes, 0);
    return Buffer.from(lettersOf(this.#vocabulary.token(id))).copy(codes);
  }

  #sort(): Float64Array {
    const { size } = this.#vocabulary;
    const sorted = Float64Array.from({ length: size }, (_, id) => {
      const length = this.#codesOf(id);
      return numberOf(codes, length, 0) * IDS + id;
    });
    return sorted.toSorted();
  }

  /** Returns the words that begin with these letters, are longer and short enough to be compared. */
  wordsWith(beginning: string): number[] {
    const sorted = (this.#sorted ??= this.#sort());
    const asked = Buffer.from(beginning);
    const least = numberOf(asked, asked.length, 0) * IDS;
    const end = (numberOf(asked, asked.length, BASE - 1) + 1) * IDS;
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
      const length = this.#codesOf(id);
      let same = 0;
      while (same < asked.length && codes[same] === asked[same]) same++;
      if (same === asked.length && length > same && length < codes.length) found.push(id);
    }
    return found;
  }
}
