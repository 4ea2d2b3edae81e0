import type { LetterSets } from './similarity/letter-sets.ts';

/** The class of a word in a name; the scorer weighs and compares words by their class. */
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

/** `consonantal`: scripts whose transliteration lacks vowels (Arabic, Hebrew) or inherent ones (Indic). */
export type Script = 'latin' | 'consonantal' | 'han' | 'hangul' | 'other';

/** Derived from a token's key, cached on the token. */
export type Sounds = {
  readonly letters: LetterSets;
  /** The same of its sound form. */
  readonly form: LetterSets;
  /** Consonants only; computed when a script without vowels is first compared. */
  skeleton: string | undefined;
  /** Head of its spelling class. */
  readonly spelling: string | undefined;
  /** Full names it is a short form of. */
  readonly fullNames: ReadonlySet<string> | undefined;
};

/** One comparable unit of a name: mostly a word; a legal form may span several. */
export type Token = {
  /** As it stands in `canonical` (several words when a unit spans them). */
  readonly text: string;
  /** ASCII form that is compared: transliterated, letters and digits only; '' when there is none. */
  readonly key: string;
  readonly kind: TokenClass;
  /** Share in the score; 1 is a full name word. */
  readonly weight: number;
  readonly script: Script;
  /** Filled by the first comparison: what of the word is worth computing once. */
  sounds: Sounds | undefined;
  /**
   * The written word that it is a syllable of, in a script without spaces (Han, Hangul). Known of a name
   * made from its text; undefined for whole words.
   */
  readonly syllableOf: number | undefined;
  /** Its number among the words of the segment that is built of it. */
  number?: number | undefined;
  /** Identity for interning: two tokens with the same id are the same but for what syllable they are. */
  readonly id: string;
};

/** Adjacent words taken as one (`o brien` = obrien); tried as an alternative reading of the name. */
export type Compound = {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly token: Token;
};

export type CanonicalName = {
  /** Lower case, no diacritics, titles and suffixes dropped, single spaces; what is stored and shown. */
  readonly canonical: string;
  readonly tokens: readonly Token[];
  readonly compounds: readonly Compound[];
};

export type EntityHint = 'person' | 'organization' | 'unknown';

/** One way to read what was asked, and the types of entries that it is compared with. */
export type QueryReading = {
  readonly name: CanonicalName;
  /** Undefined: all. */
  readonly entities: ReadonlySet<EntityHint> | undefined;
};
