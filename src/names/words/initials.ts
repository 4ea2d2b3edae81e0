import { HARD_TITLES, LAST_SUFFIXES, SUFFIXES } from '../canonical/honorifics.ts';
import { SPELLING_CLASS } from './variants.ts';
import { NAMES_WITHOUT_VOWELS, PARTICLES, STOP_WORDS } from './word-classes.ts';

/** Two or three consonants in a row: nobody is called so. */
const GLUED = /^[bcdfghjklmnpqrstvwxz]{2,3}$/;
const OTHERS: readonly ReadonlySet<string>[] = [
  NAMES_WITHOUT_VOWELS,
  PARTICLES,
  HARD_TITLES,
  SUFFIXES,
  LAST_SUFFIXES,
];

/** Tells whether a word is initials that are written together (JC Moreau), beside a name. */
export function isGlued(word: string): boolean {
  return GLUED.test(word) && !SPELLING_CLASS.has(word) && !OTHERS.some((words) => words.has(word));
}

function isLetter(word: string | undefined): boolean {
  return word !== undefined && word.length === 1 && word >= 'a' && word <= 'z';
}

/** Tells whether a letter has another beside it, or behind `and`: an initial, whatever it is elsewhere (V. N., R and D). */
export function isInRun(words: readonly string[], at: number): boolean {
  if (!isLetter(words[at])) return false;
  return [-1, 1].some((step) => {
    const next = words[at + step];
    return (
      isLetter(next) ||
      (next !== undefined && STOP_WORDS.has(next) && isLetter(words[at + 2 * step]))
    );
  });
}

/** Letters that stand before an apostrophe (D'Angelo, N'Diaye, O'Brien), and are no initial in front of two words. */
const BEFORE_APOSTROPHE: ReadonlySet<string> = new Set(['d', 'n', 'o']);

/**
 * Tells whether a letter that is a particle elsewhere is an initial, as it is beside a patronymic (D. Igorevich Popov), behind a
 * name (Popov D.), and in front of one (I. Popov).
 */
export function isInitial(
  words: readonly string[],
  at: number,
  isPatronymic: (word: string) => boolean,
): boolean {
  const word = words[at]!;
  if (word.length > 1 || !PARTICLES.has(word) || words.length < 2) return false;
  if (at === words.length - 1) return words[at - 1]!.length > 1;
  if (at === 0 && (words.length === 2 || !BEFORE_APOSTROPHE.has(word))) return words[1]!.length > 2;
  return words.some(isPatronymic);
}
