import { MAX_TOKEN_CHARS } from '../matching/distance/edit-distance.ts';
import { FULL_NAMES_OF } from '../matching/nicknames.ts';
import { particleSpellings, soundsOf } from '../matching/similarity.ts';
import { skeletonOf } from '../matching/sounds.ts';
import { DROPPED_PREFIXES } from '../matching/stems.ts';
import type { Token } from '../matching/types.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import { isEditable, stemHashes } from './index-keys.ts';
import { WIDE, NEAR } from './radius.ts';
import {
  COARSE,
  hashSkeleton,
  hashText,
  LETTER_SYMBOLS,
  MAX_PATTERN,
  patternOf,
  SPACE,
} from './reduce.ts';

const limitAt = (limits: Float64Array, length: number): number =>
  limits[Math.min(length, MAX_TOKEN_CHARS)]!;
/** A partner may be longer; what it is longer by has been paid for, so two letters cover the rest. */
const ROOM = 2;

/** Consonants up to which only one whole edit is near, so that all can be enumerated. */
const SKELETONS_UNTIL = 11;
/** The short forms of each full name and of each spelling class of full names. */
const SHORT_FORMS_OF: ReadonlyMap<string, readonly string[]> = (() => {
  const shorts = new Map<string, string[]>();
  const add = (full: string, short: string): void => {
    const list = shorts.get(full);
    if (list === undefined) shorts.set(full, [short]);
    else list.push(short);
  };
  for (const [short, fulls] of FULL_NAMES_OF) {
    for (const full of fulls) {
      add(full, short);
      const spelling = SPELLING_CLASS.get(full);
      if (spelling !== undefined) add(`:${spelling}`, short);
    }
  }
  return shorts;
})();

/** Hashes one after the other; some may come twice. */
class HashList {
  #hashes = new Uint32Array(64);
  #size = 0;

