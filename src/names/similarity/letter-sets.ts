import {
  gapCost,
  MAX_TOKEN_CHARS,
  SCALE,
  scaled,
  SLACK,
  substitutionCost,
} from './edit-distance.ts';

/** Bounds of the distance of two words by their letters alone, without their order: they cost nanoseconds. */

const A = 97;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** 26-bit set of the letters that an ASCII key holds at least `times` times (digits count as none). */
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

/** The cheapest edit that can remove each letter; sums of it over half the alphabet, by letter set. */
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
const groupOf = Int8Array.from({ length: 26 }, (_, letter) =>
  GROUPS.findIndex(([letters]) => letters.includes(String.fromCharCode(A + letter))),
);
/** Two bits a group: counts up to 3. */
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

/** Facts of a key that bound its distance to others without comparing letter by letter. */
export type LetterSets = {
  readonly key: string;
  /** Letters it holds, and those it holds twice or more. */
  readonly once: number;
  readonly twice: number;
  /** Letters of each group. */
  readonly groups: number;
  /** Letters that are not `h`: what a difference in length costs at least `LEAST_GAP` each. */
  readonly solid: number;
};

/** Derives the sets of what is compared of a key. */
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

/** The least that one letter other than `h` more or less costs (a `y`). */
export const LEAST_GAP = 0.6;

/** The low bit of each count. Counts of all groups are added and subtracted at once, bit by bit. */
const LOW_BITS = 0x555555;

/** Letters of each group in two words together; counts stop at 3. */
export function addGroups(a: number, b: number): number {
  const [highA, highB] = [(a >>> 1) & LOW_BITS, (b >>> 1) & LOW_BITS];
  const carry = a & b & LOW_BITS;
  const over = (highA & highB) | (carry & (highA ^ highB));
  return (((highA ^ highB ^ carry) | over) << 1) | (((a ^ b) & LOW_BITS) | over);
}

/** Letters of each group that `a` has more of than `b`. */
function surplusGroups(a: number, b: number): number {
  const [highA, highB] = [(a >>> 1) & LOW_BITS, (b >>> 1) & LOW_BITS];
  const low = (a ^ b) & LOW_BITS;
  const high = highA ^ highB;
  const more = (highA & ~highB) | (~high & a & ~b & LOW_BITS);
  const borrow = ~a & b & LOW_BITS;
  return (((high ^ borrow) & more) << 1) | (low & more);
}

/** The cost of the counts in all, of the first groups and of the others. */
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

/** The least it costs to edit away the letters that `a` has more of than `b`, by group. */
export function surplusCost(a: number, b: number): number {
  const surplus = surplusGroups(a, b);
  return lowCosts[surplus & ((1 << HALF_BITS) - 1)]! + highCosts[surplus >>> HALF_BITS]!;
}

/**
 * Is the distance surely above `limit`? Each letter that only one word has (or has once more) must be edited
 * away, and no edit removes two of them; the same holds of groups of letters. Costs a few nanoseconds.
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
