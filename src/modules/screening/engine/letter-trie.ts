import {
  FIRST_LETTER_EXTRA,
  gapCost,
  MAX_TOKEN_CHARS,
  substitutionCost,
  TRANSPOSITION,
} from '../matching/edit-distance.ts';
import { DEPTH_SHIFT, ID_BITS, LEAF, type LetterTrie, type TriePair } from './trie-builder.ts';

/**
 * Finds strings within a weighted distance (`soundDistance`) in tries, by rows of its dynamic programme. The
 * edits of one half of the query cost at most half of all: from the front those of the first half, from the
 * back those of the second, so that both searches leave most of a trie after few letters.
 */

/** Costs are multiples of 0.05, and whole numbers here. */
const SCALE = 20;
const SLACK = 1e-6;
const CODES = 128;
const scaled = (cost: number): number => Math.round(cost * SCALE);
const code = (value: number): string => String.fromCharCode(value);
const GAPS = Int32Array.from({ length: CODES }, (_, a) => scaled(gapCost(code(a))));
const SUBSTITUTIONS = Int32Array.from({ length: CODES * CODES }, (_, pair) =>
  scaled(substitutionCost(code(pair >>> 7), code(pair & (CODES - 1)))),
);
const SWAP = scaled(TRANSPOSITION);
const FIRST = scaled(FIRST_LETTER_EXTRA);
/** Exchanges of the first letter that cost so much cost that much more. */
const FIRST_FROM = scaled(0.5);
/** The least that a letter more costs. */
const LEAST_GAP = Math.min(...GAPS);
/** Budgets are told apart up to here: any edit costs less. */
const MOST_BUDGET = 31;
const BUDGETS = MOST_BUDGET + 1;
const LETTER_A = 97;
const DIGIT_BIT = 1 << 26;
/** One bit for each letter, one for all other characters. */
const BITS = Int32Array.from({ length: CODES }, (_, a) =>
  a >= LETTER_A && a < LETTER_A + 26 ? 1 << (a - LETTER_A) : DIGIT_BIT,
);
/** The characters, as bits, that take the place of one for so much. */
const EXCHANGED = Int32Array.from({ length: CODES * BUDGETS }, (_, i) => {
  const base = Math.floor(i / BUDGETS) * CODES;
  let bits = 0;
  for (let b = 0; b < CODES; b++) if (SUBSTITUTIONS[base + b]! <= i % BUDGETS) bits |= BITS[b]!;
  return bits;
});
/** Those that are added for so much. */
const ADDED = Int32Array.from({ length: BUDGETS }, (_, budget) => {
  let bits = 0;
  for (let a = 0; a < CODES; a++) if (GAPS[a]! <= budget) bits |= BITS[a]!;
  return bits;
});
const NEVER = 1 << 20;

/** A row holds one cell more than the longest query has letters, and what is read beside it. */
const WIDTH = MAX_TOKEN_CHARS + 2;
const rows = new Int32Array(WIDTH * (MAX_TOKEN_CHARS + 2));
/** First and last cell of each row that is within its limit; first > last: none is. */
const firsts = new Int32Array(MAX_TOKEN_CHARS + 2);
const lasts = new Int32Array(MAX_TOKEN_CHARS + 2);
const path = new Uint8Array(MAX_TOKEN_CHARS + 2);
const query = new Uint8Array(MAX_TOKEN_CHARS + 1);
const limitOf = new Int32Array(WIDTH);
/** The letters that may follow the one at a depth, as bits. */
const following = new Int32Array(MAX_TOKEN_CHARS + 2);
/** The least that it costs to drop a letter of the query. */
let leastDrop = 0;

/**
 * The strings that leaves stand for, of which a trie holds the beginning only: each with its length before it,
 * after the one before if the leaf says that it is the second of its word.
 */
