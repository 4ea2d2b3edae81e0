/** Removes titles, fillers, remarks, addresses and prefixes of ships from a field. */
import { HARD_TITLES, TITLES_THAT_ARE_NAMES } from '../words/honorifics.ts';
import { distinctiveWords, isPlaceOnly, without, type Field } from './field.ts';
import { joinedWords, placedWords, type PlacedWord } from './phrases.ts';
import { cut } from './published.ts';
import {
  ABSENT,
  ADDRESS_WORDS,
  ENDS,
  FILLERS,
  GLUED_BEHIND,
  GLUED_FRONT,
  HUSBANDS,
  JOINTS,
  REMARKS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
  formsOf,
} from './tables.ts';

const ASCII = /^[\x20-\x7e]*$/;

/** Returns true if a text has a word of an address. */
export function hasAddressWord(text: string): boolean {
  const words = placedWords(text);
  return words.some((_, at) => ADDRESS_WORDS.at(text, words, at) !== undefined);
}

/** Matches the last word of a post box. */
export const BOX = 'box';
/** Returns true if a post box begins at a word. */
function isBox(text: string, words: readonly PlacedWord[], at: number): boolean {
  const found = ADDRESS_WORDS.at(text, words, at);
  if (!found || words[at + found.span - 1]!.key !== BOX) return false;
  return found.span > 1 || /^\d+$/u.test(words[at + 1]?.key ?? '');
}

/** Returns the start of an address after a comma. */
function addressAtMark(
  text: string,
  words: readonly PlacedWord[],
  isCompany: boolean,
): number | undefined {
  for (const { index } of text.matchAll(/,|\s[-–]\s/gu)) {
    const rest = text.slice(index);
    const isAddress = /\d/u.test(rest) && hasAddressWord(rest);
    if (isAddress && index > 0) return index;
    if (words.filter(({ to }) => to <= index).length < 2) continue;
    if (isCompany) continue;
    if (/\d/u.test(rest) || hasAddressWord(rest) || isPlaceOnly(rest)) return index;
  }
  return undefined;
}

/** Returns the start of an address at a post box, or at a number that a word such as street follows. */
function addressAtNumber(text: string, words: readonly PlacedWord[]): number | undefined {
  const box = words.findIndex((_, i) => i >= 2 && isBox(text, words, i));
  if (box >= 0) return words[box]!.from;
  const number = words.findIndex(({ key }, i) => i >= 1 && /^\d+[a-z]?$/u.test(key));
  if (number < 0) return undefined;
  const from = words[number]!.from;
  const isStreet = number > 1 && /\p{L}\sst\.?$/iu.test(text.slice(from));
  return isStreet || hasAddressWord(text.slice(from)) ? from : undefined;
}

/** Removes an address after the name. After a company's name it must have a number. */
export function withoutAddress(field: Field, isCompany: boolean): Field {
  const words = placedWords(field.text);
  const starts = [addressAtMark(field.text, words, isCompany), addressAtNumber(field.text, words)];
  const from = Math.min(...starts.filter((start) => start !== undefined));
  if (from === Infinity) return field;
  return without(field, field.text.slice(0, from), field.text.slice(from));
}

/** Returns true if a word is a title, or a title that is also a name. */
export function isTitle(word: string | undefined): boolean {
  return word !== undefined && (HARD_TITLES.has(word) || TITLES_THAT_ARE_NAMES.has(word));
}

/** Returns true if a space is before a word, unlike Ing in Ing-Marie. */
function isSpaceBefore(text: string, words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  return word !== undefined && /\s/u.test(text.slice(words[at - 1]!.to, word.from));
}

/** Returns true if only the syllables of a given name follow a word, which is then a family name (Pak Chang-Ho). */
function isGivenName(text: string, words: readonly PlacedWord[], at: number): boolean {
  const rest = text.slice(words[at]?.from ?? text.length).trim();
  return rest.includes('-') && !/\s/u.test(rest);
}

/** Returns the number of words in front that are titles, in any order, and whether one of them may be a name. */
function titlesInFront(text: string, words: readonly PlacedWord[], namesToo: boolean): number {
  let at = 0;
  let last = 0;
  while (at < words.length - 1) {
    const found = TITLES_IN_FRONT.at(text, words, at);
    const isApart = found && isSpaceBefore(text, words, at + found.span);
    const isSure = found?.kind === 'sure';
    if (found && isApart && (isSure || (namesToo && !isGivenName(text, words, at + found.span)))) {
      at += found.span;
      last = at;
    } else if (isTitle(words[at]?.key)) at += 1;
    else break;
  }
  return last;
}

