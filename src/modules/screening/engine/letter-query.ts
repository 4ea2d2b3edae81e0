import { MAX_TOKEN_CHARS, writeCodes } from '../matching/distance/edit-distance.ts';
import type { LetterSets } from '../matching/distance/letter-sets.ts';
import { soundsOf } from '../matching/similarity.ts';
import { stemsIn } from '../matching/stems.ts';
import type { Script, Token } from '../matching/types.ts';
import { writeSkeleton } from './skeletons.ts';

/** A stem that a word of a query begins or ends with. */
interface Stem {
  readonly codes: Uint8Array;
  readonly isPrefix: boolean;
  /** Of its sound form instead of its key. */
  readonly ofForm: boolean;
}

/** A word of a query as the vocabulary compares it. */
export interface LetterQuery {
  readonly letters: LetterSets;
  readonly form: LetterSets;
  readonly keyCodes: Uint8Array;
  readonly keyLength: number;
  readonly formCodes: Uint8Array;
  readonly formLength: number;
  /** Its consonants. */
  readonly skeletonCodes: Uint8Array;
  readonly skeletonLength: number;
  readonly sameForm: boolean;
  readonly consonantal: boolean;
  readonly hasDigit: boolean;
  readonly hasSpelling: boolean;
  readonly stems: readonly Stem[];
  /** It is not longer than what is compared. */
  readonly isComparable: boolean;
  /** A script of syllables, whose words are compared as they are written. */
  readonly syllables: Script | undefined;
}

const stemsOf = (text: string, ofForm: boolean): Stem[] =>
  stemsIn(text).map(({ stem, isPrefix }) => ({ codes: Buffer.from(stem), isPrefix, ofForm }));

export const letterQuery = (token: Token): LetterQuery => {
  const { letters, form, spelling } = soundsOf(token);
  const keyCodes = new Uint8Array(MAX_TOKEN_CHARS);
  const formCodes = new Uint8Array(MAX_TOKEN_CHARS);
  const skeletonCodes = new Uint8Array(MAX_TOKEN_CHARS);
  return {
    letters,
    form,
    keyCodes,
    keyLength: writeCodes(letters.key, keyCodes),
    formCodes,
    formLength: writeCodes(form.key, formCodes),
    skeletonCodes,
    skeletonLength: writeSkeleton(form.key, skeletonCodes),
    consonantal: token.script === 'consonantal',
    sameForm: form.key === letters.key,
    hasDigit: /\d/.test(letters.key),
    hasSpelling: spelling !== undefined,
    stems: [...stemsOf(letters.key, false), ...stemsOf(form.key, true)],
    isComparable: letters.key.length <= MAX_TOKEN_CHARS && form.key.length <= MAX_TOKEN_CHARS,
    syllables: token.script === 'han' || token.script === 'hangul' ? token.script : undefined,
  };
};
