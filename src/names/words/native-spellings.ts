import { keyed, readLines, wordsOf, wrong } from '../data/read.ts';
import { isJapaneseFamily, isJapaneseGiven } from './sign-readings.ts';

type Readings = readonly string[];

/** Matches two characters or more: a single one may be a syllable of a Chinese or Korean name. */
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

/** Returns one key for several readings. It is no name itself, and is treated as a short form of each reading. */
function keyOfReadings(all: Readings): string {
  return all.join('x');
}

/** Alif with marks that are often left out. */
const ALIF = /[أإآ]/g;

/** Returns the key of a word listed in data/native-spellings.txt; otherwise undefined. */
export function nativeKey(word: string): string | undefined {
  const all = READINGS.get(word) ?? READINGS.get(word.replace(ALIF, 'ا'));
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
