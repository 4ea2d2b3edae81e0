import type { LetterSets } from './similarity/letter-sets.ts';

/** Class of a word in a name. The scorer weighs and compares words by it. */
export type TokenClass =
  | 'name'
  | 'common'
  | 'initial'
  | 'particle'
  | 'stop'
  | 'title'
  | 'generic'
  | 'place'
  | 'number'
  | 'legal';

/** `consonantal`: scripts whose transliteration lacks vowels (Arabic, Hebrew) or the inherent ones (Indic). */
export type Script = 'latin' | 'consonantal' | 'han' | 'hangul' | 'other';

/** Values derived from a token's key, cached on the token. */
export type Sounds = {
  readonly letters: LetterSets;
  /** The letter sets of its sound form. */
  readonly form: LetterSets;
  /** Only the consonants; computed when first compared with a word of a script without vowels. */
  skeleton: string | undefined;
  /** Head of its spelling class. */
  readonly spelling: string | undefined;
  /** Full names that it is a short form of. */
  readonly fullNames: ReadonlySet<string> | undefined;
};

/** One comparable unit of a name, usually a word. A legal form may have several words. */
export type Token = {
  /** The words as they occur in `canonical`. */
  readonly text: string;
  /** Compared form: transliterated, only ASCII letters and digits; '' if there is none. */
  readonly key: string;
  readonly kind: TokenClass;
  /** Share in the score; a full name word has 1. */
  readonly weight: number;
  readonly script: Script;
  /** Cached by the first comparison. */
  sounds: Sounds | undefined;
  /**
   * Number of the written word that it is a syllable of, in a script without spaces (Han, Hangul). Set for names made
   * from their text; undefined for whole words.
   */
  readonly syllableOf: number | undefined;
  /** Its number among the words of the segment built from it. */
  number?: number | undefined;
  /** Identity for interning. Tokens with equal ids are equal in everything but the word they are a syllable of. */
  readonly id: string;
};

/** Adjacent words read as one (`o brien` = obrien), tried as another reading of the name. */
export type Compound = {
  readonly from: number;
  /** The index after the last word. */
  readonly to: number;
  readonly token: Token;
};

export type CanonicalName = {
  /** Lower case, without diacritics, titles and suffixes, with single spaces. This text is stored and shown. */
  readonly canonical: string;
  readonly tokens: readonly Token[];
  readonly compounds: readonly Compound[];
};

export type EntityHint = 'person' | 'organization' | 'unknown';

/** One reading of the query, and the entry types that it is compared with. */
export type QueryReading = {
  readonly name: CanonicalName;
  /** Undefined means all types. */
  readonly entities: ReadonlySet<EntityHint> | undefined;
};
