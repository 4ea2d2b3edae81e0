import { HARD_TITLES, LAST_SUFFIXES, SUFFIXES } from './honorifics.ts';
import { SPELLING_CLASS } from './variants.ts';
import { NAMES_WITHOUT_VOWELS, PARTICLES, STOP_WORDS } from './word-classes.ts';

/** Matches two or three consonants: no name consists of them. */
const GLUED = /^[bcdfghjklmnpqrstvwxz]{2,3}$/;
const OTHERS: readonly ReadonlySet<string>[] = [
  NAMES_WITHOUT_VOWELS,
  PARTICLES,
  HARD_TITLES,
  SUFFIXES,
  LAST_SUFFIXES,
];

/** Returns true if a word can be initials written together (JC Moreau). */
export function isGlued(word: string): boolean {
  return GLUED.test(word) && !SPELLING_CLASS.has(word) && !OTHERS.some((words) => words.has(word));
}

function isLetter(word: string | undefined): boolean {
  return word !== undefined && word.length === 1 && word >= 'a' && word <= 'z';
}

/**
 * Returns true if a letter is next to another letter, or if `and` separates it from one (V. N., R and D). Such a letter
 * is always an initial.
 */
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

/** Letters before an apostrophe (D'Angelo, N'Diaye, O'Brien). Before two words they are not initials. */
const BEFORE_APOSTROPHE: ReadonlySet<string> = new Set(['d', 'n', 'o']);

/**
 * Returns true if a letter that can be a particle is an initial: next to a patronymic (D. Igorevich Popov), after a
 * name (Popov D.) or before one (I. Popov).
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
