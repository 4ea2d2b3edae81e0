import { acronymsOf, canonicalTokens, entityHint } from '../../../names/index.ts';
import { WordCache } from '../../../names/words/tokens.ts';
import type { Token } from '../../../names/types.ts';
import { EntryWriter, type EntryInput, type StoredName } from '../entries.ts';
import { GrowingBytes, GrowingWords } from '../bytes.ts';
import { AcronymWriter } from '../listed/listed-acronyms.ts';
import { IdentifierWriter } from '../listed/listed-identifiers.ts';
import { listedNames } from '../listed/listed-names.ts';
import { listedIdentifiers } from '../../identifiers/listed.ts';
import {
  indexCollected,
  KeyIndexer,
  type Indexed,
  type Indexes,
  type WordLists,
} from './key-indexer.ts';
import { pack, type Arrays } from '../layout.ts';
import { packWords } from '../vocabulary-pack.ts';

/** The maximum number of names and words, because ids have three bytes. */
const MOST = 2 ** 24 - 1;
/** With fewer names than this, each name is compared with all earlier ones. Most entries have one or two. */
const FEW_NAMES = 32;

/**
 * Collects entries and packs them into the memory of a segment, with the indexes that a `KeyIndexer` builds from the
 * words of their names. Keeps up to two small objects per distinct word, and numbers for all other data.
 */
export class SegmentBuilder {
  readonly #idOf = new Map<string, number>();
  /** This map has at most one item per word of the vocabulary, which is kept in any case. */
  readonly #words = new WordCache(Infinity);
  readonly #entries = new EntryWriter();
  readonly #identifiers = new IdentifierWriter();
  readonly #acronyms = new AcronymWriter();
  readonly #recordStarts = new GrowingWords();
  readonly #firstNames = new GrowingWords();
  readonly #nameStarts = new GrowingWords();
  readonly #nameTokens = new GrowingWords();
  /** Words that were not drained yet. */
  #newWords: Token[] = [];
  #drainedNames = 0;
  #drainedTokens = 0;

  get nameCount(): number {
    return this.#nameStarts.length;
  }

  get entryCount(): number {
    return this.#firstNames.length;
  }

  #intern(token: Token): number {
    if (token.number !== undefined) return token.number;
    let id = this.#idOf.get(token.id);
    if (id === undefined) {
      id = this.#idOf.size;
      this.#idOf.set(token.id, id);
      this.#newWords.push(token);
    }
    token.number = id;
    return id;
  }

  /**
   * Adds an entry. Omits names without a letter or digit. The others keep their order, with the primary name first.
   * Throws RangeError beyond 16.7 million names.
   */
  add(entry: EntryInput): void {
    const hint = entityHint(entry.entityType);
    const kept: StoredName[] = [];
    this.#identifiers.add(this.entryCount, listedIdentifiers(entry.identifiers));
    const names = listedNames(entry);
    const seen = names.length < FEW_NAMES ? undefined : new Set<string>();
    this.#firstNames.push(this.nameCount);
    this.#recordStarts.push(this.#entries.bytes.length);
    const addName = (text: string, quality: 'strong' | 'weak', primary: boolean): void => {
      if (seen?.has(text) ?? kept.some((other) => other.text === text)) return;
      seen?.add(text);
      const tokens = canonicalTokens(text, hint, this.#words);
      // The primary name is always stored, because a hit shows it.
      if (tokens.length === 0 && !primary) return;
      kept.push({ text, quality });
      const name = this.nameCount;
      if (name >= MOST) throw new RangeError(`a segment holds at most ${MOST} names`);
      this.#nameStarts.push(this.#nameTokens.length);
      for (const token of tokens) this.#nameTokens.push(this.#intern(token));
      if (entry.entityType === 'organization') this.#acronyms.add(name, acronymsOf(tokens));
    };
    names.forEach(({ text, quality }, i) => addName(text, quality, i === 0));
    this.#entries.write(entry, kept);
  }

  /** Returns the names added since the last call. */
  drain(): WordLists {
    const starts = this.#nameStarts.view();
    const end = this.#nameTokens.length;
    const lengths = new Uint8Array(this.nameCount - this.#drainedNames);
    lengths.forEach((_, i) => {
      const name = this.#drainedNames + i;
      lengths[i] = (starts[name + 1] ?? end) - starts[name]!;
    });
    const ids = this.#nameTokens.view().slice(this.#drainedTokens);
    const words = packWords(this.#newWords);
    this.#newWords = [];
    this.#drainedNames = this.nameCount;
    this.#drainedTokens = end;
    return { words, ids, lengths };
  }

  /**
   * Returns the old id for each new id. Frequent words come first, because low ids take few bytes. Nothing may be added
   * after this.
   */
  order(): Uint32Array {
    const frequency = new Uint32Array(this.#idOf.size);
    for (const id of this.#nameTokens.view()) frequency[id] = frequency[id]! + 1;
    const keys = Float64Array.from(
      frequency,
      (times, id) => (MOST - Math.min(times, MOST)) * 2 ** 24 + id,
    );
    return Uint32Array.from(keys.toSorted(), (key) => key % 2 ** 24);
  }

  /** Returns the arrays of names and entries, with the words in this order. */
  packNames(order: Uint32Array): Arrays {
    const newId = new Uint32Array(order.length);
    order.forEach((old, id) => {
      newId[old] = id;
    });
    return {
      ...this.#packWordLists(
        this.#nameTokens.view().map((old) => newId[old]!),
        order.length,
      ),
      recordStarts: this.#recordStarts.view(),
      firstNames: this.#firstNames.view(),
      records: this.#entries.bytes.view(),
    };
  }

  /** Returns the segment's memory, which combines the results of `packNames` and the indexer. */
  finish(names: Arrays, compounds: Indexes, { vocabulary, indexes }: Indexed): SharedArrayBuffer {
    const identifiers = this.#identifiers.pack();
    const acronyms = this.#acronyms.pack();
    const meta = {
      prefixes: this.#entries.prefixes,
      shifts: {
        ...compounds.shifts,
        ...indexes.shifts,
        identifiers: identifiers.shift,
        acronyms: acronyms.shift,
      },
    };
    return pack(meta, {
      ...vocabulary,
      ...names,
      ...compounds.arrays,
      ...indexes.arrays,
      ...identifiers.arrays,
      ...acronyms.arrays,
    });
  }

  /** Returns the segment's memory, indexed on this thread. The caller must not have drained anything before. */
  finishAlone(): SharedArrayBuffer {
    const indexer = new KeyIndexer();
    indexer.add(this.drain());
    const order = this.order();
    const compounds = indexCollected(indexer.collected());
    return this.finish(this.packNames(order), compounds, indexer.finish(order));
  }

  /** Returns names as lists of words, and words as ascending lists of names. */
  #packWordLists(nameTokens: Uint32Array, wordCount: number): Arrays {
    const nameCount = this.nameCount;
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
