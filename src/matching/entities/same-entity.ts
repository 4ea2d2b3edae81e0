/** Finds the hits of one answer that are the same person or thing. */
import {
  canonicalise,
  compareDates,
  DEFAULT_THRESHOLD,
  scoreNames,
  type CanonicalName,
} from '../../names/index.ts';
import type { EntityType, Gender } from '../facts/listed.ts';
import { mayBeSameCountry } from '../countries.ts';
import { contradictions, isCertain, sharedIdentifiers } from '../identifiers/compare.ts';
import type { Identifier, IdentifierKind } from '../identifiers/kinds.ts';

export const SAME_BY = ['publisher_id', 'identifier', 'name'] as const;
/** Evidence that two entries are one entity, strongest first. */
export type SameBy = (typeof SAME_BY)[number];

/** An entry with the facts that show whether another entry is the same entity. */
export type KnownEntry = {
  readonly listId: string;
  readonly type: EntityType;
  readonly gender: Gender | undefined;
  /** Publishers' ids, each with its publisher: `ofac:9476`. */
  readonly publisherIds: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly dobs: readonly string[];
  readonly countries: readonly string[];
  /** The words of each name in alphabetical order, the primary name first. Weak aliases are omitted. */
  readonly names: readonly string[];
};

/**
 * Kinds of numbers that several parties may have: numbers of a bank's offices, or numbers that are reused when a ship
 * is sold.
 */
const SHARED_KINDS: ReadonlySet<IdentifierKind> = new Set([
  'bic',
  'iban',
  'mmsi',
  'call_sign',
  'tail_number',
  'other',
]);
/** The maximum number of names of one entry that are compared with the other's primary name. */
const MOST_COMPARED = 20;
/** Matches a day. The first of January means a year without a known day. */
const DAY = /^\d{4}-(?!01-01$)\d\d-\d\d$/;
const YEAR = /^(\d{4})(?:-\d\d(?:-\d\d)?)?$/;

function haveCommon<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.some((one) => b.includes(one));
}

function haveOtherCountries(a: readonly string[], b: readonly string[]): boolean {
  const isOther = (one: string): boolean => !b.some((other) => mayBeSameCountry(one, other));
  return a.length > 0 && b.length > 0 && a.every(isOther);
}

/** A publisher that gives two ids treats them as two. */
function areKeptApart({ publisherIds: a }: KnownEntry, { publisherIds: b }: KnownEntry): boolean {
  const ownerOf = (id: string): string => id.slice(0, id.indexOf(':'));
  return !haveCommon(a, b) && a.some((one) => b.some((other) => ownerOf(one) === ownerOf(other)));
}

function haveOtherDates({ dobs: a }: KnownEntry, { dobs: b }: KnownEntry): boolean {
  const relations = a.map((date) => compareDates(date, b)?.relation).filter((one) => one);
  return relations.length > 0 && !relations.some((one) => one === 'exact' || one === 'compatible');
}

/**
 * Returns true for two entries that are never one entity. They are on one list, which names no party twice. Or they
 * have different ids of one publisher, or different types, dates of birth, or numbers that only one party can have.
 */
export function contradict(a: KnownEntry, b: KnownEntry): boolean {
  return (
    a.listId === b.listId ||
    areKeptApart(a, b) ||
    (a.type !== b.type && a.type !== 'unknown' && b.type !== 'unknown') ||
    haveOtherDates(a, b) ||
    contradictions(a.identifiers, b.identifiers).length > 0 ||
    contradictions(b.identifiers, a.identifiers).length > 0
  );
}

/**
 * Returns true if the primary name of one is a name of the other and has at least two words, because one word
 * identifies no one.
 */
function haveSameName({ names: a }: KnownEntry, { names: b }: KnownEntry): boolean {
  const [first = ''] = a;
  const [other = ''] = b;
  return (first.includes(' ') && b.includes(first)) || (other.includes(' ') && a.includes(other));
}

/** Returns true if the primary name of one is like a name of the other. */
function haveLikeNames(a: KnownEntry, b: KnownEntry): boolean {
  const [one, other] = [a, b].map(({ names }) =>
    names.slice(0, MOST_COMPARED).map((name) => canonicalise(name)),
  ) as [CanonicalName[], CanonicalName[]];
  const isLike = (x: CanonicalName, y: CanonicalName): boolean =>
    scoreNames(x, y).score >= DEFAULT_THRESHOLD || scoreNames(y, x).score >= DEFAULT_THRESHOLD;
  return other.some((name) => isLike(one[0]!, name)) || one.some((name) => isLike(name, other[0]!));
}

/**
 * Returns true if both have similar names and a number that only one party can have. Lists give companies the number of
 * their owner, so the number alone does not suffice. A ship keeps its number under any name.
 */
