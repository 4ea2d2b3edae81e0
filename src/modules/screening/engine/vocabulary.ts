import {
  beyondAt,
  flagsOf,
  OTHER_RULES,
  type Columns,
  type SetColumns,
} from '../matching/columns.ts';
import {
  distanceOfCodes,
  letterSets,
  MAX_TOKEN_CHARS,
  type LetterSets,
} from '../matching/edit-distance.ts';
import { gradeDistance } from '../matching/grading.ts';
import { ofSounds, soundsOf } from '../matching/similarity.ts';
import type { Script, Token, TokenClass } from '../matching/types.ts';
import { FULL_NAMES_OF } from '../matching/nicknames.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import { spanOf } from './index-keys.ts';
import { GrowingBytes } from './growing.ts';
import type { Arrays } from './layout.ts';
import type { LetterQuery } from './letter-query.ts';
import { ByteReader } from './reading.ts';

const KINDS: readonly TokenClass[] = [
  'name',
  'common',
  'initial',
  'particle',
  'stop',
  'title',
  'generic',
  'place',
  'number',
  'legal',
];
const SCRIPTS: readonly Script[] = ['latin', 'consonantal', 'han', 'hangul', 'other'];
const SCRIPT_SHIFT = 4;
const CONSONANTAL = SCRIPTS.indexOf('consonantal');
/** Words of this span and longer share the last range of `spanStart`. */
export const MAX_SPAN = 63;
/** Common words that weigh less are the beginnings of compounds (abd, abdul). */
const COMMON_LEAST = 0.5;
/** Decoded words kept for reuse. */
const CACHED = 8192;

const COLUMN_NAMES = ['once', 'twice', 'groups', 'solid', 'length'] as const;

const writeSets = (sets: LetterSets, id: number, columns: SetColumns): void => {
  columns.once[id] = sets.once;
  columns.twice[id] = sets.twice;
  columns.groups[id] = sets.groups;
  columns.solid[id] = Math.min(sets.solid, 255);
  columns.length[id] = Math.min(sets.key.length, MAX_TOKEN_CHARS);
};

const emptySets = (size: number): SetColumns => ({
  once: new Int32Array(size),
  twice: new Int32Array(size),
  groups: new Int32Array(size),
  solid: new Uint8Array(size),
  length: new Uint8Array(size),
});

/** The arrays of a vocabulary; `tokens` in the order of their spans. */
export const packVocabulary = (size: number, tokenAt: (id: number) => Token): Arrays => {
  const kinds = new Uint8Array(size);
  const weights = new Uint8Array(size);
  const weightValues: number[] = [];
  const starts = new Uint32Array(size);
  const words = new GrowingBytes();
  const letters = emptySets(size);
  const forms = emptySets(size);
  const flags = new Uint8Array(size);
  const spanStart = new Uint32Array(MAX_SPAN + 2);
  for (let id = 0; id < size; id++) {
    const token = tokenAt(id);
    const sounds = soundsOf(token);
    kinds[id] = KINDS.indexOf(token.kind) | (SCRIPTS.indexOf(token.script) << SCRIPT_SHIFT);
    let weight = weightValues.indexOf(token.weight);
    if (weight < 0) weight = weightValues.push(token.weight) - 1;
    weights[id] = weight;
    starts[id] = words.length;
    words.pushText(token.key);
    words.pushText(sounds.form.key === token.key ? '' : sounds.form.key);
    words.pushText(token.text === token.key ? '' : token.text);
    writeSets(sounds.letters, id, letters);
    writeSets(sounds.form, id, forms);
    flags[id] = flagsOf(token);
    const span = Math.min(spanOf(token), MAX_SPAN) + 1;
    spanStart[span] = spanStart[span]! + 1;
  }
  for (let span = 1; span < spanStart.length; span++) {
    spanStart[span] = spanStart[span]! + spanStart[span - 1]!;
  }
  const arrays: Arrays = {
    kinds,
    weights,
    wordStarts: starts,
    words: words.view(),
    flags,
    spanStart,
    weightValues: Float64Array.from(weightValues),
  };
  for (const name of COLUMN_NAMES) {
    arrays[`letters.${name}`] = letters[name];
    arrays[`forms.${name}`] = forms[name];
  }
  return arrays;
};

const setsOf = (arrays: Arrays, prefix: string): SetColumns => {
  const column = (name: string): unknown => arrays[`${prefix}.${name}`];
  return {
    once: column('once') as Int32Array,
    twice: column('twice') as Int32Array,
    groups: column('groups') as Int32Array,
    solid: column('solid') as Uint8Array,
    length: column('length') as Uint8Array,
  };
};

const LETTER_A = 'a'.charCodeAt(0);

/** The distinct words of a segment, by id; ids grow with the span of the word. */
export class Vocabulary {
  readonly size: number;
  readonly columns: Columns;
  /** First id of each span, one more at the end. */
  readonly spanStart: Uint32Array;
  readonly hasConsonantal: boolean;
  readonly #kinds: Uint8Array;
  readonly #weights: Uint8Array;
  readonly #weightValues: Float64Array;
  readonly #starts: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #reader: ByteReader;
  readonly #cache = new Map<number, Token>();

