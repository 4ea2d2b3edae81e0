import { foldedWords } from '../canonical/fold.ts';
import { MAX_NAME_CHARS } from '../canonical/canonical.ts';
import type { EntityHint } from '../types.ts';
import { mayBeginLegalForm } from '../words/legal-forms.ts';
import {
  distinctiveWords,
  isOrganization,
  withoutLegalForm,
  type Field,
  type NamedType,
  type ReadingKind,
} from './field.ts';
import { jointParties } from './joint.ts';
import { divided, withoutBrackets, withoutLanguage } from './parties.ts';
import {
  withoutAddress,
  withoutBoilerplate,
  withoutBranch,
  MIDDLE_LETTER,
  withoutFillers,
  withoutFirm,
  withoutMiddleLetter,
  withoutRemarks,
  withoutShipPrefix,
  withoutTitles,
  withoutTrailers,
} from './stripped.ts';
import { GLUED_BEHIND, GLUED_FRONT, mayBeginPhrase } from './tables.ts';
import {
  beginsWithPlace,
  mayHaveTypedDigit,
  withoutTypedDigits,
  writtenOtherwise,
} from './written.ts';

/** One of the names that a field says, beside the field as it is written. */
export type NameReading = {
  readonly text: string;
  readonly leftOut: readonly string[];
  readonly kind: ReadingKind;
  /** False: a hit by it is for review. */
  readonly mayBlock: boolean;
  /** Counts only where it is the whole name: what was left out may be a part of it. */
  readonly isExactOnly: boolean;
  /** The sorts of entries that it is compared with; undefined: all. */
  readonly entities: ReadonlySet<EntityHint> | undefined;
  /** It is compared with ships alone, and with entries of no known type. */
  readonly isShip: boolean;
};

const MOST_READINGS = 8;
const NONE: readonly NameReading[] = [];
/** Marks that may divide a field; letters and digits that may be written otherwise or belong to an address. */
const MARKS = /[([（【;/&+|:@\n"“„«=~\\]|,.*\s|\s[-–]/i;
const LETTERS = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}]/u;
const ASIAN_COMPANY =
  /^\p{Script=Han}{2,3}?[市省]\p{Script=Han}{2}|公司|集团|集團|会社|會社|회사|\(주\)|㈜|㈱|\(株\)/u;
const NUMBERS = /\d{3}|\bv(?:oy(?:age)?)?[\s.]*\d|\d[^,]*\p{L}|,.*\d/iu;
/** Words behind which there is a reading. */
const SIGNALS: ReadonlySet<string> = new Set(['branch', 'office', 'trust', 'estate', 'mbh']);
/** Words of ASCII letters, with single spaces and hyphens between them. */
const PLAIN = /^[a-z']+(?:[ -][a-z']+)*$/i;
const DIGIT = /\d/;
const NUMERAL = /\s[ivx]$/i;
const ASCII = /^[\x20-\x7e]*$/;
const ORGANIZATION: ReadonlySet<EntityHint> = new Set(['organization']);
const PERSON: ReadonlySet<EntityHint> = new Set(['person', 'unknown']);

/** Tells whether a text has letters of its script that are left out of a name, or written otherwise. */
function mayBeOtherwise(text: string): boolean {
  if (/đ|(?<!\p{L})né(?!\p{L})/iu.test(text)) return true;
  if (!LETTERS.test(text)) return false;
  return (
    GLUED_FRONT.test(text) ||
    GLUED_BEHIND.test(text) ||
    ASIAN_COMPANY.test(text) ||
    beginsWithPlace(text)
  );
}

/** Tells whether marks, digits or letters beyond plain words give a text readings. */
function mayBeMarked(text: string): boolean {
  if (MARKS.test(text) || MIDDLE_LETTER.test(text)) return true;
  if (DIGIT.test(text) && (NUMBERS.test(text) || mayHaveTypedDigit(text))) return true;
  return !ASCII.test(text) && mayBeOtherwise(text);
}

/** Tells whether a text may have readings; of nearly all names it says that it has none, by a look at each word. */
function mayHaveReadings(text: string): boolean {
  if (!PLAIN.test(text) && mayBeMarked(text)) return true;
  const words = foldedWords(text);
  if (words.length > 1 && mayBeginLegalForm(words[1]!)) return true;
  for (let i = 0; i < words.length; i++)
    if (SIGNALS.has(words[i]!) || mayBeginPhrase(words[i]!, words[i + 1])) return true;
  return words.at(-1)?.length === 1 && NUMERAL.test(text);
}

