/** Leaves out of a field titles, fillers, remarks, addresses and prefixes of ships. */
import { HARD_TITLES, TITLES_THAT_ARE_NAMES } from '../canonical/honorifics.ts';
import { isPlaceOnly, trimmed, without, type Field } from './field.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import {
  ADDRESS_WORDS,
  FILLERS,
  GLUED_BEHIND,
  GLUED_FRONT,
  REMARKS,
  SHIP_PREFIXES,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
} from './tables.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
};
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/giu;
const ASCII = /^[\x20-\x7e]*$/;
const BOILERPLATE =
  /[\s;,(]*(?:\band\b|\bor\b|\bincluding\b|\btogether with\b)[\s,]+(?:any|all|its|their|the)\b(?:[\s,]+(?:any|all|its|their|other|and|or))*[\s,]+(?:successors?|sub-?units?|subsidiar(?:y|ies)|affiliates?|affiliated|branch(?:es)?|subordinate|associated|agents?|assign(?:s|ees))\b.*$/isu;
const BIRTH = /[\s,;(]*\b(?:dob|d\.o\.b\.?|date of birth|born(?: on| in)?|b\.)[\s:]*\d.*$/isu;
const NUMBER_INSIDE =
  /[\s,;(]*\b(?:imo|mmsi|passport|passeport|id|nid|bvn|nin|ssn|tin|inn)(?:[\s.:#]*(?:no|nr|number|num)\b)?[\s.:#]*(?=[a-z]{0,3}\d)[a-z\d-]{5,}\b\)?/giu;

/** HTML's names for letters as letters. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function cut(field: Field, expression: RegExp): Field {
  const rest = field.text.replace(expression, ' ');
  const isMore = rest !== field.text && /\p{L}/u.test(rest);
  return isMore ? without(field, rest, ...(field.text.match(expression) ?? []).slice(0, 1)) : field;
}

/** The text as its publisher means it: with letters for HTML's names of them, without what is said of successors. */
export function withoutBoilerplate(field: Field): Field {
  const text = decoded(field.text);
  return cut(text === field.text ? field : { ...field, text: trimmed(text) }, BOILERPLATE);
}

/** Without what publishers and forms write behind a name: successors, dates of birth, numbers. */
export function withoutTrailers(field: Field): Field {
  return [BIRTH, NUMBER_INSIDE].reduce(cut, withoutBoilerplate(field));
}

function hasAddressWord(text: string): boolean {
  const words = placedWords(text);
  return words.some((_, at) => ADDRESS_WORDS.at(text, words, at) !== undefined);
}

/** Where an address begins: behind a comma, or at a number that a word such as street follows. */
function addressFrom(
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
  const number = words.findIndex(({ key }, i) => i >= 1 && /^\d+[a-z]?$/u.test(key));
  if (number < 0) return undefined;
  const from = words[number]!.from;
  return hasAddressWord(text.slice(from)) ? from : undefined;
}

/** Without an address behind the name; behind a company's it has a number. */
export function withoutAddress(field: Field, isCompany: boolean): Field {
  const from = addressFrom(field.text, placedWords(field.text), isCompany);
  if (from === undefined) return field;
  return without(field, field.text.slice(0, from), field.text.slice(from));
}

function isTitle(word: PlacedWord | undefined): boolean {
  return word !== undefined && (HARD_TITLES.has(word.key) || TITLES_THAT_ARE_NAMES.has(word.key));
}

/** Tells whether a word is there, and a space before it: not in Ing-Marie. */
function isSpaceBefore(text: string, words: readonly PlacedWord[], at: number): boolean {
  const word = words[at];
  return word !== undefined && /\s/u.test(text.slice(words[at - 1]!.to, word.from));
}

/** The number of words that are titles in front, in any order, and whether a name may be among them. */
function titlesInFront(text: string, words: readonly PlacedWord[], namesToo: boolean): number {
  let at = 0;
  let last = 0;
  while (at < words.length - 1) {
    const found = TITLES_IN_FRONT.at(text, words, at);
    const isApart = found && isSpaceBefore(text, words, at + found.span);
    if (found && isApart && (found.kind === 'sure' || namesToo)) {
      at += found.span;
      last = at;
    } else if (isTitle(words[at])) at += 1;
    else break;
  }
  return last;
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
 * Without titles in front and behind, while a word remains.
 * @param namesToo also those that are names as well
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

/** Without words in the place of a name that is missing, and remarks behind one. */
export function withoutFillers(field: Field): Field {
  return withoutPhrases(field, true);
}

/** Without remarks behind the name. */
export function withoutRemarks(field: Field): Field {
  return withoutPhrases(field, false);
}

function withoutPhrases(field: Field, fillersToo: boolean): Field {
  const { text } = field;
  const words = placedWords(text);
  const kept: PlacedWord[] = [];
  const gone: string[] = [];
  for (let at = 0; at < words.length;) {
    const found =
      (fillersToo ? FILLERS.at(text, words, at) : undefined) ??
      (at > 0 && isSpaceBefore(text, words, at) ? REMARKS.at(text, words, at) : undefined);
    if (!found) kept.push(words[at]!);
    else gone.push(text.slice(words[at]!.from, words[at + found.span - 1]!.to));
    at += found?.span ?? 1;
  }
  if (gone.length === 0 || kept.length === 0) return field;
  return without(field, kept.map(({ from, to }) => text.slice(from, to)).join(' '), ...gone);
}

/** Without the prefix of a ship; undefined without one. */
export function withoutShipPrefix(field: Field): Field | undefined {
  const { text } = field;
  const words = placedWords(text);
  let first = 0;
  for (let found; first < words.length - 1; first += found.span) {
    found = SHIP_PREFIXES.at(text, words, first);
    if (!found || first + found.span >= words.length) break;
  }
  if (first > 0)
    return without(field, text.slice(words[first]!.from), text.slice(0, words[first]!.from));
  const behind = SHIP_PREFIXES.endingAt(text, words, words.length - 1);
  const from = words[words.length - (behind?.span ?? 0)]?.from;
  if (!behind || behind.span >= words.length || from === undefined) return undefined;
  return without(field, text.slice(0, from), text.slice(from));
}
