import {
  gapCost,
  MAX_TOKEN_CHARS,
  SCALE,
  scaled,
  SLACK,
  substitutionCost,
} from './edit-distance.ts';

/** Bounds for the distance of two words by the letters they contain, whatever the order. A bound costs nanoseconds. */

const A = 97;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Returns the set, as 26 bits, of the letters that occur at least `times` times in an ASCII key. Digits are ignored.
 */
function signature(key: string, times = 1): number {
  let once = 0;
  let twice = 0;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i) - A;
    if (code < 0) continue;
    twice |= once & (1 << code);
    once |= 1 << code;
  }
  return times === 1 ? once : twice;
}

/** The cheapest edit that removes each letter, summed for each set of letters of half the alphabet. */
const HALF = 13;
const cheapest = Uint8Array.from({ length: 26 }, (_, letter) => {
  const own = String.fromCharCode(A + letter);
  const others = [...LETTERS].filter((other) => other !== own);
  return scaled(Math.min(gapCost(own), ...others.map((other) => substitutionCost(own, other))));
});
function sumsOf(first: number): Uint16Array {
  return Uint16Array.from({ length: 1 << HALF }, (_, set) => {
    let sum = 0;
    for (let i = 0; i < HALF; i++) if ((set & (1 << i)) !== 0) sum += cheapest[first + i]!;
    return sum;
  });
}
const [lowSums, highSums] = [sumsOf(0), sumsOf(HALF)];
const LOW = (1 << HALF) - 1;

function setCost(set: number): number {
  return lowSums[set & LOW]! + highSums[set >>> HALF]!;
}

/**
 * Groups of letters that are cheap to exchange, each with the lowest cost of an edit that moves a letter out of its
 * group. Derived from the tables above; a test compares the bound with the distance.
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
const groupOf = Int8Array.from({ length: 26 }, (_, letter) =>
  GROUPS.findIndex(([letters]) => letters.includes(String.fromCharCode(A + letter))),
);
/** Each group has two bits, so counts stop at 3. */
const COUNT_BITS = 2;
const MOST = 3;

function groupCounts(key: string): number {
  let counts = 0;
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i) - A;
    if (code < 0) continue;
    const shift = groupOf[code]! * COUNT_BITS;
    if (((counts >>> shift) & MOST) < MOST) counts += 1 << shift;
  }
  return counts;
}

/** Facts about a key that bound its distance to other keys without comparing letter by letter. */
export type LetterSets = {
  readonly key: string;
  /** Letters that occur in the key; `twice` has those that occur at least two times. */
  readonly once: number;
  readonly twice: number;
  /** Number of letters of each group. */
  readonly groups: number;
  /** Number of letters other than `h`. A difference in this number costs at least `LEAST_GAP` per letter. */
  readonly solid: number;
};

/** Derives the sets from the compared part of a key. */
export function letterSets(key: string): LetterSets {
  const compared = key.length > MAX_TOKEN_CHARS ? key.slice(0, MAX_TOKEN_CHARS) : key;
  return {
    key,
    once: signature(compared),
    twice: signature(compared, 2),
    groups: groupCounts(compared),
    solid: compared.replaceAll('h', '').length,
  };
}

/** Lowest cost of an added or missing letter other than `h` (that of `y`). */
export const LEAST_GAP = 0.6;

/** The low bit of each count. Counts of all groups are added and subtracted together, by bit operations. */
const LOW_BITS = 0x555555;

/** Returns the number of letters of each group in two words together. Counts stop at 3. */
export function addGroups(a: number, b: number): number {
  const [highA, highB] = [(a >>> 1) & LOW_BITS, (b >>> 1) & LOW_BITS];
  const carry = a & b & LOW_BITS;
  const over = (highA & highB) | (carry & (highA ^ highB));
  return (((highA ^ highB ^ carry) | over) << 1) | (((a ^ b) & LOW_BITS) | over);
}

/** Returns, for each group, how many letters `a` has more than `b`. */
function surplusGroups(a: number, b: number): number {
  const [highA, highB] = [(a >>> 1) & LOW_BITS, (b >>> 1) & LOW_BITS];
  const low = (a ^ b) & LOW_BITS;
  const high = highA ^ highB;
  const more = (highA & ~highB) | (~high & a & ~b & LOW_BITS);
  const borrow = ~a & b & LOW_BITS;
  return (((high ^ borrow) & more) << 1) | (low & more);
}

/** Cost of all counts: one table for the first half of the groups, one for the rest. */
const HALF_BITS = GROUPS.length;
function costsFrom(first: number): Float64Array {
  return Float64Array.from({ length: 1 << HALF_BITS }, (_, counts) => {
    let cost = 0;
    for (let i = 0; i * COUNT_BITS < HALF_BITS; i++)
      cost += ((counts >>> (i * COUNT_BITS)) & MOST) * GROUPS[first + i]![1];
    return cost;
  });
}
const [lowCosts, highCosts] = [costsFrom(0), costsFrom(HALF_BITS / COUNT_BITS)];

/** Returns the lowest cost of removing, by group, the letters that `a` has more than `b`. */
export function surplusCost(a: number, b: number): number {
  const surplus = surplusGroups(a, b);
  return lowCosts[surplus & ((1 << HALF_BITS) - 1)]! + highCosts[surplus >>> HALF_BITS]!;
}

/**
 * Returns true if the distance is certainly above `limit`. Each letter that occurs more often in one word needs an
 * edit, and no edit removes two such letters. The same is true for groups of letters. Costs a few nanoseconds.
 */
export function surelyAbove(
  a: Omit<LetterSets, 'key'>,
  once: number,
  twice: number,
  groups: number,
  solid: number,
  limit: number,
): boolean {
  const longer = a.solid > solid ? a.solid - solid : solid - a.solid;
  if (longer * LEAST_GAP > limit) return true;
  const most = limit * SCALE + SLACK;
  if (setCost(a.once & ~once) + setCost(a.twice & ~twice) > most) return true;
  if (setCost(once & ~a.once) + setCost(twice & ~a.twice) > most) return true;
  return surplusCost(a.groups, groups) > limit || surplusCost(groups, a.groups) > limit;
}
