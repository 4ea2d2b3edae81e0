import { DROPPED_PREFIXES } from '../../../names/words/stems.ts';
import { areDifferent, editSimilarity, isKnown, isStem } from './edits.ts';
import { differInEndingOnly, differInGender, spellingForm } from './spelling.ts';
import {
  DIFFERENT,
  MORE_DROPPED_PREFIXES,
  SEVERAL_PEOPLES,
  SHORT_FORM_PAIRS,
  SPELLINGS,
} from './tables.ts';
import type { Word } from './words.ts';

/** The way in which one word matches another. */
export type MatchKind = 'exact' | 'variant' | 'short_form' | 'initial' | 'edit' | 'cut';

export type WordMatch = {
  kind: MatchKind;
  similarity: number;
  /** True if the shorter word also occurs in names of different people. */
  isSeveralPeoples?: true;
};

const EXACT: WordMatch = { kind: 'exact', similarity: 1 };
const VARIANT: WordMatch = { kind: 'variant', similarity: 0.97 };
const SHORT_FORM: WordMatch = { kind: 'short_form', similarity: 0.85 };
const SEVERAL: WordMatch = { ...SHORT_FORM, isSeveralPeoples: true };
/** Both names have the initial: everything agrees, though it is not a full name. */
const SAME_INITIAL: WordMatch = { kind: 'initial', similarity: 1 };
const INITIAL: WordMatch = { kind: 'initial', similarity: 0.5 };
const CUT: WordMatch = { kind: 'cut', similarity: 0.9 };

const shortForms = new Set(
  SHORT_FORM_PAIRS.map(([short, full]) => `${spellingForm(short)}:${spellingForm(full)}`),
);
const droppedPrefixes = new Set([...DROPPED_PREFIXES, ...MORE_DROPPED_PREFIXES].map(spellingForm));
const LEAST_SUFFIX = 4;

/**
 * Returns true for Seun of Oluwaseun: a stem is dropped, and at least four letters remain that are not a stem
 * themselves.
 */
function isShortForm(short: Word, long: Word): boolean {
  if (shortForms.has(`${short.form}:${long.form}`)) return true;
  return (
    short.letters.length >= LEAST_SUFFIX &&
    long.form.length > short.form.length &&
    long.form.endsWith(short.form) &&
    droppedPrefixes.has(long.form.slice(0, -short.form.length)) &&
    !droppedPrefixes.has(short.form)
  );
}

/** Returns true for Ada of Adaeze, who could also be Adanna. */
function isOneOfSeveral(short: Word, long: Word): boolean {
  return SEVERAL_PEOPLES.has(`${short.letters}:${long.letters}`);
}

/** Stems that are written short and long: Olufemi and Oluwafemi, Chinonso and Chukwunonso. */
const LONG_STEMS = [
  ['olu', 'oluwa'],
  ['chi', 'chukwu'],
].map((stems) => stems.map(spellingForm) as [string, string]);

/** True if two forms differ only in the length of the stem, and at least four equal letters follow it. */
function differInStemLength(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return LONG_STEMS.some(
    ([stem, longStem]) =>
      short.length >= stem.length + LEAST_SUFFIX &&
      short.startsWith(stem) &&
      long === longStem + short.slice(stem.length),
  );
}

function isInitialOf(initial: Word, word: Word): boolean {
  return (
    initial.kind === 'initial' && word.kind === 'full' && word.letters.startsWith(initial.letters)
  );
}

/** The match of two words; undefined when they are not the same name. Symmetric; similarity from 0.5 to 1. */
export function compareWords(a: Word, b: Word): WordMatch | undefined {
  if (a.letters === b.letters) return a.kind === 'initial' ? SAME_INITIAL : EXACT;
  if (a.kind === 'initial' || b.kind === 'initial')
    return isInitialOf(a, b) || isInitialOf(b, a) ? INITIAL : undefined;
  if (!a.latin || !b.latin) return undefined;
  if (isOneOfSeveral(a, b) || isOneOfSeveral(b, a)) return SEVERAL;
  if (DIFFERENT.has(`${a.letters}:${b.letters}`)) return undefined;
  if (a.form === b.form) return VARIANT;
  const classA = SPELLINGS.get(a.letters);
  const classB = SPELLINGS.get(b.letters);
  if (classA !== undefined && classA === classB) return VARIANT;
  if ((classA === undefined || classB === undefined) && differInEndingOnly(a.form, b.form))
    return VARIANT;
  if (differInStemLength(a.form, b.form)) return VARIANT;
  if (isShortForm(a, b) || isShortForm(b, a)) return SHORT_FORM;
  const similarity = editSimilarity(a.letters, b.letters);
  return similarity > 0 ? { kind: 'edit', similarity } : undefined;
}

const LEAST_CUT = 3;

/** Returns the match of a word with its beginning, for a field that had no room for the rest. */
export function compareCut(whole: Word, beginning: Word): WordMatch | undefined {
  const [letters, start] = [whole.letters, beginning.letters];
  if (!whole.latin || start.length < LEAST_CUT) return undefined;
  if (letters === start || !letters.startsWith(start)) return undefined;
  // Christian is a separate name, and not a beginning of Christiana.
  if (areDifferent(letters, start)) return undefined;
  if (isKnown(start) && differInGender(letters, start)) return undefined;
  return isStem(start) ? { ...CUT, isSeveralPeoples: true } : CUT;
}
