/** Joins words that are written letter by letter (P U T I N VLADIMIR), and divides names written as one word. */
import { foldedWords } from '../canonical/fold.ts';
import { SPELLING_CLASS } from '../words/variants.ts';
import { trimmed } from './field.ts';

/** The minimum number of letters. Fewer letters in a row are initials. */
export const FEWEST_LETTERS = 4;
const LETTER = String.raw`\p{L}\p{M}*`;
const SPACED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${LETTER}(?:[\s.-]${LETTER}){${FEWEST_LETTERS - 1},}(?![\p{L}\p{N}])`,
  'gu',
);
const ONLY_LETTERS = new RegExp(String.raw`^${LETTER}(?:[\s.-]+${LETTER})+$`, 'u');
const BETWEEN_WORDS = /\s{2,}/u;

/** The minimum length: too many words begin with a shorter name. */
const SHORTEST_NAME = 4;
const SHORTEST_REST = 3;

/** Returns the two parts of a word without spaces, for each known name in it, the longest name first. */
function dividedOnce(word: string): [string, string][] {
  const parts: [string, string][] = [];
  for (let length = word.length - SHORTEST_REST; length >= SHORTEST_NAME; length--)
    for (const at of [length, word.length - length]) {
      const [left, right] = [word.slice(0, at), word.slice(at)];
      if (SPELLING_CLASS.has(at === length ? left : right)) parts.push([left, right]);
    }
  return parts;
}

/** Returns a word divided into as many parts as known names show. */
function divided(word: string): string[] {
  const [parts] = SPELLING_CLASS.has(word) ? [] : dividedOnce(word);
  return parts ? parts.flatMap(divided) : [word];
}

/** The maximum number of ways to divide a word. */
const MOST_GUESSES = 4;
/** The maximum number of letters of a person's name. */
const MOST_LETTERS = 60;
/** Returns the names that a word without spaces may be. */
function namesIn(word: string): string[] {
  if (word.length > MOST_LETTERS) return [];
  const names = dividedOnce(word).map((parts) => parts.flatMap(divided).join(' '));
  return [...new Set(names)].slice(0, MOST_GUESSES);
}

/** The minimum length: a shorter word is one name. */
const SHORTEST_JOINED = 10;
const LATIN_WORD = /^[a-z]+$/i;
/** Returns true if a text is one word that may be all names of a person: TESTOVARTEM. */
export function mayBeJoined(text: string): boolean {
  return text.length >= SHORTEST_JOINED && LATIN_WORD.test(text);
}

/** A name without the spaces between letters. `isGuessed` is true if only known names show where its words end. */
type Joined = { readonly text: string; readonly isGuessed: boolean };

/** Returns the names that a text written letter by letter, or as one word, may contain; none for other texts. */
export function withoutSpacing(text: string): Joined[] {
  const plain = text.trim();
  if (ONLY_LETTERS.test(plain) && BETWEEN_WORDS.test(plain)) {
    const words = plain.split(BETWEEN_WORDS).map((word) => word.replaceAll(/[\s.-]/gu, ''));
    return [{ text: words.join(' '), isGuessed: false }];
  }
  const joined = plain.replaceAll(SPACED, (letters) => letters.replaceAll(/[\s.-]/gu, ''));
  if (joined === plain)
    return mayBeJoined(plain)
      ? namesIn(plain.toLowerCase()).map((name) => ({ text: name, isGuessed: true }))
      : [];
  const [word = '', ...more] = foldedWords(joined);
  return [
    { text: trimmed(joined), isGuessed: false },
    ...(more.length > 0 ? [] : namesIn(word)).map((name) => ({ text: name, isGuessed: true })),
  ];
}