  constructor(arrays: Arrays) {
    this.#kinds = arrays['kinds'] as Uint8Array;
    this.size = this.#kinds.length;
    this.#weights = arrays['weights'] as Uint8Array;
    this.#weightValues = arrays['weightValues'] as Float64Array;
    this.#starts = arrays['wordStarts'] as Uint32Array;
    this.#bytes = arrays['words'] as Uint8Array;
    this.#reader = new ByteReader(this.#bytes);
    this.spanStart = arrays['spanStart'] as Uint32Array;
    this.columns = {
      letters: setsOf(arrays, 'letters'),
      forms: setsOf(arrays, 'forms'),
      flags: arrays['flags'] as Uint8Array,
    };
    this.hasConsonantal = this.#kinds.some((code) => code >>> SCRIPT_SHIFT === CONSONANTAL);
  }

  kind(id: number): TokenClass {
    return KINDS[this.#kinds[id]! & ((1 << SCRIPT_SHIFT) - 1)]!;
  }

  isConsonantal(id: number): boolean {
    return this.#kinds[id]! >>> SCRIPT_SHIFT === CONSONANTAL;
  }

  /** Whether more than letters and sounds may make this word similar to another one. */
  hasOtherRules(id: number): boolean {
    return (this.columns.flags[id]! & OTHER_RULES) !== 0;
  }

  weight(id: number): number {
    return this.#weightValues[this.#weights[id]!]!;
  }

  /** Whether a joined reading with this word is not just the letters of both. */
  joinsOtherwise(id: number): boolean {
    const kind = this.kind(id);
    return kind === 'legal' || (kind === 'common' && this.weight(id) < COMMON_LEAST);
  }

  key(id: number): string {
    this.#reader.at = this.#starts[id]!;
    return this.#reader.text();
  }

  /** Writes the letters of a word's key, or of its sound form, from `at` on; returns where they end. */
  writeCodes(id: number, form: boolean, codes: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    let from = this.#starts[id]!;
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

  /**
   * How similar a word is to `query` by letters and sounds, 0 if it is not within the radius by either: what
   * `tokenSimilarity` says of words that no other rule applies to. Undefined: of this word it is not sure.
   */
  likeness(id: number, query: LetterQuery): number | undefined {
    const { letters, forms } = this.columns;
    const { radius } = query;
    const bytes = this.#bytes;
    const at = this.#starts[id]!;
    const length = bytes[at]!;
    const formAt = at + 1 + length;
    // The length of a long key takes two bytes, and what is beyond the most is not compared.
    if (length > MAX_TOKEN_CHARS || bytes[formAt]! > MAX_TOKEN_CHARS) return undefined;
    let best = 0;
    if (!beyondAt(query.letters, letters, id, radius.letters)) {
      const longest = Math.max(length, query.keyLength);
      const limit = radius.letters[longest]!;
      const { keyCodes, keyLength: size } = query;
      const distance = distanceOfCodes(keyCodes, size, bytes, at + 1, length, limit);
      // Words of one spelling may still be of two scripts.
      if (distance === 0) return undefined;
      if (distance <= limit) best = gradeDistance(distance, longest);
    }
    const stored = bytes[formAt]!;
    if ((stored === 0 && query.sameForm) || beyondAt(query.form, forms, id, radius.forms))
      return best;
    const formLength = stored || length;
    const longest = Math.max(formLength, query.formLength);
    const limit = radius.forms[longest]!;
    const { formCodes, formLength: size } = query;
    const from = stored === 0 ? at + 1 : formAt + 1;
    const distance = distanceOfCodes(formCodes, size, bytes, from, formLength, limit);
    return distance > limit ? best : Math.max(best, ofSounds(distance, longest));
  }

  /** Whether more than their distance tells two near words apart: a digit, or the ending of the other gender. */
  isToldApart(id: number, query: LetterQuery): boolean {
    const bytes = this.#bytes;
    const from = this.#starts[id]! + 1;
    const length = bytes[from - 1]!;
    const { keyCodes, keyLength } = query;
    if (query.hasDigit) return true;
    for (let i = from; i < from + length; i++) if (bytes[i]! < LETTER_A) return true;
    const shared = Math.min(length, keyLength) - (length === keyLength ? 1 : 0);
    if (Math.max(length, keyLength) - shared !== 1) return false;
    for (let i = 0; i < shared; i++) if (bytes[from + i] !== keyCodes[i]) return false;
    return true;
  }

  /** Whether a word is within the radius of `query` by its letters or sounds; true if that is not sure. */
  isNear(id: number, query: LetterQuery): boolean {
    return this.likeness(id, query) !== 0;
  }

  /** The word as the scorer compares it, with what its comparison needs already derived. */
  token(id: number): Token {
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const reader = this.#reader;
    reader.at = this.#starts[id]!;
    const key = reader.text();
    const form = reader.text() || key;
    const text = reader.text() || key;
    const { letters, forms } = this.columns;
    const sets = (columns: SetColumns, word: string): LetterSets =>
      word.length > MAX_TOKEN_CHARS
        ? letterSets(word)
        : {
            key: word,
            once: columns.once[id]!,
            twice: columns.twice[id]!,
            groups: columns.groups[id]!,
            solid: columns.solid[id]!,
          };
    const token: Token = {
      text,
      key,
      kind: this.kind(id),
      weight: this.weight(id),
      script: SCRIPTS[this.#kinds[id]! >>> SCRIPT_SHIFT]!,
      sounds: {
        letters: sets(letters, key),
        form: sets(forms, form),
        skeleton: undefined,
        spelling: SPELLING_CLASS.get(key),
        fullNames: FULL_NAMES_OF.get(key),
      },
      // Never compared by id: only interning does that.
      id: '',
    };
    if (this.#cache.size >= CACHED) this.#cache.clear();
    this.#cache.set(id, token);
    return token;
  }
}
