import { foldedWords } from './fold.ts';
import {
  HARD_TITLES,
  TITLES_THAT_ARE_NAMES,
  LAST_SUFFIXES,
  OFFICE_WORDS,
  SOFT_TITLES,
  SPLIT_DEGREES,
  SUFFIXES,
} from './honorifics.ts';
import { compoundsOf } from '../words/compound-words.ts';
import { isGlued } from '../words/initials.ts';
import { mayHaveForm, type NameOwner } from '../words/legal-forms.ts';
import { tokensOf, type WordCache } from '../words/tokens.ts';
import type { CanonicalName, EntityHint, QueryReading, Token } from '../types.ts';
import { ORGANIZATION_MARKERS } from '../words/word-classes.ts';

/** Raise it whenever the canonical form of any name changes: stored rows are then canonicalised again. */
export const CANON_VERSION = 9;

/** The hint that a list's own type of an entry (person, vessel, …) gives about the form of its name. */
export function entityHint(type: string): EntityHint {
  if (type === 'person') return 'person';
  // Ships and aircraft are named like companies: Sea Star III is not the Sea Star.
  return type === 'organization' || type === 'vessel' || type === 'aircraft'
    ? 'organization'
    : 'unknown';
}

/** Characters of input that count; longer names are cut. A bound on work, far above any real name. */
export const MAX_NAME_CHARS = 400;

function looksLikeOrganization(words: readonly string[]): boolean {
  return words.some((word) => ORGANIZATION_MARKERS.has(word));
}

function mayHaveTitles(words: readonly string[], entity: EntityHint): boolean {
  return entity === 'person' || (entity === 'unknown' && !looksLikeOrganization(words));
}

/** Words that no person is called; in other names they are part of them. */
const NUMBER = /^\d+(?:st|nd|rd|th)?$/;

const DROPPED: ReadonlySet<string> = new Set([
  ...HARD_TITLES,
  ...TITLES_THAT_ARE_NAMES,
  ...SUFFIXES,
  ...LAST_SUFFIXES,
]);
const NINE = '9'.charCodeAt(0);
/** Without such words nothing is dropped: most names have none. */
function mayGo(word: string): boolean {
  return word.length === 1 || word.charCodeAt(0) <= NINE || DROPPED.has(word);
}

/** A name as it is written, and the words of it. */
type Written = { readonly text: string; readonly words: readonly string[] };

/** Tells whether titles from `at` on are an office: Minister of Justice, Secretary to the Government. */
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

/** Senior Advocate of Nigeria; written otherwise, or elsewhere, San is a name (Aung San). */
const SENIOR_ADVOCATE = /(?:[a-z].*, *SAN|\(SAN\))\.?$/s;

/** Indexes of the words that stand behind a comma, the last one first. */
function behindCommas(text: string): number[] {
  const parts = text.split(',');
  return parts.slice(1).map((_, i) => foldedWords(parts.slice(0, i + 1).join(' ')).length);
}

/**
 * Drops titles at the head and behind commas, and suffixes, while two words remain, and what no person is called:
 * numbers. It runs to a fixed point, so that a canonical name is its own canonical form.
 * @param namesToo true if titles that are names as well are dropped
 */
function dropTitles(
  { text, words: input }: Written,
  entity: EntityHint,
  namesToo: boolean,
): readonly string[] {
  // Hon Hai Precision Industry, Arc Shipping Ltd: what looks like a title is the company's name.
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

/** A name that is cut where it is too long; without words when the text holds no letter or digit. */
function written(text: string): Written {
  const cut = text.length > MAX_NAME_CHARS ? text.slice(0, MAX_NAME_CHARS) : text;
  return { text: cut, words: foldedWords(cut) };
}

/**
 * The canonical form of a name, as it is stored and shown: lower case, without diacritics, honorifics and suffixes,
 * with single spaces; other scripts stay as they are. It is '' when the text holds no letter or digit. Titles are only
 * dropped while two words remain, so "Prince", "Dr" and "Chief Obi" keep theirs. With `entity: 'unknown'` (the tenant
 * lists do not say) nothing is dropped from what looks like an organisation.
 */
export function canonicalText(text: string, options?: { entity?: EntityHint }): string {
  return dropTitles(written(text), options?.entity ?? 'unknown', true).join(' ');
}

const ASCII_LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Tells whether the canonical form is not empty; for nearly every name without making it. */
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
 * The compared form of a name, listed and asked for alike. `canonical` is the canonical form (`canonicalText`) with the
 * titles that are names as well (Prince Obi Eze), which are compared all the same. `tokens` serve the scorer: at most
 * 32 words are compared, later ones are in `canonical` only.
 */
export function canonicalise(text: string, options?: { entity?: EntityHint }): CanonicalName {
  return nameOf(written(text), options?.entity ?? 'unknown');
}

/** `canonicalise(…).tokens` alone, of many names with one cache; none if the canonical form is empty. */
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
 * Beside one name it is read as a name, as an organization's always is. A particle beside both (Prince San Obi) is a
 * name for a person, and none for an organization. Letters without a vowel are initials of a person alone.
 */
function isAmbiguous(word: string): boolean {
  return SOFT_TITLES.has(word) || isGlued(word);
}

function isSame(a: CanonicalName, b: CanonicalName): boolean {
  return a.canonical === b.canonical && a.tokens.every(({ id }, i) => id === b.tokens[i]?.id);
}

/** The name as a person's, and as that of an entry of which nobody knows what it is. */
function personsOf(person: CanonicalName, unknown: CanonicalName): QueryReading[] {
  if (isSame(person, unknown)) return [{ name: person, entities: PERSON_OR_UNKNOWN }];
  return [
    { name: person, entities: PERSON },
    { name: unknown, entities: UNKNOWN },
  ];
}

/**
 * The readings of what somebody asks for, who does not say of what type it is. An entry is compared with the
 * query's form as a name of the entry's own type, and with its words as they are written, none of them a
 * title (Pastor Alape, Hon Hai). Nearly every query has one reading, which is compared with all entries.
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
  // P.T. Nusadaya: a legal form of an organization, initials of a person.
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