  readonly add = (hash: number): void => {
    if (this.#size === this.#hashes.length) {
      const grown = new Uint32Array(2 * this.#size);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#size++] = hash;
  };

  list(): Uint32Array {
    return this.#hashes.slice(0, this.#size);
  }
}

/** The hashes under which words are stored that other rules than letters may make similar to `token`. */
export const wordRules = (token: Token): Uint32Array => {
  const { key, text, kind, script } = token;
  const hashes = new HashList();
  const addKey = (word: string): void => hashes.add(hashText(SPACE.key, word));
  if (key !== '') addKey(key);
  if (kind === 'legal') addKey(text);
  if (script !== 'latin' || key === '') hashes.add(hashText(SPACE.text, text));
  const { spelling, form } = soundsOf(token);
  if (spelling !== undefined) hashes.add(hashText(SPACE.spelling, spelling));
  if (kind === 'particle') for (const word of particleSpellings(key)) addKey(word);
  if (!isEditable(token)) return hashes.list();
  // The initial it may be given as.
  addKey(key.slice(0, 1));
  for (const full of FULL_NAMES_OF.get(key) ?? []) {
    addKey(full);
    const head = SPELLING_CLASS.get(full);
    if (head !== undefined) hashes.add(hashText(SPACE.spelling, head));
    for (const short of SHORT_FORMS_OF.get(full) ?? []) addKey(short);
  }
  for (const short of SHORT_FORMS_OF.get(key) ?? []) addKey(short);
  if (spelling !== undefined)
    for (const short of SHORT_FORMS_OF.get(`:${spelling}`) ?? []) addKey(short);
  for (const prefix of DROPPED_PREFIXES) {
    if (key.length >= 3) addKey(prefix + key);
    if (key.startsWith(prefix) && key.length >= prefix.length + 3) addKey(key.slice(prefix.length));
  }
  stemHashes(key, hashes.add);
  if (form.key !== key) stemHashes(form.key, hashes.add);
  return hashes.list();
};

/**
 * Enumerates the patterns within a budget of edits. Recursion over the positions of one pattern; every set of
 * edits of a total cost within the budget is visited once or more, each as a whole pattern.
 */

const UNIT = 1;
/** No edit that changes a pattern costs less. */
const LEAST = Math.min(UNIT, ...COARSE.crossings.flat().map(({ cost }) => cost));

type Visit = (pattern: Uint8Array, length: number) => void;

const out = new Uint8Array(2 * MAX_PATTERN + 8);
let source: Uint8Array = out;
let letters: Uint8Array = out;
let size = 0;
let visit: Visit = () => {};

const copyRest = (at: number, length: number): void => {
  let end = length;
  for (let i = at; i < size; i++) out[end++] = source[i]!;
  visit(out, end);
};

const walk = (at: number, length: number, budget: number): void => {
  if (budget < LEAST) {
    copyRest(at, length);
    return;
  }
  if (budget >= UNIT) {
    for (const symbol of LETTER_SYMBOLS) {
      if (symbol <= COARSE.vowels) continue;
      out[length] = symbol;
      walk(at, length + 1, budget - UNIT);
    }
  }
  if (at === size) {
    visit(out, length);
    return;
  }
  const symbol = source[at]!;
  const crossings = COARSE.crossings[letters[at]!]!;
  for (let i = 0; i < crossings.length; i++) {
    const { symbol: other, cost } = crossings[i]!;
    if (cost > budget) continue;
    out[length] = other;
    walk(at + 1, length + 1, budget - cost);
  }
  if (budget >= UNIT) {
    walk(at + 1, length, budget - UNIT);
    for (const other of LETTER_SYMBOLS) {
      if (other === symbol) continue;
      out[length] = other;
      walk(at + 1, length + 1, budget - UNIT);
    }
    if (at + 1 < size && source[at + 1] !== symbol) {
      out[length] = source[at + 1]!;
      out[length + 1] = symbol;
      walk(at + 2, length + 2, budget - UNIT);
    }
  }
  out[length] = symbol;
  walk(at + 1, length + 1, budget);
};

/**
 * Visits every pattern of consonants that exchanges, letters more or less and swaps of at most `budget` in all
 * make of this one, itself included. Cost: grows with (20 × length) to the power of the whole edits in the
 * budget.
 */
const withinBudget = (
  pattern: Uint8Array,
  lettersOfPattern: Uint8Array,
  length: number,
  budget: number,
  each: Visit,
): void => {
  if (budget < 0) return;
  source = pattern;
  letters = lettersOfPattern;
  size = length;
  visit = each;
  walk(0, 0, budget);
};

const pattern = new Uint8Array(MAX_PATTERN);
const codes = new Uint8Array(MAX_PATTERN);

/** Of words of a script without vowels against others, and the other way round. */
const addSkeletons = (token: Token, limits: Float64Array, space: number, to: HashList): void => {
  const skeleton = skeletonOf(token.key);
  // One consonant is shared by too many names to count.
  if (skeleton.length < 2) return;
  const length = patternOf(skeleton, pattern, codes);
  const limit = limitAt(limits, skeleton.length + ROOM);
  withinBudget(pattern, codes, length, limit, (edited, end) => {
    to.add(hashSkeleton(space, edited, end));
  });
};

/** Whether a word is too long to enumerate what its consonants are near to. */
export const isLongSkeleton = (token: Token): boolean =>
  isEditable(token) && skeletonOf(token.key).length > SKELETONS_UNTIL;

/** The hashes under which words of the other kind of script are stored that are near to `token`. */
export const scriptProbes = (token: Token): Uint32Array => {
  const hashes = new HashList();
  if (!isEditable(token) || isLongSkeleton(token)) return hashes.list();
  const space = token.script === 'consonantal' ? SPACE.skeleton : SPACE.consonantal;
  addSkeletons(token, WIDE.skeletons, space, hashes);
  return hashes.list();
};

/** The hashes under which joined readings are stored that other rules than letters may make similar to `token`. */
export const joinRules = (token: Token): Uint32Array => {
  const hashes = new HashList();
  const { key } = token;
  if (key === '') return hashes.list();
  const { form, spelling } = soundsOf(token);
  if (spelling !== undefined) hashes.add(hashText(SPACE.spelling, spelling));
  stemHashes(key, hashes.add);
  if (form.key !== key) stemHashes(form.key, hashes.add);
  return hashes.list();
};

/** The hashes under which joined readings of the other kind of script are stored that are near to `token`. */
export const joinScriptProbes = (token: Token): Uint32Array => {
  const hashes = new HashList();
  if (token.key === '') return hashes.list();
  const space = token.script === 'consonantal' ? SPACE.skeleton : SPACE.consonantal;
  addSkeletons(token, NEAR.skeletons, space, hashes);
  return hashes.list();
};
