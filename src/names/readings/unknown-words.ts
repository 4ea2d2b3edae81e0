/** Finds names next to words that no table contains, by small letters, numbers, full stops and legal forms. */
import { foldedWords } from '../canonical/fold.ts';
import type { EntityHint } from '../types.ts';
import { matchLegalForm, mayBeginLegalForm } from '../words/legal-forms.ts';
import {
  FILIATIONS,
  NAME_PARTICLES,
  NAMES_WITHOUT_VOWELS,
  PARTICLES,
  STOP_WORDS,
} from '../words/word-classes.ts';
import {
  hasName,
  isCompanyWithForm,
  isOrganization,
  isPersonsName,
  trimmed,
  without,
  type Field,
} from './field.ts';
import { withoutLegalForm } from './one-word.ts';
import { namesAroundAnd } from './joint-words.ts';
import { placedWords } from './phrases.ts';
import { withoutTitles } from './stripped.ts';
import {
  ADDRESS_WORDS,
  DIVIDERS_BETWEEN,
  FATHERS,
  FILLERS,
  JOINTS,
  LABELS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
} from './tables.ts';

export const ORGANIZATION: ReadonlySet<EntityHint> = new Set(['organization']);
export const PERSON: ReadonlySet<EntityHint> = new Set(['person', 'unknown']);

/** A reading, with the types of entries to compare it with. */
type Beside = { readonly field: Field; readonly entities: ReadonlySet<EntityHint> };

/** Tables of words that are never part of a person's name. */
const TABLES = [
  ADDRESS_WORDS,
  DIVIDERS_BETWEEN,
  FATHERS,
  FILLERS,
  JOINTS,
  LABELS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
];
/** Returns true if a text has a phrase of these tables. */
function isKnown(text: string): boolean {
  const words = placedWords(text);
  return words.some((_, at) => TABLES.some((table) => table.at(text, words, at) !== undefined));
}