function areSameByIdentifier(a: KnownEntry, b: KnownEntry): boolean {
  const shared = sharedIdentifiers(a.identifiers, b.identifiers).filter(
    ({ asked: { kind } }) => !SHARED_KINDS.has(kind),
  );
  if (shared.length === 0) return false;
  const areShips = a.type === 'vessel' && b.type === 'vessel';
  if (areShips && shared.some(({ asked: { kind } }) => kind === 'imo')) return true;
  const isOfOne = shared.some(({ asked: { kind }, country }) => isCertain(kind, country));
  return haveSameName(a, b) || (isOfOne && haveLikeNames(a, b));
}

function yearsOf({ dobs }: KnownEntry): string[] {
  return dobs.flatMap((dob) => YEAR.exec(dob)?.[1] ?? []);
}

/**
 * Returns true for equal names with agreeing facts: for persons the day of birth, or its year and a country; for
 * organizations a country.
 */
function areSameByName(a: KnownEntry, b: KnownEntry): boolean {
  if (!haveSameName(a, b) || haveOtherCountries(a.countries, b.countries)) return false;
  if (a.gender && b.gender && a.gender !== b.gender) return false;
  const haveCountry = haveCommon(a.countries, b.countries);
  if (a.type === 'organization' && b.type === 'organization') return haveCountry;
  const mayBePersons = [a, b].every(({ type }) => type === 'person' || type === 'unknown');
  if (!mayBePersons) return false;
  const haveDay = a.dobs.some((dob) => DAY.test(dob) && b.dobs.includes(dob));
  const arePersons = a.type === 'person' && b.type === 'person';
  return haveDay || (arePersons && haveCountry && haveCommon(yearsOf(a), yearsOf(b)));
}

/** Returns the evidence that two entries without a contradiction are the same entity. */
function evidenceOf(a: KnownEntry, b: KnownEntry): SameBy[] {
  const found: SameBy[] = [];
  if (haveCommon(a.publisherIds, b.publisherIds)) found.push('publisher_id');
  if (areSameByIdentifier(a, b)) found.push('identifier');
  if (areSameByName(a, b)) found.push('name');
  return found;
}

/** Returns the texts that entities may share: ids, numbers and names. */
function textsOf({ publisherIds, identifiers, names }: KnownEntry): string[] {
  return [...publisherIds, ...identifiers.map(({ value }) => value), ...names];
}

/** The place of the first entry of the same entity, and the evidence for it. */
export type Sameness = { first: number; by: SameBy[] };

/**
 * Groups entries that are one entity. No two entries of a group contradict each other, even if other entries connect
 * them. If links would join two such entries, the stronger link counts, and of equal links the first.
 * @returns by place; undefined for an entry that is alone
 */
export function groupSame(entries: readonly KnownEntry[]): (Sameness | undefined)[] {
  const none = entries.map(() => undefined);
  if (new Set(entries.map(({ listId }) => listId)).size < 2) return none;
  const links: { pair: [number, number]; by: SameBy[] }[] = [];
  const placesOf = new Map<string, number[]>();
  for (const [b, other] of entries.entries()) {
    const texts = new Set(textsOf(other));
    // Entries without a common text have no evidence.
    const before = new Set([...texts].flatMap((text) => placesOf.get(text) ?? []));
    for (const a of [...before].toSorted((x, y) => x - y)) {
      const by = evidenceOf(entries[a]!, other);
      if (by.length > 0 && !contradict(entries[a]!, other)) links.push({ pair: [a, b], by });
    }
    for (const text of texts) {
      const places = placesOf.get(text);
      if (places) places.push(b);
      else placesOf.set(text, [b]);
    }
  }
  if (links.length === 0) return none;
  const groups = entries.map((_, place) => [place]);
  const strongest = links.toSorted((x, y) => SAME_BY.indexOf(x.by[0]!) - SAME_BY.indexOf(y.by[0]!));
  for (const { pair } of strongest) {
    const [one, other] = pair.map((place) => groups[place]!) as [number[], number[]];
    if (one === other) continue;
    if (one.some((a) => other.some((b) => contradict(entries[a]!, entries[b]!)))) continue;
    const both = [...one, ...other].toSorted((a, b) => a - b);
    for (const place of both) groups[place] = both;
  }
  const reasons = entries.map(() => new Set<SameBy>());
  for (const { pair, by } of links) {
    if (groups[pair[0]] !== groups[pair[1]]) continue;
    for (const place of pair) for (const reason of by) reasons[place]!.add(reason);
  }
  return groups.map((group, place) =>
    group.length === 1
      ? undefined
      : { first: group[0]!, by: SAME_BY.filter((reason) => reasons[place]!.has(reason)) },
  );
}
