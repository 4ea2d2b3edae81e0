import anyAscii from 'any-ascii';
import type { Script } from '../types.ts';
import { nativeKey, plainLetters } from './native-spellings.ts';

export const ASCII_WORD = /^[a-z0-9]+$/;
/** Scripts that are transcribed letter by letter, including initials. */
export const ALPHABETIC =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const CONSONANTAL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Khmer}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Myanmar}]/u;
const ASCII_WORDS = /^[a-z0-9 ]+$/;
/** Returns the script of one or more words, with the distinctions that comparison needs. */
export function writtenIn(text: string): Script {
  if (ASCII_WORDS.test(text)) return 'latin';
  if (CONSONANTAL.test(text)) return 'consonantal';
  if (/\p{Script=Han}/u.test(text)) return 'han';
  if (/\p{Script=Hangul}/u.test(text)) return 'hangul';
  return 'other';
}

/** Returns the script by which a word is compared. A word whose vowels are known is not compared by consonants. */
export function scriptOf(word: string): Script {
  const script = writtenIn(word);
  return script === 'consonantal' && nativeKey(word) !== undefined ? 'other' : script;
}

/** Returns the script of words that are compared as one: consonantal if one of them is. */
export function scriptOfWords(text: string): Script {
  if (!text.includes(' ')) return scriptOf(text);
  const script = writtenIn(text);
  if (script !== 'consonantal') return script;
  return text.split(' ').some((word) => scriptOf(word) === script) ? script : 'other';
}

/**
 * The letters that people mean when they type a digit. They replace a digit inside or before a word (Ig0r, 0sama) and a
 * zero after one (Jarac0). Other digits stay (A320, 3M).
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '8': 'b',
};
function undisguise(key: string): string {
  return /^(?:[a-z]+\d[a-z]+|\d[a-z]{4,}|[a-z]{3,}0)$/.test(key) && key.length >= 4
    ? key.replace(/\d/, (digit) => LOOKALIKES[digit] ?? digit)
    : key;
}

/** A Korean syllable that ends in ㄱ, ㄷ or ㅂ is written with k, t or p (박 Bak) instead of g, d or b. */
const FINAL_STOPS: Readonly<Record<string, string>> = { g: 'k', d: 't', b: 'p' };

/** Greek pairs of letters that spell a single sound of other languages at the beginning of a word. */
const GREEK_PAIRS: Readonly<Record<string, string>> = { ντ: 'd', μπ: 'b', γκ: 'g', τζ: 'j' };
/** Returns a Greek word with letters for such pairs: Ντμίτρι is Dmitri. */
function inOneLetter(word: string): string {
  return word.replace(/^(?:ντ|μπ|γκ|τζ)|(?<=[αεηιουω])μπ/u, (pair) => GREEK_PAIRS[pair]!);
}

/** Returns a word with one reading for each letter: Persian ẓ is z, and Hebrew vav inside a word is a vowel. */
function inPlainLetters(word: string): string {
  return plainLetters(word)
    .replaceAll('ظ', 'ز')
    .replace(/(?<=\p{Script=Hebrew})ו(?!ו)(?<!וו)/gu, 'u')
    .replaceAll('וו', 'ו');
}

/** Returns the key by which a word is compared: ASCII letters and digits. */
export function keyOf(word: string, script: Script): string {
  if (script === 'latin') return undisguise(word);
  const known = nativeKey(word);
  if (known !== undefined) return known;
  const key = anyAscii(inOneLetter(script === 'consonantal' ? inPlainLetters(word) : word))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (script !== 'hangul' || word.length > 1) return key;
  // The family name Lee is never written I.
  if (key === 'i') return 'yi';
  return key.replace(/(?<=[aeiouy])[gdb]$/, (letter) => FINAL_STOPS[letter]!);
}
