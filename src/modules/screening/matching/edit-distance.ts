/**
 * Weighted optimal string alignment over sounds: letters that transliteration and hearing confuse cost less
 * than a letter, so that Qadhafi and Gaddafi are near while Gates and Bates are one whole edit apart.
 */

/** Longest token that is compared; the rest of a longer one is ignored. */
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
export const TRANSPOSITION = 1;
/** A slip in the first letter is rarer and tells names apart. */
const FIRST_LETTER_EXTRA = 0.2;

/** Costs are multiples of 0.05, here whole numbers, so that tables stay in the cache; limits have slack. */
export const SCALE = 20;
export const SLACK = 1e-6;
export const scaled = (cost: number): number => Math.round(cost * SCALE);
const SWAP = scaled(TRANSPOSITION);
const FIRST = scaled(FIRST_LETTER_EXTRA);
/** Exchanges of the first letter that cost so much cost that much more. */
const FIRST_FROM = scaled(0.5);

const A = 97;
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

/** What `soundDistance` takes for one letter instead of another, at least (the first letter costs more). */
export const substitutionCost = (a: string, b: string): number =>
  exchanges[a.charCodeAt(0) * SIZE + b.charCodeAt(0)]! / SCALE;
/** What it takes for one letter more or less, at least. */
export const gapCost = (letter: string): number => gaps[letter.charCodeAt(0)]! / SCALE;

const rows = [0, 1, 2].map(() => new Int32Array(MAX_TOKEN_CHARS + 1));
const [codesA, codesB] = [new Uint8Array(MAX_TOKEN_CHARS), new Uint8Array(MAX_TOKEN_CHARS)];

/** Writes the character codes of an ASCII string, the first MAX_TOKEN_CHARS, and returns how many. */
export const writeCodes = (text: string, codes: Uint8Array): number => {
  const length = Math.min(text.length, MAX_TOKEN_CHARS);
  for (let i = 0; i < length; i++) codes[i] = text.charCodeAt(i);
  return length;
};

/**
 * Weighted distance of two ASCII strings, symmetric, 0 for equal ones. Cost: O(|a|·|b|), at most 1,600
 * cells; `limit` lets it stop early (any result above `limit` means only "above").
 */
export const soundDistance = (a: string, b: string, limit = Infinity): number =>
  distanceOfCodes(codesA, writeCodes(a, codesA), codesB, 0, writeCodes(b, codesB), limit);

/**
 * `soundDistance` of the first `n` codes of `a` and the `m` codes of `b` from `from` on. Letters that both begin with
 * cost nothing and are left out, and then those that both end with: of no two letters do the gaps differ by more than
 * their exchange costs, so matching equal ones is never dearer. Without a common beginning the ends stay, because only
 * the first letter costs more.
 */
export const distanceOfCodes = (
  a: Uint8Array,
  n: number,
  b: Uint8Array,
  from: number,
  m: number,
  limit: number,
): number => {
  let start = 0;
  while (start < n && start < m && a[start] === b[from + start]) start++;
  let [endA, endB] = [n, m];
  if (start > 0)
    while (endA > start && endB > start && a[endA - 1] === b[from + endB - 1]) {
      endA--;
      endB--;
    }
  return distanceBetween(a, start, endA, b, from + start, from + endB, limit);
};

/** The same for the codes of `a` and `b` between two places each. */
const distanceBetween = (
  a: Uint8Array,
  startA: number,
  endA: number,
  b: Uint8Array,
  startB: number,
  endB: number,
  limit: number,
): number => {
  const most = Math.min(limit * SCALE + SLACK, 2 ** 30);
  const first = startA === 0 ? FIRST : 0;
  const m = endB - startB;
  let [before, previous, current] = rows as [Int32Array, Int32Array, Int32Array];
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
    // A swap reaches two rows back: both must be beyond the limit.
    if (best > most && bestBefore + SWAP > most) return Infinity;
    bestBefore = best;
    lastCode = ca;
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[m]! / SCALE;
};

/** 26-bit set of the letters that an ASCII key holds at least `times` times (digits count as none). */
export const signature = (key: string, times = 1): number => {
  let once = 0;
  let twice = 0;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i) - A;
    if (code < 0) continue;
    twice |= once & (1 << code);
    once |= 1 << code;
  }
  return times === 1 ? once : twice;
};

/** The cheapest edit that can remove each letter; sums of it over half the alphabet, by letter set. */
const HALF = 13;
const cheapest = Uint8Array.from({ length: 26 }, (_, letter) => {
  const from = (A + letter) * SIZE + A;
  const others = exchanges.subarray(from, from + 26).filter((_cost, other) => other !== letter);
  return Math.min(gaps[A + letter]!, ...others);
});
const sumsOf = (first: number): Uint16Array =>
  Uint16Array.from({ length: 1 << HALF }, (_, set) => {
    let sum = 0;
    for (let i = 0; i < HALF; i++) if ((set & (1 << i)) !== 0) sum += cheapest[first + i]!;
    return sum;
  });
