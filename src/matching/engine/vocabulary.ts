import {
  beyondAt,
  FORMS,
  HAS_SPELLING,
  lengthAt,
  LETTERS,
  RECORD,
  setsAt,
  type Columns,
  type Part,
} from '../../names/score/columns.ts';
import { distanceOfCodes, MAX_TOKEN_CHARS } from '../../names/similarity/edit-distance.ts';
import { gradeDistance } from '../../names/similarity/grading.ts';
import { isOtherBusinessWord, ofConsonants, ofSounds } from '../../names/similarity/similarity.ts';
import type { Script, Token, TokenClass } from '../../names/types.ts';
import { FULL_NAMES_OF } from '../../names/words/nicknames.ts';
import { spellingOf } from '../../names/words/variants.ts';
import { keep, type Arrays } from './layout.ts';
import type { LetterQuery } from './letter-query.ts';
import { Lru } from './lru.ts';
import type { Limits } from './similarity-tier.ts';
import { addConsonant } from './index-keys.ts';
import { KINDS, SCRIPT_SHIFT, SCRIPTS, textsAt } from './vocabulary-pack.ts';
import { ByteReader } from './bytes.ts';

const CONSONANTAL = SCRIPTS.indexOf('consonantal');
/** The lower weight from which common words begin compounds (abd, abdul). */
const COMMON_LEAST = 0.5;
/** Number of decoded words cached. */
const CACHED = 16_384;

/** Words ordered by length. `starts` has the place at which each length begins. */
type ByLength = {
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
};

function sortByLength(columns: Columns, part: Part): ByLength {
  const size = columns.flags.length;
  const starts = new Uint32Array(MAX_TOKEN_CHARS + 2);
  for (let id = 0; id < size; id++) starts[lengthAt(columns, id, part) + 1]! += 1;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const ids = new Uint32Array(size);
  for (let id = 0; id < size; id++) ids[next[lengthAt(columns, id, part)]!++] = id;
  return { ids, starts };
}

const wordCodes = new Uint8Array(MAX_TOKEN_CHARS);
const skeletonOfWord = new Uint8Array(MAX_TOKEN_CHARS);

const LETTER_A = 'a'.charCodeAt(0);

/** The distinct words of a segment, by id. Frequent words have low ids. */
export class Vocabulary {
  readonly size: number;
  readonly columns: Columns;
  readonly hasConsonantal: boolean;
  readonly #kinds: Uint8Array;
  readonly #weights: Uint8Array;
  readonly #weightValues: Float64Array;
  readonly #bytes: Uint8Array;
  readonly #reader: ByteReader;
  readonly #cache = new Lru<number, Token>(CACHED);
  #keysByLength: ByLength | undefined;
  #formsByLength: ByLength | undefined;

  constructor(arrays: Arrays) {
    this.#kinds = arrays['kinds'] as Uint8Array;
    this.size = this.#kinds.length;
    this.#weights = arrays['weights'] as Uint8Array;
    this.#weightValues = arrays['weightValues'] as Float64Array;
    const records = arrays['words'] as Int32Array;
    this.#bytes = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
    this.#reader = new ByteReader(this.#bytes);
    this.columns = { sets: records, flags: arrays['flags'] as Uint8Array };
    this.hasConsonantal = this.#kinds.some((code) => code >>> SCRIPT_SHIFT === CONSONANTAL);
  }

