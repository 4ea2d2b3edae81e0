import { gapCost, substitutionCost } from '../matching/edit-distance.ts';

/**
 * Letters reduced to classes, so that what `soundDistance` calls a cheap edit mostly changes nothing and every
 * edit that does change something has a known least cost. An index over reduced words then finds all words
 * within a distance, although its weights differ from letter to letter.
 *
 * A word becomes its pattern: one symbol a letter, letters that cost nearly nothing (h) left out. An edit
 * inside a class leaves the pattern as it is; a `CrossEdit` exchanges two symbols cheaply; a vowel more or
 * less costs at least `VOWEL_GAP`; every other edit costs at least 1 and changes one symbol, or swaps two.
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
/** For short words, of which few letters may differ. */
export const FINE = alphabet(['ae', 'iyj', 'ouw'], ['kqc', 'g', 'sz', 'bp', 'fv', 'd', 't']);

const isVowelLetter = (letter: string): boolean =>
  COARSE.symbols[letter.charCodeAt(0)]! <= COARSE.vowels && gapCost(letter) >= DROPPED_BELOW;

/** Symbols of COARSE that stand for letters (digits are never an edit: words must have the same). */
export const LETTER_SYMBOLS: readonly number[] = [
  ...new Set([...LETTERS].map((letter) => COARSE.symbols[letter.charCodeAt(0)]!)),
]
  .filter((symbol) => symbol > 0)
  .toSorted((a, b) => a - b);

const vowels = [...LETTERS].filter(isVowelLetter);
/** The least that a vowel more or less costs; `y` and what may be like it is cheapest. */
export const VOWEL_GAP = Math.min(...vowels.map(gapCost));
/** Letters that cost no more than that; words are also stored without them. */
export const isSlight = (code: number): boolean => {
  const letter = String.fromCharCode(code);
  return vowels.includes(letter) && gapCost(letter) <= VOWEL_GAP;
};
/** The least that any other vowel more or less costs. */
export const FULL_VOWEL_GAP = Math.min(...vowels.map(gapCost).filter((cost) => cost > VOWEL_GAP));

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
  pattern: 0x44,
  fine: 0x4d,
  skeleton: 0x55,
  consonantal: 0x66,
  stemSpelling: 0x77,
  stemSound: 0x88,
  join: 0x99,
  fineJoin: 0x9f,
  joinHead: 0xaa,
  joinTail: 0xbb,
  third: 0xcc,
} as const;

const PRIME = 0x9e3779b1;
const step = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, PRIME);
  return mixed ^ (mixed >>> 15);
};
const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** 32-bit hash of a text, character by character. */
export const hashText = (space: number, text: string): number => {
  let hash = space;
  for (let i = 0; i < text.length; i++) hash = step(hash, text.charCodeAt(i));
  return finish(hash);
};

/** 32-bit hash of a pattern without the symbol at `skip` (-1: of all of it). */
export const hashPattern = (
  space: number,
  pattern: Uint8Array,
  length: number,
  skip = -1,
): number => {
  let hash = space;
  for (let i = 0; i < length; i++) if (i !== skip) hash = step(hash, pattern[i]!);
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

const skeleton = new Uint8Array(2 * MAX_PATTERN + 8);

/** Copies a pattern without vowels, a run of one symbol once, and returns its length. */
const writeSkeleton = (pattern: Uint8Array, length: number): number => {
  let end = 0;
  for (let i = 0; i < length; i++) {
    const symbol = pattern[i]!;
    if (symbol > COARSE.vowels && (end === 0 || skeleton[end - 1] !== symbol))
      skeleton[end++] = symbol;
  }
  return end;
};

/** Longest part of a skeleton of this length that one edit cannot change together with the other end. */
const endLength = (length: number): number => (length - 1) >> 1;

/** Hashes of the head and the tail of a skeleton of `length`, as if it were `of` symbols long. */
const hashEnds = (length: number, of: number, emit: (hash: number) => void): void => {
  const size = endLength(of);
  if (size > length) return;
  let head = SPACE.joinHead + (of << 8);
  let tail = SPACE.joinTail + (of << 8);
  for (let i = 0; i < size; i++) {
    head = step(head, skeleton[i]!);
    tail = step(tail, skeleton[length - size + i]!);
  }
  emit(finish(head));
  emit(finish(tail));
};

/** What the two ends of a word's skeleton are stored under. */
export const endHashes = (
  pattern: Uint8Array,
  length: number,
  emit: (hash: number) => void,
): void => {
  const size = writeSkeleton(pattern, length);
  hashEnds(size, size, emit);
};

/** One edit changes the length of a skeleton by at most two: a letter between two equal ones goes. */
const END_ROOM = 2;

/** Parts that a pattern is split into: two edits leave one of three as it is. */
const PARTS = 3;
const hashPart = (
  pattern: Uint8Array,
  part: number,
  of: number,
  from: number,
  size: number,
): number => {
  let hash = SPACE.third + (of << 8) + (part << 16);
  for (let i = from; i < from + size; i++) hash = step(hash, pattern[i]!);
  return finish(hash);
};
const partStart = (part: number, of: number): number => Math.floor((part * of) / PARTS);

/** What the three parts of a pattern are stored under. */
export const partHashes = (
  pattern: Uint8Array,
  length: number,
  emit: (hash: number) => void,
): void => {
  for (let part = 0; part < PARTS; part++) {
    const from = partStart(part, length);
    emit(hashPart(pattern, part, length, from, partStart(part + 1, length) - from));
  }
};

/** What patterns are stored under that at most two edits make of this one. */
export const partProbes = (
  pattern: Uint8Array,
  length: number,
  emit: (hash: number) => void,
): void => {
  const EDITS = PARTS - 1;
  for (let of = Math.max(1, length - EDITS); of <= length + EDITS; of++) {
    for (let part = 0; part < PARTS; part++) {
      const start = partStart(part, of);
      const size = partStart(part + 1, of) - start;
      for (let shift = -EDITS; shift <= EDITS; shift++) {
        const from = start + shift;
        if (from >= 0 && from + size <= length) emit(hashPart(pattern, part, of, from, size));
      }
    }
  }
};

/** What words are stored under whose skeleton differs by at most one edit. */
export const endProbes = (
  pattern: Uint8Array,
  length: number,
  emit: (hash: number) => void,
): void => {
  const size = writeSkeleton(pattern, length);
  for (let of = Math.max(1, size - END_ROOM); of <= size + END_ROOM; of++) hashEnds(size, of, emit);
};
