/** Decides whether a text may be the only name of a party. */
import { foldedWords } from '../canonical/fold.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import { distinctiveWords, isPlaceOnly } from './field.ts';
import { hasAddressWord } from './stripped.ts';

/** Returns true if a text may be one of several parties, and is not a remark. */
export function mayBeParty(text: string): boolean {
  return !(/\d/u.test(text) || isPlaceOnly(text) || hasAddressWord(text));
}

/** The minimum length: a shorter word after a name is too common to be a party. */
const SHORTEST_SINGLE = 5;
/** Returns true for a word that may be the only name of a party or a place, and that no table has as a given name. */
export function mayBeSingle(text: string): boolean {
  const [word = ''] = foldedWords(text);
  return (
    !/\s/u.test(text) &&
    word.length >= SHORTEST_SINGLE &&
    !SPELLING_CLASS.has(word) &&
    distinctiveWords(text) === 1 &&
    mayBeParty(text)
  );
}
