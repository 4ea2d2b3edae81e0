/** Divides a field into parties at words and marks. */
import { CODE, partiesBeside } from './beside.ts';
import {
  distinctiveWords,
  isOrganization,
  isPersonsName,
  isPlaceOnly,
  isWithInitials,
  partiesWithInitials,
  trimmed,
  without,
} from './field.ts';
import type { Field, NamedType } from './field.ts';
import { partsAt, withoutCompanions } from './joint-words.ts';
import { placedWords } from './phrases.ts';
import { SIGNS_OF_ORGANIZATIONS } from './signs.ts';
import { mayBeParty, mayBeSingle } from './single.ts';
import { isTitle, withoutRemarks, withoutTitles } from './stripped.ts';
import { ADDRESS_WORDS, ENDS, FILLERS, MOST_PARTIES, REMARKS, SHORT_FORMS } from './tables.ts';

/** Marks between the names of several parties, or of one party in two languages. */
const JOINT_MARK = /\s*&\s*|(?<=\p{L}{2})\s*\/\s*(?=\p{L}{2})/gu;
const HARD_MARK =
  /(?:^|\s)\(?(?:\d[.)]|(?:[a-d]|i{1,3}|iv)\))\s*(?=\p{L}{2})|\s\/\s|\/\/|[;；、•|\\→]|\s\+\s|\s[*·]\s|->|\r?\n/u;
/** Marks between parties, between a family name and given names, or between a name and a remark on it. */
const SOFT_MARK = /[,，]\s*|\s-{1,2}\s|\s[–—]\s/u;
/** Matches a separator that is not part of a person's name, unlike the y of Ortega y Gasset. */
const SPOKEN = /^(?:and|or|und|u|et|og|och|и|та)(?!\p{L})/iu;

function isLetter(word: string): boolean {
  return /^\p{L}\.?$/u.test(word);
}

const FAMILY_FIRST = /^([^\s,]+),\s(\S.*)$/u;
/** Returns the names of joint holders with one family name: Igor and Olga Petrova; Petrov, Igor and Olga. */
function shared(parts: readonly string[]): string[] | undefined {
  if (parts.length !== 2) return undefined;
  const [, family, given] = FAMILY_FIRST.exec(parts[0]!) ?? [];
  if (family && given && !parts[1]!.includes(' '))
    return [`${given} ${family}`, `${parts[1]!} ${family}`];
  const [first, second] = parts.map((part) => part.split(' '));
  // An example is Petrova A. and B.
  if (
    first!.length === 2 &&
    second!.length === 1 &&
    first!.concat(second!).slice(1).every(isLetter)
  )
    return [parts[0]!, `${second![0]} ${first![0]}`];
  if (first!.length === 1 && second!.length >= 2 && second!.at(-1)!.length >= 2)
    return [`${first![0]} ${second!.at(-1)}`, parts[1]!];
  if (first!.length >= 2 && second!.length === 1 && first!.at(-1)!.length >= 2)
    return [parts[0]!, `${second![0]} ${first!.at(-1)}`];
  return undefined;
}

/** Matches a family name in capitals and given names in small letters: one person. */
export const FAMILY_IN_CAPITALS = /^[^\p{Ll},]*\p{Lu}[^\p{Ll},]*,\s[^,]*\p{Ll}[^,]*$/u;

/** Matches a name in Chinese or Korean signs. */
const SIGNS = /^(?:\p{Script=Han}{2,7}|\p{Script=Hangul}{2,7})$/u;
/** Returns true if a text may be a party with two names or more. */
function mayBeFullName(text: string): boolean {
  return (text.includes(' ') || SIGNS.test(text)) && distinctiveWords(text) > 1 && mayBeParty(text);
}

/** Returns the parties between commas or dashes, each with at least two names; undefined for one name with a remark. */
function partsAtMarks(text: string): string[] | undefined {
  if (FAMILY_IN_CAPITALS.test(text) || SIGNS_OF_ORGANIZATIONS.test(text)) return undefined;
  const parts = text.split(SOFT_MARK).map(trimmed);
  return parts.length > 1 && parts.every(mayBeFullName) ? parts : undefined;
}

const CODE_BEHIND = /\s\p{L}{2}$/u;
/** Returns true for a text after a party that is part of a place: a country, or the code of a state. */
function isOfPlace(text: string): boolean {
  return CODE.test(text) || isPlaceOnly(text);
}

/** Returns true if a text may be a party or a place, before the code of a state (Miami FL). */
function mayBePartyOrPlace(text: string): boolean {
  return mayBeSingle(text) || mayBeFullName(text) || mayBeSingle(text.replace(CODE_BEHIND, ''));
}

/**
 * Returns false only if `withSingleParties` finds nothing in these parts of a text between commas. A word before a
 * single comma is a family name (Weller, Ann Maria).
 */
