import { foldedWords } from './fold.ts';
import {
  HARD_TITLES,
  TITLES_THAT_ARE_NAMES,
  LAST_SUFFIXES,
  OFFICE_WORDS,
  SOFT_TITLES,
  SPLIT_DEGREES,
  SUFFIXES,
} from '../words/honorifics.ts';
import { compoundsOf } from '../words/compound-words.ts';
import { isGlued } from '../words/initials.ts';
import { mayHaveForm, type NameOwner } from '../words/legal-forms.ts';
import { tokensOf, type WordCache } from '../words/tokens.ts';
import type { CanonicalName, EntityHint, QueryReading, Token } from '../types.ts';
import { ORGANIZATION_MARKERS } from '../words/word-classes.ts';

/** Increase this whenever the canonical form of any name changes. The worker then updates stored rows. */
export const CANON_VERSION = 10;

/** The type of an entry on its list (person, vessel, …), which decides the form of its name. */
export function entityHint(type: string): EntityHint {
  if (type === 'person') return 'person';
  // Names of ships and aircraft follow the rules for companies: Sea Star III is not the Sea Star.
  return type === 'organization' || type === 'vessel' || type === 'aircraft'
    ? 'organization'
    : 'unknown';
}

/** The maximum number of characters; longer names are cut. It limits the work, and is far above any real name. */
export const MAX_NAME_CHARS = 1000;

function looksLikeOrganization(words: readonly string[]): boolean {
  return words.some((word) => ORGANIZATION_MARKERS.has(word));
}

function mayHaveTitles(words: readonly string[], entity: EntityHint): boolean {
  return entity === 'person' || (entity === 'unknown' && !looksLikeOrganization(words));
}

/** Words that are dropped from a person's name, but belong to other names. */
const NUMBER = /^\d+(?:st|nd|rd|th)?$/;

const DROPPED: ReadonlySet<string> = new Set([
  ...HARD_TITLES,
  ...TITLES_THAT_ARE_NAMES,
  ...SUFFIXES,
  ...LAST_SUFFIXES,
]);
const NINE = '9'.charCodeAt(0);
/** Returns true if a title or suffix may be dropped. Most names have none. */
function mayGo(word: string): boolean {
  return word.length === 1 || word.charCodeAt(0) <= NINE || DROPPED.has(word);
}

/** The text of a name, and its words. */
type Written = { readonly text: string; readonly words: readonly string[] };

/** Returns true if the titles from `at` on belong to an office: Minister of Justice, Secretary to the Government. */
function isOffice(words: readonly string[], at: number): boolean {
  let end = at;
  while (
    end < words.length &&
    (HARD_TITLES.has(words[end]!) || TITLES_THAT_ARE_NAMES.has(words[end]!))
  )
    end++;
  return (
    OFFICE_WORDS.has(words[end] ?? '') || OFFICE_WORDS.has(words.slice(end, end + 2).join(' '))
  );
}

/**
 * Matches SAN (Senior Advocate of Nigeria) in capitals after a comma or in brackets. Elsewhere San is a name (Aung
 * San).
 */
const SENIOR_ADVOCATE = /(?:[a-z].*, *SAN|\(SAN\))\.?$/s;

/** Returns the indexes of the words after a comma, the last one first. */
function behindCommas(text: string): number[] {
  const parts = text.split(',');
  return parts.slice(1).map((_, i) => foldedWords(parts.slice(0, i + 1).join(' ')).length);
}

/**
 * Drops suffixes, numbers of persons, and titles at the head and after commas, while two words remain. Repeats this
 * until nothing changes, so a canonical name is its own canonical form.
 * @param namesToo true to also drop titles that are names
 */
function dropTitles(
  { text, words: input }: Written,
  entity: EntityHint,
  namesToo: boolean,
): readonly string[] {
  // In Hon Hai Precision Industry and Arc Shipping Ltd the title is part of the company's name.
  if (input.length <= 2 || !mayHaveTitles(input, entity)) return input;
  let words = input;
  if (words.at(-1) === 'san' && SENIOR_ADVOCATE.test(text)) words = words.slice(0, -1);
  if (!words.some(mayGo)) return words;
  const isTitleAt = (at: number): boolean => {
    const word = words[at] ?? '';
    return (
      (HARD_TITLES.has(word) || (namesToo && TITLES_THAT_ARE_NAMES.has(word))) &&
      !isOffice(words, at)
    );
  };
  if (text.includes(','))
    for (const at of behindCommas(text))
      while (words.length > 2 && isTitleAt(at)) words = words.filter((_, i) => i !== at);
  for (let changed = true; changed && words.length > 2;) {
    const last = words.at(-1)!;
    const tail = words.findLastIndex((word) => !/^[a-z]$/.test(word)) + 1;
    const letters = words.slice(tail).join('');
    const suffix = words.findIndex((word, i) => i > 0 && SUFFIXES.has(word));
    const number = entity === 'person' ? words.findIndex((word) => NUMBER.test(word)) : -1;
    changed = true;
    if (isTitleAt(0)) words = words.slice(1);
    else if (words.length > 3 && SPLIT_DEGREES.has(words.slice(-2).join(' ')))
      words = words.slice(0, -2);
    else if (tail >= 2 && (SUFFIXES.has(letters) || LAST_SUFFIXES.has(letters)))
      words = words.slice(0, tail);
    else if (suffix > 0) words = words.filter((_, i) => i !== suffix);
    else if (number >= 0) words = words.filter((_, i) => i !== number);
    else if (last.length > 1 && LAST_SUFFIXES.has(last)) words = words.slice(0, -1);
    else changed = false;
  }
  return words;
}

