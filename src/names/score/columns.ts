import { MAX_TOKEN_CHARS } from '../similarity/edit-distance.ts';
import { surelyAbove, type LetterSets } from '../similarity/letter-sets.ts';
import { HOPELESS } from '../similarity/grading.ts';
import { NEAR } from '../similarity/compounds.ts';
import { soundsOf } from '../similarity/similarity.ts';
import { DROPPED_PREFIXES } from '../words/stems.ts';
import type { Token } from '../types.ts';

/**
 * The letter sets of a vocabulary as columns. A tight loop over typed arrays excludes most words for a query word.
 * (Following pointers from token to token costs ten times as much.) Every excluded word has similarity 0.
 */

export type Columns = {
  /**
   * RECORD numbers for each word, one cache line of a processor: LETTERS of its key, FORMS of its sound form, and free
   * numbers for other data about the word.
   */
  readonly sets: Int32Array;
  /** The bits below mark words that letters alone cannot exclude. */
  readonly flags: Uint8Array;
};

/** Offsets in a record of the key and of the sound form. */
export const LETTERS = 0;
export const FORMS = 4;
export type Part = typeof LETTERS | typeof FORMS;
export const RECORD = 16;
/** Offset of the free numbers of a record. */
export const FREE = 8;
const [ONCE, TWICE, GROUPS, SIZES] = [0, 1, 2, 3];
const LENGTH_SHIFT = 8;
const SIZE_MASK = 255;

/** Writes the sets of a key or sound form. */
export function writeSets(sets: Int32Array, id: number, part: Part, of: LetterSets): void {
  const at = id * RECORD + part;
  const length = Math.min(of.key.length, MAX_TOKEN_CHARS);
  sets[at + ONCE] = of.once;
  sets[at + TWICE] = of.twice;
  sets[at + GROUPS] = of.groups;
  sets[at + SIZES] = Math.min(of.solid, SIZE_MASK) | (length << LENGTH_SHIFT);
}

/** Returns the sets of a key or sound form. */
export function setsAt({ sets }: Columns, id: number, part: Part, key: string): LetterSets {
  const at = id * RECORD + part;
  return {
    key,
    once: sets[at + ONCE]!,
    twice: sets[at + TWICE]!,
    groups: sets[at + GROUPS]!,
    solid: sets[at + SIZES]! & SIZE_MASK,
  };
}

export function onceAt({ sets }: Columns, id: number): number {
  return sets[id * RECORD + ONCE]!;
}
export function groupsAt({ sets }: Columns, id: number): number {
  return sets[id * RECORD + GROUPS]!;
}
export function solidAt({ sets }: Columns, id: number, part: Part): number {
  return sets[id * RECORD + part + SIZES]! & SIZE_MASK;
}
export function lengthAt({ sets }: Columns, id: number, part: Part): number {
  return sets[id * RECORD + part + SIZES]! >>> LENGTH_SHIFT;
}

/** Returns true if two words have the same letters, in any order. */
export function sameLetters({ sets }: Columns, a: number, b: number): boolean {
  const [atA, atB] = [a * RECORD + LETTERS, b * RECORD + LETTERS];
  for (let i = ONCE; i <= SIZES; i++) if (sets[atA + i] !== sets[atB + i]) return false;
  return true;
}

/** The bit for tokens that are not compared by letters: short forms, initials, numbers, particles, other scripts. */
const OTHER_RULES = 1;
export const HAS_SPELLING = 2;
const CONSONANTAL = 4;

const WORD_KINDS: ReadonlySet<string> = new Set(['name', 'common', 'generic', 'place', 'title']);
function byLetters(token: Token): boolean {
  return (
    token.key !== '' &&
    WORD_KINDS.has(token.kind) &&
    (token.script === 'latin' || token.script === 'other')
  );
}

