import { foldedWords } from '../canonical/fold.ts';
import { MAX_NAME_CHARS } from '../canonical/canonical.ts';
import type { EntityHint } from '../types.ts';
import {
  distinctiveWords,
  isOrganization,
  withoutLegalForm,
  type Field,
  type NamedType,
  type ReadingKind,
} from './field.ts';
import { mayHaveReadings } from './gate.ts';
import { jointParties } from './joint.ts';
import { withoutEnds, withoutLabel, withoutLabels } from './ends.ts';
import { divided, withoutBrackets } from './parties.ts';
import { withoutBoilerplate, withoutTrailers } from './published.ts';
import {
  withoutAddress,
  withoutBranch,
  withoutFillers,
  withoutFirm,
  withoutHusband,
  withoutMiddleLetter,
  withoutRemarks,
  withoutShipPrefix,
  withoutTitles,
} from './stripped.ts';
import { withoutTypedDigits, writtenOtherwise } from './written.ts';

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
const ORGANIZATION: ReadonlySet<EntityHint> = new Set(['organization']);
const PERSON: ReadonlySet<EntityHint> = new Set(['person', 'unknown']);

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
  const unmarried = withoutHusband(sure);
  if (unmarried !== sure)
    found.add(unmarried, { ...only, isExactOnly: distinctiveWords(unmarried.text) < 3 });
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
    found.add(withoutRemarks(withoutFirm(bare), true));
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
  const plain = withoutLabel(withoutBoilerplate(whole));
  return plain === whole ? text : plain.text;
}

/**
 * The names that a field says beside the whole text: without titles, prefixes of ships, fillers, publishers' text, remarks
 * and addresses; each of several parties; other names; short forms in full. None for nearly every name. At most eight, of
 * at most four parties; at least one distinctive word stays in each.
 * @param type what the list says of an entry; `unknown` for what is asked
 */
export function readingsIn(text: string, type: NamedType): readonly NameReading[] {
  if (text.length > MAX_NAME_CHARS || !mayHaveReadings(text, type)) return NONE;
  return readingsByRules(text, type);
}

/** `readingsIn` without the look whether there are any; for the test of that look. */
export function readingsByRules(text: string, type: NamedType): readonly NameReading[] {
  const found = new Found(text);
  const whole = withoutTrailers({ text, kind: 'removed', leftOut: [] });
  const parties = withoutLabels(whole, type)
    .flatMap((field) => withoutBrackets(field, type))
    .flatMap((field) => withoutEnds(field, type))
    .flatMap((field) => divided(field, type))
    .flatMap((field) => jointParties(field, type));
  for (const party of parties) addParty(party, type, found);
  return found.readings;
}
