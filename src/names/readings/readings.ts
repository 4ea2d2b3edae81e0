import { foldedWords } from '../canonical/fold.ts';
import { MAX_NAME_CHARS } from '../canonical/canonical.ts';
import type { EntityHint } from '../types.ts';
import { withoutAcronym } from './acronym.ts';
import {
  withoutCity,
  withoutEndsLikeCompanies,
  withoutEndsThatAreNames,
  withoutPlace,
} from './beside.ts';
import {
  distinctiveWords,
  distinctiveWordsOf,
  isOrganization,
  isTitled,
  isWithInitials,
  type Field,
  type NamedType,
  type ReadingKind,
} from './field.ts';
import { mayHaveReadings } from './gate.ts';
import { withoutBranch } from './branches.ts';
import { jointParties } from './joint.ts';
import { withoutEnds, withoutLabels, withoutMarkedLabels } from './ends.ts';
import { nominatives } from './cases.ts';
import { withoutCutOff } from './cut-off.ts';
import { divided } from './divided.ts';
import { withOneForm, withOpenInitials, withoutLegalForm, withoutRepetition } from './one-word.ts';
import { withoutBrackets } from './parties.ts';
import { withoutBoilerplate, withoutTrailers } from './published.ts';
import { besideUnknown, ORGANIZATION, PERSON } from './unknown-words.ts';
import { withoutShipPrefix } from './ships.ts';
import { withOfficer, withOpenSigns } from './signs.ts';
import { placedWords } from './phrases.ts';
import { withoutSpacing } from './spaced.ts';
import {
  isPoliteBefore,
  withoutAddress,
  withoutFillers,
  withoutFirm,
  withoutHusband,
  withoutMiddleLetter,
  withoutRemarks,
  withoutSureFillers,
  withoutTitles,
} from './stripped.ts';
import { TITLES_IN_FRONT } from './tables.ts';
import { withoutTypedSigns, writtenOtherwise } from './written.ts';

/** One of the names in a field, in addition to the whole text. */
export type NameReading = {
  readonly text: string;
  readonly leftOut: readonly string[];
  readonly kind: ReadingKind;
  /** False if a hit by this name is only for review. */
  readonly mayBlock: boolean;
  /** True if the name counts only as the whole name, because the removed text may be part of it. */
  readonly isExactOnly: boolean;
  /** True if each word must match a word of the listed name, because its initials may be a legal form (Petrov SA). */
  readonly isComplete: boolean;
  /** Types of entries to compare with; undefined for all. */
  readonly entities: ReadonlySet<EntityHint> | undefined;
  /** True to compare only with ships, and with entries of unknown type. */
  readonly isShip: boolean;
};

const MOST_READINGS = 8;
const NONE: readonly NameReading[] = [];

/** Collects readings in the order of discovery, each once. */
class Found {
  readonly #whole: string;
  readonly #seen = new Set<string>();
  readonly readings: NameReading[] = [];

  constructor(text: string) {
    this.#whole = foldedWords(text).join(' ');
  }

