import { readLines } from '../data/read.ts';
import { inOneScript } from './look-alikes.ts';

/** Letters that NFD does not decompose (data/letter-folds.txt). */
const LETTER_FOLDS: ReadonlyMap<string, string> = new Map(
  readLines('letter-folds.txt').map(({ text }) => text.split(' ') as [string, string]),
);

const ASCII_ONLY = /^[\x20-\x7e]*$/;
/** Matches a word with letters of both the Latin and the Cyrillic script. */
const TWO_SCRIPTS = /[a-z][^ ]*\p{Script=Cyrillic}|\p{Script=Cyrillic}[^ ]*[a-z]/u;
/** Characters that folding does not change. */
const FOLDED_ASCII = /^[a-z0-9 ]*$/;
/** Scripts whose combining marks are vowels or consonant signs, not decoration. */
const MARKS_MATTER =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Scripts in which a decomposed letter is the same letter with decoration. */
const DECOMPOSED = /[\p{Script=Latin}\p{Script=Greek}]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;
const MARK = /\p{M}/u;
/** Modifier letters used as apostrophe, ayn or hamza. They separate words in the same way as apostrophes. */
const MODIFIER = /[\u02b0-\u02ff\ua78b\ua78c\u0640]/u;
const DIGIT = /\p{Nd}/u;
/** Invisible characters: joiners, direction marks, fillers, soft hyphens (UAX 44). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

function isAsciiAlnum(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}
/** Returns the words of ASCII text, in lower case. */
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

/** Returns a Unicode decimal digit as ASCII. Unicode encodes digits in groups of ten that start at zero. */
function asciiDigit(char: string): string {
  const code = char.codePointAt(0)!;
  if (code < 128) return char;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** A folded character. */
type Folded = {
  readonly text: string;
  /** Keeps a mark only after a letter whose marks matter. The mark does not affect the next mark. */
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
  // Like a mark without a base letter, an invisible character neither separates words nor affects the next mark.
  if (INVISIBLE.test(part)) return { text: '', isMark: true, keepsMarks: false };
  // A decorative mark, or a mark without a base letter, disappears without a gap.
  if (MARK.test(part)) return { text: part, isMark: true, keepsMarks: false };
  // The Arabic tatweel only stretches a word. The other modifier letters are apostrophes.
  if (MODIFIER.test(part)) return folded(part === '\u0640' ? '' : ' ');
  if (DIGIT.test(part)) return folded(asciiDigit(part));
  if (LETTER_OR_DIGIT.test(part))
    return folded(LETTER_FOLDS.get(part) ?? part, MARKS_MATTER.test(part));
  return folded(' ');
}

/** The number of characters whose folds are cached. It is enough for all scripts except Han. */
const FOLDS_KEPT = 8192;
const folds = new Map<string, readonly Folded[]>();
/** Returns the folds of a character's parts. */
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

/** Folds arbitrary Unicode once. Callers repeat it until nothing changes. */
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
 * Returns the text with case, diacritics and punctuation folded and single spaces between words; '' if no letter or
 * digit remains. Latin and Greek letters lose every mark, and Arabic and Hebrew letters their vowel points. Indic and
 * other scripts keep marks, which are letters there. A word with letters that look alike in two scripts is written in
 * one of them. Accepts any text; lone surrogates separate words.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return asciiWords(text).join(' ');
  // A name is folded once for its readings and once for the comparison, so the last result is cached.
  if (text !== last.text) last = { text, folded: foldLetters(text) };
  return last.folded;
}

let last = { text: '', folded: '' };

function foldLetters(text: string): string {
  let folded = collapseSpaces(foldUnicodeOnce(text));
  if (FOLDED_ASCII.test(folded)) return folded;
  // Dropping a mark can bring two composable characters together, so repeat until the text is stable (twice in
  // practice).
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

/** Returns the words of `foldText`. Caches those of the last text, because a name is also split for its readings. */
export function foldedWords(text: string): readonly string[] {
  if (text !== split.text) split = { text, words: splitWords(text) };
  return split.words;
}