  get keysByLength(): ByLength {
    return (this.#keysByLength ??= sortByLength(this.columns, LETTERS));
  }

  get formsByLength(): ByLength {
    return (this.#formsByLength ??= sortByLength(this.columns, FORMS));
  }

  kind(id: number): TokenClass {
    return KINDS[this.#kinds[id]! & ((1 << SCRIPT_SHIFT) - 1)]!;
  }

  script(id: number): Script {
    return SCRIPTS[this.#kinds[id]! >>> SCRIPT_SHIFT]!;
  }

  isConsonantal(id: number): boolean {
    return this.#kinds[id]! >>> SCRIPT_SHIFT === CONSONANTAL;
  }

  weight(id: number): number {
    return this.#weightValues[this.#weights[id]!]!;
  }

  /** Returns true if a joined reading with this word is more than the letters of both. */
  isJoinedOtherwise(id: number): boolean {
    const kind = this.kind(id);
    if (kind === 'legal' || (kind === 'common' && this.weight(id) < COMMON_LEAST)) return true;
    // In Arabic script it has the weight of a name.
    return lengthAt(this.columns, id, LETTERS) === 3 && this.key(id) === 'abd';
  }

  /** Loads the records of the words `ids` from `from` to `to`; see `keep`. */
  prefetch(ids: Uint32Array, from: number, to: number): void {
    const { sets } = this.columns;
    let sum = 0;
    for (let i = from; i < to; i++) sum ^= sets[ids[i]! * RECORD]!;
    keep(sum);
  }

  /** Returns the place at which the texts of a word begin. */
  #textsAt(id: number): number {
    return textsAt(this.columns.sets, this.#bytes, id);
  }

  key(id: number): string {
    this.#reader.at = this.#textsAt(id);
    return this.#reader.text();
  }

  /**
   * Returns true if a word may be abbreviated to this initial. Its first letter must fit. Legal forms also pass,
   * because they are compared as written, and so do long keys, whose length takes two bytes.
   */
  mayHaveInitial(id: number, initial: string): boolean {
    const at = this.#textsAt(id);
    return (
      this.kind(id) === 'legal' ||
      this.#bytes[at]! > MAX_TOKEN_CHARS ||
      this.#bytes[at + 1] === initial.charCodeAt(0)
    );
  }

  /** Writes the letters of a word's key, or of its sound form, from `at` on. Returns the place after the last one. */
  writeCodes(id: number, form: boolean, codes: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    let from = this.#textsAt(id);
    let length = bytes[from++]!;
    if (form) {
      const stored = bytes[from + length]!;
      if (stored > 0) {
        from += length + 1;
        length = stored;
      }
    }
    let end = at;
    for (let i = from; i < from + length && end < codes.length; i++) codes[end++] = bytes[i]!;
    return end;
  }

  /** Writes the consonants of a word (`skeletonOf`) and returns their number. */
  #writeSkeleton(id: number, codes: Uint8Array): number {
    const end = this.writeCodes(id, true, wordCodes, 0);
    let size = 0;
    for (let i = 0; i < end; i++) size = addConsonant(wordCodes[i]!, codes, size);
    return size;
  }

  /**
   * Returns the similarity of a word to a word in the other kind of script by consonants alone; 0 if it is not within
   * `limits`. Forms must have at most MAX_TOKEN_CHARS letters.
   */
  #likenessOfConsonants(id: number, query: LetterQuery, limits: Limits): number {
    const { skeleton } = query;
    const length = this.#writeSkeleton(id, skeletonOfWord);
    const longest = Math.max(length, skeleton.length);
    const limit = limits.skeletons[longest]!;
    const size = skeleton.length;
    const distance = distanceOfCodes(skeleton, size, skeletonOfWord, 0, length, limit);
    return distance > limit ? 0 : ofConsonants(distance, longest);
  }

  /**
   * Returns the similarity of a word to `query` by letters and sounds; 0 if neither is within `limits`. Equals
   * `tokenSimilarity` if no other rule applies to the word. Undefined if the word needs a full comparison.
   */
  likeness(id: number, query: LetterQuery, limits: Limits): number | undefined {
    const { columns } = this;
    const bytes = this.#bytes;
    const at = this.#textsAt(id);
    const length = bytes[at]!;
    const formAt = at + 1 + length;
    // The length of a long key takes two bytes, and letters beyond the maximum are not compared.
    if (length > MAX_TOKEN_CHARS || bytes[formAt]! > MAX_TOKEN_CHARS) return undefined;
    let best = 0;
    if (!beyondAt(query.letters, columns, LETTERS, id, limits.letters)) {
      const longest = Math.max(length, query.keyLength);
      const limit = limits.letters[longest]!;
      const { keyCodes, keyLength: size } = query;
      const distance = distanceOfCodes(keyCodes, size, bytes, at + 1, length, limit);
      // One spelling can be in two scripts.
      if (distance === 0) return undefined;
      if (distance <= limit) best = gradeDistance(distance, longest);
    }
    const stored = bytes[formAt]!;
    if ((stored === 0 && query.sameForm) || beyondAt(query.form, columns, FORMS, id, limits.forms))
      return best;
    const formLength = stored || length;
    const longest = Math.max(formLength, query.formLength);
    const limit = limits.forms[longest]!;
    const { formCodes, formLength: size } = query;
    const from = stored === 0 ? at + 1 : formAt + 1;
    const distance = distanceOfCodes(formCodes, size, bytes, from, formLength, limit);
    return distance > limit ? best : Math.max(best, ofSounds(distance, longest));
  }

  /** Returns true if two near words also differ by a digit or by the ending of the other gender. */
  #isDistinct(id: number, query: LetterQuery): boolean {
    const bytes = this.#bytes;
    const from = this.#textsAt(id) + 1;
    const length = bytes[from - 1]!;
    const { keyCodes, keyLength } = query;
    if (query.digits !== undefined) return true;
    for (let i = from; i < from + length; i++) if (bytes[i]! < LETTER_A) return true;
    const shared = Math.min(length, keyLength) - (length === keyLength ? 1 : 0);
    if (Math.max(length, keyLength) - shared !== 1) return false;
    for (let i = 0; i < shared; i++) if (bytes[from + i] !== keyCodes[i]) return false;
    return true;
  }

  /** Returns true if a word has one of the stems of `query`, and only the remaining letters of both are compared. */
  #sharesStem(id: number, { stems }: LetterQuery): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < stems.length; i++) {
      const { codes, isPrefix, ofForm } = stems[i]!;
      let at = this.#textsAt(id);
      if (ofForm && bytes[at + 1 + bytes[at]!]! > 0) at += 1 + bytes[at]!;
      const from = isPrefix ? at + 1 : at + 1 + bytes[at]! - codes.length;
      if (bytes[at]! < codes.length) continue;
      let same = 0;
      while (same < codes.length && bytes[from + same] === codes[same]) same++;
      if (same === codes.length) return true;
    }
    return false;
  }

  /**
   * Returns the similarity to `query` of a word that no hash of a rule has found; 0 if it is not within `limits`.
   * Undefined if the word needs a full comparison.
   */
  similarityByLetters(id: number, query: LetterQuery, limits: Limits): number | undefined {
    if (!query.isComparable || this.script(id) === query.syllables) return undefined;
    const likeness = this.likeness(id, query, limits);
    if (likeness === undefined) return undefined;
    // Between a script with vowels and one without, consonants count if they are more similar.
    const isOtherScript = this.isConsonantal(id) !== query.consonantal;
    const byConsonants = isOtherScript ? this.#likenessOfConsonants(id, query, limits) : 0;
    const best = Math.max(likeness, byConsonants);
    if (best === 0 || isOtherBusinessWord(this.kind(id), query.kind, best)) return 0;
    if (byConsonants > likeness) return byConsonants;
    const isKnown = query.hasSpelling && (this.columns.flags[id]! & HAS_SPELLING) !== 0;
    return isKnown || this.#sharesStem(id, query) || this.#isDistinct(id, query)
      ? undefined
      : likeness;
  }

  /** Returns the word in the scorer's form, with derived values. */
  token(id: number): Token {
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const reader = this.#reader;
    reader.at = this.#textsAt(id);
    const key = reader.text();
    const form = reader.text() || key;
    const text = reader.text() || key;
    const token: Token = {
      text,
      key,
      kind: this.kind(id),
      weight: this.weight(id),
      // The vocabulary has one text per word for all names, and the text of a name shows its actual one.
      syllableOf: undefined,
      script: this.script(id),
      sounds: {
        letters: setsAt(this.columns, id, LETTERS, key),
        form: setsAt(this.columns, id, FORMS, form),
        skeleton: undefined,
        spelling: spellingOf(key),
        fullNames: FULL_NAMES_OF.get(key),
      },
      // This word is never compared by id, because only interned words are.
      id: '',
    };
    this.#cache.set(id, token);
    return token;
  }
}
