/** Skips the reading rules for names that have only one reading. */
import { foldedWords } from '../canonical/fold.ts';
import { matchLegalForm, mayBeginLegalForm } from '../words/legal-forms.ts';
import { GENERIC_WORDS, ORGANIZATION_MARKERS, PLACE_WORDS } from '../words/word-classes.ts';
import { isOrganization, type NamedType } from './field.ts';
import { FAMILY_IN_CAPITALS } from './joint.ts';
import { placedWords, type PlacedWord } from './phrases.ts';
import { BIRTH, NUMBER_INSIDE } from './published.ts';
import { isTitle, MIDDLE_LETTER } from './stripped.ts';
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
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
} from './tables.ts';
import { beginsWithPlace, mayHaveTypedDigit } from './written.ts';

/** Marks that may divide any field. */
const MARKS = /[([（【;/+|:@\n"“”„«»=~\\]/;
/** Marks that never divide an organization's name. */
const PERSONAL_MARKS = /[,&]|\s[-–]/;
const LETTERS = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u;
const ASIAN_COMPANY =
  /^\p{Script=Han}{2,3}?[市省]\p{Script=Han}{2}|公司|集团|集團|会社|會社|회사|\(주\)|㈜|㈱|\(株\)/u;
const NUMBERS = /\d{3}|\bv(?:oy(?:age)?)?[\s.]*\d|\d.*\p{L}|(?:,|\s[-–]).*\d/iu;
/** Matches words of ASCII letters with single spaces or hyphens between them. */
const PLAIN = /^[a-z']+(?:[ -][a-z']+)*$/i;
/** Matches a family name and given names. Only a number can start an address behind them. */
const FAMILY_FIRST = /^[a-z]+, [a-z']+(?:[ -][a-z']+)*\.?$/i;
const DIGIT = /\p{N}/u;
const NUMERAL = /\s[ivx]$/i;
const ASCII = /^[\x20-\x7e]*$/;

/** Words in the expressions of the reading rules, in addition to the tables. */
const SIGNALS: ReadonlySet<string> = new Set(
  `branch office filiale sucursal succursale zweigniederlassung trust estate mbh messrs firma fa firm
   successor successors subunit subunits sub subsidiary subsidiaries affiliate affiliates affiliated branches
   subordinate associated agent agents assigns assignees box dwt grt gt built call callsign flag`.split(
    /\s+/,
  ),
);
const LIMITED = /.gesellschafts?$/;

/** Returns true if a text has letters that its script omits in names, or writes in another way. */
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
  if (MARKS.test(text) || MIDDLE_LETTER.test(text)) return true;
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

/** Each word has a bit for each kind of phrase that it may begin. */
const PHRASE = 1;
const LEGAL = 2;
const SIGNAL = 4;

const TABLES = [
  DIVIDERS_BETWEEN,
  FATHERS,
  FILLERS,
  FOR_WHOM,
  HUSBANDS,
  JOINTS,
  REMARKS,
  SHIP_PREFIXES,
  SHORT_FORMS,
  TITLES_BEHIND,
  TITLES_IN_FRONT,
];

function bitsOf(word: string): number {
  return (
    (TABLES.some((table) => table.mayBegin(word)) ? PHRASE : 0) |
    (mayBeginLegalForm(word) ? LEGAL : 0) |
    (SIGNALS.has(word) || LIMITED.test(word) ? SIGNAL : 0)
  );
}

const memo = new Map<string, number>();
const MOST_KNOWN = 65_536;
function knownBits(word: string): number {
  let bits = memo.get(word);
  if (bits === undefined) {
    bits = bitsOf(word);
    if (memo.size >= MOST_KNOWN) memo.clear();
    memo.set(word, bits);
  }
  return bits;
}

/** Returns true if a mark may divide the name of one or two persons, or an address may follow it. */
function mayDivide(text: string, type: NamedType): boolean {
  if (text.includes('&') || /\s[-–]/u.test(text)) return true;
  const isDivided = type === 'unknown' && /,\s/u.test(text) && !FAMILY_IN_CAPITALS.test(text);
  if (isDivided && text.split(/,\s+/u).every((part) => part.trim().includes(' '))) return true;
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

/** A text of which the gate checks each word. */
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
    const divider = at > 0 ? DIVIDERS_BETWEEN.at(text, placed, at) : undefined;
    if (divider && at + divider.span < last) return true;
    if (at === 0 && FOR_WHOM.at(text, placed, 0)) return true;
    const isApart = at > 0 && /[\s,;:–-]/u.test(text.slice(placed[at - 1]!.to, placed[at]!.from));
    if (isApart && REMARKS.at(text, placed, at)) return true;
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
    const title = TITLES_BEHIND.at(text, placed, at);
    if (title && at + title.span === last) return true;
    if (this.#isSpaceBefore(at) && SHORT_FORMS.at(text, placed, at)) return true;
    const husband = at > 0 ? HUSBANDS.at(text, placed, at) : undefined;
    const behind = placed[at + (husband?.span ?? 0)];
    if (husband && behind && /^\s*(?:,|$)/u.test(text.slice(behind.to))) return true;
    if (at > 1 && FATHERS.at(text, placed, at)) return true;
    const joint = this.#type === 'unknown' && at > 0 ? JOINTS.at(text, placed, at) : undefined;
    if (!joint || at + joint.span >= last) return false;
    return joint.kind === 'joint' || this.#isSpaceBehind(at + joint.span - 1);
  }
}

/** Returns true if a text is an organization's name, from its words where that is enough. */
function isCompany(text: string, words: readonly string[], type: NamedType): boolean {
  const isMarked =
    type === 'unknown' &&
    !words.includes('son') &&
    !TITLES_IN_FRONT.mayBegin(words[0]!) &&
    words.some((word) => ORGANIZATION_MARKERS.has(word) || GENERIC_WORDS.has(word));
  return isMarked || isOrganization(text, type);
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
  let isPersonal = !isPlain && PERSONAL_MARKS.test(text) && mayDivide(text, type);
  let look: Look | undefined;
  let isInFront = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const bits = knownBits(word);
    if ((bits & SIGNAL) > 0) return true;
    if (at === 1 && (bits & LEGAL) > 0 && type === 'unknown') {
      const span = matchLegalForm(words, 1, true, 'organization')?.span;
      if (span === words.length - 1) return true;
    }
    if ((bits & PHRASE) > 0) {
      placed ??= placedWords(text);
      look ??= new Look(text, type, placed);
      if (look.isForAny(at)) return true;
      isPersonal ||= look.isForPerson(at, isInFront);
    }
    isInFront &&= isTitle(word);
  }
  return isPersonal && !isCompany(text, words, type);
}