/** Fewest letters of a given name that may be a party's only one, next to a polite title. */
const SHORTEST_GIVEN = 5;
/** Returns true if a word may be the only name of a party, next to a polite title: Pak Suharmanto. */
export function isPoliteBefore(title: string | undefined, words: readonly string[]): boolean {
  return title === 'polite' && words.length === 1 && words[0]!.length >= SHORTEST_GIVEN;
}

function withoutGlued(field: Field): Field {
  if (ASCII.test(field.text)) return field;
  const text = field.text.normalize('NFC');
  const front = GLUED_FRONT.exec(text)?.[0];
  if (front !== undefined && text.length > front.length + 1)
    return { ...without(field, text.slice(front.length), front), isUnsure: false };
  const behind = GLUED_BEHIND.exec(text)?.[0];
  if (behind === undefined) return field;
  return without(field, text.slice(0, -behind.length), behind);
}

/**
 * Removes titles in front and after, while a word remains.
 * @param namesToo true to also remove titles that are names
 */
export function withoutTitles(field: Field, namesToo: boolean): Field {
  let { text } = field;
  const words = placedWords(text);
  const leftOut: string[] = [];
  const first = titlesInFront(text, words, namesToo);
  let end = words.length;
  for (let found; end - first > 1; end -= found.span) {
    found = TITLES_BEHIND.endingAt(text, words.slice(0, end), end - 1);
    if (!found || end - found.span <= first) break;
  }
  if (end < words.length) {
    leftOut.push(text.slice(words[end]!.from));
    text = text.slice(0, words[end]!.from);
  }
  if (first > 0) {
    leftOut.push(text.slice(0, words[first]!.from));
    text = text.slice(words[first]!.from);
  }
  const plain = leftOut.length > 0 ? without(field, text, ...leftOut) : field;
  return withoutGlued(plain);
}

/** Matches a single letter that is a particle in other places (Vladimir I. Petrov). */
export const MIDDLE_LETTER = /(?<=\p{L}{2}\s)[deinoy]\.\s(?=\p{L}{2})/iu;
/** Removes such a letter between two names. */
export function withoutMiddleLetter(field: Field): Field {
  const [letter] = MIDDLE_LETTER.exec(field.text) ?? [];
  return letter
    ? { ...without(field, field.text.replace(letter, ''), letter), isUnsure: true }
    : field;
}

/**
 * Removes fillers for a missing name, and remarks after a name.
 * @param namesToo true to also remove words that are names
 */
export function withoutFillers(field: Field, namesToo: boolean): Field {
  return withoutPhrases(field, namesToo ? 'all' : 'sure');
}

/** Removes fillers, and remarks that no company's name contains. */
export function withoutSureFillers(field: Field): Field {
  return withoutPhrases(field, 'sure', true);
}

/**
 * Removes the husband's name after the family name of birth: Ana Maria Petrova de Garcia, Petrova de Garcia, Ana. The
 * words may also be part of the name (Juan Ponce de Leon).
 */
export function withoutHusband(field: Field): Field {
  const { text } = field;
  const words = placedWords(text);
  for (let at = 1; at + 1 < words.length; at++) {
    const found = HUSBANDS.at(text, words, at);
    const husband = words[at + (found?.span ?? 1)];
    if (!found || !husband || !/^\s*(?:,|$)/u.test(text.slice(husband.to))) continue;
    const { from } = words[at]!;
    const rest = without(
      field,
      text.slice(0, from).trimEnd() + text.slice(husband.to),
      text.slice(from, husband.to),
    );
    return distinctiveWords(rest.text) > 1 ? { ...rest, isUnsure: true } : field;
  }
  return field;
}

const FIRM = new RegExp(String.raw`^${formsOf('firm')}\.?\s+(?=\S)`, 'iu');
/** Removes a form of address in front of a company (M/s, Messrs). */
export function withoutFirm(field: Field): Field {
  return cut(field, FIRM);
}

/** Removes remarks after the name or in front of it. */
export function withoutRemarks(field: Field, isCompany: boolean): Field {
  return withoutPhrases(field, 'none', isCompany);
}