export function mayBeSingleParties([first = '', ...more]: readonly string[]): boolean {
  if (more.length === 0 || (more.length === 1 && !first.includes(' '))) return false;
  const others = more.filter((one) => !isOfPlace(one));
  if (others.length === 0 || !others.every((one) => one.includes(' ') || mayBeSingle(one)))
    return false;
  return first.includes(' ') || (others.length > 1 && mayBeSingle(first));
}

/**
 * Returns names between commas if each is a party or a place: Ann Weller, Oddvenna; Oddvenna, Ann Weller, Boris Testov.
 */
function withSingleParties(field: Field): Field[] {
  const { text } = field;
  if (FAMILY_IN_CAPITALS.test(text)) return [];
  const parts = text.split(SOFT_MARK).map(trimmed);
  if (!mayBeSingleParties(parts)) return [];
  const [first = '', ...others] = parts.filter((one) => !isOfPlace(one));
  const isSingle = !mayBeFullName(first);
  if (isSingle ? !others.every(mayBeFullName) : !others.every(mayBePartyOrPlace)) return [];
  return parties(field, [first, ...others]).map((one) => ({
    ...one,
    kind: 'asked',
    isUnsure: true,
    isWholeOnly: distinctiveWords(one.text) < 3,
  }));
}

function parties(field: Field, parts: readonly string[]): Field[] {
  const read = parts.filter((text, at) => at < MOST_PARTIES || distinctiveWords(text) > 1);
  return read.map((text) => ({
    ...field,
    text,
    kind: field.kind === 'removed' ? 'part' : field.kind,
    leftOut: [...field.leftOut, ...parts.filter((other) => other !== text)],
  }));
}

/** Matches two names of at least two letters each. */
const TWO_NAMES = /^[^ .]{2,} [^ .]{2,}$/u;
const ABBREVIATION = /\s(\p{L}{1,3}\/\p{L}{1,3})\.?\s/u;
/** Returns the parties around an abbreviation that no table contains: Anna Petrova H/F Boris Testov. */
function partsAtAbbreviation(text: string): string[] | undefined {
  const found = ABBREVIATION.exec(text);
  if (!found) return undefined;
  const words = placedWords(text);
  const at = words.findIndex(({ from }) => from > found.index);
  const tables = [SHORT_FORMS, FILLERS, REMARKS, ADDRESS_WORDS];
  if (tables.some((table) => table.at(text, words, at))) return undefined;
  const parts = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  return parts.every((part) => distinctiveWords(part) > 1) ? parts.map(trimmed) : undefined;
}

const DASH = /\s-{1,2}\s|\s[–—]\s/u;
/** Returns a person on one side of a dash and a company on the other. The readings are for review. */
function behindDash(field: Field): Field[] {
  const parts = field.text.split(DASH).map(trimmed);
  const areNames = parts.every((part) => distinctiveWords(part) > 1 && !isPlaceOnly(part));
  if (parts.length !== 2 || !areNames) return [];
  return unsure(parties(field, parts)).map((one) => ({ ...one, isWholeOnly: true }));
}

/** Returns a party without titles in front. */
function untitled(text: string): string {
  const { text: own } = withoutTitles({ text, kind: 'part', leftOut: [] }, false);
  const words = placedWords(own);
  const first = words.findIndex((word) => !isTitle(word.key));
  return first > 0 ? own.slice(words[first]!.from) : own;
}

/** Returns the parties if each is a person's name, or one name with two initials; none for a single party. */
function personsIn(text: string, mark: RegExp): string[] {
  const parts = text.split(mark).map(trimmed);
  const arePersons = parts.every((part) => isWithInitials(part) || isPersonsName(part));
  return parts.length > 1 && arePersons ? parts : [];
}

const SPOKEN_MARK = /[;/&]|\s(?:and|or|und|oder|et|ou|y|o|e|i|og|och|и|или|та|або)\s/iu;
const ANY_MARK = new RegExp(`,|${SPOKEN_MARK.source}`, 'iu');
/**
 * Returns, for review, the persons of a text that is marked as a company only by one person's initials: Igor Petrov and
 * Kudryavtsev S.A.
 */
export function partiesLikeCompany(field: Field): Field[] {
  const { text } = field;
  if (!ANY_MARK.test(text)) return [];
  const found = [ANY_MARK, SPOKEN_MARK].map((mark) => personsIn(text, mark));
  const persons = found.find((parts) => parts.length > 0) ?? [];
  if (!persons.some(isWithInitials)) return [];
  return unsure(parties(field, persons.map(untitled))).map((one) => ({ ...one, isPerson: true }));
}

