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
 * Returns a folded word in a single script, if all of its letters exist in it. Latin letters in a Cyrillic word become
 * the Cyrillic letters that look the same, and the reverse. If both scripts fit, the script with more letters wins.
 * Other words stay unchanged.
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