const SMALL = /(?<=^|\s)\p{Ll}[\p{Ll}\p{M}.'’-]*\p{Ll}[.,]?(?=$|\s)/gu;
const CAPITAL = /(?<!\p{L})\p{Lu}/u;
const CLASSES = [PARTICLES, NAME_PARTICLES, FILIATIONS, STOP_WORDS];
/** Returns true if a word in small letters can be part of a name (de, al-, bin) or of an organization's (of, for). */
function isOfNames(word: string): boolean {
  return foldedWords(word).every((one) => CLASSES.some((words) => words.has(one)));
}

const BEGINS_SMALL = /(?:^|\s)\p{Ll}/u;
/** Returns true if a text in capital letters has a word in small letters that no table contains. */
function hasSmallWords(text: string): boolean {
  return (
    BEGINS_SMALL.test(text) &&
    CAPITAL.test(text) &&
    [...text.matchAll(SMALL)].some(([word]) => !isOfNames(word) && !isKnown(word))
  );
}

/**
 * Returns the names in capital letters between other words in small letters: Anna Petrova im Namen von Boris Testov.
 */
function namesInCapitals(text: string): string[] {
  if (!hasSmallWords(text)) return [];
  const names: string[][] = [[]];
  for (const word of text.split(/\s+/u))
    if (word.match(SMALL) && !isOfNames(word)) names.push([]);
    else names.at(-1)!.push(word);
  const isParticle = (word: string | undefined): boolean =>
    word !== undefined && /^\p{Ll}/u.test(word);
  return names.map((words) => {
    while (isParticle(words[0])) words.shift();
    while (isParticle(words.at(-1))) words.pop();
    return trimmed(words.join(' '));
  });
}

/** The maximum number of words between a name and a number of an address or an account. */
const MOST_BEFORE_NUMBER = 3;
const DIGIT = /\p{N}/u;
const WITH_DIGIT = /^\S+\s+\S+\s+(?:\S+\s+)*\S*\p{N}/u;
/** Returns true if a text has a number after two words. */
function hasNumberBehind(text: string): boolean {
  return DIGIT.test(text) && WITH_DIGIT.test(text);
}

/** Returns the names in front of a number: Anna Petrova Calle Mayor 5, Anna Petrova RUT 12.345.678-5. */
function namesBeforeNumber(text: string): string[] {
  if (!hasNumberBehind(text)) return [];
  const words = text.split(/\s+/u);
  const number = words.findIndex((word, at) => at > 1 && /\p{N}/u.test(word));
  if (number < 0 || (number === 2 && words.length === 3 && /^\d{1,3}$/.test(words[2]!))) return [];
  const names: string[] = [];
  for (let end = number; end >= Math.max(2, number - MOST_BEFORE_NUMBER); end--)
    names.push(trimmed(words.slice(0, end).join(' ')));
  return names;
}

/** The maximum number of words of a street's name before a word such as street. */
const MOST_OF_STREET = 2;
/** Returns the names in front of a street without a number: Anna Petrova Rue Hamra, Anna Petrova Hamra Street. */
export function namesBeforeStreet(text: string): string[] {
  const words = placedWords(text);
  const street = words.findIndex((_, at) => at > 1 && ADDRESS_WORDS.at(text, words, at));
  if (street < 0 || words.length < 4) return [];
  const names: string[] = [];
  for (let end = street; end >= Math.max(2, street - MOST_OF_STREET); end--)
    names.push(trimmed(text.slice(0, words[end]!.from)));
  return names.filter(isPlainName);
}

/** Returns a text without titles in front. */
function untitled(text: string): string {
  return withoutTitles({ text, kind: 'part', leftOut: [] }, false).text;
}

const ABBREVIATIONS =
  /^(?:\p{L}\p{M}*(?:[\p{L}\p{M}]{1,7}|(?:\.\p{L}){2,4})\.[\s-]*){1,3}(?=\p{L}{2})/u;
const CONSONANTS = /^[b-df-hj-np-tv-xz]{2,5}$/i;
/** Returns true if the letters of a word show an abbreviation. */
function isConsonants(word: string | undefined): boolean {
  return (
    word !== undefined && CONSONANTS.test(word) && !NAMES_WITHOUT_VOWELS.has(word.toLowerCase())
  );
}

/** Returns a name without abbreviations in front that are not titles: Gral. Anna Petrova, AVM Anna Petrova. */
function withoutAbbreviations(text: string): string | undefined {
  if (text.includes('.')) {
    const plain = untitled(text);
    const [dotted] = ABBREVIATIONS.exec(plain) ?? [];
    if (dotted !== undefined) return untitled(plain.slice(dotted.length));
  }
  const words = text.split(' ');
  if (isConsonants(words[0])) return words.slice(1).join(' ');
  return isConsonants(words.at(-1)) ? words.slice(0, -1).join(' ') : undefined;
}

/** Matches a mark between a person and an office in a company: Anna Petrova, CEO Acme Ltd. */
const BEFORE_COMPANY = /\s*[,;]\s+/u;

/** The number of words of the longest legal form that ends a company's name. */
const LONGEST_FORM = 6;
/** Matches a mark, a joining word or a number after a legal form that can also be part of a name. */
const CLEAR_END = /^[.)]*\s*(?:[,;:|/&+([–-]|.{0,14}\p{N}|(?:and|und|et|y|e|c\/o)\s)/iu;
/** Returns true if another legal form begins at a word (Co., Ltd.). */
function isFormAt(keys: readonly string[], at: number): boolean {
  return (
    mayBeginLegalForm(keys[at]!) && matchLegalForm(keys, at, true, 'organization') !== undefined
  );
}

/** Returns the place after the first legal form inside a text; undefined without one. */
function endOfCompany(text: string): number | undefined {
  const placed = placedWords(text);
  const keys = placed.map(({ key }) => key);
  let isCompany = false;
  for (let at = 1; at + 1 < keys.length; at++) {
    if (!mayBeginLegalForm(keys[at]!)) continue;
    for (let end = Math.min(keys.length - 1, at + LONGEST_FORM); end > at; end--) {
      const form = matchLegalForm(keys.slice(0, end), at, true, 'organization');
      if (form?.span !== end - at) continue;
      isCompany ||= form.key !== 'company';
      if (!isCompany || isFormAt(keys, end)) continue;
      const { to } = placed[end - 1]!;
      const isClear = matchLegalForm(keys, at, true, 'any')?.span === form.span;
      if (isClear || CLEAR_END.test(text.slice(to))) return to;
    }
  }
  return undefined;
}

/** The maximum number of unknown words between a company and a person: Acme Ltd client account Anna Petrova. */
const MOST_BEHIND_COMPANY = 3;
/** Returns a company, and the party after its legal form: Acme Ltd & Testov GmbH, Acme Ltd re Anna Petrova. */
function aroundForm(field: Field): Beside[] {
  const to = endOfCompany(field.text);
  if (to === undefined) return [];
  const [before, right] = [trimmed(field.text.slice(0, to)), trimmed(field.text.slice(to))];
  const last = before.split(BEFORE_COMPANY).at(-1)!;
  const left = isCompanyWithForm(last) ? last : before;
  const behind = placedWords(right);
  const joint = JOINTS.at(right, behind, 0)?.span ?? 0;
  const rest = trimmed(right.slice(behind[joint]?.from ?? right.length));
  const company = (text: string, other: string): Beside[] => {
    const own: Field = { ...without(field, text, other), isWholeOnly: false };
    return [own, withoutLegalForm(own)]
      .filter((one) => one !== undefined)
      .map((one) => ({ field: one, entities: ORGANIZATION }));
  };
  const found = company(left, right);
  if (isCompanyWithForm(rest)) found.push(...company(rest, left));
  else
    for (let at = 0; at <= Math.min(MOST_BEHIND_COMPANY, behind.length - 2); at++) {
      const person = trimmed(right.slice(behind[at]!.from));
      if (isPlainName(person))
        found.push({ field: without(field, person, left), entities: PERSON });
    }
  return found;
}

const ONLY_WORDS = /^[\p{L}\p{M}\s.,'’-]+$/u;
/** Returns true if a text is a person's name, without marks and other words. */
function isPlainName(text: string): boolean {
  return ONLY_WORDS.test(text) && isPersonsName(text) && !isKnown(text);
}

/** Returns the persons between marks, if a company is before or after one of them: Anna Petrova, CEO Acme Ltd. */
function personsAtMarks(text: string): string[] {
  return text
    .split(BEFORE_COMPANY)
    .map(trimmed)
    .filter((name) => name !== text && isPlainName(name));
}

/** Returns a company without a legal form that a mark separates from a person: Anna Petrova, Acme Trading. */
function companiesAtMarks(text: string): string[] {
  const parts = text.split(BEFORE_COMPANY).map(trimmed);
  if (parts.length < 2 || !parts.some(isPlainName)) return [];
  return parts.filter((one) => isOrganization(one, 'unknown') && hasName(one));
}

/**
 * Returns false only for a text in which `besideUnknown` finds nothing.
 * @param words the folded words of the text
 */
export function mayHaveUnknown(text: string, words: readonly string[]): boolean {
  const mayBeAbbreviated =
    text.includes('.') || isConsonants(words[0]) || isConsonants(words.at(-1));
  const mayHaveForm = words.some(
    (word, at) => at > 0 && at + 1 < words.length && mayBeginLegalForm(word),
  );
  return (
    (mayBeAbbreviated &&
      withoutAbbreviations(text) !== undefined &&
      !isOrganization(text, 'unknown')) ||
    (mayHaveForm && endOfCompany(text) !== undefined) ||
    hasNumberBehind(text) ||
    hasSmallWords(text) ||
    namesAroundAnd(text).length > 0 ||
    (BEFORE_COMPANY.test(text) &&
      isOrganization(text, 'unknown') &&
      personsAtMarks(text).length > 0)
  );
}

/**
 * Returns the names in a question next to words that no table contains. Each is for review. A person's name must be the
 * whole name of an entry.
 */
export function besideUnknown(text: string): Beside[] {
  const field: Field = { text, kind: 'asked', leftOut: [], isUnsure: true, isWholeOnly: true };
  const around = aroundForm(field);
  const isCompany = isOrganization(text, 'unknown');
  const plain = withoutAbbreviations(text);
  const persons = [
    ...(isCompany ? personsAtMarks(text) : []),
    ...namesInCapitals(text),
    ...(isCompany ? [] : [...namesBeforeNumber(text), ...namesBeforeStreet(text)]),
    ...(isCompany || plain === undefined ? [] : [plain]),
  ].filter((name) => name !== text && isPlainName(name));
  return [
    ...around,
    ...(isCompany ? companiesAtMarks(text) : []).map((name) => ({
      field: without(field, name, trimmed(text.replace(name, ' '))),
      entities: ORGANIZATION,
    })),
    ...namesAroundAnd(text).map((name) => ({
      field: { ...without(field, name, trimmed(text.replace(name, ' '))), isWholeOnly: false },
      entities: PERSON,
    })),
    ...persons.map((name) => ({
      field: without(field, name, trimmed(text.replace(name, ' '))),
      entities: PERSON,
    })),
  ];
}
