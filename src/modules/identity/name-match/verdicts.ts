import type { WordMatch } from './similarity.ts';
import type { Word } from './words.ts';

/**
 * The verdict on one field: all its words agree; some do, or an initial does; the record has another name in its place; or no other
 * name at all. Null: it was not claimed, or has no name in it.
 */
type Verdict = 'same' | 'partly' | 'different' | 'missing' | null;
export type Verdicts = { firstName: Verdict; middleName: Verdict; lastName: Verdict };

type Alignment = {
  readonly aligned: readonly { claimed: Word; match: WordMatch | undefined }[];
  readonly recordLeft: readonly Word[];
};

/** Tells whether a word, or a part of a compound, is one of the field's. */
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
