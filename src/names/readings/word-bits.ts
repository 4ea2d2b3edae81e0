/**
 * Answers all questions of the gate about a word with one look-up, which returns the possible meanings of the word as
 * bits.
 */
import { HARD_TITLES, TITLES_THAT_ARE_NAMES } from '../words/honorifics.ts';
import { GENERIC_WORDS, ORGANIZATION_MARKERS, PLACE_WORDS } from '../words/word-classes.ts';
import { FIRST_OF_FORMS } from './cut-off.ts';
import {
  ADDRESS_WORDS,
  BESIDE_COMPANY,
  DIVIDERS_BETWEEN,
  ENDS,
  FATHERS,
  FILLERS,
  FOR_WHOM,
  HUSBANDS,
  JOINTS,
  LABELS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
  WHERE,
  WORDS_OF_RULES,
} from './tables.ts';

/** The tables that apply to any name, and those for the name of a person. */
const FOR_ANY = [DIVIDERS_BETWEEN, WORDS_OF_RULES, FOR_WHOM, LABELS, FILLERS, SHIP_PREFIXES];
const FOR_PERSON = [
  TITLES_IN_FRONT,
  TITLES_BEHIND,
  SHORT_FORMS,
  HUSBANDS,
  FATHERS,
  JOINTS,
  WHERE,
  ENDS,
];
const TABLES = [...FOR_ANY, ...FOR_PERSON, REMARKS, BESIDE_COMPANY];
function bitsFor(...tables: readonly (typeof TABLES)[number][]): number {
  return tables.reduce((bits, table) => bits | (1 << TABLES.indexOf(table)), 0);
}
export const ANY = bitsFor(...FOR_ANY, REMARKS);
export const PERSON = bitsFor(...FOR_PERSON, REMARKS);
export const BESIDE = bitsFor(BESIDE_COMPANY);
export const CITY = bitsFor(ENDS);
/**
 * Bits for a title of the canonical form, and for a word of an organization, an address, a place and a long legal form.
 */
export const TITLE = 1 << TABLES.length;
export const COMPANY_WORD = TITLE << 1;
export const ADDRESS = TITLE << 2;
export const PLACE = TITLE << 3;
export const FORM = TITLE << 4;

/** The bits of a word: those for the word itself, and those for a phrase that it begins before another word. */
type Bits = { alone: number; readonly before: Map<string, number> };
const BITS = new Map<string, Bits>();
function mark(bits: number, word: string, next?: string): void {
  const of = BITS.get(word) ?? { alone: 0, before: new Map<string, number>() };
  BITS.set(word, of);
  if (next === undefined) of.alone |= bits;
  else of.before.set(next, (of.before.get(next) ?? 0) | bits);
}
for (const table of TABLES)
  for (const [word, next] of table.beginnings()) mark(bitsFor(table), word, next);
for (const [word] of ADDRESS_WORDS.beginnings()) mark(ADDRESS | PLACE, word);
for (const word of PLACE_WORDS) mark(PLACE, word);
for (const word of GENERIC_WORDS) mark(PLACE | COMPANY_WORD, word);
for (const word of ORGANIZATION_MARKERS) mark(COMPANY_WORD, word);
for (const word of FIRST_OF_FORMS) mark(FORM, word);
for (const word of [...HARD_TITLES, ...TITLES_THAT_ARE_NAMES]) mark(TITLE, word);

const NOT_FIRST = ~bitsFor(FOR_WHOM, LABELS);
const NOT_AN_END = ~bitsFor(SHIP_PREFIXES, TITLES_BEHIND, ENDS);
const NOT_IN_FRONT = ~bitsFor(TITLES_IN_FRONT);
/** The number of words of the longest phrase that the search looks for at the end. */
const LONGEST_END = 4;
/** Returns true if a word belongs to companies. */
export function isOfCompany(word: string): boolean {
  return ((BITS.get(word)?.alone ?? 0) & COMPANY_WORD) > 0;
}

/** Returns the bits of a word that apply at its place. */
export function bitsAt(words: readonly string[], at: number, isInFront: boolean): number {
  const known = BITS.get(words[at]!);
  if (known === undefined) return 0;
  let bits = known.alone;
  if (known.before.size > 0) bits |= known.before.get(words[at + 1] ?? '') ?? 0;
  if (at > 0) bits &= NOT_FIRST;
  if (at > 0 && at + LONGEST_END < words.length) bits &= NOT_AN_END;
  return isInFront ? bits : bits & NOT_IN_FRONT;
}
