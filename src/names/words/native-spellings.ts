import { keyed, readLines, wordsOf, wrong } from '../data/read.ts';
import { isJapaneseFamily, isJapaneseGiven } from './sign-readings.ts';

type Readings = readonly string[];

/** Matches at least two characters, because a single one may be a syllable of a Chinese or Korean name. */
const NATIVE = /^[^\sa-z]{2,}$/;

/** Returns the readings of words, from lines of `reading reading: word word`. */
function readings(): ReadonlyMap<string, Readings> {
  const read = new Map<string, Readings>();
  for (const line of readLines('native-spellings.txt')) {
    const [latin, words] = keyed(line);
    for (const word of words.split(' ')) {
      if (!NATIVE.test(word) || read.has(word))
        wrong(line.where, `"${word}" stands twice, or is no word of another script`);
      read.set(word, wordsOf(latin, line.where));
    }
  }
  return read;
}

const READINGS = readings();

/** Returns one key for several readings. It is not a name itself, and is treated as a short form of each reading. */
function keyOfReadings(all: Readings): string {
  return all.join('x');
}

/** Letters of Arabic script that writers often replace by others: alif without its marks, ha for ta marbuta. */
const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ۍ: 'ي',
  ے: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ک: 'ك',
  ګ: 'گ',
  ہ: 'ه',
  ھ: 'ه',
  ۀ: 'ه',
  ۃ: 'ه',
  ة: 'ه',
  ں: 'ن',
};
const WRITTEN_OTHERWISE = new RegExp(`[${Object.keys(ARABIC_LETTERS).join('')}]`, 'g');
/** Returns a word of Arabic script in which interchangeable letters are the same letter. */
export function plainLetters(word: string): string {
  return word.replace(WRITTEN_OTHERWISE, (letter) => ARABIC_LETTERS[letter]!);
}

const HEBREW = /^\p{Script=Hebrew}+$/u;
/** The minimum length: a shorter word is too common without its vowels. */
const FEWEST_CONSONANTS = 3;
/**
 * Returns a Hebrew word without the letters that writers add for vowels (דויד is דוד); undefined if too few letters
 * remain.
 */
function withoutVowels(word: string): string | undefined {
  if (!HEBREW.test(word)) return undefined;
  const consonants = word[0]! + word.slice(1).replace(/[וי]/g, '');
  return consonants.length < FEWEST_CONSONANTS ? undefined : consonants;
}

function byForm(formOf: (word: string) => string | undefined): ReadonlyMap<string, Readings> {
  const forms = [...READINGS].toReversed().map(([word, all]) => [formOf(word), all] as const);
  return new Map(forms.flatMap(([form, all]) => (form === undefined ? [] : [[form, all]])));
}
const IN_PLAIN_LETTERS = byForm(plainLetters);
const BY_CONSONANTS = byForm(withoutVowels);

/** Returns the key of a word listed in data/native-spellings.txt; otherwise undefined. */
export function nativeKey(word: string): string | undefined {
  const all =
    READINGS.get(word) ??
    IN_PLAIN_LETTERS.get(plainLetters(word)) ??
    BY_CONSONANTS.get(withoutVowels(word) ?? '');
  return all && keyOfReadings(all);
}

/** Maps each key for several readings to these readings. */
export const SEVERAL_READINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...READINGS.values()]
    .filter((all) => all.length > 1)
    .map((all) => [keyOfReadings(all), new Set(all)]),
);

/**
 * Splits a word without spaces into family name and given name if both are known. One of them may be a single
 * character.
 */
export function nativeParts(word: string): readonly string[] | undefined {
  if (READINGS.has(word)) return undefined;
  for (let at = 1; at < word.length; at++) {
    const [family, given] = [word.slice(0, at), word.slice(at)];
    if (
      (READINGS.has(family) && (READINGS.has(given) || isJapaneseGiven(given))) ||
      (isJapaneseFamily(family) && READINGS.has(given))
    )
      return [family, given];
  }
  return undefined;
}
