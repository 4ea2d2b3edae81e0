import type { Token } from '../matching/types.ts';
import { isByLetters } from './index-keys.ts';
import { LISTED } from './radius.ts';
import type { Segment } from './segment.ts';
import { letterQuery, type LetterQuery } from './letter-query.ts';

/** Tells which words are surely less similar to a word of the query than a lookup finds. */
export class FaintTest {
  readonly #segment: Segment;
  readonly #query: LetterQuery | undefined;

  constructor(token: Token, segment: Segment) {
    this.#segment = segment;
    // Of short forms and spellings letters do not tell.
    this.#query = isByLetters(token) ? letterQuery(token, LISTED) : undefined;
  }

  isFaint(id: number): boolean {
    const { vocabulary } = this.#segment;
    return (
      this.#query !== undefined &&
      !vocabulary.hasOtherRules(id) &&
      !vocabulary.isNear(id, this.#query)
    );
  }
}
