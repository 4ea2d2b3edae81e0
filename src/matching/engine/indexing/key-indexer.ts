import { MAX_TOKEN_CHARS, writeCodes } from '../../../names/similarity/edit-distance.ts';
import { eachCompound } from '../../../names/words/compound-words.ts';
import { soundsOf } from '../../../names/similarity/similarity.ts';
import { soundForm } from '../../../names/words/sounds.ts';
import type { Token } from '../../../names/types.ts';
import { GrowingWords } from '../bytes.ts';
import { buildBits, buildIndex, type HashIndex } from '../hash-index.ts';
import {
  consonantSpace,
  isEditable,
  compoundHashes,
  wordHashes,
  writeSkeleton,
} from '../index-keys.ts';
import type { Arrays } from '../layout.ts';
import { eachBeginning, eachEnding, letterClassKey } from '../letter-class-keys.ts';
import { packBeginnings } from '../search/beginnings.ts';
import { packVocabulary, unpackWords, type PackedWords } from '../vocabulary-pack.ts';

/** Names as lists of words. */
export type WordLists = {
  /** Words that no earlier name had, in the order of their numbers. */
  readonly words: PackedWords;
  /** Numbers of the words of the names, one name after the other. */
  readonly ids: Uint32Array;
  /** The number of words that each name has. */
  readonly lengths: Uint8Array;
};

/** Hashes, and the ids stored under each. */
type Hashed = {
  readonly hashes: Uint32Array;
  readonly ids: Uint32Array;
};

/** Hashes that do not depend on word numbers, not indexed yet, so that another thread can index them. */
export type Collected = {
  readonly compounds: Hashed;
  readonly compoundKeys: Hashed;
  /** Hashes of the beginnings and ends of letter-class keys, which recur often. */
  readonly beginnings: Uint32Array;
  readonly endings: Uint32Array;
  readonly skeletonBeginnings: Uint32Array;
};

/** The indexes of words or of compound words. */
export type Indexes = {
  readonly arrays: Arrays;
  readonly shifts: Readonly<Record<string, number>>;
};

/** The words and their indexes. */
export type Indexed = {
  readonly vocabulary: Arrays;
  readonly indexes: Indexes;
};

/** Detects hashes that were added before, because a word and its sound form share many. */
class Distinct {
  readonly #hashes = new Uint32Array(512);
  #size = 0;

  start(): void {
    this.#size = 0;
  }

