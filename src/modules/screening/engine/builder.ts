import { canonicalTokens, entityHint } from '../matching/index.ts';
import { soundsOf } from '../matching/similarity.ts';
import { soundForm } from '../matching/sounds.ts';
import { eachJoin } from '../matching/joins.ts';
import { WordCache } from '../matching/tokens.ts';
import type { Token } from '../matching/types.ts';
import { EntryWriter, type EntryInput, type StoredName } from './entries.ts';
import { GrowingBytes, GrowingWords } from './bytes.ts';
import {
  buildBits,
  buildIndex,
  buildShapeIndex,
  type HashIndex,
  type ShapeIndex,
} from './hash-index.ts';
import { isEditable, joinHashes, wordHashes } from './index-keys.ts';
import { pack, type Arrays } from './layout.ts';
import { eachBeginning, shapeHash } from './shapes.ts';
import { packVocabulary } from './vocabulary-pack.ts';

/** Ids are stored in three bytes. */
const MOST = 2 ** 24 - 1;

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

/** Hashes with what is stored under each. */
class HashedIds {
  readonly hashes = new GrowingWords();
  readonly ids = new GrowingWords();

  push(hash: number, id: number): void {
    this.hashes.push(hash);
    this.ids.push(id);
  }

  /** The shapes of a word and of its sound form. */
  pushShapes(key: string, form: string, id: number): void {
    const hash = shapeHash(key);
    this.push(hash, id);
    const ofForm = form === key ? hash : shapeHash(form);
    if (ofForm !== hash) this.push(ofForm, id);
  }

  shapes(): ShapeIndex {
    return buildShapeIndex(this.hashes.view(), this.ids.view());
  }
}

const packIndexes = (indexes: Record<string, HashIndex | ShapeIndex>): Arrays => {
  const arrays: Arrays = {};
  for (const [prefix, index] of Object.entries(indexes)) {
    arrays[`${prefix}.starts`] = index.starts;
    arrays[`${prefix}.entries`] = index.entries;
    if ('present' in index) arrays[`${prefix}.present`] = index.present;
    if ('beginnings' in index) arrays[`${prefix}.beginnings`] = index.beginnings!;
  }
  return arrays;
};

/**
 * Collects entries and packs them into the memory of a segment. Keeps one small object for each distinct word
 * and numbers for everything else.
 */
export class SegmentBuilder {
  readonly #tokens: Token[] = [];
  readonly #idOf = new Map<string, number>();
  /** Bounded by the vocabulary, which is kept anyway. */
  readonly #words = new WordCache(Infinity);
  readonly #entries = new EntryWriter();
  readonly #recordStarts = new GrowingWords();
  readonly #firstNames = new GrowingWords();
  readonly #nameStarts = new GrowingWords();
  readonly #nameTokens = new GrowingWords();
  readonly #joins = new HashedIds();
  readonly #joinShapes = new HashedIds();
  readonly #distinct = new Distinct();

  get nameCount(): number {
    return this.#nameStarts.length;
  }

  get entryCount(): number {
    return this.#firstNames.length;
  }

