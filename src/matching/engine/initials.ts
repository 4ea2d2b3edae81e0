import { lengthAt, LETTERS } from '../../names/score/columns.ts';
import { MAX_TOKEN_CHARS } from '../../names/similarity/edit-distance.ts';
import { INITIAL_SIMILARITY, isGivenAsInitial } from '../../names/similarity/similarity.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words of a vocabulary by their first letter. */
export class Initials {
  readonly #vocabulary: Vocabulary;
  readonly #words = new Map<string, Uint32Array>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /**
   * Returns the similarity of an initial to a word that no look-up of the initial has found. The similarity is the same
   * for all words with that first letter, except for classes that initials never abbreviate. Undefined if the word
   * needs a full comparison.
   */
  similarity(id: number, initial: string): number | undefined {
    const vocabulary = this.#vocabulary;
    if (!vocabulary.mayHaveInitial(id, initial)) return 0;
    const kind = vocabulary.kind(id);
    const isLong = lengthAt(vocabulary.columns, id, LETTERS) >= MAX_TOKEN_CHARS;
    if (kind === 'legal' || isLong) return undefined;
    return isGivenAsInitial(kind) ? INITIAL_SIMILARITY : 0;
  }

  /** Returns the words that an initial can abbreviate: about a twentieth of all words. */
  wordsOf(initial: string): Uint32Array {
    let ids = this.#words.get(initial);
    if (ids === undefined) {
      const found: number[] = [];
      for (let id = 0; id < this.#vocabulary.size; id++)
        if (this.similarity(id, initial) !== 0) found.push(id);
      this.#words.set(initial, (ids = Uint32Array.from(found)));
    }
    return ids;
  }
}