/** Returns each party of a field. Never divides an organization's name. */
export function jointParties(whole: Field, type: NamedType): Field[] {
  const isCompany = isOrganization(whole.text, type);
  const field = isCompany ? whole : withoutRemarks(whole, false);
  const { text } = field;
  const initialed = isCompany ? [] : partiesWithInitials(text);
  if (initialed.length > 1)
    return parties(field, initialed.map(untitled)).map((one) => ({ ...one, isPerson: true }));
  const hard = text
    .split(HARD_MARK)
    .map(trimmed)
    .filter((one) => one !== '');
  if (hard.length > 1 && areParties(hard.map(distinctiveWords))) return parties(field, hard);
  const [name = '', place = ''] = hard;
  if (hard.length === 2 && isPlaceOnly(place) && !isPlaceOnly(name))
    return [without(field, name, place)];
  if (isCompany && type === 'unknown') {
    const persons = partiesLikeCompany(field);
    return [field, ...behindDash(field), ...(persons.length > 0 ? persons : partiesBeside(field))];
  }
  if (isCompany || type === 'person') return [field];
  const joined = text.replace(/\band\s*\/\s*or\b/giu, 'and').replace(JOINT_MARK, ' and ');
  const spoken = withoutCompanions(joined);
  if (spoken !== joined && distinctiveWords(spoken) > 1)
    return jointParties(without(field, spoken), type);
  const words = placedWords(spoken);
  const atAll = partsAt(spoken, words, () => true);
  if (atAll.length < 2) {
    const marked = partsAtMarks(text) ?? partsAtAbbreviation(text);
    if (!marked) return [field, ...withSingleParties(field)];
    // The text may be a family name and given names, or two people.
    const isOnePerson = marked.length === 2 && marked.every((part) => TWO_NAMES.test(part));
    const all = unsure(parties(field, marked));
    return [field, ...(isOnePerson ? all.map((one) => ({ ...one, isWholeOnly: true })) : all)];
  }
  const atSure = partsAt(spoken, words, (kind) => kind === 'joint');
  const atSpoken = partsAt(spoken, words, (_, joint) => SPOKEN.test(joint));
  const sure = [atSure, atSpoken].find(isFit);
  const found = sure ? named(field, sure) : withSingleWords(field, atSpoken);
  const isMore = atAll.length > atSure.length && isFit(atAll);
  const others = found.length === 0 ? givenNames(field, atAll) : [];
  const all = unsure(isMore ? named(field, atAll) : others);
  return found.length > 0 ? [...found, ...all] : [field, ...all];
}

/** Returns true if each part has a name, and one of them has two. */
function areParties(counts: readonly number[]): boolean {
  const read = counts.slice(0, MOST_PARTIES);
  return read.every((count) => count > 0) && read.some((count) => count > 1);
}

function isFit(parts: readonly string[]): boolean {
  const read = parts.slice(0, MOST_PARTIES);
  return read.length > 1 && read.every((part) => distinctiveWords(untitled(part)) > 1);
}

/** Returns the parties if each part has a full name. */
function named(field: Field, parts: readonly string[]): Field[] {
  return parties(
    field,
    parts.map(untitled).flatMap((part) => partsAtMarks(part) ?? [part]),
  );
}

/**
 * Returns the parties if some parts are a single word: a given name, with the family name of the other holder, or the
 * only name of a party.
 */
function withSingleWords(field: Field, texts: readonly string[]): Field[] {
  const parts = texts.map(untitled);
  const counts = parts.map(distinctiveWords);
  if (parts.length > 1 && counts.every((count) => count === 1)) return singles(field, parts);
  if (parts.length < 2 || !areParties(counts)) return [];
  const holders = shared(parts) ?? [];
  return [
    ...parties(field, holders).map((one) =>
      parts.includes(one.text) ? one : { ...one, isUnsure: true },
    ),
    ...parties(field, texts).filter((_, i) => holders.length === 0 || counts[i] === 1),
  ];
}

/** Returns true if a text is a city or a part of a country. */
function isEnd(text: string): boolean {
  const words = placedWords(text);
  return ENDS.at(text, words, 0)?.span === words.length;
}

/** Returns the parties that are one word each, for review: Kaur and Oddvenna. */
function singles(field: Field, parts: readonly string[]): Field[] {
  if (new Set(parts).size === 1 || parts.every(isEnd)) return [];
  return parties(field, parts).filter(({ text }) => mayBeSingle(text));
}

/**
 * Returns the holders of given names with one family name, joined by a word that names may also contain: Igor y Olga
 * Petrova.
 */
function givenNames(field: Field, texts: readonly string[]): Field[] {
  const parts = texts.map(untitled);
  const initials = parts.filter((part) => part.split(' ').some(isLetter));
  if (parts.length !== 2 || (parts[0]!.includes(' ') && initials.length < 2)) return [];
  return parties(field, shared(parts) ?? []).map((one) => ({
    ...one,
    isWholeOnly: initials.length < 2,
  }));
}

function unsure(fields: readonly Field[]): Field[] {
  return fields.map((one) => ({ ...one, isUnsure: true }));
}
