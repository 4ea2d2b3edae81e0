import { MAX_TOKEN_CHARS, writeCodes } from '../../names/similarity/edit-distance.ts';
import type { LetterSets } from '../../names/similarity/letter-sets.ts';
import { soundsOf } from '../../names/similarity/similarity.ts';
import { soundForm } from '../../names/words/sounds.ts';
import { stemsIn } from '../../names/words/stems.ts';
import type { Script, Token, TokenClass } from '../../names/types.ts';
import { digitsHash, writeSkeleton } from './index-keys.ts';

/** A stem at the beginning or end of a query's word. */
type Stem = {
  readonly codes: Uint8Array;
  readonly isPrefix: boolean;
  /** True if the stem belongs to the sound form, and not to the key. */
  readonly ofForm: boolean;
};

function stemsOf(text: string, ofForm: boolean): Stem[] {
  return stemsIn(text).map(({ stem, isPrefix }) => ({
    codes: Buffer.from(stem),
    isPrefix,
    ofForm,
  }));
}

/**
 * A query's word in the form that the vocabulary compares. Values that only useful candidates need are computed at the
 * first such candidate.
 */
export class LetterQuery {
  readonly #token: Token;
  /** The sound form of the word. */
  readonly sound: string;
  readonly keyCodes = new Uint8Array(MAX_TOKEN_CHARS);
  readonly keyLength: number;
  readonly formCodes: Uint8Array;
  readonly formLength: number;
  readonly sameForm: boolean;
  readonly consonantal: boolean;
  /** The key of the words with the same digits, if the word has digits. No other word is similar by letters. */
  readonly digits: number | undefined;
  /** True if the word is not longer than the compared part. */
  readonly isComparable: boolean;
  /** True for a script of syllables, which compares words as written. */
  readonly syllables: Script | undefined;
  #skeleton: Uint8Array | undefined;
  #stems: readonly Stem[] | undefined;

  constructor(token: Token) {
    const { key, script } = token;
    const sound = token.sounds?.form.key ?? soundForm(key);
    this.#token = token;
    this.sound = sound;
    this.keyLength = writeCodes(key, this.keyCodes);
    this.sameForm = sound === key;
    this.formCodes = this.sameForm ? this.keyCodes : new Uint8Array(MAX_TOKEN_CHARS);
    this.formLength = writeCodes(sound, this.formCodes);
    this.consonantal = script === 'consonantal';
    this.digits = digitsHash(key);
    this.isComparable = key.length <= MAX_TOKEN_CHARS && sound.length <= MAX_TOKEN_CHARS;
    this.syllables = script === 'han' || script === 'hangul' ? script : undefined;
  }

  get kind(): TokenClass {
    return this.#token.kind;
  }

  get letters(): LetterSets {
    return soundsOf(this.#token).letters;
  }

  get form(): LetterSets {
    return soundsOf(this.#token).form;
  }

  get hasSpelling(): boolean {
    return soundsOf(this.#token).spelling !== undefined;
  }

  /** The character codes of the word's consonants. */
  get skeleton(): Uint8Array {
    if (this.#skeleton === undefined) {
      const codes = new Uint8Array(MAX_TOKEN_CHARS);
      this.#skeleton = codes.subarray(0, writeSkeleton(this.sound, codes));
    }
    return this.#skeleton;
  }

  get stems(): readonly Stem[] {
    return (this.#stems ??= [...stemsOf(this.#token.key, false), ...stemsOf(this.sound, true)]);
  }
}
