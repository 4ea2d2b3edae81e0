import { SegmentBuilder } from './indexing/builder.ts';
import { EntryReader, type EntryInput, type NameQuality, type SegmentEntry } from './entries.ts';
import type { ReadLabels } from './listed/listed-labels.ts';
import type { EntryFacts } from '../facts/compare.ts';
import type { EntityType } from '../facts/listed.ts';
import type { LetterClassIndex } from './hash-index.ts';
import { AcronymReader } from './listed/listed-acronyms.ts';
import { IdentifierReader } from './listed/listed-identifiers.ts';
import { Beginnings } from './search/beginnings.ts';
import { Initials } from './initials.ts';
import { keep, unpack } from './layout.ts';
import { Lru } from './lru.ts';
import { MAX_TOKENS, type EntityHint, type NameExplanation } from '../../names/index.ts';
import { compoundsOf } from '../../names/words/compound-words.ts';
import type { CanonicalName, Token } from '../../names/types.ts';
import { Vocabulary } from './vocabulary.ts';
import type { CompoundNames } from './compound-names.ts';
import type { Nearby } from './nearby.ts';
import type { AskedReading } from './readings.ts';

/** The number of query words whose results each segment caches: mostly less than a kilobyte per word. */
const WORDS_CACHED = 32_768;

/** The words of a segment that are like a query's word, as far as searches have looked them up. */
export type KnownWord = {
  /** The words within the widest tier requested so far. */
  nearby: Nearby | undefined;
  joined: CompoundNames | undefined;
  /** Postings of words of the same key, in bytes. */
  bytesOfKey: number | undefined;
};

/** A name of a segment that reaches the threshold. */
export type SegmentHit = {
  /** The number of its entry; see `Segment.entry`. */
  readonly entry: number;
  /** The number of the name in the segment. An entry's primary name comes before its aliases. */
  readonly name: number;
  readonly text: string;
  readonly quality: NameQuality | 'acronym';
  readonly score: number;
  readonly explanation: NameExplanation;
  /** The reading; undefined if the name was compared as written. */
  readonly reading?: AskedReading | undefined;
};

/** Returns the texts of words in order. */
export function textOfTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

/** Returns true if some words are syllables of a longer word, which only the text shows. */
export function hasSyllables(tokens: readonly Token[]): boolean {
  return tokens.some(({ script }) => script === 'han' || script === 'hangul');
}

/**
 * The names of a list in an immutable piece of shared memory. To use them on another thread without a copy, post
 * `segment.buffer` and call `segmentFromBuffer` there.
 */
export class Segment {
  readonly buffer: SharedArrayBuffer;
  readonly nameCount: number;
  readonly entryCount: number;
  /** The words of the names. */
  readonly vocabulary: Vocabulary;
  readonly initials: Initials;
  readonly beginnings: Beginnings;
  /** The hash index from the hashes of `wordHashes` to word ids, with the beginnings of consonant keys. */
  readonly wordIndex: LetterClassIndex;
  /** The hash index from the hashes of `compoundHashes` to names. */
  readonly compoundIndex: LetterClassIndex;
  /**
   * The indexes by letter-class keys of keys and sound forms: words that are compared by letters, and names by their
   * joined readings.
   */
  readonly wordKeys: LetterClassIndex;
  readonly compoundKeys: LetterClassIndex;
  /** The names of each word, as distances (LEB128), between the offsets in `postingStarts`. */
  readonly postingStarts: Uint32Array;
  readonly postings: Uint8Array;
  /** The words of each name (LEB128), in order. */
  readonly nameOffsets: Uint32Array;
  readonly nameBytes: Uint8Array;
  readonly identifiers: IdentifierReader;
  /** The names of organizations by their acronyms. */
  readonly acronyms: AcronymReader;
  /** The names of the word last requested from `readNamesOf`. */
  names = new Int32Array(1024);
  readonly #known = new Lru<string, KnownWord>(WORDS_CACHED);
  readonly #firstNames: Uint32Array;
  readonly #recordStarts: Uint32Array;
  readonly #entries: EntryReader;
  readonly #ids = new Int32Array(MAX_TOKENS);

  constructor(buffer: SharedArrayBuffer) {
    const { meta, arrays } = unpack<{ prefixes: string[]; shifts: Record<string, number> }>(buffer);
    this.buffer = buffer;
    this.vocabulary = new Vocabulary(arrays);
    this.initials = new Initials(this.vocabulary);
    this.beginnings = new Beginnings(this.vocabulary, arrays['beginnings'] as Float64Array);
    const index = (prefix: string): LetterClassIndex => ({
      starts: arrays[`${prefix}.starts`] as Uint32Array,
      entries: arrays[`${prefix}.entries`] as Uint32Array,
      shift: meta.shifts[prefix]!,
      present: arrays[`${prefix}.present`] as Uint32Array | undefined,
      beginnings: arrays[`${prefix}.beginnings`] as Uint32Array | undefined,
      endings: arrays[`${prefix}.endings`] as Uint32Array | undefined,
    });
    this.wordIndex = index('words');
    this.compoundIndex = index('compounds');
    this.wordKeys = index('wordKeys');
    this.compoundKeys = index('compoundKeys');
    this.postingStarts = arrays['postingStarts'] as Uint32Array;
    this.postings = arrays['postings'] as Uint8Array;
    this.nameOffsets = arrays['nameOffsets'] as Uint32Array;
    this.nameBytes = arrays['nameBytes'] as Uint8Array;
    this.#firstNames = arrays['firstNames'] as Uint32Array;
    this.#recordStarts = arrays['recordStarts'] as Uint32Array;
    this.#entries = new EntryReader(arrays['records'] as Uint8Array, meta.prefixes);
    this.identifiers = new IdentifierReader(arrays, meta.shifts['identifiers']!);
    this.acronyms = new AcronymReader(arrays, meta.shifts['acronyms']!);
    this.nameCount = this.nameOffsets.length - 1;
    this.entryCount = this.#firstNames.length;
  }

