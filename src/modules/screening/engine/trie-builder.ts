import { MAX_TOKEN_CHARS } from '../matching/edit-distance.ts';
import { GrowingBytes, GrowingWords } from './bytes.ts';
import type { Arrays } from './layout.ts';

/**
 * Strings as tries, one for each length, nodes in the order of a walk. A string ends where no other one shares
 * its beginning: the rest is not stored.
 */
export interface LetterTrie {
  /** Of each node the ASCII code, LEAF if it is one, and the depth, from 1, above DEPTH_SHIFT bits. */
  readonly heads: Uint16Array;
  /** What the string of a leaf stands for; of other nodes the first node after what is below. */
  readonly links: Uint32Array;
  /** First node of the strings of each length. */
  readonly lengths: Uint32Array;
}

export const LEAF = 128;
export const DEPTH_SHIFT = 8;
/** The top bit of a leaf's link tells the second string of what it stands for. */
export const ID_BITS = 2 ** 31 - 1;
export const SECOND = 2 ** 31;
const CODES = 128;

/** Strings with what each stands for, as they are collected. */
export class StringList {
  readonly #codes = new GrowingBytes();
  readonly #starts = new GrowingWords();
  readonly #ids = new GrowingWords();

  /** The first MAX_TOKEN_CHARS characters of an ASCII text; empty ones are left out. */
  push(text: string, id: number): void {
    const length = Math.min(text.length, MAX_TOKEN_CHARS);
    if (length === 0) return;
    this.#starts.push(this.#codes.length);
    this.#ids.push(id);
    this.#codes.pushRaw(length === text.length ? text : text.slice(0, length), length);
  }

  /** The trie of the strings of up to `longest` letters, read from their front or from their back. */
  trie(isForward: boolean, longest: number = MAX_TOKEN_CHARS): LetterTrie {
    const count = this.#starts.length;
    const codes = this.#codes.view();
    const starts = this.#starts.view();
    const ids = this.#ids.view();
    const lengthOf = (string: number): number =>
      (string + 1 < count ? starts[string + 1]! : codes.length) - starts[string]!;
    const byLength = new Uint32Array(MAX_TOKEN_CHARS + 2);
    for (let i = 0; i < count; i++) byLength[lengthOf(i) + 1]! += 1;
    for (let i = 1; i < byLength.length; i++) byLength[i]! += byLength[i - 1]!;
    const order = new Uint32Array(count);
    const next = byLength.slice();
    for (let i = 0; i < count; i++) {
      const length = lengthOf(i);
      order[next[length]!] = i;
      next[length]! += 1;
    }
    const spare = new Uint32Array(count);
    const column = new Uint8Array(count);
    const heads = new GrowingWords();
    const links = new GrowingWords();
    const lengths = new Uint32Array(MAX_TOKEN_CHARS + 2);
    const open = new Uint32Array(MAX_TOKEN_CHARS + 1);
    const buckets = new Uint32Array(CODES + 1);
    for (let length = 1; length <= MAX_TOKEN_CHARS; length++) {
      lengths[length] = heads.length;
      if (length > longest) continue;
      const from = byLength[length]!;
      const to = byLength[length + 1]!;
      const at = (depth: number): number => (isForward ? depth : length - 1 - depth);
      // Least significant letter first, so that every pass keeps the order of the ones before.
      let [source, target] = [order, spare];
      for (let depth = length - 1; depth >= 0; depth--) {
        const place = at(depth);
        buckets.fill(0);
        for (let i = from; i < to; i++) {
          const letter = codes[starts[source[i]!]! + place]!;
          column[i] = letter;
          buckets[letter + 1]! += 1;
        }
        for (let i = 1; i <= CODES; i++) buckets[i]! += buckets[i - 1]!;
        for (let i = from; i < to; i++) {
          const bucket = column[i]!;
          target[from + buckets[bucket]!] = source[i]!;
          buckets[bucket]! += 1;
        }
        [source, target] = [target, source];
      }
      if (source === spare) order.set(spare.subarray(from, to), from);
      const shared = (a: number, b: number): number => {
        let depth = 0;
        while (
          depth < length &&
          codes[starts[order[a]!]! + at(depth)] === codes[starts[order[b]!]! + at(depth)]
        )
          depth++;
        return depth;
      };
      let isOpen = 0;
      for (let i = from, before = 0; i < to;) {
        let after = 0;
        let end = i + 1;
        for (; end < to; end++) {
          after = shared(i, end);
          if (after < length) break;
        }
        if (end === to) after = 0;
        for (; isOpen > before; isOpen--) links.words[open[isOpen]!] = heads.length;
        const leaf = Math.max(before, after) + 1;
        const start = starts[order[i]!]!;
        for (let depth = before + 1; depth < leaf; depth++) {
          open[depth] = heads.length;
          heads.push(codes[start + at(depth - 1)]! + (depth << DEPTH_SHIFT));
          links.push(0);
        }
        isOpen = leaf - 1;
        for (; i < end; i++) {
          heads.push(codes[start + at(leaf - 1)]! + LEAF + (leaf << DEPTH_SHIFT));
          links.push(ids[order[i]!]!);
        }
        before = after;
      }
      for (; isOpen > 0; isOpen--) links.words[open[isOpen]!] = heads.length;
    }
    lengths[MAX_TOKEN_CHARS + 1] = heads.length;
    return { heads: Uint16Array.from(heads.view()), links: links.view(), lengths };
  }
}

/** Tries of the same strings, read from the front and, unless they are long, from the back. */
export interface TriePair {
  readonly forward: LetterTrie;
  readonly backward: LetterTrie;
}

/** The tries that the builder has packed under this name. */
export const triesOf = (arrays: Arrays, prefix: string): TriePair => {
  const trie = (direction: string): LetterTrie => {
    const array = (name: string): unknown => arrays[`${prefix}.${direction}.${name}`];
    return {
      heads: array('heads') as Uint16Array,
      links: array('links') as Uint32Array,
      lengths: array('lengths') as Uint32Array,
    };
  };
  return { forward: trie('forward'), backward: trie('backward') };
};
