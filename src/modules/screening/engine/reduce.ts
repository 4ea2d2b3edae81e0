import { gapCost, substitutionCost } from '../matching/distance/edit-distance.ts';

/**
 * Consonants reduced to classes, so that what `soundDistance` calls a cheap edit mostly changes nothing and every
 * edit that does change something has a known least cost. An index over reduced skeletons then finds all within a
 * distance, although its weights differ from letter to letter.
 *
 * A word becomes its pattern: one symbol a letter, letters that cost nearly nothing (h) left out. An edit inside
 * a class leaves the pattern as it is; a `CrossEdit` exchanges two symbols cheaply; every other edit of
 * consonants costs at least 1 and changes one symbol, or swaps two.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DROPPED_BELOW = 0.5;

export interface CrossEdit {
  readonly symbol: number;
  readonly cost: number;
}

/** One way to reduce letters. */
export interface Alphabet {
  /** Symbol of each ASCII code: 0 is dropped, the first ones are vowels. */
  readonly symbols: Uint8Array;
  /** Symbols up to this one are vowels, with the letters that are exchanged for them. */
  readonly vowels: number;
  /** For each ASCII code the symbols that it is cheaply exchanged for, with the least cost. */
  readonly crossings: readonly (readonly CrossEdit[])[];
}

const crossingsOf = (symbols: Uint8Array): CrossEdit[][] => {
  const symbolOf = (letter: string): number => symbols[letter.charCodeAt(0)]!;
  const edits: CrossEdit[][] = Array.from({ length: 128 }, () => []);
  for (const a of LETTERS) {
    const best = new Map<number, number>();
    for (const b of LETTERS) {
      const cost = substitutionCost(a, b);
      if (symbolOf(a) === symbolOf(b) || cost >= 1) continue;
      best.set(symbolOf(b), Math.min(cost, best.get(symbolOf(b)) ?? 1));
    }
    edits[a.charCodeAt(0)] = [...best].map(([symbol, cost]) => ({ symbol, cost }));
  }
  return edits;
};

const alphabet = (vowels: readonly string[], consonants: readonly string[]): Alphabet => {
  const classes = [...vowels, ...consonants];
  const symbols = new Uint8Array(128);
  let next = classes.length + 1;
  for (const char of `${LETTERS}0123456789`) {
    const index = classes.findIndex((letters) => letters.includes(char));
    if (index >= 0) symbols[char.charCodeAt(0)] = index + 1;
    else if (gapCost(char) >= DROPPED_BELOW) symbols[char.charCodeAt(0)] = next++;
  }
  return { symbols, vowels: vowels.length, crossings: crossingsOf(symbols) };
};

/** For long words, which are told apart by their consonants. */
export const COARSE = alphabet(['aeiouyjw'], ['kqcg', 'sz', 'bpvf', 'dt']);
/** Symbols of COARSE that stand for letters (digits are never an edit: words must have the same). */
export const LETTER_SYMBOLS: readonly number[] = [
  ...new Set([...LETTERS].map((letter) => COARSE.symbols[letter.charCodeAt(0)]!)),
]
  .filter((symbol) => symbol > 0)
  .toSorted((a, b) => a - b);

/** Longest pattern; the distance ignores what is beyond (MAX_TOKEN_CHARS). */
export const MAX_PATTERN = 40;

/** Writes the pattern of `text` and returns its length; `codes` receives the letter behind each symbol. */
export const patternOf = (
  text: string,
  pattern: Uint8Array,
  codes: Uint8Array,
  { symbols }: Alphabet = COARSE,
): number => {
  let length = 0;
  const end = Math.min(text.length, MAX_PATTERN);
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const symbol = symbols[code & 127]!;
    if (symbol === 0) continue;
    pattern[length] = symbol;
    codes[length] = code;
    length++;
  }
  return length;
};

/** What a hash is of; the same text hashes differently in each. */
export const SPACE = {
  key: 0x11,
  text: 0x22,
  spelling: 0x33,
  skeleton: 0x55,
  consonantal: 0x66,
  stemSpelling: 0x77,
  stemSound: 0x88,
  shape: 0x99,
} as const;

const PRIME = 0x9e3779b1;
const step = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, PRIME);
  return mixed ^ (mixed >>> 15);
};
/** Spreads what distinguishes hashes over all their bits. */
export const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** 32-bit hash of a text, character by character. */
export const hashText = (space: number, text: string): number => {
  let hash = space;
  for (let i = 0; i < text.length; i++) hash = step(hash, text.charCodeAt(i));
  return finish(hash);
};

/** Hash of a pattern's symbols other than vowels, a run of one symbol counting once. */
export const hashSkeleton = (space: number, pattern: Uint8Array, length: number): number => {
  let hash = space;
  let last = 0;
  for (let i = 0; i < length; i++) {
    const symbol = pattern[i]!;
    if (symbol <= COARSE.vowels || symbol === last) continue;
    hash = step(hash, symbol);
    last = symbol;
  }
  return finish(hash);
};