  /** The number of bytes of shared memory. */
  get byteLength(): number {
    return this.buffer.byteLength;
  }

  /** The results of earlier look-ups of a word, by its token's id. Each look-up adds its results. */
  known(id: string): KnownWord {
    let known = this.#known.get(id);
    if (known === undefined) {
      known = { nearby: undefined, joined: undefined, bytesOfKey: undefined };
      this.#known.set(id, known);
    }
    return known;
  }

  /** Returns entry number `index`, in the order in which the builder received them. */
  entry(index: number): SegmentEntry {
    return this.#entries.entry(this.#recordStarts[index]!);
  }

  /** Returns the facts of entry number `index`. */
  factsOf(index: number): EntryFacts {
    return this.#entries.facts(this.#recordStarts[index]!);
  }

  /** Returns the labels of entry number `index`. */
  labelsOf(index: number): ReadLabels {
    return this.#entries.labels(this.#recordStarts[index]!);
  }

  /** Writes the words of a name into `ids` and returns their number. */
  wordsOf(name: number, ids: Int32Array): number {
    const { nameBytes, nameOffsets } = this;
    let size = 0;
    for (let at = nameOffsets[name]!, end = nameOffsets[name + 1]!; at < end;) {
      let id = nameBytes[at++]!;
      if (id >= 128) {
        id &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = nameBytes[at++]!;
          id |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      ids[size++] = id;
    }
    return size;
  }

  /** Loads the words of the first `count` names; see `keep`. */
  prefetchNames(names: Int32Array, count: number): void {
    const { nameBytes, nameOffsets } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum ^= nameBytes[nameOffsets[names[i]!]!]!;
    keep(sum);
  }

  /** Loads the postings of words. */
  prefetchPostings(ids: ArrayLike<number>): void {
    const { postings, postingStarts } = this;
    let sum = 0;
    for (let i = 0; i < ids.length; i++) sum ^= postings[postingStarts[ids[i]!]!]!;
    keep(sum);
  }

  /** Returns the size of the postings of a word in bytes. */
  bytesOfNames(id: number): number {
    return this.postingStarts[id + 1]! - this.postingStarts[id]!;
  }

  /** Reads the names with a word into the beginning of `names`, in ascending order, and returns their number. */
  readNamesOf(id: number): number {
    const { postings, postingStarts } = this;
    let at = postingStarts[id]!;
    const end = postingStarts[id + 1]!;
    if (end - at > this.names.length) this.names = new Int32Array(2 * (end - at));
    const { names } = this;
    let count = 0;
    let name = -1;
    while (at < end) {
      let gap = postings[at++]!;
      if (gap >= 128) {
        gap &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = postings[at++]!;
          gap |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      name += gap + 1;
      names[count++] = name;
    }
    return count;
  }

  /**
   * Returns the words of a name and their joined readings, for the scorer. @param canonical the words in order: the
   * canonical form, except for joined syllables and words beyond the maximum. @param plain true to omit joined readings
   */
  candidate(name: number, plain = false): CanonicalName {
    const size = this.wordsOf(name, this.#ids);
    const tokens: Token[] = [];
    for (let i = 0; i < size; i++) tokens.push(this.vocabulary.token(this.#ids[i]!));
    return { canonical: textOfTokens(tokens), tokens, compounds: plain ? [] : compoundsOf(tokens) };
  }

  /** Returns the type of entry number `entry`. */
  typeOf(entry: number): EntityType {
    return this.#entries.type(this.#recordStarts[entry]!);
  }

  /** Returns the entry of name number `name`. */
  entryOfName(name: number): number {
    let low = 0;
    let high = this.#firstNames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#firstNames[middle]! <= name) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the number of the first name of entry number `entry`, and the number after its last name. */
  namesOf(entry: number): readonly [first: number, end: number] {
    return [this.#firstNames[entry]!, this.#firstNames[entry + 1] ?? this.nameCount];
  }

  /** Returns the qualities of the first names of entry number `entry`. */
  qualitiesOf(entry: number, names: number): NameQuality[] {
    return this.#entries.qualities(this.#recordStarts[entry]!, names);
  }

  /** Returns name number `name` of entry number `entry`. */
  name(name: number, entry: number): { text: string; quality: NameQuality; hint: EntityHint } {
    return this.#entries.name(this.#recordStarts[entry]!, name - this.#firstNames[entry]!);
  }
}

/** Builds a segment of these entries on this thread without a pause: about 12 µs per name. */
export function buildSegment(entries: Iterable<EntryInput>): Segment {
  const builder = new SegmentBuilder();
  for (const entry of entries) builder.add(entry);
  return new Segment(builder.finishAlone());
}

/** Returns the segment with this `buffer`, on any thread. */
export function segmentFromBuffer(buffer: SharedArrayBuffer): Segment {
  return new Segment(buffer);
}
