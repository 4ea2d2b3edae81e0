import { tokensOf } from '../words/tokens.ts';
import { foldedWords } from '../canonical/fold.ts';
import { GENERIC_WORDS, ORGANIZATION_MARKERS, PLACE_WORDS } from '../words/word-classes.ts';
import { HARD_TITLES } from '../words/honorifics.ts';
import { mayBeInitials } from '../words/legal-forms.ts';
import { placedWords } from './phrases.ts';
import { SHIP_PREFIXES, TITLES_IN_FRONT, TRADE_WORDS } from './tables.ts';

/** Type of an entry on its list. */
export type NamedType = 'person' | 'organization' | 'vessel' | 'aircraft' | 'unknown';

/**
 * The origin of a reading. `removed`: without words that are not part of the name, or with short forms in full. `part`:
 * one of several names in the field. `former`: an earlier name. `behind`: a person or company for which the party acts.
 * `asked`: next to words that no table contains, or with a letter for a mistyped digit; only in queries.
 */
export type ReadingKind = 'removed' | 'part' | 'former' | 'behind' | 'asked';

/** A name from which further readings are made. */
export type Field = {
  readonly text: string;
  readonly kind: ReadingKind;
  readonly leftOut: readonly string[];
  /** True if a title was dropped, so that a single remaining word may be another name. */
  readonly isUnsure?: boolean;
  /**
   * True if the reading counts only as the whole name, because it may be only a part of one (Garcia Lopez, Juan
   * Carlos).
   */
  readonly isWholeOnly?: boolean;
  /** True if the reading is a person and not an organization. */
  readonly isPerson?: boolean;
};

