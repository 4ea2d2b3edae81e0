import { gapCost } from '../names/similarity/edit-distance.ts';

/**
 * Reduces letters to classes: one symbol per class, and none for letters whose edits cost almost nothing. Most edits
 * that `soundDistance` makes cheap then change nothing, and every other edit has a known lowest cost.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CLASSES = ['aeiouyjw', 'kqcg', 'sz', 'bpvf', 'dt'];
const HIDDEN_BELOW = 0.5;

/** The symbol of each ASCII code; 0 means omitted. */
export const SYMBOL_OF = new Uint8Array(128);
let next = CLASSES.length + 1;
for (const char of `${LETTERS}0123456789`) {
  const index = CLASSES.findIndex((letters) => letters.includes(char));
  if (index >= 0) SYMBOL_OF[char.charCodeAt(0)] = index + 1;
  else if (gapCost(char) >= HIDDEN_BELOW) SYMBOL_OF[char.charCodeAt(0)] = next++;
}
/** Number of symbols for letters. */
export const LETTER_SYMBOLS: readonly number[] = [
  ...new Set([...LETTERS].map((letter) => SYMBOL_OF[letter.charCodeAt(0)]!)),
]
  .filter((symbol) => symbol > 0)
  .toSorted((a, b) => a - b);

/** Kinds of hashes. A text has a different hash for each kind. */
export const SPACE = {
  key: 0x11,
  text: 0x22,
  spelling: 0x33,
  /** Hashes of consonants of words in scripts with vowels, and in scripts without vowels. */
  skeleton: 0x55,
  consonantal: 0x66,
  stemSpelling: 0x77,
  stemSound: 0x88,
  class: 0x99,
  digits: 0xaa,
  identifier: 0xbb,
  acronym: 0xdd,
  place: 0xcc,
} as const;

const PRIME = 0x9e3779b1;
function step(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, PRIME);
  return mixed ^ (mixed >>> 15);
}
/** Spreads the differences between hashes over all their bits. */
export function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Returns the 32-bit hash of a text, character by character. */
export function hashText(space: number, text: string): number {
  let hash = space;
  for (let i = 0; i < text.length; i++) hash = step(hash, text.charCodeAt(i));
  return finish(hash);
}