/** Returns the remaining key after each prefix that people omit in daily use. */
function shortened(key: string): string[] {
  return DROPPED_PREFIXES.filter(
    (prefix) => key.startsWith(prefix) && key.length >= prefix.length + 3,
  ).map((prefix) => key.slice(prefix.length));
}

export function flagsOf(token: Token): number {
  const { fullNames, spelling } = soundsOf(token);
  const other = !byLetters(token) || fullNames !== undefined || shortened(token.key).length > 0;
  return (
    (other ? OTHER_RULES : 0) |
    (spelling === undefined ? 0 : HAS_SPELLING) |
    (token.script === 'consonantal' ? CONSONANTAL : 0)
  );
}

/** Columns of a vocabulary; about 65 bytes and 2 µs a word. */
export function columnsOf(vocabulary: readonly Token[]): Columns {
  const sets = new Int32Array(vocabulary.length * RECORD);
  vocabulary.forEach((token, id) => {
    const { letters, form } = soundsOf(token);
    writeSets(sets, id, LETTERS, letters);
    writeSets(sets, id, FORMS, form);
  });
  return { sets, flags: Uint8Array.from(vocabulary, flagsOf) };
}

/** Returns true if a word is certainly beyond `limits` of `query`, by its key or by its sound form. */
export function beyondAt(
  query: LetterSets,
  { sets }: Columns,
  part: Part,
  id: number,
  limits: Float64Array,
): boolean {
  const at = id * RECORD + part;
  const sizes = sets[at + SIZES]!;
  const length = sizes >>> LENGTH_SHIFT;
  const longest = query.key.length > length ? query.key.length : length;
  const limit = limits[longest > MAX_TOKEN_CHARS ? MAX_TOKEN_CHARS : longest]!;
  return surelyAbove(
    query,
    sets[at + ONCE]!,
    sets[at + TWICE]!,
    sets[at + GROUPS]!,
    sizes & SIZE_MASK,
    limit,
  );
}

/** Returns a predicate for words by their columns. False means that the similarity to `token` is 0. */
export function similarityFilter(
  token: Token,
  keyAt: (id: number) => string,
  columns: Columns,
): (id: number) => boolean {
  const { letters, form, spelling, fullNames } = soundsOf(token);
  const all = !byLetters(token) || fullNames !== undefined;
  const mask = OTHER_RULES | (spelling === undefined ? 0 : HAS_SPELLING);
  const shorts = shortened(token.key);
  return (id) =>
    all ||
    (columns.flags[id]! & mask) !== 0 ||
    !beyondAt(letters, columns, LETTERS, id, HOPELESS) ||
    !beyondAt(form, columns, FORMS, id, HOPELESS) ||
    (shorts.length > 0 && shorts.includes(keyAt(id)));
}

/** Returns the ids in [from, to) of words that may be similar to `token`. All others have similarity 0. */
export function similarIds(
  token: Token,
  keyAt: (id: number) => string,
  columns: Columns,
  from: number,
  to: number,
): number[] {
  const mayBe = similarityFilter(token, keyAt, columns);
  const ids: number[] = [];
  for (let id = from; id < to; id++) if (mayBe(id)) ids.push(id);
  return ids;
}

/** Returns the ids in [from, to) that may be a joined reading of `token`, or of which `token` may be one. */
export function compoundLikeIds(
  token: Token,
  columns: Columns,
  from: number,
  to: number,
): number[] {
  const { letters, form, spelling } = soundsOf(token);
  const mask = CONSONANTAL | (spelling === undefined ? 0 : HAS_SPELLING);
  const mayBe = (id: number): boolean =>
    token.script === 'consonantal' ||
    (columns.flags[id]! & mask) !== 0 ||
    !beyondAt(letters, columns, LETTERS, id, NEAR) ||
    !beyondAt(form, columns, FORMS, id, NEAR);
  const ids: number[] = [];
  for (let id = from; id < to; id++) if (mayBe(id)) ids.push(id);
  return ids;
}