/** Returns the name, cut to its maximum length. It has no words if the text has no letter or digit. */
function written(text: string): Written {
  const cut = text.length > MAX_NAME_CHARS ? text.slice(0, MAX_NAME_CHARS) : text;
  return { text: cut, words: foldedWords(cut) };
}

/**
 * Returns the canonical form of a name, which Oriki stores and shows: lower case, without diacritics, honorifics and
 * suffixes, with single spaces. Other scripts stay unchanged. Returns '' if the text has no letter or digit. Two words
 * always remain, so "Prince", "Dr" and "Chief Obi" keep their titles. With `entity: 'unknown'`, as on tenant lists, a
 * name that looks like an organization's keeps all its words.
 */
export function canonicalText(text: string, options?: { entity?: EntityHint }): string {
  return dropTitles(written(text), options?.entity ?? 'unknown', true).join(' ');
}

/**
 * Returns the words of `canonicalise` for a person, without the cost of their tokens, and all words of the text
 * including titles.
 */
export function personsWords(text: string): { words: readonly string[]; all: readonly string[] } {
  const name = written(text);
  return { words: dropTitles(name, 'person', false), all: name.words };
}

const ASCII_LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Returns true if the canonical form is not empty. For nearly every name it does not calculate the form. */
export function hasCanonicalForm(text: string): boolean {
  return ASCII_LETTER_OR_DIGIT.test(text.slice(0, MAX_NAME_CHARS)) || canonicalText(text) !== '';
}

function ownerOf(words: readonly string[], entity: EntityHint): NameOwner {
  if (!mayHaveTitles(words, entity)) return 'organization';
  return entity === 'person' ? 'person' : 'any';
}

function nameOf(name: Written, entity: EntityHint): CanonicalName {
  const kept = dropTitles(name, entity, false);
  const tokens = tokensOf(kept, ownerOf(name.words, entity));
  return { canonical: kept.join(' '), tokens, compounds: compoundsOf(tokens) };
}

/**
 * Returns the compared form of a name, which is the same for listed names and queries. `canonical` is the canonical
 * form (`canonicalText`) with titles that are also names (Prince Obi Eze), because these are compared. `tokens` are the
 * first 32 words, for the scorer; only `canonical` contains later words.
 */
export function canonicalise(text: string, options?: { entity?: EntityHint }): CanonicalName {
  return nameOf(written(text), options?.entity ?? 'unknown');
}

/** Returns `canonicalise(…).tokens` for many names with one cache. A name with an empty canonical form has none. */
export function canonicalTokens(
  text: string,
  entity: EntityHint,
  cache: WordCache,
): readonly Token[] {
  const name = written(text);
  return tokensOf(dropTitles(name, entity, false), ownerOf(name.words, entity), cache);
}

const PERSON: ReadonlySet<EntityHint> = new Set(['person']);
const UNKNOWN: ReadonlySet<EntityHint> = new Set(['unknown']);
const PERSON_OR_UNKNOWN: ReadonlySet<EntityHint> = new Set(['person', 'unknown']);
const ORGANIZATION: ReadonlySet<EntityHint> = new Set(['organization']);
const ORGANIZATION_OR_UNKNOWN: ReadonlySet<EntityHint> = new Set(['organization', 'unknown']);

/**
 * Returns true if the class of the word depends on the type of the name. Next to a single other name, a soft title is
 * read as a name. In Prince San Obi, the particle is a name for a person, but a particle for an organization. Letters
 * without a vowel are initials only in a person's name.
 */
function isAmbiguous(word: string): boolean {
  return SOFT_TITLES.has(word) || isGlued(word);
}

function isSame(a: CanonicalName, b: CanonicalName): boolean {
  return a.canonical === b.canonical && a.tokens.every(({ id }, i) => id === b.tokens[i]?.id);
}

/** Returns the readings of the name as that of a person, and as that of an entry of unknown type. */
function personsOf(person: CanonicalName, unknown: CanonicalName): QueryReading[] {
  if (isSame(person, unknown)) return [{ name: person, entities: PERSON_OR_UNKNOWN }];
  return [
    { name: person, entities: PERSON },
    { name: unknown, entities: UNKNOWN },
  ];
}

/**
 * Returns the readings of a query, whose type is unknown. Each entry is compared with the query in the form of the
 * entry's type. It is also compared with the query's words as written, without any title (Pastor Alape, Hon Hai).
 * Nearly every query has one reading, which is compared with all entries.
 */
export function readingsOf(text: string): readonly QueryReading[] {
  const asked = written(text);
  const { words } = asked;
  const person = nameOf(asked, 'person');
  const isPlain =
    person.tokens.every(({ kind }) => kind !== 'title') &&
    !words.some(isAmbiguous) &&
    person.canonical === words.join(' ');
  if (isPlain && !mayHaveForm(words)) return [{ name: person, entities: undefined }];
  const plain = { name: nameOf(asked, 'organization'), entities: undefined };
  if (isSame(person, plain.name)) return [plain];
  // P.T. Nusadaya: a legal form of an organization, or the initials of a person.
  if (!mayHaveTitles(words, 'unknown')) return [{ name: person, entities: PERSON }, plain];
  const unknown = nameOf(asked, 'unknown');
  if (isSame(unknown, plain.name))
    return [
      { name: person, entities: PERSON },
      isPlain ? { ...plain, entities: ORGANIZATION_OR_UNKNOWN } : plain,
    ];
  if (isPlain) return [...personsOf(person, unknown), { name: plain.name, entities: ORGANIZATION }];
  return [...personsOf(person, unknown), plain];
}
