import { shortened } from '../matching/columns.ts';
import { soundForm } from '../matching/sounds.ts';
import { soundsOf } from '../matching/similarity.ts';
import { PREFIX_STEMS, SUFFIX_STEMS } from '../matching/stems.ts';
import type { Token } from '../matching/types.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import {
  COARSE,
  endHashes,
  FINE,
  hashPattern,
  hashSkeleton,
  hashText,
  isSlight,
  MAX_PATTERN,
  partHashes,
  patternOf,
  SPACE,
} from './reduce.ts';

/** Words up to this length are stored in the fine alphabet. */
export const FINE_UNTIL = 6;
/** Longer words are found by parts of them only; see probe-sets.ts. */
export const DELETIONS_UNTIL = 14;
/** Two whole edits can be near to a word of 11 letters, and so to one of two letters less. */
export const PARTS_FROM = 9;
/** Words and joined readings from this length on are also found by their two ends. */
export const ENDS_FROM = 11;

const EDITABLE: ReadonlySet<string> = new Set(['name', 'common', 'generic', 'place', 'title']);

/** Whether a word is compared by its letters. */
export const isEditable = (token: Token): boolean => token.key !== '' && EDITABLE.has(token.kind);

/**
 * Whether letters and sounds alone decide what a word is similar to by more than a stem's rest: it has no
 * spellings and no short forms, and is of a script that is written with its vowels.
 */
export const isByLetters = (token: Token): boolean => {
  const { spelling, fullNames, form } = soundsOf(token);
  let hasStem = shortened(token.key).length > 0;
  const note = (): void => void (hasStem = true);
  stemHashes(token.key, note);
  stemHashes(form.key, note);
  return (
    isEditable(token) &&
    (token.script === 'latin' || token.script === 'other') &&
    spelling === undefined &&
    fullNames === undefined &&
    !hasStem
  );
};

/** The longer of a word's key and sound form, in letters. */
export const spanOf = (token: Token): number =>
  Math.max(token.key.length, soundsOf(token).form.key.length);

const PREFIXES = Map.groupBy(PREFIX_STEMS, (stem) => stem[0]!);
const SUFFIXES = Map.groupBy(SUFFIX_STEMS, (stem) => stem.at(-1)!);

/** What a key's rest after each of the common stems hashes to; both sides of a comparison do this. */
export const stemHashes = (key: string, emit: (hash: number) => void): void => {
  const add = (stem: string, rest: string): void => {
    if (rest.length < 3) return;
    const spelling = SPELLING_CLASS.get(rest);
    if (spelling !== undefined) emit(hashText(SPACE.stemSpelling, `${stem}|${spelling}`));
    emit(hashText(SPACE.stemSound, `${stem}|${soundForm(rest)}`));
  };
  for (const stem of PREFIXES.get(key.slice(0, 1)) ?? []) {
    if (key.startsWith(stem)) add(`${stem}-`, key.slice(stem.length));
  }
  for (const stem of SUFFIXES.get(key.slice(-1)) ?? []) {
    if (key.endsWith(stem)) add(`-${stem}`, key.slice(0, key.length - stem.length));
  }
};

const pattern = new Uint8Array(MAX_PATTERN);
const codes = new Uint8Array(MAX_PATTERN);

const deletions = (space: number, length: number, emit: (hash: number) => void): void => {
  emit(hashPattern(space, pattern, length));
  for (let i = 0; i < length; i++) {
    // Of a run every deletion is the same.
    if (i > 0 && pattern[i] === pattern[i - 1]) continue;
    emit(hashPattern(space, pattern, length, i));
  }
};

/** Without each choice of the letters that cost least to add, of which few words have many. */
const MOST_SLIGHT = 3;
const withoutSlight = (
  space: number,
  from: number,
  end: number,
  left: number,
  emit: (hash: number) => void,
): void => {
  if (left === 0) return;
  for (let i = from; i < end; i++) {
    if (!isSlight(codes[i]!)) continue;
    const [symbol, code] = [pattern[i]!, codes[i]!];
    pattern.copyWithin(i, i + 1, end);
    codes.copyWithin(i, i + 1, end);
    deletions(space, end - 1, emit);
    withoutSlight(space, i, end - 1, left - 1, emit);
    pattern.copyWithin(i + 1, i, end - 1);
    codes.copyWithin(i + 1, i, end - 1);
    pattern[i] = symbol;
    codes[i] = code;
  }
};

const editHashes = (text: string, emit: (hash: number) => void): void => {
  if (text.length <= DELETIONS_UNTIL) {
    const fine = text.length <= FINE_UNTIL;
    const space = fine ? SPACE.fine : SPACE.pattern;
    const length = patternOf(text, pattern, codes, fine ? FINE : COARSE);
    deletions(space, length, emit);
    withoutSlight(space, 0, length, MOST_SLIGHT, emit);
  }
  const length = patternOf(text, pattern, codes);
  if (text.length >= PARTS_FROM) partHashes(pattern, length, emit);
  if (text.length >= ENDS_FROM) endHashes(pattern, length, emit);
};

/** Everything a vocabulary word is found by. */
export const wordHashes = (token: Token, emit: (hash: number) => void): void => {
  const { key, text, kind, script } = token;
  if (key !== '') emit(hashText(SPACE.key, key));
  if (kind === 'legal' && text !== key) emit(hashText(SPACE.key, text));
  if (script !== 'latin' || key === '') emit(hashText(SPACE.text, text));
  const { form, spelling } = soundsOf(token);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  if (!isEditable(token)) return;
  emit(hashSkeleton(SPACE.skeleton, pattern, patternOf(form.key, pattern, codes)));
  editHashes(key, emit);
  stemHashes(key, emit);
  if (form.key !== key) {
    editHashes(form.key, emit);
    stemHashes(form.key, emit);
  }
  if (script === 'consonantal')
    emit(hashSkeleton(SPACE.consonantal, pattern, patternOf(form.key, pattern, codes)));
};

const joinPatternHashes = (text: string, emit: (hash: number) => void): void => {
  const fine = text.length <= FINE_UNTIL;
  const length = patternOf(text, pattern, codes, fine ? FINE : COARSE);
  emit(hashPattern(fine ? SPACE.fineJoin : SPACE.join, pattern, length));
  if (text.length >= ENDS_FROM) endHashes(pattern, length, emit);
};

/** Everything a joined reading of a listed name is found by. */
export const joinHashes = ({ key, script }: Token, emit: (hash: number) => void): void => {
  const form = soundForm(key);
  const spelling = SPELLING_CLASS.get(key);
  joinPatternHashes(key, emit);
  if (form !== key) joinPatternHashes(form, emit);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  stemHashes(key, emit);
  if (form !== key) stemHashes(form, emit);
  const space = script === 'consonantal' ? SPACE.consonantal : SPACE.skeleton;
  emit(hashSkeleton(space, pattern, patternOf(form, pattern, codes)));
};
