import { MAX_TOKEN_CHARS } from '../matching/edit-distance.ts';
import { GrowingBytes, GrowingWords } from './growing.ts';

/**
 * Strings as tries, one for each length, nodes in the order of a walk. A string ends where no other one shares
 * its beginning: the rest is not stored.
 */
export interface LetterTrie {
  /** ASCII code of each node. */
  readonly letters: Uint8Array;
  /** Depth of each node, from 1; 128 more: a leaf. */
  readonly depths: Uint8Array;
  /** What the string of a leaf stands for; of other nodes the first node after what is below. */
  readonly links: Uint32Array;
  /** First node of the strings of each length. */
  readonly lengths: Uint32Array;
}

export const LEAF = 128;
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

  /** The trie of the strings, read from their front or from their back. */
  trie(isForward: boolean): LetterTrie {
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
    const letters = new GrowingBytes();
    const depths = new GrowingBytes();
    const links = new GrowingWords();
    const lengths = new Uint32Array(MAX_TOKEN_CHARS + 2);
    const open = new Uint32Array(MAX_TOKEN_CHARS + 1);
    const buckets = new Uint32Array(CODES + 1);
    for (let length = 1; length <= MAX_TOKEN_CHARS; length++) {
      lengths[length] = letters.length;
      const from = byLength[length]!;
      const to = byLength[length + 1]!;
      const at = (depth: number): number => (isForward ? depth : length - 1 - depth);
      // Least significant letter first, so that every pass keeps the order of the ones before.
      let [source, target] = [order, spare];
      for (let depth = length - 1; depth >= 0; depth--) {
        const place = at(depth);
        buckets.fill(0);
        for (let i = from; i < to; i++) buckets[codes[starts[source[i]!]! + place]! + 1]! += 1;
        for (let i = 1; i <= CODES; i++) buckets[i]! += buckets[i - 1]!;
        for (let i = from; i < to; i++) {
          const string = source[i]!;
          const bucket = codes[starts[string]! + place]!;
          target[from + buckets[bucket]!] = string;
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
        for (; isOpen > before; isOpen--) links.words[open[isOpen]!] = letters.length;
        const leaf = Math.max(before, after) + 1;
        const start = starts[order[i]!]!;
        for (let depth = before + 1; depth < leaf; depth++) {
          open[depth] = letters.length;
          letters.push(codes[start + at(depth - 1)]!);
          depths.push(depth);
          links.push(0);
        }
        isOpen = leaf - 1;
        for (; i < end; i++) {
          letters.push(codes[start + at(leaf - 1)]!);
          depths.push(leaf | LEAF);
          links.push(ids[order[i]!]!);
        }
        before = after;
      }
      for (; isOpen > 0; isOpen--) links.words[open[isOpen]!] = letters.length;
    }
    lengths[MAX_TOKEN_CHARS + 1] = letters.length;
    return { letters: letters.view(), depths: depths.view(), links: links.view(), lengths };
  }
}