export interface Strings {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** What the last searches found; see `findNear`. */
export let found = new Uint32Array(1024);
export let foundCount = 0;

const push = (id: number): void => {
  if (foundCount === found.length) {
    const grown = new Uint32Array(2 * foundCount);
    grown.set(found);
    found = grown;
  }
  found[foundCount++] = id;
};

/** The letters of which one has to follow a cell of this cost in column `j`. */
const followers = (j: number, n: number, cost: number, limit: number): number => {
  const added = limitOf[j]! - cost;
  let bits = ADDED[added > MOST_BUDGET ? MOST_BUDGET : added]!;
  if (j === n) return bits;
  const left = limitOf[j + 1]! - cost;
  bits |= EXCHANGED[query[j]! * BUDGETS + (left > MOST_BUDGET ? MOST_BUDGET : left)]!;
  if (j + 1 < n && cost + SWAP <= limit) bits |= BITS[query[j + 1]!]!;
  return bits;
};

/** Sets the most that each cell of a row may cost: within `half` at most `part`, all in all `limit`. */
const setLimits = (n: number, half: number, part: number, limit: number): void => {
  for (let j = 0; j <= n; j++) limitOf[j] = j <= half ? part : limit;
};

/**
 * Computes the row of a letter, one of `following`, at `depth` from those above it; `m` letters in all, `n` of the query. Returns
 * whether a string may be near that goes on from here. Cells from which the rest differs too much in length are
 * left out.
 */
const advance = (
  depth: number,
  letter: number,
  m: number,
  n: number,
  limit: number,
  isForward: boolean,
): boolean => {
  const above = (depth - 1) * WIDTH;
  const row = above + WIDTH;
  const from = firsts[depth - 1]!;
  const to = lasts[depth - 1]!;
  const before = path[depth - 1]!;
  path[depth] = letter;
  let swapFrom = NEVER;
  let swapTo = -1;
  if (depth > 1 && firsts[depth - 2]! <= lasts[depth - 2]!) {
    swapFrom = firsts[depth - 2]! + 2;
    swapTo = lasts[depth - 2]! + 2;
  }
  const gap = GAPS[letter]!;
  const base = letter * CODES;
  const isFirst = depth === 1 && isForward;
  let low = NEVER;
  let high = -1;
  let mayBeSwapped = false;
  let after = 0;
  for (let j = from <= to && from < swapFrom ? from : swapFrom; j <= n; j++) {
    let cost = NEVER;
    if (j > from && j - 1 <= to) {
      const diagonal = rows[above + j - 1]!;
      const exchange = SUBSTITUTIONS[base + query[j - 1]!]!;
      cost = diagonal + exchange;
      if (isFirst && j === 1 && exchange >= FIRST_FROM) cost += FIRST;
      if (j < n && query[j] === letter && diagonal + SWAP <= limit) {
        mayBeSwapped = true;
        after |= BITS[query[j - 1]!]!;
      }
    }
    if (j >= from && j <= to) {
      const dropped = rows[above + j]! + gap + (isFirst && j === 0 ? FIRST : 0);
      if (dropped < cost) cost = dropped;
    }
    if (high === j - 1 && j > 0) {
      const added = rows[row + j - 1]! + GAPS[query[j - 1]!]!;
      if (added < cost) cost = added;
    }
    if (j >= swapFrom && j <= swapTo && letter === query[j - 2] && before === query[j - 1]) {
      const swapped = rows[row - 2 * WIDTH + j - 2]! + SWAP;
      if (swapped < cost) cost = swapped;
    }
    const apart = m - depth - n + j;
    const rest = apart < 0 ? -apart * leastDrop : apart * LEAST_GAP;
    if (cost <= limitOf[j]! && cost + rest <= limit) {
      rows[row + j] = cost;
      if (low === NEVER) low = j;
      high = j;
      after |= followers(j, n, cost, limit);
    } else {
      rows[row + j] = NEVER;
      if (j > to && j >= swapTo) break;
    }
  }
  firsts[depth] = low;
  lasts[depth] = high;
  following[depth] = after;
  return high >= 0 || mayBeSwapped;
};

/** Whether the string of a leaf at `depth` is near as a whole. */
const endsNear = (
  { bytes, starts }: Strings,
  link: number,
  depth: number,
  m: number,
  n: number,
  limit: number,
  isForward: boolean,
): boolean => {
  let at = starts[(link & ID_BITS) >>> 0]!;
  // The length of a longer word takes two bytes.
  if (bytes[at]! > 127) return true;
  if (link > ID_BITS) at += bytes[at]! + 1;
  for (let below = depth + 1; below <= m; below++) {
    const letter = bytes[isForward ? at + below : at + m + 1 - below]!;
    const mayFollow = (following[below - 1]! & BITS[letter]!) !== 0;
    if (!mayFollow || !advance(below, letter, m, n, limit, isForward)) return false;
  }
  return lasts[m] === n;
};

const search = (
  trie: LetterTrie,
  strings: Strings | undefined,
  m: number,
  n: number,
  limit: number,
  isForward: boolean,
): void => {
  const { heads, links } = trie;
  const start = trie.lengths[m]!;
  const end = trie.lengths[m + 1]!;
  let last = 0;
  rows[0] = 0;
  let after = followers(0, n, 0, limit);
  for (let j = 1; j <= n; j++) {
    const cost = rows[j - 1]! + GAPS[query[j - 1]!]! + (j === 1 && isForward ? FIRST : 0);
    const apart = m - n + j;
    if (cost > limitOf[j]! || (apart > 0 && cost + apart * LEAST_GAP > limit)) break;
    rows[j] = cost;
    last = j;
    after |= followers(j, n, cost, limit);
  }
  following[0] = after;
  firsts[0] = 0;
  lasts[0] = last;
  let isNear = false;
  for (let node = start; node < end;) {
    const head = heads[node]!;
    const letter = head & (LEAF - 1);
    const depth = head >>> DEPTH_SHIFT;
    const isLeaf = (head & LEAF) !== 0;
    if ((following[depth - 1]! & BITS[letter]!) === 0) {
      isNear = false;
      node = isLeaf ? node + 1 : links[node]!;
      continue;
    }
    if (!isLeaf) {
      const goesOn = advance(depth, letter, m, n, limit, isForward);
      node = goesOn ? node + 1 : links[node]!;
      continue;
    }
    const link = links[node]!;
    // Leaves of one letter side by side are the same string.
    if (node === start || heads[node - 1] !== head)
      isNear =
        advance(depth, letter, m, n, limit, isForward) &&
        (strings === undefined || endsNear(strings, link, depth, m, n, limit, isForward));
    if (isNear) push((link & ID_BITS) >>> 0);
    node++;
  }
};

/**
 * Leaves in `found` what the strings stand for that are within `limits` (by the letters of the longer one) of
 * the first `n` of `codes`, and some others if the rest of the `strings` is not known; what is found from both ends comes twice. Cost: a microsecond to a
 * few tens of them, grows with the distance.
 */
export const findNear = (
  tries: TriePair,
  codes: Uint8Array,
  n: number,
  limits: Float64Array,
  strings?: Strings,
): void => {
  foundCount = 0;
  leastDrop = NEVER;
  for (let i = 0; i < n; i++) if (GAPS[codes[i]!]! < leastDrop) leastDrop = GAPS[codes[i]!]!;
  for (let m = 1; m <= MAX_TOKEN_CHARS; m++) {
    const limit = Math.floor(limits[m > n ? m : n]! * SCALE + SLACK);
    if ((m > n ? (m - n) * LEAST_GAP : (n - m) * leastDrop) > limit) continue;
    if (tries.forward.lengths[m] === tries.forward.lengths[m + 1]) continue;
    const hasBoth = tries.backward.lengths[m] !== tries.backward.lengths[m + 1];
    const half = n >> 1;
    const part = hasBoth ? limit >> 1 : limit;
    for (let i = 0; i < n; i++) query[i] = codes[i]!;
    query[n] = 0;
    setLimits(n, half, part, limit);
    search(tries.forward, strings, m, n, limit, true);
    if (!hasBoth) continue;
    for (let i = 0; i < n; i++) query[i] = codes[n - 1 - i]!;
    setLimits(n, n - half - 1, limit - part - 1, limit);
    search(tries.backward, strings, m, n, limit, false);
  }
};