  add(
    { text, leftOut, kind, isUnsure, isWholeOnly, isPerson }: Field,
    more?: Partial<NameReading>,
  ): void {
    const words = foldedWords(text).join(' ');
    // M/S is also a title, so the rest is compared first with people, then with companies and ships.
    const isFirm = more?.entities === ORGANIZATION && kind === 'removed' && isUnsure !== true;
    const seen = more?.isShip === true ? `ship ${words}` : isFirm ? `firm ${words}` : words;
    if (words === '' || words === this.#whole || this.#seen.has(seen)) return;
    if (this.readings.length === MOST_READINGS) return;
    const count = distinctiveWordsOf(text, isPerson === true);
    // Numbers can be names of ships.
    const mayBeNone = isWholeOnly === true || more?.isShip === true || more?.isExactOnly === true;
    if (count === 0 && !mayBeNone) return;
    this.#seen.add(seen);
    const mayBlock = kind === 'removed' ? true : kind === 'part' && count > 1;
    this.readings.push({
      text,
      leftOut,
      kind,
      mayBlock: mayBlock && isUnsure !== true,
      // A single word is too common to count as a part.
      isExactOnly: isWholeOnly === true || (count < 2 && (kind !== 'removed' || isUnsure === true)),
      isComplete: false,
      entities: isPerson === true ? PERSON : undefined,
      isShip: false,
      ...more,
    });
  }
}

/**
 * Adds the text of a single party without remarks and numbers, which are not part of a name. The rest counts as the
 * name as written, even if it looks like titles, numbers or legal forms only.
 */
function addUnremarked(field: Field, isCompany: boolean, found: Found): void {
  const rest = withoutRemarks(field, isCompany);
  if (rest.kind !== 'removed' || rest.isUnsure === true) return;
  found.add(rest, distinctiveWords(rest.text) === 0 ? { isExactOnly: true } : {});
}

/** Adds names with letters in place of mistyped digits and signs. */
function addTyped(field: Field, found: Found): void {
  for (const text of withoutTypedSigns(field.text)) found.add({ ...field, text, kind: 'asked' });
}

/** Adds the name of a party without its titles. */
function addPerson(field: Field, found: Found, isAsked: boolean): void {
  const plain = withoutFillers(field, isAsked);
  if (plain !== field) found.add(field);
  const sure = withoutTitles(plain, false);
  const isOneWord = sure !== plain && distinctiveWords(sure.text) < 2;
  const only = { entities: PERSON };
  found.add(isOneWord ? { ...sure, isUnsure: true } : sure, sure === plain ? {} : only);
  const once = isAsked ? withoutRepetition(sure) : undefined;
  if (once) found.add(once, only);
  found.add(withoutMiddleLetter(sure), only);
  const unmarried = withoutHusband(sure);
  if (unmarried !== sure)
    found.add(unmarried, { ...only, isExactOnly: distinctiveWords(unmarried.text) < 3 });
  if (isAsked)
    for (const other of [withoutPlace(sure), withoutEndsThatAreNames(sure)])
      if (other !== sure) found.add(other, only);
  for (const other of isAsked ? nominatives(sure.text) : [])
    found.add({ ...sure, text: other, isUnsure: true }, only);
  for (const other of writtenOtherwise(sure, false)) found.add(other);
  addTyped(sure, found);
  const all = withoutTitles(sure, true);
  if (all === sure) return;
  const count = distinctiveWords(all.text);
  const title = TITLES_IN_FRONT.at(sure.text, placedWords(sure.text), 0)?.kind;
  const isOne = isAsked && isPoliteBefore(title, foldedWords(all.text));
  if (count > 2) found.add(all, only);
  else if (count === 2 || isOne)
    found.add({ ...all, isUnsure: true }, { ...only, isExactOnly: true });
}

/** Adds the name of a ship without its prefix. */
function addShip(field: Field, type: NamedType, found: Found): void {
  if (type !== 'vessel' && type !== 'unknown') return;
  const ship = withoutShipPrefix(field);
  if (!ship) return;
  found.add(ship, { isShip: true });
  for (const other of writtenOtherwise(ship, true)) found.add(other, { isShip: true });
}

/** Returns a company's only word: without legal forms in a question, and with one of them in a list. */
function wordOf(field: Field, type: NamedType): Field | undefined {
  if (type === 'unknown') return withoutLegalForm(field);
  return type === 'organization' ? withOneForm(field) : undefined;
}

function addParty(field: Field, type: NamedType, found: Found): void {
  if (field.isPerson === true && field.kind === 'part' && field.isWholeOnly !== true)
    found.add(field);
  const bare = withoutAddress(field, isOrganization(field.text, type));
  const own = type === 'unknown' ? withoutAcronym(bare) : bare;
  if (own !== bare) found.add(own);
  // N/A after a name is not a legal form.
  const isCompany = isOrganization(withoutSureFillers(bare).text, type);
  const placeless = type === 'unknown' ? withoutCity(bare) : bare;
  if (placeless !== bare) found.add(placeless, { entities: ORGANIZATION });
  if (isCompany) {
    // Next to another party, Kudryavtsev S.A. may be a person.
    if (type === 'unknown' && bare.kind !== 'removed' && isWithInitials(bare.text))
      found.add({ ...bare, isPerson: true, isUnsure: true });
    found.add(bare);
    found.add(withoutRemarks(withoutFirm(bare), true));
    found.add(withoutSureFillers(bare));
    if (type === 'unknown') for (const main of withoutBranch(bare)) found.add(main);
    const person = type === 'unknown' ? withoutEndsLikeCompanies(bare) : bare;
    if (person !== bare) found.add(person, { entities: PERSON });
    const name = wordOf(bare, type);
    if (name) found.add({ ...name, isUnsure: true }, { isExactOnly: true, entities: ORGANIZATION });
    // The last name of a person can be a business word or a legal form (Encik Mun San Son).
    if (type === 'unknown' && isTitled(bare.text))
      found.add(
        { ...withoutTitles(bare, false), isUnsure: true },
        {
          isExactOnly: true,
          entities: PERSON,
        },
      );
  } else {
    addPerson(bare, found, type === 'unknown');
    const firm = withoutFirm(bare);
    if (firm !== bare) found.add(firm, { entities: ORGANIZATION, isExactOnly: false });
  }
  const isSure = isCompany || type === 'person';
  for (const other of writtenOtherwise(bare, isSure ? isCompany : undefined)) found.add(other);
  addUnremarked(bare, isCompany, found);
  addShip(bare, type, found);
}

/**
 * Returns the name that its publisher means: without a language before it, and without text about successors after it.
 */
export function publishedName(text: string): string {
  const whole: Field = { text, kind: 'removed', leftOut: [] };
  const plain = withoutMarkedLabels(withoutBoilerplate(whole));
  return plain === whole ? text : plain.text;
}

/**
 * Returns the names in a field, in addition to the whole text: without titles, prefixes of ships, fillers, publishers'
 * text, remarks and addresses; each of several parties; other names; short forms in full. Nearly every name has none.
 * Returns at most eight, each with at least one distinctive word.
 * @param type type of the entry; `unknown` for a query
 */
export function readingsIn(text: string, type: NamedType): readonly NameReading[] {
  if (text.length > MAX_NAME_CHARS || !mayHaveReadings(text, type)) return NONE;
  return readingsByRules(text, type);
}

/** Works like `readingsIn` without the gate, for the test of the gate. */
export function readingsByRules(text: string, type: NamedType): readonly NameReading[] {
  const found = new Found(text);
  const whole = withoutTrailers({ text, kind: 'removed', leftOut: [] });
  const parties = withoutLabels(whole, type)
    .map(withOpenSigns)
    .flatMap((field) => withOfficer(field, type))
    .flatMap((field) => withoutBrackets(field, type))
    .flatMap((field) => withoutEnds(field, type))
    .flatMap((field) => divided(field, type))
    .flatMap((field) => jointParties(field, type));
  if (parties.length > 1 || parties[0]?.text !== whole.text) addShip(whole, type, found);
  for (const party of parties) addParty(party, type, found);
  if (type !== 'unknown') return found.readings;
  addTyped(whole, found);
  for (const { field, entities } of besideUnknown(whole.text)) found.add(field, { entities });
  const initialed = withOpenInitials(whole.text);
  if (initialed !== undefined)
    found.add({ ...whole, text: initialed, kind: 'asked', isPerson: true }, { isComplete: true });
  const cut = withoutCutOff({ ...whole, kind: 'asked', isUnsure: true });
  if (cut) found.add(cut);
  for (const { text: joined, isGuessed } of withoutSpacing(text))
    found.add({ ...whole, text: joined, ...(isGuessed && { kind: 'asked' }) });
  return found.readings;
}