const EDGES = /^[\s,;:/&+.\-–—'"“”«»|]+|[\s,;:/&+\-–—"“«|]+$/gu;

/** Returns a name without the marks around it. */
export function trimmed(text: string): string {
  return text.replace(EDGES, '').replace(/\s+/gu, ' ');
}

/** Returns the same field with another text. */
export function without(field: Field, text: string, ...leftOut: string[]): Field {
  const gone = leftOut.map(trimmed).filter((one) => one !== '');
  return { ...field, text: trimmed(text), leftOut: [...field.leftOut, ...gone] };
}

/** Matches `son of`, in which `son` is a relative and not a business word. */
const CHILD_OF = /(?<!\p{L})son of(?!\p{L})/giu;
/** Returns the number of words of the title in front; 0 if it may be a name. */
function titleInFront(text: string): number {
  const title = TITLES_IN_FRONT.at(text, placedWords(text), 0);
  return title?.kind === 'sure' ? title.span : 0;
}

/** Returns true if a title is in front, so that the name is probably a person's. */
export function isTitled(text: string): boolean {
  return titleInFront(text) > 0;
}

/** Returns the text without a title in front, which may contain a business word (Police Major General). */
function withoutTitle(text: string): string {
  const span = titleInFront(text);
  return span > 0 ? text.slice(placedWords(text)[span]?.from ?? text.length) : text;
}

let last = { text: '', isOrganization: false };

/**
 * Returns true if the words of a text mark the name of an organization. Caches the last answer, because each rule asks.
 */
export function isOrganization(text: string, type: NamedType): boolean {
  if (type !== 'unknown') return type !== 'person';
  if (text !== last.text) last = { text, isOrganization: hasOrganizationWord(text) };
  return last.isOrganization;
}

const TWO_LETTERS = /^\S \S$/u;
/** Matches the text between parties that may each be one name with initials. */
const BETWEEN_PARTIES = /[,;/&]|\s(?:and|und|et|y|e|i|og|och|и|та)\s/iu;
/** Matches one name with two initials, which may look like a legal form: Petrov I.P., I.P. Petrov. */
const WITH_INITIALS = /^(?:(\S) (\S) \S{2,}|\S{2,} (\S) (\S))$/u;

function wordsWithoutTitle(text: string): string {
  const words = foldedWords(withoutTitle(text));
  return words.slice(words.findIndex((word) => !HARD_TITLES.has(word))).join(' ');
}

/**
 * Returns true if the letters of a legal form are a person's initials: the form is seldom written with full stops, or
 * each of several parties has initials (Brown J.S. and Petrov S.A.).
 */
function hasInitials(text: string): boolean {
  if (partiesWithInitials(text).length > 1) return true;
  const found = text
    .split(BETWEEN_PARTIES)
    .map((part) => WITH_INITIALS.exec(wordsWithoutTitle(part)))
    .filter((one) => one !== null);
  return found.length > 0 && found.every(([, a, b, c, d]) => mayBeInitials(`${a ?? c}${b ?? d}`));
}

/** Returns true for one name with two initials, unless the name is a word of companies. */
export function isWithInitials(text: string): boolean {
  const words = wordsWithoutTitle(text);
  return WITH_INITIALS.test(words) && !words.split(' ').some(isOfCompanies);
}

/** Returns the parties of a text if each is one name with two initials. */
export function partiesWithInitials(text: string): string[] {
  const parts = text.split(BETWEEN_PARTIES).map(trimmed);
  return parts.every(isWithInitials) ? parts : [];
}

/** Returns true for a word of organizations and trades. */
function isOfCompanies(word: string): boolean {
  return GENERIC_WORDS.has(word) || ORGANIZATION_MARKERS.has(word) || TRADE_WORDS.mayBegin(word);
}

function hasOrganizationWord(text: string): boolean {
  const words = foldedWords(withoutTitle(text).replace(CHILD_OF, ' '));
  if (words.some((word) => ORGANIZATION_MARKERS.has(word) || GENERIC_WORDS.has(word))) return true;
  const tokens = tokensOf(words, 'organization');
  const forms = [tokens.at(0), tokens.at(-1)].filter((token) => token?.kind === 'legal');
  return (
    forms.some((form) => !TWO_LETTERS.test(form!.text)) || (forms.length > 0 && !hasInitials(text))
  );
}

/** Returns the number of distinctive words. If there is only one other word, an initial also counts. */
export function distinctiveWords(text: string): number {
  return distinctiveWordsOf(text, false);
}

/** Returns `distinctiveWords` of a name. Two letters count as initials if the name is a person's. */
export function distinctiveWordsOf(text: string, isPerson: boolean): number {
  const words = foldedWords(text);
  const isMarked = words.some((word) => ORGANIZATION_MARKERS.has(word));
  const tokens = tokensOf(words, isPerson ? 'person' : isMarked ? 'organization' : 'any');
  const { length } = tokens.filter(
    ({ kind, key }) =>
      (kind === 'name' || kind === 'common' || kind === 'generic' || kind === 'place') &&
      key.length > 1,
  );
  const isInitial = ({ kind, text: own }: (typeof tokens)[number]): boolean =>
    kind === 'initial' && words.includes(own);
  // M.V. is a prefix of ships.
  const isShip = SHIP_PREFIXES.at(text, placedWords(text), 0) !== undefined;
  return length === 1 && !isShip && tokens.some(isInitial) ? 2 : length;
}

/** Returns true if a text consists of countries, regions and business words. */
export function isPlaceOnly(text: string): boolean {
  const words = foldedWords(text);
  return (
    words.length > 0 && words.every((word) => PLACE_WORDS.has(word) || GENERIC_WORDS.has(word))
  );
}

/** Returns true if a text has two distinctive words and no word of an organization or a trade. */
export function isPersonsName(text: string): boolean {
  return (
    distinctiveWords(text) > 1 &&
    !isOrganization(text, 'unknown') &&
    !foldedWords(text).some((word) => TRADE_WORDS.mayBegin(word))
  );
}

/**
 * Returns true if an organization's name has other words in addition to words of organizations, places and legal forms.
 */
export function hasName(text: string): boolean {
  const tokens = tokensOf(foldedWords(text), 'organization');
  return tokens.some(({ kind, key }) => kind === 'name' && key.length > 1);
}

/** Returns true if a legal form is in front of an organization's name (OOO Romashka). */
export function isLegalFormFirst(text: string): boolean {
  return tokensOf(foldedWords(text), 'organization')[0]?.kind === 'legal';
}

/** Returns true if a text is a company's name with a legal form after it, unlike Sons Ltd and Partners LLP. */
export function isCompanyWithForm(text: string): boolean {
  return hasName(text) && tokensOf(foldedWords(text), 'organization').at(-1)?.kind === 'legal';
}
