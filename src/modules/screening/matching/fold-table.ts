/**
 * Letters that NFD decomposition leaves alone, and what a person types instead of them.
 *
 * Written by us. Sources: the Unicode character names; CLDR's Latin-ASCII transform for the convention
 * (`ß` to `ss`, `æ` to `ae`); the Hausa (ɓ ɗ ƙ ƴ), Yoruba, Igbo, Ewe and Akan (ŋ ɔ ɛ) alphabets;
 * Azerbaijani `ə` is written `a` in English texts (Əliyev: Aliyev), which rigour's override table does too.
 */
export const LETTER_FOLDS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ĸ', 'k'],
  ['ŋ', 'n'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ɖ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  ['ɲ', 'n'],
  ['ɛ', 'e'],
  ['ɔ', 'o'],
  ['ə', 'a'],
  ['ǝ', 'e'],
  ['ɣ', 'g'],
  ['ʋ', 'v'],
  ['ɩ', 'i'],
  ['ʊ', 'u'],
  ['ƒ', 'f'],
  ['ɠ', 'g'],
  ['ɨ', 'i'],
  ['ʉ', 'u'],
  ['ŧ', 't'],
  ['ƶ', 'z'],
  ['ɦ', 'h'],
  ['ʒ', 'z'],
  ['ƈ', 'c'],
  ['ƥ', 'p'],
  ['ƭ', 't'],
  ['ƞ', 'n'],
  ['ɑ', 'a'],
  ['ɪ', 'i'],
  // Greek final sigma and Cyrillic yo: the same letter in another position or spelling.
  ['ς', 'σ'],
  ['ё', 'е'],
]);
