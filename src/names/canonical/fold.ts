import { readLines } from '../data/read.ts';
import { inOneScript } from './look-alikes.ts';

/** Letters that NFD decomposition leaves alone (data/letter-folds.txt). */
const LETTER_FOLDS: ReadonlyMap<string, string> = new Map(
  readLines('letter-folds.txt').map(({ text }) => text.split(' ') as [string, string]),
);

const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** A word with letters of the Latin and the Cyrillic script. */
const TWO_SCRIPTS = /[a-z][^ ]*\p{Script=Cyrillic}|\p{Script=Cyrillic}[^ ]*[a-z]/u;
/** Characters that no fold changes any more. */
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
/** Joiners, directions, fillers, soft hyphens: whatever stands between two letters without being seen (UAX 44). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

function isAsciiAlnum(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}
/** The words of ASCII text, in lower case. */
function asciiWords(text: string): string[] {
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
}

/** The Unicode decimal digit as ASCII: digits are encoded in runs of ten that start at zero. */
function asciiDigit(char: string): string {
  const code = char.codePointAt(0)!;
  if (code < 128) return char;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** The fold of a character. */
type Folded = {
  readonly text: string;
  /** A mark stays only after a letter whose marks matter, and changes nothing for the next one. */
  readonly isMark: boolean;
  readonly keepsMarks: boolean;
};

function foldPart(part: string): Folded {
  const folded = (text: string, keepsMarks = false): Folded => ({
    text,
    isMark: false,
    keepsMarks,
  });
  if (isAsciiAlnum(part.charCodeAt(0))) return folded(part);
  // Like a mark without a base letter: what cannot be seen neither parts a word nor changes the next mark.
  if (INVISIBLE.test(part)) return { text: '', isMark: true, keepsMarks: false };
  // A mark that is decoration, or that has no base letter, disappears without a gap.
  if (MARK.test(part)) return { text: part, isMark: true, keepsMarks: false };
  // The Arabic tatweel only stretches a word; the rest are apostrophes.
  if (MODIFIER.test(part)) return folded(part === '\u0640' ? '' : ' ');
  if (DIGIT.test(part)) return folded(asciiDigit(part));
  if (LETTER_OR_DIGIT.test(part))
    return folded(LETTER_FOLDS.get(part) ?? part, MARKS_MATTER.test(part));
  return folded(' ');
}

/** Characters whose folds are kept: more than a few scripts have, but for Han. */
const FOLDS_KEPT = 8192;
const folds = new Map<string, readonly Folded[]>();
/** The folds of a character, in its parts. */
function foldsOf(char: string): readonly Folded[] {
  let parts = folds.get(char);
  if (parts === undefined) {
    const decomposed = char.charCodeAt(0) >= 128 && DECOMPOSED.test(char);
    parts = Array.from(decomposed ? char.normalize('NFD') : char, foldPart);
    if (folds.size >= FOLDS_KEPT) folds.clear();
    folds.set(char, parts);
  }
  return parts;
}

/** One pass over arbitrary Unicode; callers repeat it until nothing changes. */
function foldUnicodeOnce(text: string): string {
  let out = '';
  let keepMarks = false;
  for (const char of text.normalize('NFKC').toLowerCase().normalize('NFKC')) {
    const parts = foldsOf(char);
    for (let i = 0; i < parts.length; i++) {
      const { text: folded, isMark, keepsMarks } = parts[i]!;
      if (!isMark) keepMarks = keepsMarks;
      else if (!keepMarks) continue;
      out += folded;
    }
  }
  return out;
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Case, diacritics and punctuation folded; words separated by single spaces; '' when no letter or digit is
 * left. Latin and Greek lose every mark; Arabic and Hebrew their vowel points; Indic and other scripts
 * keep theirs, which are letters there. A word is in one script where it looks like that. Never throws, also not on lone surrogates (they separate words).
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return asciiWords(text).join(' ');
  // A name is folded for its readings, and then to be compared.
  if (text !== last.text) last = { text, folded: foldLetters(text) };
  return last.folded;
}

let last = { text: '', folded: '' };

function foldLetters(text: string): string {
  let folded = collapseSpaces(foldUnicodeOnce(text));
  if (FOLDED_ASCII.test(folded)) return folded;
  // Dropping a mark can bring two composable characters together: repeat until stable (twice in practice).
  for (let i = 0; i < 8; i++) {
    const next = collapseSpaces(foldUnicodeOnce(folded));
    if (next === folded) break;
    folded = next;
  }
  return TWO_SCRIPTS.test(folded) ? folded.split(' ').map(inOneScript).join(' ') : folded;
}

function splitWords(text: string): readonly string[] {
  if (ASCII_ONLY.test(text)) return asciiWords(text);
  const folded = foldText(text);
  return folded === '' ? [] : folded.split(' ');
}

let split: { readonly text: string; readonly words: readonly string[] } = { text: '', words: [] };

/** The words of `foldText`; those of the last text are kept, because a name is split for its readings as well. */
export function foldedWords(text: string): readonly string[] {
  if (text !== split.text) split = { text, words: splitWords(text) };
  return split.words;
}