/** Returns a filler at a word, with a word such as without before or after it. */
function fillerWithAbsent(text: string, words: readonly PlacedWord[], at: number) {
  const absent = ABSENT.at(text, words, at)?.span ?? 0;
  const found = FILLERS.at(text, words, at + absent);
  if (!found || found.kind !== 'filler') return FILLERS.at(text, words, at);
  const span = absent + found.span;
  const next = at + span;
  const behind = FILLERS.at(text, words, next) ? 0 : (ABSENT.at(text, words, next)?.span ?? 0);
  return { ...found, span: span + behind };
}

/** Returns a filler at a word. A filler that is also a name must be a separate word, unlike Na in Na'imi. */
function fillerAt(
  text: string,
  words: readonly PlacedWord[],
  at: number,
  fillers: 'all' | 'sure' | 'none',
) {
  const found = fillers === 'none' ? undefined : fillerWithAbsent(text, words, at);
  if (found === undefined || found.kind === 'filler') return found;
  if (found.kind === 'alone' && words.length !== found.span + 1) return undefined;
  const { from } = words[at]!;
  const { to } = words[at + found.span - 1]!;
  const isFree =
    /(?:^|\s)$/u.test(text.slice(0, from)) && /^(?:[.,]?\s|[.,]?$)/u.test(text.slice(to));
  return fillers === 'all' && isFree ? found : undefined;
}

/**
 * Returns a remark at a word, if it is after a name or in front of one. A remark between two names (and wife) does not
 * count.
 */
function remarkAt(text: string, words: readonly PlacedWord[], at: number, isCompany: boolean) {
  const remark = REMARKS.at(text, words, at);
  if (!remark || (isCompany && remark.kind === 'person')) return undefined;
  // New York does not begin with a remark.
  if ((ENDS.at(text, words, at)?.span ?? 0) > remark.span) return undefined;
  const next = words[at + remark.span];
  if (at > 0) {
    const isBetween = next !== undefined && JOINTS.at(text, words, at) !== undefined;
    return isSpaceBefore(text, words, at) && !isBetween ? remark : undefined;
  }
  const isOfWhat = isOffice(remark.kind) && / (?:of|at|in|for) /iu.test(text);
  if (!next || isOfWhat || !isSpaceBefore(text, words, remark.span)) return undefined;
  return distinctiveWords(text.slice(next.from)) > 1 ? remark : undefined;
}

function withoutPhrases(field: Field, fillers: 'all' | 'sure' | 'none', isCompany = false): Field {
  const { text } = field;
  const words = placedWords(text);
  const kept: PlacedWord[] = [];
  const gone: string[] = [];
  let isUnsure = field.isUnsure === true;
  for (let at = 0; at < words.length;) {
    const filler = fillerAt(text, words, at, fillers);
    const remark = remarkAt(text, words, at, isCompany);
    const found = filler ?? remark;
    // In COMM PROP the second word is not a remark.
    const span = found ? spanOf(words, at, found) : (JOINTS.at(text, words, at)?.span ?? 1);
    if (!found) kept.push(...words.slice(at, at + span));
    if (found) gone.push(text.slice(words[at]!.from, words[at + span - 1]!.to));
    if (found?.kind === 'name-too' || found?.kind === 'alone') isUnsure = true;
    at += span;
  }
  if (gone.length === 0 || kept.length === 0) return field;
  const rest = without(field, joinedWords(text, kept), ...gone);
  return isUnsure ? { ...rest, isUnsure } : rest;
}

/** Returns true if a remark is an office; its country or company may follow. */
function isOffice(kind: string): boolean {
  return kind === 'office' || kind === 'owner';
}

const OF = new Set(['of', 'at', 'in', 'for', 'de', 'di']);
/** The last word of R/O. */
const RESIDENT_OF = 'o';
/** Returns the number of words of a phrase. An office includes the words after it (CEO of Rosneft). */
function spanOf(
  words: readonly PlacedWord[],
  at: number,
  { kind, span }: { kind: string; span: number },
): number {
  if (at === 0 || !isOffice(kind)) return span;
  const last = words[at + span - 1]!.key;
  const isOfWhat = last === RESIDENT_OF || OF.has(last) || OF.has(words[at + span]?.key ?? '');
  return isOfWhat ? words.length - at : span;
}
