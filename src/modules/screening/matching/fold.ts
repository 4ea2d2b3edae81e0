import { readLines } from './data/read.ts';

/** Letters that NFD decomposition leaves alone (data/letter-folds.txt). */
const LETTER_FOLDS: ReadonlyMap<string, string> = new Map(
  readLines('letter-folds.txt').map(({ text }) => text.split(' ') as [string, string]),
);

const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** What no fold changes any more. */
const FOLDED_ASCII = /^[a-z0-9 ]*$/;
/** Scripts whose combining marks are vowels or consonant signs, not decoration. */
const MARKS_MATTER =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Scripts in which a decomposed letter is the same letter with decoration. */
const DECOMPOSED = /[\p{Script=Latin}\p{Script=Greek}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
const MARK = /\p{M}/u;
/** Modifier letters used as apostrophes, ayn, hamza: separators like any apostrophe. */
const MODIFIER = /[\u02b0-\u02ff\ua78b\ua78c\u0640]/u;
const DIGIT = /\p{Nd}/u;

const isAsciiAlnum = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
/** The words of ASCII text, in lower case. */
const asciiWords = (text: string): string[] => {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i < lower.length; i++) {
    if (isAsciiAlnum(lower.charCodeAt(i))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      words.push(lower.slice(start, i));
      start = -1;
    }
  }
  if (start >= 0) words.push(lower.slice(start));
  return words;
};

/** The Unicode decimal digit as ASCII: digits are encoded in runs of ten that start at zero. */
const asciiDigit = (char: string): string => {
  const code = char.codePointAt(0)!;
  if (code < 128) return char;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
};

/** One pass over arbitrary Unicode; callers repeat it until nothing changes. */
const foldUnicodeOnce = (text: string): string => {
  let out = '';
  let keepMarks = false;
  for (const char of text.normalize('NFKC').toLowerCase().normalize('NFKC')) {
    const ascii = char.charCodeAt(0) < 128;
    const parts = !ascii && DECOMPOSED.test(char) ? char.normalize('NFD') : char;
    for (const part of parts) {
      if (isAsciiAlnum(part.charCodeAt(0))) {
        out += part;
        keepMarks = false;
      } else if (MARK.test(part)) {
        // A mark that is decoration, or that has no base letter, disappears without a gap.
        if (keepMarks) out += part;
      } else if (MODIFIER.test(part)) {
        // The Arabic tatweel only stretches a word; the rest are apostrophes.
        if (part !== '\u0640') out += ' ';
        keepMarks = false;
      } else if (DIGIT.test(part)) {
        out += asciiDigit(part);
        keepMarks = false;
      } else if (LETTER_OR_DIGIT.test(part)) {
        out += LETTER_FOLDS.get(part) ?? part;
        keepMarks = MARKS_MATTER.test(part);
      } else {
        // Zero-width joiners hold Persian and Indic words together.
        if (part !== '\u200c' && part !== '\u200d' && part !== '\u00ad') out += ' ';
        keepMarks = false;
      }
    }
  }
  return out;
};

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Case, diacritics and punctuation folded; words separated by single spaces; '' when no letter or digit is
 * left. Latin and Greek lose every mark; Arabic and Hebrew their vowel points; Indic and other scripts
 * keep theirs, which are letters there. Never throws, also not on lone surrogates (they separate words).
 */
export const foldText = (text: string): string => {
  if (ASCII_ONLY.test(text)) return asciiWords(text).join(' ');
  let folded = collapseSpaces(foldUnicodeOnce(text));
  if (FOLDED_ASCII.test(folded)) return folded;
  // Dropping a mark can bring two composable characters together: repeat until stable (twice in practice).
  for (let i = 0; i < 8; i++) {
    const next = collapseSpaces(foldUnicodeOnce(folded));
    if (next === folded) break;
    folded = next;
  }
  return folded;
};

/** The words of `foldText`. */
export const foldedWords = (text: string): string[] => {
  if (ASCII_ONLY.test(text)) return asciiWords(text);
  const folded = foldText(text);
  return folded === '' ? [] : folded.split(' ');
};
