/**
 * Maps hashes to ids with two arrays: `starts[bucket]` to `starts[bucket + 1]` bounds the entries of a bucket. It
 * stores only the bucket and eight bits of a hash, so a look-up may also return other ids.
 */

/** Lowest average number of entries per bucket. */
const LOAD = 6;
const MOST_BITS = 24;

function bitsFor(entries: number): number {
  return Math.max(2, Math.min(MOST_BITS, Math.floor(Math.log2(Math.max(1, entries / LOAD)))));
}

/** Returns the low eight bits of a hash. Stored with an id, they exclude most ids of other hashes. */
function checkOf(hash: number): number {
  return (hash & 255) << 24;
}

/** Entries are ids below 2^24. The highest byte has the check byte of their hash. */
const CHECK_MASK = 0xff000000 | 0;
const ID_MASK = 0xffffff;

export type HashIndex = {
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
  /** The number of bits to drop from a hash to get its bucket. */
  readonly shift: number;
};

/** Builds an index of ids below 2^24 by hash. */
export function buildIndex(hashes: Uint32Array, ids: Uint32Array): HashIndex {
  const bits = bitsFor(hashes.length);
  const shift = 32 - bits;
  const starts = new Uint32Array((1 << bits) + 1);
  for (let i = 0; i < hashes.length; i++) {
    const bucket = (hashes[i]! >>> shift) + 1;
    starts[bucket] = starts[bucket]! + 1;
  }
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i]! + starts[i - 1]!;
  const next = starts.slice();
  const entries = new Uint32Array(hashes.length);
  for (let i = 0; i < hashes.length; i++) {
    const bucket = hashes[i]! >>> shift;
    const at = next[bucket]!;
    next[bucket] = at + 1;
    entries[at] = ids[i]! | checkOf(hashes[i]!);
  }
  return { starts, entries, shift };
}

/** Visits the ids under a hash; the check byte excludes most others. */
export function eachUnder(
  { starts, entries, shift }: HashIndex,
  hash: number,
  visit: (id: number) => void,
): void {
  const check = checkOf(hash);
  const bucket = hash >>> shift;
  for (let at = starts[bucket]!, end = starts[bucket + 1]!; at < end; at++) {
    const entry = entries[at]!;
    if ((entry & CHECK_MASK) === check) visit(entry & ID_MASK);
  }
}

/** An index for looking up letter-class keys. */
export type LetterClassIndex = HashIndex & {
  /**
   * Bits of the hashes present, by their low bits. It is set if most look-ups find nothing. Its number of words is a
   * power of two.
   */
  readonly present: Uint32Array | undefined;
  /** Such bits for the beginnings of keys and for their ends. */
  readonly beginnings: Uint32Array | undefined;
  readonly endings: Uint32Array | undefined;
};

/** Number of bits per entry. */
const SPARSITY = 8;

/** Builds a set of hashes, by their low bits. It rarely contains other hashes. */
export function buildBits(hashes: Uint32Array): Uint32Array {
  const words = 2 ** Math.ceil(Math.log2(Math.max(1, (hashes.length * SPARSITY) / 32)));
  const bits = new Uint32Array(words);
  for (let i = 0; i < hashes.length; i++) {
    const bit = hashes[i]! & (words * 32 - 1);
    bits[bit >>> 5] = bits[bit >>> 5]! | (1 << (bit & 31));
  }
  return bits;
}

/** Returns true for every hash in the set, and false for most others. */
export function mayHave(bits: Uint32Array, hash: number): boolean {
  const bit = hash & (bits.length * 32 - 1);
  return (bits[bit >>> 5]! & (1 << (bit & 31))) !== 0;
}
