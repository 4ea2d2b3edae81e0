import { keyed, readLines, wordsOf, wrong } from '../data/read.ts';
import { isJapaneseFamily, isJapaneseGiven } from './sign-readings.ts';

type Readings = readonly string[];

/** A single sign may be a syllable of a Chinese or Korean name. */
const NATIVE = /^[^\sa-z]{2,}$/;

/** Readings of words, from lines of `reading reading: word word`. */
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

/** Several readings are one key, which is no name, and a short form of each. */
function keyOfReadings(all: Readings): string {
  return all.join('x');
}

/** Alif with the signs that are left out as often as not. */
const ALIF = /[أإآ]/g;

/** The key of a word that stands in data/native-spellings.txt. */
export function nativeKey(word: string): string | undefined {
  const all = READINGS.get(word) ?? READINGS.get(word.replace(ALIF, 'ا'));
  return all && keyOfReadings(all);
}

/** Keys of words with several readings, and these. */
export const SEVERAL_READINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...READINGS.values()]
    .filter((all) => all.length > 1)
    .map((all) => [keyOfReadings(all), new Set(all)]),
);

/** Family name and given name of a word without a space, if both are known; one may be a single sign. */
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
