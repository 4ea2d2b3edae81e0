import anyAscii from 'any-ascii';
import type { Script } from '../types.ts';
import { nativeKey } from './native-spellings.ts';

export const ASCII_WORD = /^[a-z0-9]+$/;
/** Scripts that are written in Latin letters letter by letter, initials included. */
export const ALPHABETIC =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const CONSONANTAL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Khmer}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Myanmar}]/u;
const ASCII_WORDS = /^[a-z0-9 ]+$/;
/** The script in which a word, or several, are written, as far as it matters for how they are compared. */
export function writtenIn(text: string): Script {
  if (ASCII_WORDS.test(text)) return 'latin';
  if (CONSONANTAL.test(text)) return 'consonantal';
  if (/\p{Script=Han}/u.test(text)) return 'han';
  if (/\p{Script=Hangul}/u.test(text)) return 'hangul';
  return 'other';
}

/** The script as which a word is compared: by its vowels where they are known. */
export function scriptOf(word: string): Script {
  const script = writtenIn(word);
  return script === 'consonantal' && nativeKey(word) !== undefined ? 'other' : script;
}

/** The script of words that are read as one: without vowels if one of them is. */
export function scriptOfWords(text: string): Script {
  if (!text.includes(' ')) return scriptOf(text);
  const script = writtenIn(text);
  if (script !== 'consonantal') return script;
  return text.split(' ').some((word) => scriptOf(word) === script) ? script : 'other';
}

/** Digits typed for letters inside or before a word (Ig0r, 0sama), and a zero behind one (Jarac0); other digits stay (A320, 3M). */
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

/** A Korean syllable that ends in ㄱ, ㄷ or ㅂ is written with k, t or p (박 Bak), not with the letter's own g, d, b. */
const FINAL_STOPS: Readonly<Record<string, string>> = { g: 'k', d: 't', b: 'p' };

/** A word as it is compared: in ASCII letters and digits. */
export function keyOf(word: string, script: Script): string {
  if (script === 'latin') return undisguise(word);
  const known = nativeKey(word);
  if (known !== undefined) return known;
  const key = anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (script !== 'hangul' || word.length > 1) return key;
  // The family name Lee; nobody writes it I.
  if (key === 'i') return 'yi';
  return key.replace(/(?<=[aeiouy])[gdb]$/, (letter) => FINAL_STOPS[letter]!);
}