  #intern(token: Token): number {
    // Words that compare alike but are written differently are told apart: joined readings depend on it.
    const { id: comparison, text, key, weight } = token;
    const written = text === key ? comparison : `${comparison}|${text}`;
    const identity = weight === 1 ? written : `${written}@${weight}`;
    let id = this.#idOf.get(identity);
    if (id === undefined) {
      id = this.#tokens.push(token) - 1;
      this.#idOf.set(identity, id);
    }
    return id;
  }

  /**
   * Names without a letter or digit are left out; the others keep their order, the primary name first.
   * Throws RangeError beyond 16.7 million names.
   */
  add(entry: EntryInput): void {
    const hint = entityHint(entry.entityType);
    const kept: StoredName[] = [];
    const seen = new Set<string>();
    this.#firstNames.push(this.nameCount);
    this.#recordStarts.push(this.#entries.bytes.length);
    const addName = (text: string, quality: 'strong' | 'weak', primary: boolean): void => {
      if (seen.has(text)) return;
      seen.add(text);
      const tokens = canonicalTokens(text, hint, this.#words);
      // The primary name is stored in any case: it is what a hit shows.
      if (tokens.length === 0 && !primary) return;
      kept.push({ text, quality });
      const name = this.nameCount;
      if (name >= MOST) throw new RangeError(`a segment holds at most ${MOST} names`);
      this.#nameStarts.push(this.#nameTokens.length);
      for (const token of tokens) this.#nameTokens.push(this.#intern(token));
      eachJoin(tokens, (from, to, key) => {
        const form = soundForm(key);
        let isConsonantal = false;
        for (let i = from; i < to; i++)
          if (tokens[i]!.script === 'consonantal') isConsonantal = true;
        this.#distinct.start();
        joinHashes(key, form, isConsonantal, (hash) => {
          if (this.#distinct.add(hash)) this.#joins.push(hash, name);
        });
        this.#joinShapes.pushShapes(key, form, name);
      });
    };
    addName(entry.name, 'strong', true);
    for (const { name, quality } of entry.aliases) addName(name, quality ?? 'strong', false);
    this.#entries.write(entry, hint, kept);
  }

  /** Old id of each new id: frequent words first, whose ids then take few bytes. */
  #order(): Uint32Array {
    const frequency = new Uint32Array(this.#tokens.length);
    for (const id of this.#nameTokens.view()) frequency[id] = frequency[id]! + 1;
    const keys = Float64Array.from(
      frequency,
      (times, id) => (MOST - Math.min(times, MOST)) * 2 ** 24 + id,
    );
    return Uint32Array.from(keys.toSorted(), (key) => key % 2 ** 24);
  }

  /** The segment's memory. The builder is of no use afterwards. */
  finish(): SharedArrayBuffer {
    const tokens = this.#tokens;
    const order = this.#order();
    const newId = new Uint32Array(tokens.length);
    order.forEach((old, id) => {
      newId[old] = id;
    });
    const nameTokens = this.#nameTokens.view();
    for (let i = 0; i < nameTokens.length; i++) nameTokens[i] = newId[nameTokens[i]!]!;
    const hashed = new HashedIds();
    const shapes = new HashedIds();
    const beginnings = new Set<number>();
    const addBeginning = (hash: number): void => void beginnings.add(hash);
    order.forEach((old, id) => {
      const token = tokens[old]!;
      this.#distinct.start();
      wordHashes(token, (hash) => {
        if (this.#distinct.add(hash)) hashed.push(hash, id);
      });
      if (!isEditable(token)) return;
      const form = soundsOf(token).form.key;
      shapes.pushShapes(token.key, form, id);
      eachBeginning(token.key, addBeginning);
      if (form !== token.key) eachBeginning(form, addBeginning);
    });
    const words = buildIndex(hashed.hashes.view(), hashed.ids.view());
    const joins = buildIndex(this.#joins.hashes.view(), this.#joins.ids.view());
    const wordShapes = { ...shapes.shapes(), beginnings: buildBits(Uint32Array.from(beginnings)) };
    const joinShapes = this.#joinShapes.shapes();
    const meta = {
      prefixes: this.#entries.prefixes,
      shifts: {
        words: words.shift,
        joins: joins.shift,
        wordShapes: wordShapes.shift,
        joinShapes: joinShapes.shift,
      },
    };
    return pack(meta, {
      ...packVocabulary(tokens.length, (id) => tokens[order[id]!]!),
      ...this.#packNames(nameTokens),
      recordStarts: this.#recordStarts.view(),
      firstNames: this.#firstNames.view(),
      records: this.#entries.bytes.view(),
      ...packIndexes({ words, joins, wordShapes, joinShapes }),
    });
  }

  /** Names as lists of words, and words as ascending lists of names. */
  #packNames(nameTokens: Uint32Array): Record<string, Uint8Array | Uint32Array> {
    const nameCount = this.nameCount;
    const wordCount = this.#tokens.length;
    const starts = this.#nameStarts.view();
    const endOf = (name: number): number =>
      name + 1 < nameCount ? starts[name + 1]! : nameTokens.length;
    const nameBytes = new GrowingBytes();
    const nameOffsets = new Uint32Array(nameCount + 1);
    const last = new Int32Array(wordCount).fill(-1);
    const first = new Uint32Array(wordCount + 1);
    for (let name = 0; name < nameCount; name++) {
      nameOffsets[name] = nameBytes.length;
      for (let i = starts[name]!; i < endOf(name); i++) {
        const id = nameTokens[i]!;
        nameBytes.pushVarint(id);
        if (last[id] === name) continue;
        last[id] = name;
        first[id + 1] = first[id + 1]! + 1;
      }
    }
    nameOffsets[nameCount] = nameBytes.length;
    for (let id = 0; id < wordCount; id++) first[id + 1] = first[id + 1]! + first[id]!;
    const names = new Uint32Array(first[wordCount]!);
    const next = first.slice();
    last.fill(-1);
    for (let name = 0; name < nameCount; name++) {
      for (let i = starts[name]!; i < endOf(name); i++) {
        const id = nameTokens[i]!;
        if (last[id] === name) continue;
        last[id] = name;
        names[next[id]!] = name;
        next[id] = next[id]! + 1;
      }
    }
    const postings = new GrowingBytes();
    const postingStarts = new Uint32Array(wordCount + 1);
    for (let id = 0; id < wordCount; id++) {
      postingStarts[id] = postings.length;
      let previous = -1;
      for (let i = first[id]!; i < first[id + 1]!; i++) {
        postings.pushVarint(names[i]! - previous - 1);
        previous = names[i]!;
      }
    }
    postingStarts[wordCount] = postings.length;
    return { nameOffsets, nameBytes: nameBytes.view(), postingStarts, postings: postings.view() };
  }
}
