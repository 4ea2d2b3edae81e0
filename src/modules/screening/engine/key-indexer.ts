import { MAX_TOKEN_CHARS, writeCodes } from '../matching/distance/edit-distance.ts';
import { eachJoin } from '../matching/joins.ts';
import { soundsOf } from '../matching/similarity.ts';
import { soundForm } from '../matching/sounds.ts';
import type { Token } from '../matching/types.ts';
import { GrowingWords } from './bytes.ts';
import { buildBits, buildIndex, type ShapeIndex } from './hash-index.ts';
import { consonantSpace, isEditable, joinHashes, wordHashes } from './index-keys.ts';
import type { Arrays } from './layout.ts';
import { eachBeginning, eachEnding, shapeHash } from './shapes.ts';
import { writeSkeleton } from './skeletons.ts';
import { packVocabulary, unpackWords, type PackedWords } from './vocabulary-pack.ts';

/** Names as lists of words. */
export interface WordLists {
  /** Words that no name before had, in the order of their numbers. */
  readonly words: PackedWords;
  /** Numbers of the words of the names, one name after the other. */
  readonly ids: Uint32Array;
  /** How many words each name has. */
  readonly lengths: Uint8Array;
}

/** What words and joined readings are found by, and the words. */
export interface Indexed {
  readonly vocabulary: Arrays;
  readonly indexes: Arrays;
  readonly shifts: Readonly<Record<string, number>>;
}

/** Tells hashes that come a second time since the start; a word and its sound form have many in common. */
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

const distinct = (hashes: Uint32Array): Uint32Array =>
  hashes.toSorted().filter((hash, i, sorted) => i === 0 || hash !== sorted[i - 1]);

const bitsOf = (hashes: GrowingWords | undefined): Uint32Array | undefined =>
  hashes === undefined ? undefined : buildBits(distinct(hashes.view()));

const codes = new Uint8Array(MAX_TOKEN_CHARS);
const shapeOf = (text: string): number => shapeHash(codes, writeCodes(text, codes));

/** Hashes with what is stored under each. */
class HashedIds {
  readonly #hashes = new GrowingWords();
  readonly #ids = new GrowingWords();

  push(hash: number, id: number): void {
    this.#hashes.push(hash);
    this.#ids.push(id);
  }

  /** The shapes of a word and of its sound form. */
  pushShapes(key: string, form: string, id: number): void {
    const hash = shapeOf(key);
    this.push(hash, id);
    const ofForm = form === key ? hash : shapeOf(form);
    if (ofForm !== hash) this.push(ofForm, id);
  }

  /** `beginnings`, `endings`: hashes of how the shapes in it begin and end. */
  index(beginnings?: GrowingWords, endings?: GrowingWords): ShapeIndex {
    return {
      ...buildIndex(this.#hashes.view(), this.#ids.view()),
      present: undefined,
      beginnings: bitsOf(beginnings),
      endings: bitsOf(endings),
    };
  }

  /** The same of shapes only, of which most lookups find nothing. */
  shapes(beginnings?: GrowingWords, endings?: GrowingWords): ShapeIndex {
    return { ...this.index(beginnings, endings), present: buildBits(this.#hashes.view()) };
  }
}

/**
 * Makes the indexes of a segment from its names as lists of words. Keeps one small object for each distinct word and
 * numbers for everything else.
 */
export class KeyIndexer {
  readonly #words: Token[] = [];
  readonly #joins = new HashedIds();
  readonly #joinShapes = new HashedIds();
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
      this.#addJoins(tokens, this.#names++);
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

  /** Of a key or sound form. */
  #addParts(text: string): void {
    const length = writeCodes(text, codes);
    eachBeginning(codes, length, this.#addBeginning);
    eachEnding(codes, length, this.#addEnding);
  }

  readonly #addBeginning = (hash: number): void => this.#beginnings.push(hash);
  readonly #addEnding = (hash: number): void => this.#endings.push(hash);
  readonly #addOfSkeleton = (hash: number): void => this.#skeletonBeginnings.push(hash);

  #addJoins(tokens: readonly Token[], name: number): void {
    eachJoin(tokens, (from, to, key) => {
      const form = soundForm(key);
      let isConsonantal = false;
      for (let i = from; i < to; i++) if (tokens[i]!.script === 'consonantal') isConsonantal = true;
      this.#distinct.start();
      joinHashes(key, form, isConsonantal, (hash) => {
        if (this.#distinct.add(hash)) this.#joins.push(hash, name);
      });
      this.#joinShapes.pushShapes(key, form, name);
    });
  }

  /** @param order the number by which each word was added, by its number in the segment */
  finish(order: Uint32Array): Indexed {
    const hashed = new HashedIds();
    const shaped = new HashedIds();
    order.forEach((old, id) => {
      const token = this.#words[old]!;
      this.#distinct.start();
      wordHashes(token, (hash) => {
        if (this.#distinct.add(hash)) hashed.push(hash, id);
      });
      if (isEditable(token)) shaped.pushShapes(token.key, soundsOf(token).form.key, id);
    });
    const found: Record<string, ShapeIndex> = {
      words: hashed.index(this.#skeletonBeginnings),
      joins: this.#joins.index(),
      wordShapes: shaped.shapes(this.#beginnings, this.#endings),
      joinShapes: this.#joinShapes.shapes(),
    };
    const indexes: Arrays = {};
    const shifts: Record<string, number> = {};
    for (const [name, { shift, ...arrays }] of Object.entries(found)) {
      for (const [part, array] of Object.entries(arrays))
        if (array !== undefined) indexes[`${name}.${part}`] = array;
      shifts[name] = shift;
    }
    const vocabulary = packVocabulary(order.length, (id) => this.#words[order[id]!]!);
    return { vocabulary, indexes, shifts };
  }
}