const [lowSums, highSums] = [sumsOf(0), sumsOf(HALF)];
const LOW = (1 << HALF) - 1;

const setCost = (set: number): number => lowSums[set & LOW]! + highSums[set >>> HALF]!;

/**
 * Letters that are cheap to exchange, and the least an edit costs that takes a letter out of its group
 * (to another group or away). Derived from the tables above; a test compares bound and distance.
 */
const GROUPS: readonly (readonly [string, number])[] = [
  ['aeiouy', 0.5],
  ['kqcg', 0.5],
  ['sz', 0.5],
  ['bpvfw', 0.5],
  ['dt', 1],
  ['m', 1],
  ['n', 1],
  ['l', 1],
  ['r', 1],
  ['x', 1],
  ['j', 0.5],
  ['h', 0.4],
];
const GROUP_COSTS = Float64Array.from(GROUPS, ([, cost]) => cost);
const groupOf = Int8Array.from({ length: 26 }, (_, letter) =>
  GROUPS.findIndex(([letters]) => letters.includes(String.fromCharCode(A + letter))),
);
/** Two bits a group: counts up to 3. */
const COUNT_BITS = 2;
const MOST = 3;

const groupCounts = (key: string): number => {
  let counts = 0;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i) - A;
    if (code < 0) continue;
    const shift = groupOf[code]! * COUNT_BITS;
    if (((counts >>> shift) & MOST) < MOST) counts += 1 << shift;
  }
  return counts;
};

/** What can be told of a key's distance to others without comparing letter by letter. */
export interface LetterSets {
  readonly key: string;
  /** Letters it holds, and those it holds twice or more. */
  readonly once: number;
  readonly twice: number;
  /** Letters of each group. */
  readonly groups: number;
  /** Letters that are not `h`: what a difference in length costs at least `LEAST_GAP` each. */
  readonly solid: number;
}

/** Derives the sets of a key. */
export const letterSets = (key: string): LetterSets => ({
  key,
  once: signature(key),
  twice: signature(key, 2),
  groups: groupCounts(key),
  solid: key.replaceAll('h', '').length,
});

/** The least that one letter other than `h` more or less costs (a `y`). */
export const LEAST_GAP = 0.6;

const groupBound = (a: number, b: number): number => {
  let costA = 0;
  let costB = 0;
  for (let group = 0; group < GROUP_COSTS.length; group++) {
    const difference = ((a >>> (group * 2)) & MOST) - ((b >>> (group * 2)) & MOST);
    if (difference > 0) costA += difference * GROUP_COSTS[group]!;
    else costB -= difference * GROUP_COSTS[group]!;
  }
  return costA > costB ? costA : costB;
};

/** Letters of each group in two words together; counts stop at 3. */
export const addGroups = (a: number, b: number): number => {
  let sum = 0;
  for (let shift = 0; shift < 2 * GROUP_COSTS.length; shift += COUNT_BITS) {
    const count = ((a >>> shift) & MOST) + ((b >>> shift) & MOST);
    sum |= (count > MOST ? MOST : count) << shift;
  }
  return sum;
};

/** The bits of `groupCounts` that count the groups of these letters. */
export const groupMask = (letters: string): number => {
  let mask = 0;
  GROUPS.forEach(([group], i) => {
    if ([...group].some((letter) => letters.includes(letter))) mask |= MOST << (i * COUNT_BITS);
  });
  return mask;
};

/** The least it costs to edit away the letters that `a` has more of than `b`, by group. */
export const surplusCost = (a: number, b: number): number => {
  let cost = 0;
  for (let group = 0; group < GROUP_COSTS.length; group++) {
    const difference = ((a >>> (group * 2)) & MOST) - ((b >>> (group * 2)) & MOST);
    if (difference > 0) cost += difference * GROUP_COSTS[group]!;
  }
  return cost;
};

/**
 * Is the distance surely above `limit`? Each letter that only one word has (or has once more) must be edited
 * away, and no edit removes two of them; the same holds of groups of letters. Costs a few nanoseconds.
 */
export const surelyAbove = (
  a: Omit<LetterSets, 'key'>,
  once: number,
  twice: number,
  groups: number,
  solid: number,
  limit: number,
): boolean => {
  const longer = a.solid > solid ? a.solid - solid : solid - a.solid;
  if (longer * LEAST_GAP > limit) return true;
  const most = limit * SCALE + SLACK;
  if (setCost(a.once & ~once) + setCost(a.twice & ~twice) > most) return true;
  if (setCost(once & ~a.once) + setCost(twice & ~a.twice) > most) return true;
  return groupBound(a.groups, groups) > limit;
};
