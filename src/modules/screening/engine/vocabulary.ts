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
  writeCodes,
  type LetterSets,
} from '../matching/edit-distance.ts';
import { soundsOf } from '../matching/similarity.ts';
import type { Script, Token, TokenClass } from '../matching/types.ts';
import { FULL_NAMES_OF } from '../matching/nicknames.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import { spanOf } from './index-keys.ts';
import { GrowingBytes } from './growing.ts';
import type { Arrays } from './layout.ts';
import type { Radius } from './probe-sets.ts';
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

/** A word of a query as `isNear` wants it. */
export interface LetterQuery {
  readonly radius: Radius;
  readonly letters: LetterSets;
  readonly form: LetterSets;
  readonly keyCodes: Uint8Array;
  readonly keyLength: number;
  readonly formCodes: Uint8Array;
  readonly formLength: number;
}

export const letterQuery = (token: Token, radius: Radius): LetterQuery => {
  const { letters, form } = soundsOf(token);
  const keyCodes = new Uint8Array(MAX_TOKEN_CHARS);
  const formCodes = new Uint8Array(MAX_TOKEN_CHARS);
  return {
    radius,
    letters,
    form,
    keyCodes,
    keyLength: writeCodes(letters.key, keyCodes),
    formCodes,
    formLength: writeCodes(form.key, formCodes),
  };
};

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
    return (
      kind === 'legal' ||
      (kind === 'common' && this.weight(id) < COMMON_LEAST) ||
      this.isConsonantal(id)
    );
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

  /** Whether the letters of a word, or what it sounds like, are within a radius of those of `query`. */
  isNear(id: number, query: LetterQuery): boolean {
    const { letters, forms } = this.columns;
    const { radius } = query;
    const bytes = this.#bytes;
    const at = this.#starts[id]!;
    const length = bytes[at]!;
    // The length of a long key takes two bytes; such words are few, and are compared in full.
    if (length >= 128) return true;
    const keyLength = Math.min(length, MAX_TOKEN_CHARS);
    if (!beyondAt(query.letters, letters, id, radius.letters)) {
      const limit = radius.letters[Math.max(keyLength, query.keyLength)]!;
      const { keyCodes, keyLength: size } = query;
      if (distanceOfCodes(keyCodes, size, bytes, at + 1, keyLength, limit) <= limit) return true;
    }
    if (beyondAt(query.form, forms, id, radius.forms)) return false;
    const formAt = at + 1 + length;
    const stored = bytes[formAt]!;
    if (stored >= 128) return true;
    const formLength = Math.min(stored || length, MAX_TOKEN_CHARS);
    const limit = radius.forms[Math.max(formLength, query.formLength)]!;
    const { formCodes, formLength: size } = query;
    const from = stored === 0 ? at + 1 : formAt + 1;
    return distanceOfCodes(formCodes, size, bytes, from, formLength, limit) <= limit;
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