/** Readings in the order in which they are found, each once. */
class Found {
  readonly #whole: string;
  readonly #seen = new Set<string>();
  readonly readings: NameReading[] = [];

  constructor(text: string) {
    this.#whole = foldedWords(text).join(' ');
  }

  add({ text, leftOut, kind, isUnsure, isWholeOnly }: Field, more?: Partial<NameReading>): void {
    const words = foldedWords(text).join(' ');
    // M/S is a title as well, so that what is left is compared with people first, and with ships.
    const seen = more?.isShip === true ? `ship ${words}` : words;
    if (words === '' || words === this.#whole || this.#seen.has(seen)) return;
    if (this.readings.length === MOST_READINGS) return;
    const count = distinctiveWords(text);
    // Ships are called by numbers, too.
    if (count === 0 && more?.isShip !== true) return;
    this.#seen.add(seen);
    const mayBlock = kind === 'removed' ? true : kind === 'part' && count > 1;
    this.readings.push({
      text,
      leftOut,
      kind,
      mayBlock: mayBlock && isUnsure !== true,
      // One word is the name of many.
      isExactOnly: isWholeOnly === true || (count < 2 && (kind !== 'removed' || isUnsure === true)),
      entities: undefined,
      isShip: false,
      ...more,
    });
  }
}

/** Adds the name of a party without its titles. */
function addPerson(field: Field, found: Found, isAsked: boolean): void {
  const plain = withoutFillers(field, isAsked);
  if (plain !== field) found.add(field);
  const sure = withoutTitles(plain, false);
  const isOneWord = sure !== plain && distinctiveWords(sure.text) < 2;
  const only = { entities: PERSON };
  found.add(isOneWord ? { ...sure, isUnsure: true } : sure, sure === field ? {} : only);
  found.add(withoutMiddleLetter(sure), only);
  for (const other of writtenOtherwise(sure, false)) found.add(other);
  for (const other of withoutTypedDigits(sure.text))
    found.add({ ...sure, text: other, kind: 'typed' }, only);
  const all = withoutTitles(sure, true);
  if (all === sure) return;
  const count = distinctiveWords(all.text);
  if (count > 2) found.add(all, only);
  else if (count === 2) found.add({ ...all, isUnsure: true }, { ...only, isExactOnly: true });
}

function addParty(field: Field, type: NamedType, found: Found): void {
  const bare = withoutAddress(field, isOrganization(field.text, type));
  // N/A behind a name is no legal form.
  const isCompany = isOrganization(withoutFillers(bare, false).text, type);
  if (isCompany) {
    found.add(bare);
    found.add(withoutRemarks(withoutFirm(bare)));
    if (type === 'unknown') found.add(withoutBranch(bare));
    const name = type === 'unknown' ? withoutLegalForm(bare) : undefined;
    if (name) found.add({ ...name, isUnsure: true }, { isExactOnly: true, entities: ORGANIZATION });
  } else addPerson(bare, found, type === 'unknown');
  const isSure = isCompany || type === 'person';
  for (const other of writtenOtherwise(bare, isSure ? isCompany : undefined)) found.add(other);
  if (type !== 'vessel' && type !== 'unknown') return;
  const ship = withoutShipPrefix(bare);
  if (!ship) return;
  found.add(ship, { isShip: true });
  for (const other of writtenOtherwise(ship, true)) found.add(other, { isShip: true });
}

/** A name as its publisher means it: without a language in front, and text about successors behind. */
export function publishedName(text: string): string {
  const whole: Field = { text, kind: 'removed', leftOut: [] };
  const plain = withoutLanguage(withoutBoilerplate(whole));
  return plain === whole ? text : plain.text;
}

/**
 * The names that a field says beside the whole text: without titles, prefixes of ships, fillers, publishers' text, remarks
 * and addresses; each of several parties; other names; short forms in full. None for nearly every name. At most eight, of
 * at most four parties; at least one distinctive word stays in each.
 * @param type what the list says of an entry; `unknown` for what is asked
 */
export function readingsIn(text: string, type: NamedType): readonly NameReading[] {
  if (text.length > MAX_NAME_CHARS || !mayHaveReadings(text)) return NONE;
  const found = new Found(text);
  const whole = withoutTrailers({ text, kind: 'removed', leftOut: [] });
  for (const field of withoutBrackets(withoutLanguage(whole), type))
    for (const name of divided(field, type))
      for (const party of jointParties(name, type)) addParty(party, type, found);
  return found.readings;
}
