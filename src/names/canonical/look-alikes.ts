import { readLines, wrong } from '../data/read.ts';

const CYRILLIC_OF = new Map<string, string>();
const LATIN_OF = new Map<string, string>();
for (const { text, where } of readLines('look-alikes.txt')) {
  const [latin, cyrillic, ...more] = text.split(' ');
  if (!latin || !cyrillic || more.length > 0) wrong(where, 'two letters are missing');
  else {
    CYRILLIC_OF.set(latin, cyrillic);
    LATIN_OF.set(cyrillic, latin);
  }
}

const LATIN = /\p{Script=Latin}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;

/**
 * A folded word in the one script that all of its letters can be read in: Latin letters inside a Cyrillic word are the
 * Cyrillic ones that look the same, and the reverse. If either script will do, that of more letters. Other words stay.
 */
export function inOneScript(word: string): string {
  const latin = word.match(LATIN);
  const cyrillic = word.match(CYRILLIC);
  if (latin === null || cyrillic === null) return word;
  const asCyrillic = latin.every((letter) => CYRILLIC_OF.has(letter));
  const asLatin = cyrillic.every((letter) => LATIN_OF.has(letter));
  if (asCyrillic && (!asLatin || cyrillic.length >= latin.length))
    return word.replace(LATIN, (letter) => CYRILLIC_OF.get(letter)!);
  return asLatin ? word.replace(CYRILLIC, (letter) => LATIN_OF.get(letter)!) : word;
}
