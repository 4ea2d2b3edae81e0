import { MAX_TOKEN_CHARS, writeCodes, type LetterSets } from '../matching/edit-distance.ts';
import { soundsOf } from '../matching/similarity.ts';
import type { Token } from '../matching/types.ts';
import { isByLetters } from './index-keys.ts';
import type { Radius } from './radius.ts';

/** A word of a query as `isNear` wants it. */
export interface LetterQuery {
  readonly radius: Radius;
  readonly letters: LetterSets;
  readonly form: LetterSets;
  readonly keyCodes: Uint8Array;
  readonly keyLength: number;
  readonly formCodes: Uint8Array;
  readonly formLength: number;
  readonly sameForm: boolean;
  readonly consonantal: boolean;
  readonly hasDigit: boolean;
  /** Nothing but letters and sounds decides what it is similar to. */
  readonly byLetters: boolean;
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
    consonantal: token.script === 'consonantal',
    sameForm: form.key === letters.key,
    hasDigit: /\d/.test(letters.key),
    byLetters: isByLetters(token) && letters.key.length <= MAX_TOKEN_CHARS,
  };
};