  add(hash: number): boolean {
    for (let i = 0; i < this.#size; i++) if (this.#hashes[i] === hash) return false;
    if (this.#size < this.#hashes.length) this.#hashes[this.#size++] = hash;
    return true;
  }
}

function distinct(hashes: Uint32Array): Uint32Array {
  return hashes.toSorted().filter((hash, i, sorted) => i === 0 || hash !== sorted[i - 1]);
}

const codes = new Uint8Array(MAX_TOKEN_CHARS);
function letterClassKeyOf(text: string): number {
  return letterClassKey(codes, writeCodes(text, codes));
}

/** Collects hashes with the ids stored under each. */
class HashedIds {
  readonly #hashes = new GrowingWords();
  readonly #ids = new GrowingWords();

  push(hash: number, id: number): void {
    this.#hashes.push(hash);
    this.#ids.push(id);
  }

  /** Adds the letter-class keys of a word and of its sound form. */
  pushKeys(key: string, form: string, id: number): void {
    const hash = letterClassKeyOf(key);
    this.push(hash, id);
    const ofForm = form === key ? hash : letterClassKeyOf(form);
    if (ofForm !== hash) this.push(ofForm, id);
  }

  hashed(): Hashed {
    return { hashes: this.#hashes.view(), ids: this.#ids.view() };
  }
}

function indexOf({ hashes, ids }: Hashed): HashIndex {
  return buildIndex(hashes, ids);
}
function presentIn({ hashes }: Hashed): Uint32Array {
  return buildBits(hashes);
}

/** Returns the arrays under their names in a segment. */
function named(indexes: Readonly<Record<string, HashIndex>>, bits: Arrays): Indexes {
  const arrays: Arrays = { ...bits };
  const shifts: Record<string, number> = {};
  for (const [name, { starts, entries, shift }] of Object.entries(indexes)) {
    arrays[`${name}.starts`] = starts;
    arrays[`${name}.entries`] = entries;
    shifts[name] = shift;
  }
  return { arrays, shifts };
}

/** Builds the indexes of joined readings, and the sets of beginnings and ends of words. */
export function indexCollected({
  compounds,
  compoundKeys,
  beginnings,
  endings,
  skeletonBeginnings,
}: Collected): Indexes {
  return named(
    { compounds: indexOf(compounds), compoundKeys: indexOf(compoundKeys) },
    {
      'compoundKeys.present': presentIn(compoundKeys),
      'words.beginnings': buildBits(distinct(skeletonBeginnings)),
      'wordKeys.beginnings': buildBits(distinct(beginnings)),
      'wordKeys.endings': buildBits(distinct(endings)),
    },
  );
}

/**
 * Builds the indexes of a segment from its names as lists of words. Keeps one small object per distinct word, and
 * numbers for all other data.
 */
export class KeyIndexer {
  readonly #words: Token[] = [];
  readonly #compounds = new HashedIds();
  readonly #compoundKeys = new HashedIds();
  readonly #beginnings = new GrowingWords();
  readonly #endings = new GrowingWords();
  readonly #skeletonBeginnings = new GrowingWords();
  readonly #distinct = new Distinct();
  #names = 0;

  add({ words, ids, lengths }: WordLists): void {
    for (const word of unpackWords(words)) this.#addWord(word);
    let at = 0;
    for (const length of lengths) {
      const tokens: Token[] = [];
      for (const end = at + length; at < end; at++) tokens.push(this.#words[ids[at]!]!);
      this.#addCompounds(tokens, this.#names++);
    }
  }

  #addWord(token: Token): void {
    this.#words.push(token);
    if (!isEditable(token)) return;
    const form = soundsOf(token).form.key;
    this.#addParts(token.key);
    if (form !== token.key) this.#addParts(form);
    const space = consonantSpace(token.script === 'consonantal');
    eachBeginning(codes, writeSkeleton(form, codes), this.#addOfSkeleton, space);
  }

  /** Adds a key or sound form. */
  #addParts(text: string): void {
    const length = writeCodes(text, codes);
    eachBeginning(codes, length, this.#addBeginning);
    eachEnding(codes, length, this.#addEnding);
  }

  readonly #addBeginning = (hash: number): void => this.#beginnings.push(hash);
  readonly #addEnding = (hash: number): void => this.#endings.push(hash);
  readonly #addOfSkeleton = (hash: number): void => this.#skeletonBeginnings.push(hash);

  #addCompounds(tokens: readonly Token[], name: number): void {
    eachCompound(tokens, (from, to, key) => {
      const form = soundForm(key);
      let isConsonantal = false;
      for (let i = from; i < to; i++) if (tokens[i]!.script === 'consonantal') isConsonantal = true;
      this.#distinct.start();
      compoundHashes(key, form, isConsonantal, (hash) => {
        if (this.#distinct.add(hash)) this.#compounds.push(hash, name);
      });
      this.#compoundKeys.pushKeys(key, form, name);
    });
  }

  /** Returns the hashes of compound words and of beginnings and ends of words, for another thread to index. */
  collected(): Collected {
    return {
      compounds: this.#compounds.hashed(),
      compoundKeys: this.#compoundKeys.hashed(),
      beginnings: this.#beginnings.view(),
      endings: this.#endings.view(),
      skeletonBeginnings: this.#skeletonBeginnings.view(),
    };
  }

  /**
   * Returns the words and their indexes.
   * @param order for each word's number in the segment, its number when it was added
   */
  finish(order: Uint32Array): Indexed {
    const keys = new HashedIds();
    const letterClasses = new HashedIds();
    order.forEach((old, id) => {
      const token = this.#words[old]!;
      this.#distinct.start();
      wordHashes(token, (hash) => {
        if (this.#distinct.add(hash)) keys.push(hash, id);
      });
      if (isEditable(token)) letterClasses.pushKeys(token.key, soundsOf(token).form.key, id);
    });
    const [words, wordKeys] = [keys.hashed(), letterClasses.hashed()];
    const tokenAt = (id: number): Token => this.#words[order[id]!]!;
    return {
      vocabulary: {
        ...packVocabulary(order.length, tokenAt),
        beginnings: packBeginnings(order.length, tokenAt),
      },
      indexes: named(
        { words: indexOf(words), wordKeys: indexOf(wordKeys) },
        { 'wordKeys.present': presentIn(wordKeys) },
      ),
    };
  }
}
