import { MAX_TOKEN_CHARS, surelyAbove, type LetterSets } from './edit-distance.ts';
import { HOPELESS } from './grading.ts';
import { NEAR, soundsOf } from './similarity.ts';
import { DROPPED_PREFIXES } from './stems.ts';
import type { Token } from './types.ts';

/**
 * The letter sets of a vocabulary as columns, so that a query word rules out most of it in a tight loop
 * over typed arrays (following pointers from token to token costs ten times as much). Ruling out is exact:
 * what is skipped has similarity 0.
 */

export interface SetColumns {
  readonly once: Int32Array;
  readonly twice: Int32Array;
  readonly groups: Int32Array;
  readonly solid: Uint8Array;
  readonly length: Uint8Array;
}

export interface Columns {
  readonly letters: SetColumns;
  readonly forms: SetColumns;
  /** Bits below: reasons why letters alone cannot rule a word out. */
  readonly flags: Uint8Array;
}

/** Compared by other rules than letters: short forms, initials, numbers, particles, other scripts. */
export const OTHER_RULES = 1;
export const HAS_SPELLING = 2;
const CONSONANTAL = 4;

const WORD_KINDS: ReadonlySet<string> = new Set(['name', 'common', 'generic', 'place', 'title']);
const byLetters = (token: Token): boolean =>
  token.key !== '' &&
  WORD_KINDS.has(token.kind) &&
  (token.script === 'latin' || token.script === 'other');

/** What remains of a key when each prefix that is dropped in daily use is dropped. */
export const shortened = (key: string): string[] =>
  DROPPED_PREFIXES.filter(
    (prefix) => key.startsWith(prefix) && key.length >= prefix.length + 3,
  ).map((prefix) => key.slice(prefix.length));

export const flagsOf = (token: Token): number => {
  const { fullNames, spelling } = soundsOf(token);
  const other = !byLetters(token) || fullNames !== undefined || shortened(token.key).length > 0;
  return (
    (other ? OTHER_RULES : 0) |
    (spelling === undefined ? 0 : HAS_SPELLING) |
    (token.script === 'consonantal' ? CONSONANTAL : 0)
  );
};

const setColumns = (sets: readonly LetterSets[]): SetColumns => ({
  once: Int32Array.from(sets, (set) => set.once),
  twice: Int32Array.from(sets, (set) => set.twice),
  groups: Int32Array.from(sets, (set) => set.groups),
  solid: Uint8Array.from(sets, (set) => Math.min(set.solid, 255)),
  length: Uint8Array.from(sets, (set) => Math.min(set.key.length, MAX_TOKEN_CHARS)),
});

/** Columns of a vocabulary; about 40 bytes and 2 µs a word. */
export const columnsOf = (vocabulary: readonly Token[]): Columns => ({
  letters: setColumns(vocabulary.map((token) => soundsOf(token).letters)),
  forms: setColumns(vocabulary.map((token) => soundsOf(token).form)),
  flags: Uint8Array.from(vocabulary, flagsOf),
});

export const beyondAt = (
  query: LetterSets,
  columns: SetColumns,
  id: number,
  limits: Float64Array,
): boolean => {
  const length = columns.length[id]!;
  const longest = query.key.length > length ? query.key.length : length;
  const limit = limits[longest > MAX_TOKEN_CHARS ? MAX_TOKEN_CHARS : longest]!;
  return surelyAbove(
    query,
    columns.once[id]!,
    columns.twice[id]!,
    columns.groups[id]!,
    columns.solid[id]!,
    limit,
  );
};

/** Tells of words by their columns whether they may be similar to `token` at all; the others have similarity 0. */
export const similarityFilter = (
  token: Token,
  keyAt: (id: number) => string,
  columns: Columns,
): ((id: number) => boolean) => {
  const { letters, form, spelling, fullNames } = soundsOf(token);
  const all = !byLetters(token) || fullNames !== undefined;
  const mask = OTHER_RULES | (spelling === undefined ? 0 : HAS_SPELLING);
  const shorts = shortened(token.key);
  return (id) =>
    all ||
    (columns.flags[id]! & mask) !== 0 ||
    !beyondAt(letters, columns.letters, id, HOPELESS) ||
    !beyondAt(form, columns.forms, id, HOPELESS) ||
    (shorts.length > 0 && shorts.includes(keyAt(id)));
};

/** The ids in [from, to) that may be similar to `token` at all; the others have similarity 0. */
export const similarIds = (
  token: Token,
  keyAt: (id: number) => string,
  columns: Columns,
  from: number,
  to: number,
): number[] => {
  const mayBe = similarityFilter(token, keyAt, columns);
  const ids: number[] = [];
  for (let id = from; id < to; id++) if (mayBe(id)) ids.push(id);
  return ids;
};

/** The ids in [from, to) that may be a joined reading of `token` or it of them. */
export const joinableIds = (token: Token, columns: Columns, from: number, to: number): number[] => {
  const { letters, form, spelling } = soundsOf(token);
  const ids: number[] = [];
  const mask = CONSONANTAL | (spelling === undefined ? 0 : HAS_SPELLING);
  for (let id = from; id < to; id++) {
    const ruledOut =
      token.script !== 'consonantal' &&
      (columns.flags[id]! & mask) === 0 &&
      beyondAt(letters, columns.letters, id, NEAR) &&
      beyondAt(form, columns.forms, id, NEAR);
    if (!ruledOut) ids.push(id);
  }
  return ids;
};
