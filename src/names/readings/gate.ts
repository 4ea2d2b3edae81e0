/** Skips the reading rules for names that have only one reading. */
import { foldedWords } from '../canonical/fold.ts';
import { matchLegalForm, mayBeginLegalForm } from '../words/legal-forms.ts';
import { GENERIC_WORDS, ORGANIZATION_MARKERS, PLACE_WORDS } from '../words/word-classes.ts';
import { isOrganization, type NamedType } from './field.ts';
import { FAMILY_IN_CAPITALS } from './joint.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { BIRTH, NUMBER_INSIDE } from './published.ts';
import { BOX, isTitle, MIDDLE_LETTER } from './stripped.ts';
import {
  ADDRESS_WORDS,
  DIVIDERS_BETWEEN,
  FATHERS,
  FILLERS,
  FOR_WHOM,
  GLUED_BEHIND,
  GLUED_FRONT,
  HUSBANDS,
  JOINTS,
  LABELS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
  WORDS_OF_RULES,
} from './tables.ts';
import { beginsWithPlace, COMPANY, mayHaveTypedDigit } from './written.ts';

/** Marks that may divide any field. */
const MARKS = /[([{<（［｛＜【〔〖〈《「『;；、•→*·/+|:：@\n"“”„«»=~\\]/;
const DASH = /\s(?:--?|[–—])\s|->/;
const SINGLE_QUOTES = /(?:^|\s)['‘].*['’](?:$|[\s,])/;
const ADDRESS_OF_WEB = /www\./i;
/** Marks that divide no organization's name. */
const PERSONAL_MARKS = /[,，&]|\s[-–]/;
const LETTERS = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;
const ASIAN_COMPANY =
  /^\p{Script=Han}{2,3}?[市省]\p{Script=Han}{2}|公司|集团|集團|会社|會社|회사|\(주\)|㈜|㈱|\(株\)/u;
const NUMBERS = /(?<![\p{L}\d])\d{3}|\bv(?:oy(?:age)?)?[\s.]*\d|\d.*\p{L}|(?:,|\s[-–]).*\d/iu;
/** Words of ASCII letters, with single spaces and hyphens between them. */
const PLAIN = /^[a-z]['a-z]*(?:[ -][a-z]['a-z]*)*$/i;
/** A family name and given names, which have an address behind them only if it has a number. */
const FAMILY_FIRST = /^[a-z]+, [a-z]['a-z]*(?:[ -][a-z]['a-z]*)*\.?$/i;
const DIGIT = /\p{N}/u;
const NUMERAL = /\s[ivx]$/i;
const ASCII = /^[\x20-\x7e]*$/;

/** Returns true if a text has letters of its script that are left out of a name, or written otherwise. */
function mayBeOtherwise(text: string): boolean {
  if (/đ|(?<!\p{L})n(?:é|e\u0301)(?!\p{L})/iu.test(text)) return true;
  const composed = text.normalize('NFC');
  if (!LETTERS.test(composed)) return false;
  return (
    GLUED_FRONT.test(composed) ||
    GLUED_BEHIND.test(composed) ||
    ASIAN_COMPANY.test(composed) ||
    beginsWithPlace(composed)
  );
}

/** Returns true if marks, digits or unusual letters may give the name readings. */
function mayBeMarked(text: string): boolean {
  if (MARKS.test(text) || DASH.test(text) || SINGLE_QUOTES.test(text)) return true;
  if (text.includes('.') && (MIDDLE_LETTER.test(text) || ADDRESS_OF_WEB.test(text))) return true;
  if (DIGIT.test(text) && hasNumbers(text)) return true;
  return !ASCII.test(text) && mayBeOtherwise(text);
}

function hasNumbers(text: string): boolean {
  return (
    NUMBERS.test(text) ||
    mayHaveTypedDigit(text) ||
    text.search(BIRTH) >= 0 ||
    text.search(NUMBER_INSIDE) >= 0
  );
}

/** The tables that hold for any name, and those for the name of a person. */
const FOR_ANY = [DIVIDERS_BETWEEN, WORDS_OF_RULES, FOR_WHOM, LABELS, FILLERS, SHIP_PREFIXES];
const FOR_PERSON = [TITLES_IN_FRONT, TITLES_BEHIND, SHORT_FORMS, HUSBANDS, FATHERS, JOINTS];
const TABLES = [...FOR_ANY, ...FOR_PERSON, REMARKS];
function bitsFor(...tables: readonly (typeof TABLES)[number][]): number {
  return tables.reduce((bits, table) => bits | (1 << TABLES.indexOf(table)), 0);
}
const ANY = bitsFor(...FOR_ANY, REMARKS);
const PERSON = bitsFor(...FOR_PERSON, REMARKS);

/** A bit for each table in which a phrase begins with the word. */
const BITS = new Map<string, number>();
for (const table of TABLES)
  for (const word of table.firstWords()) BITS.set(word, (BITS.get(word) ?? 0) | bitsFor(table));

const NOT_FIRST = ~bitsFor(FOR_WHOM, LABELS);
const NOT_AN_END = ~bitsFor(SHIP_PREFIXES, TITLES_BEHIND);
const NOT_IN_FRONT = ~bitsFor(TITLES_IN_FRONT);
/** Words of the longest phrase that is looked for at the end. */
const LONGEST_END = 4;
/** The bits of a word for the tables that count at its place. */
function bitsAt(word: string, at: number, count: number, isInFront: boolean): number {
  let bits = BITS.get(word) ?? 0;
  if (bits === 0) return 0;
  if (at > 0) bits &= NOT_FIRST;
  if (at > 0 && at + LONGEST_END < count) bits &= NOT_AN_END;
  return isInFront ? bits : bits & NOT_IN_FRONT;
}

/** Returns true if a mark may divide the name of one or two persons, or an address may follow it. */
function mayDivide(text: string, type: NamedType): boolean {
  if (text.includes('&') || /\s[-–]/u.test(text)) return true;
  const isDivided = type === 'unknown' && /[,，]/u.test(text) && !FAMILY_IN_CAPITALS.test(text);
  if (isDivided && text.split(/[,，]\s*/u).every((part) => part.trim().includes(' '))) return true;
  // An address may follow two words.
  let before = 0;
  for (const part of text.split(',')) {
    const [first, ...more] = foldedWords(part);
    if (first === undefined) continue;
    const mayBePlace = PLACE_WORDS.has(first) || GENERIC_WORDS.has(first);
    if (before > 1 && (mayBePlace || [first, ...more].some((word) => ADDRESS_WORDS.mayBegin(word))))
      return true;
    before += 1 + more.length;
  }
  return false;
}

/** Returns true if a remark is one of companies as well. */
function isRemark(remark: { readonly kind: string } | undefined): boolean {
  return remark !== undefined && remark.kind !== 'person';
}

/** Returns true if a label needs no mark. */
function isLabel(label: { readonly kind: string } | undefined): boolean {
  return label?.kind === 'label' || label?.kind === 'name-too';
}

/** A text of which each word is looked at. */
class Look {
  readonly #text: string;
  readonly #type: NamedType;
  readonly #placed: readonly PlacedWord[];

  constructor(text: string, type: NamedType, placed: readonly PlacedWord[]) {
    this.#text = text;
    this.#type = type;
    this.#placed = placed;
  }

  #isSpaceBefore(at: number): boolean {
    return at === 0 || /\s$/u.test(this.#text.slice(0, this.#placed[at]!.from));
  }

  #isSpaceBehind(at: number): boolean {
    return /^\s/u.test(this.#text.slice(this.#placed[at]!.to));
  }

  /** Returns true if a phrase that begins at a word may give any name readings. */
  isForAny(at: number): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const last = placed.length;
    if (WORDS_OF_RULES.at(text, placed, at) || DIVIDERS_BETWEEN.at(text, placed, at)) return true;
    if (at === 0 && (FOR_WHOM.at(text, placed, 0) || isLabel(LABELS.at(text, placed, 0))))
      return true;
    const isApart = at > 0 && /[\s,;:–-]/u.test(text.slice(placed[at - 1]!.to, placed[at]!.from));
    if ((isApart || at === 0) && isRemark(REMARKS.at(text, placed, at))) return true;
    const filler = FILLERS.at(text, placed, at);
    const isAlone = filler?.kind !== 'alone' || filler.span + 1 === last;
    if (filler && isAlone && (filler.kind === 'filler' || this.#type === 'unknown')) return true;
    if (this.#type !== 'unknown' && this.#type !== 'vessel') return false;
    const prefix = SHIP_PREFIXES.at(text, placed, at);
    return prefix !== undefined && (at === 0 || at + prefix.span === last);
  }

  /** Returns true if a phrase that begins at a word may give a person's name readings. */
  isForPerson(at: number, isInFront: boolean): boolean {
    const [text, placed] = [this.#text, this.#placed];
    const last = placed.length;
    if (isInFront && TITLES_IN_FRONT.at(text, placed, at)) return true;
    if (REMARKS.at(text, placed, at)?.kind === 'person') return true;
    const title = TITLES_BEHIND.at(text, placed, at);
    if (title && at + title.span === last) return true;
    if (this.#isSpaceBefore(at) && SHORT_FORMS.at(text, placed, at)) return true;
    const husband = at > 0 ? HUSBANDS.at(text, placed, at) : undefined;
    const behind = placed[at + (husband?.span ?? 0)];
    if (husband && behind && /^\s*(?:,|$)/u.test(text.slice(behind.to))) return true;
    if (at > 1 && FATHERS.at(text, placed, at)) return true;
    const joint = JOINTS.at(text, placed, at);
    if (!joint) return false;
    const isAtEnd = at === 0 || at + joint.span === last;
    if (joint.kind === 'joint') return isAtEnd || this.#type === 'unknown';
    return this.#type === 'unknown' && !isAtEnd && this.#isSpaceBehind(at + joint.span - 1);
  }
}

/** Returns true if a word is one before a short form (Handelsgesellschaft mbH). */
function isCompanyWord(word: string): boolean {
  return word.length > COMPANY.length && (word.endsWith(COMPANY) || word.endsWith(`${COMPANY}s`));
}

/** Returns true if a text is an organization's name, by words that are enough for that. */
function isMarkedCompany(words: readonly string[], type: NamedType): boolean {
  return (
    type === 'unknown' &&
    !words.includes('son') &&
    !TITLES_IN_FRONT.mayBegin(words[0] ?? '') &&
    words.some((word) => ORGANIZATION_MARKERS.has(word) || GENERIC_WORDS.has(word))
  );
}

/**
 * Returns false only for a text without readings. Checks each word, and more closely those that begin a phrase of a
 * table.
 */
export function mayHaveReadings(text: string, type: NamedType): boolean {
  const isPlain = PLAIN.test(text) || FAMILY_FIRST.test(text);
  if (!isPlain && mayBeMarked(text)) return true;
  let placed = isPlain || ASCII.test(text) ? undefined : placedWords(text);
  const words = placed?.map(({ key }) => key) ?? foldedWords(text);
  if (words.at(-1)?.length === 1 && NUMERAL.test(text)) return true;
  if (type === 'unknown' && words.length > 1 && mayBeginLegalForm(words[1]!)) {
    const form = matchLegalForm(words, 1, true, 'organization');
    if (form?.span === words.length - 1) return true;
  }
  let isPersonal = false;
  let look: Look | undefined;
  let isInFront = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const bits = bitsAt(word, at, words.length, isInFront);
    if (word === BOX || isCompanyWord(word)) return true;
    if ((bits & (ANY | PERSON)) > 0) {
      placed ??= placedWords(text);
      look ??= new Look(text, type, placed);
      if ((bits & ANY) > 0 && look.isForAny(at)) return true;
      isPersonal ||= (bits & PERSON) > 0 && look.isForPerson(at, isInFront);
    }
    isInFront &&= isTitle(word);
  }
  const isMarked = !isPlain && PERSONAL_MARKS.test(text);
  if ((!isPersonal && !isMarked) || isMarkedCompany(words, type)) return false;
  return (isPersonal || mayDivide(text, type)) && !isOrganization(text, type);
}
