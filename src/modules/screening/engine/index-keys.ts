import { shortened } from '../matching/columns.ts';
import { soundForm } from '../matching/sounds.ts';
import { soundsOf } from '../matching/similarity.ts';
import { PREFIX_STEMS, SUFFIX_STEMS } from '../matching/stems.ts';
import type { Token } from '../matching/types.ts';
import { SPELLING_CLASS } from '../matching/variants.ts';
import { hashSkeleton, hashText, MAX_PATTERN, patternOf, SPACE } from './reduce.ts';

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

/** What a vocabulary word is found by other than its letters. */
export const wordHashes = (token: Token, emit: (hash: number) => void): void => {
  const { key, text, kind, script } = token;
  if (key !== '') emit(hashText(SPACE.key, key));
  if (kind === 'legal' && text !== key) emit(hashText(SPACE.key, text));
  if (script !== 'latin' || key === '') emit(hashText(SPACE.text, text));
  const { form, spelling } = soundsOf(token);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  if (!isEditable(token)) return;
  emit(hashSkeleton(SPACE.skeleton, pattern, patternOf(form.key, pattern, codes)));
  stemHashes(key, emit);
  if (form.key !== key) stemHashes(form.key, emit);
  if (script === 'consonantal')
    emit(hashSkeleton(SPACE.consonantal, pattern, patternOf(form.key, pattern, codes)));
};

/** What a joined reading of a listed name is found by other than its letters. */
export const joinHashes = ({ key, script }: Token, emit: (hash: number) => void): void => {
  const form = soundForm(key);
  const spelling = SPELLING_CLASS.get(key);
  if (spelling !== undefined) emit(hashText(SPACE.spelling, spelling));
  stemHashes(key, emit);
  if (form !== key) stemHashes(form, emit);
  const space = script === 'consonantal' ? SPACE.consonantal : SPACE.skeleton;
  emit(hashSkeleton(space, pattern, patternOf(form, pattern, codes)));
};
