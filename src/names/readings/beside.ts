/** Removes words that follow a person without a mark: a place, a country, a company, a kind of account. */
import { PLACE_WORDS } from '../words/word-classes.ts';
import {
  distinctiveWords,
  hasName,
  isCompanyWithForm,
  isLegalFormFirst,
  isOrganization,
  isPersonsName,
  trimmed,
  without,
  type Field,
} from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { BESIDE_COMPANY, ENDS, WHERE } from './tables.ts';

const MOST_WORDS_OF_A_PLACE = 3;

/** Returns true if spaces are around the words from `at`. */
function isFree(text: string, words: readonly PlacedWord[], at: number, span: number): boolean {
  return (
    /\s$/u.test(text.slice(0, words[at]!.from)) && /^\s/u.test(text.slice(words[at + span - 1]!.to))
  );
}

/** Returns a person without words that may be part of the name. A person of two words must be the whole name. */
function unsure(field: Field, text: string, leftOut: string): Field {
  const rest = { ...without(field, text, leftOut), isUnsure: true };
  return { ...rest, isWholeOnly: distinctiveWords(rest.text) < 3 };
}

/** Removes a place after a word (Anna Petrova in Lagos). Between two names the word may be an initial. */
export function withoutPlace(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const first = Math.max(2, words.length - 1 - MOST_WORDS_OF_A_PLACE);
  for (let at = first; at + 1 < words.length; at++) {
    const found = WHERE.at(text, words, at);
    if (!found || at + found.span >= words.length) continue;
    if (!isFree(text, words, at, found.span)) continue;
    const { from } = words[at]!;
    if (isPersonsName(text.slice(0, from)))
      return unsure(field, text.slice(0, from), text.slice(from));
  }
  return field;
}

/** Matches the code of a state or a country after a city (San Diego CA). */
export const CODE = /^\p{L}{2}$/u;

/**
 * Returns the number of words before `end` that are a country, a city, a city with the code of its state, or a kind of
 * account.
 */
function spanBefore(text: string, words: readonly PlacedWord[], end: number): number {
  if (PLACE_WORDS.has(words[end - 1]!.key)) return 1;
  const found = ENDS.endingAt(text, words, end - 1)?.span;
  if (found !== undefined || end < 2 || !CODE.test(words[end - 1]!.key)) return found ?? 0;
  const city = ENDS.endingAt(text, words, end - 2)?.span;
  return city === undefined ? 0 : city + 1;
}

/** Removes countries, cities and kinds of accounts after the name, which may also be names (Anna Petrova Nigeria). */
export function withoutEndsThatAreNames(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  let end = words.length;
  for (let span; end > 2 && (span = spanBefore(text, words, end)) > 0 && end - span > 1;)
    end -= span;
  if (end === words.length || WHERE.endingAt(text, words, end - 1)) return field;
  const { from } = words[end]!;
  return isPersonsName(text.slice(0, from))
    ? unsure(field, text.slice(0, from), text.slice(from))
    : field;
}

/** Removes a city after a company. The rest must be the whole name. */
export function withoutCity(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const city = ENDS.endingAt(text, words, words.length - 1);
  const at = words.length - (city?.span ?? 0);
  if (!city || at < 2) return field;
  const { from } = words[at]!;
  const rest = { ...without(field, text.slice(0, from), text.slice(from)), isUnsure: true };
  return isOrganization(rest.text, 'unknown') ? { ...rest, isWholeOnly: true } : field;
}

/**
 * Removes ends after a person that are also words of companies: the code of a state (Anna Petrova San Diego CA), and
 * national.
 */
export function withoutEndsLikeCompanies(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  const last = words.length - 1;
  const isCode = last > 2 && CODE.test(words[last]!.key) && ENDS.endingAt(text, words, last - 1);
  const mayBeEnd = isCode || (ENDS.endingAt(text, words, last)?.span ?? 0) > 1;
  return mayBeEnd ? withoutEndsThatAreNames(field) : field;
}

/** Returns a person next to organizations. The reading is compared only with persons. */
function beside(field: Field, person: string, others: readonly string[]): Field {
  const rest: Field = { ...without(field, person, ...others), kind: 'part', isPerson: true };
  return { ...rest, isUnsure: true, isWholeOnly: true };
}

/** Returns true if the words of a text are those of an organization with another name, unlike Sons Trading. */
function isCompanyByWords(text: string): boolean {
  if (!isOrganization(text, 'unknown') || !hasName(text)) return false;
  return distinctiveWords(text) > 1 || isLegalFormFirst(text);
}

/** Returns the person next to a company: Anna Petrova and Acme Ltd, Anna Petrova of Acme Ltd. */
function personBeside(field: Field): Field[] {
  const text = field.text.replace(' & ', ' and ');
  const words = placedWords(text);
  for (let at = 1; at + 1 < words.length; at++) {
    const found = BESIDE_COMPANY.at(text, words, at);
    const behind = words[at + (found?.span ?? 1)];
    if (!found || !behind || !isFree(text, words, at, found.span)) continue;
    const sides = [text.slice(0, words[at]!.from), text.slice(behind.from)].map(trimmed);
    const isPersonFirst = words[at]!.key === 'of' || isPersonsName(sides[0]!);
    const [person = '', company = ''] = isPersonFirst ? sides : sides.toReversed();
    if (!isPersonsName(person)) continue;
    if (!isCompanyWithForm(company) && !isCompanyByWords(company)) continue;
    const other: Field = { ...without(field, company, person), kind: 'part' };
    return [beside(field, person, [company]), { ...other, isUnsure: true, isWholeOnly: true }];
  }
  return [];
}

/** Matches the text between parties if one of them is an organization. */
const BETWEEN = /\s*[,;&]\s*(?:and\s+)?|\s+and\s+/iu;

/**
 * Returns the persons next to organizations. If commas separate several parties, or if only one of them is a person,
 * the others need a legal form.
 */
export function partiesBeside(field: Field): Field[] {
  const parts = field.text.split(BETWEEN).map(trimmed);
  if (parts.length < 3) return personBeside(field);
  if (!parts.every((part) => distinctiveWords(part) > 1)) return [];
  const [persons, others] = [
    parts.filter(isPersonsName),
    parts.filter((part) => !isPersonsName(part)),
  ];
  const mayBeOne = persons.length < 2 || field.text.includes(',');
  if (mayBeOne && !others.every(isCompanyWithForm)) return [];
  return persons.map((person) =>
    beside(
      field,
      person,
      parts.filter((part) => part !== person),
    ),
  );
}
