import type { WordMatch } from './similarity.ts';
import type { Word } from './words.ts';

/**
 * The verdict on one field. `same`: all its words agree. `partly`: some words agree, or an initial does. `different`:
 * the record has another name in its place. `missing`: the record has no other name. Null: the field was not claimed,
 * or contains no name.
 */
type Verdict = 'same' | 'partly' | 'different' | 'missing' | null;
export type Verdicts = { firstName: Verdict; middleName: Verdict; lastName: Verdict };

type Alignment = {
  readonly aligned: readonly { claimed: Word; match: WordMatch | undefined }[];
  readonly recordLeft: readonly Word[];
};

/** True if a word, or a part of a compound, belongs to the field. */
export function isIn(word: Word, field: ReadonlySet<string>): boolean {
  return word.text.split(' ').some((part) => field.has(part));
}

/** Judges one claimed field by the alignment of the whole name. */
export function verdictOf({ aligned, recordLeft }: Alignment, field: ReadonlySet<string>): Verdict {
  const words = aligned.filter(({ claimed }) => isIn(claimed, field));
  const found = words.filter(({ match }) => match !== undefined);
  if (words.length === 0) return null;
  if (found.length === words.length && found.every(({ match }) => match!.kind !== 'initial'))
    return 'same';
  if (found.length > 0) return 'partly';
  return recordLeft.some(({ kind }) => kind === 'full') ? 'different' : 'missing';
}
