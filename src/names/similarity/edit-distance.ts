/**
 * Optimal string alignment with weights for sounds. Swapping letters that transliteration or hearing confuses costs
 * less than one edit. So Qadhafi and Gaddafi are near, and Gates and Bates are one whole edit apart.
 */

/** Length of the longest compared token; later letters are ignored. */
export const MAX_TOKEN_CHARS = 40;

const CLASS_COST = 0.5;
const VOWELS = 'aeiouy';
const PAIRS: readonly (readonly [string, number])[] = [
  ['ou', 0.3],
  ['ei', 0.3],
  ['iy', 0.2],
  ['ey', 0.35],
  ['ae', 0.4],
  ['uw', 0.5],
  ['kq', 0.1],
  ['kg', 0.4],
  ['gq', 0.3],
  ['ck', 0.1],
  ['cq', 0.2],
  ['sz', 0.35],
  ['cs', CLASS_COST],
  ['dt', 0.6],
  ['bp', 0.7],
  ['vw', 0.2],
  ['fv', 0.4],
  ['bv', 0.7],
  ['jy', CLASS_COST],
  ['gj', CLASS_COST],
  ['jz', CLASS_COST],
  ['ij', CLASS_COST],
];
const VOWEL_SUBSTITUTION = 0.8;
const VOWEL_GAP = 0.75;
const H_GAP = 0.4;
/** The cost of swapping two adjacent letters, a typing error by which names seldom differ. */
export const TRANSPOSITION = 0.8;
/** The extra cost for the first letter: errors are rarer there, and it distinguishes names. */
const FIRST_LETTER_EXTRA = 0.2;

/**
 * Costs are multiples of 0.05, stored as whole numbers so that the tables stay in the cache. Limits therefore get
 * some slack.
 */
export const SCALE = 20;
export const SLACK = 1e-6;
export function scaled(cost: number): number {
  return Math.round(cost * SCALE);
}
const SWAP = scaled(TRANSPOSITION);
const FIRST = scaled(FIRST_LETTER_EXTRA);
/** Exchanges of the first letter that cost at least this get the extra cost. */
const FIRST_FROM = scaled(0.5);

const SIZE = 128;
const exchanges = new Uint8Array(SIZE * SIZE).fill(scaled(1));
const gaps = new Uint8Array(SIZE).fill(scaled(1));
for (let i = 0; i < SIZE; i++) exchanges[i * SIZE + i] = 0;
for (const a of VOWELS) {
  gaps[a.charCodeAt(0)] = scaled(VOWEL_GAP);
  for (const b of VOWELS)
    if (a !== b) exchanges[a.charCodeAt(0) * SIZE + b.charCodeAt(0)] = scaled(VOWEL_SUBSTITUTION);
}
gaps['h'.charCodeAt(0)] = scaled(H_GAP);
gaps['y'.charCodeAt(0)] = scaled(0.6);
for (const [pair, cost] of PAIRS) {
  const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
  exchanges[a * SIZE + b] = scaled(cost);
  exchanges[b * SIZE + a] = scaled(cost);
}

/** Returns the lowest cost of replacing one letter by another in `soundDistance` (the first letter costs more). */
export function substitutionCost(a: string, b: string): number {
  return exchanges[a.charCodeAt(0) * SIZE + b.charCodeAt(0)]! / SCALE;
}
/** Returns the lowest cost of an added or missing letter. */
export function gapCost(letter: string): number {
  return gaps[letter.charCodeAt(0)]! / SCALE;
}

const [rowA, rowB, rowC] = [0, 1, 2].map(() => new Int32Array(MAX_TOKEN_CHARS + 1)) as [
  Int32Array,
  Int32Array,
  Int32Array,
];
const [codesA, codesB] = [new Uint8Array(MAX_TOKEN_CHARS), new Uint8Array(MAX_TOKEN_CHARS)];

/** Writes the character codes of the first MAX_TOKEN_CHARS letters of an ASCII string and returns their number. */
export function writeCodes(text: string, codes: Uint8Array): number {
  const length = Math.min(text.length, MAX_TOKEN_CHARS);
  for (let i = 0; i < length; i++) codes[i] = text.charCodeAt(i);
  return length;
}

/** Returns `soundDistance` of a part of `a` and a part of `b`. A result above `limit` only means "above the limit". */
function distanceBetween(
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
  limit: number,
): number {
  const most = Math.min(limit * SCALE + SLACK, 2 ** 30);
  const first = startA === 0 ? FIRST : 0;
  const m = endB - startB;
  let before = rowA;
  let previous = rowB;
  let current = rowC;
  previous[0] = 0;
  for (let j = 1; j <= m; j++)
    previous[j] = previous[j - 1]! + gaps[b[startB + j - 1]!]! + (j === 1 ? first : 0);
  let bestBefore = 0;
  let lastCode = -1;
  for (let i = startA; i < endA; i++) {
    const ca = a[i]!;
    const gapA = gaps[ca]!;
    const base = ca * SIZE;
    const extra = i === startA ? first : 0;
    let left = previous[0]! + gapA + extra;
    let diagonal = previous[0]!;
    current[0] = left;
    let best = left;
    let codeBefore = -1;
    for (let j = 1; j <= m; j++) {
      const cb = b[startB + j - 1]!;
      const above = previous[j]!;
      let exchange = exchanges[base + cb]!;
      if (j === 1 && exchange >= FIRST_FROM) exchange += extra;
      let value = diagonal + exchange;
      const remove = above + gapA;
      const insert = left + gaps[cb]!;
      if (remove < value) value = remove;
      if (insert < value) value = insert;
      if (ca === codeBefore && cb === lastCode) {
        const swap = before[j - 2]! + SWAP;
        if (swap < value) value = swap;
      }
      current[j] = value;
      if (value < best) best = value;
      codeBefore = cb;
      diagonal = above;
      left = value;
    }
    // A swap looks two rows back, so both must be above the limit.
    if (best > most && bestBefore + SWAP > most) return Infinity;
    bestBefore = best;
    lastCode = ca;
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[m]! / SCALE;
}

/**
 * Returns `soundDistance` of the first `n` codes of `a` and `m` codes of `b` starting at `from`. Skips the letters that
 * both words begin with, then those that both end with. That is safe: replacing a letter by another costs at least the
 * difference of their gap costs, so matching equal letters never costs more. If the words share no beginning, one
 * letter of each stays, because the first letter costs more.
 */
export function distanceOfCodes(
  a: Uint8Array,
  n: number,
  b: Uint8Array,
  from: number,
  m: number,
  limit: number,
): number {
  let start = 0;
  while (start < n && start < m && a[start] === b[from + start]) start++;
  let endA = n;
  let endB = m;
  const least = start === 0 ? 1 : start;
  while (endA > least && endB > least && a[endA - 1] === b[from + endB - 1]) {
    endA--;
    endB--;
  }
  return distanceBetween(a, start, endA, b, from + start, from + endB, limit);
}

/**
 * Returns the weighted distance of two ASCII strings. It is symmetric, and 0 for equal strings. It costs O(|a|·|b|),
 * at most 1,600 cells; `limit` lets it stop early. A result above `limit` only means "above the limit".
 */
export function soundDistance(a: string, b: string, limit = Infinity): number {
  return distanceOfCodes(codesA, writeCodes(a, codesA), codesB, 0, writeCodes(b, codesB), limit);
}
