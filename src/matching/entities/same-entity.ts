/** The hits of one answer that are of one and the same person or thing. */
import {
  canonicalise,
  compareDates,
  DEFAULT_THRESHOLD,
  scoreNames,
  type CanonicalName,
} from '../../names/index.ts';
import type { EntityType, Gender } from '../facts/listed.ts';
import { contradictions, isCertain, sharedIdentifiers } from '../identifiers/compare.ts';
import type { Identifier, IdentifierKind } from '../identifiers/kinds.ts';

export const SAME_BY = ['publisher_id', 'identifier', 'name'] as const;
/** The evidence that two entries are of one entity, the strongest first. */
export type SameBy = (typeof SAME_BY)[number];

/** An entry, as far as it tells whether another one is of the same entity. */
export type KnownEntry = {
  readonly listId: string;
  readonly type: EntityType;
  readonly gender: Gender | undefined;
  /** Each with whose it is: `ofac:9476`. */
  readonly publisherIds: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly dobs: readonly string[];
  readonly countries: readonly string[];
  /** Words of its names in order of the alphabet, the primary name's first; without weak aliases. */
  readonly names: readonly string[];
};

/** Numbers that others may have as well: of a bank's offices, or given out again when a ship is sold. */
const SHARED_KINDS: ReadonlySet<IdentifierKind> = new Set([
  'bic',
  'iban',
  'mmsi',
  'call_sign',
  'tail_number',
  'other',
]);
/** Names of one entry that are compared with the other's primary name. */
const MOST_COMPARED = 20;
/** A day. The first of January stands for a year of which nobody knows the day. */
const DAY = /^\d{4}-(?!01-01$)\d\d-\d\d$/;
const YEAR = /^(\d{4})(?:-\d\d(?:-\d\d)?)?$/;

function haveCommon<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.some((one) => b.includes(one));
}

function areDisjoint<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length > 0 && b.length > 0 && !haveCommon(a, b);
}

/** Two ids of one publisher: it keeps the two apart. */
function areKeptApart({ publisherIds: a }: KnownEntry, { publisherIds: b }: KnownEntry): boolean {
  const ownerOf = (id: string): string => id.slice(0, id.indexOf(':'));
  return !haveCommon(a, b) && a.some((one) => b.some((other) => ownerOf(one) === ownerOf(other)));
}

function haveOtherDates({ dobs: a }: KnownEntry, { dobs: b }: KnownEntry): boolean {
  const relations = a.map((date) => compareDates(date, b)?.relation).filter((one) => one);
  return relations.length > 0 && !relations.some((one) => one === 'exact' || one === 'compatible');
}

/**
 * Tells two entries that are never of one entity: of one list, which lists nobody twice; of one publisher under other ids;
 * of other types, dates of birth, or numbers of which anybody has one alone.
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

/** The primary name of one is a name of the other, of two words or more: one word is too little to know anybody by. */
function haveSameName({ names: a }: KnownEntry, { names: b }: KnownEntry): boolean {
  const [first = ''] = a;
  const [other = ''] = b;
  return (first.includes(' ') && b.includes(first)) || (other.includes(' ') && a.includes(other));
}

/** The primary name of one is like a name of the other. */
function haveLikeNames(a: KnownEntry, b: KnownEntry): boolean {
  const [one, other] = [a, b].map(({ names }) =>
    names.slice(0, MOST_COMPARED).map((name) => canonicalise(name)),
  ) as [CanonicalName[], CanonicalName[]];
  const isLike = (x: CanonicalName, y: CanonicalName): boolean =>
    scoreNames(x, y).score >= DEFAULT_THRESHOLD || scoreNames(y, x).score >= DEFAULT_THRESHOLD;
  return other.some((name) => isLike(one[0]!, name)) || one.some((name) => isLike(name, other[0]!));
}

/**
 * A number that one alone has, and names that are alike: lists give shops the number of their owner. A ship keeps its
 * number whatever it is called.
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

/** Equal names, and facts that agree: of persons the day of birth, or its year and a country; of organizations a country. */
function areSameByName(a: KnownEntry, b: KnownEntry): boolean {
  if (!haveSameName(a, b) || areDisjoint(a.countries, b.countries)) return false;
  if (a.gender && b.gender && a.gender !== b.gender) return false;
  const haveCountry = haveCommon(a.countries, b.countries);
  if (a.type === 'organization' && b.type === 'organization') return haveCountry;
  const mayBePersons = [a, b].every(({ type }) => type === 'person' || type === 'unknown');
  if (!mayBePersons) return false;
  const haveDay = a.dobs.some((dob) => DAY.test(dob) && b.dobs.includes(dob));
  const arePersons = a.type === 'person' && b.type === 'person';
  return haveDay || (arePersons && haveCountry && haveCommon(yearsOf(a), yearsOf(b)));
}

/** The evidence that two entries that do not contradict are of one entity. */
function evidenceOf(a: KnownEntry, b: KnownEntry): SameBy[] {
  const found: SameBy[] = [];
  if (haveCommon(a.publisherIds, b.publisherIds)) found.push('publisher_id');
  if (areSameByIdentifier(a, b)) found.push('identifier');
  if (areSameByName(a, b)) found.push('name');
  return found;
}

/** Ids, numbers and names. */
function textsOf({ publisherIds, identifiers, names }: KnownEntry): string[] {
  return [...publisherIds, ...identifiers.map(({ value }) => value), ...names];
}

/** The first entry of the same entity, by its place, and why this one is of it. */
export type Sameness = { first: number; by: SameBy[] };

/**
 * Puts entries of one entity together. No two of a group contradict, whatever connects them: of links that
 * would bring such two together, the stronger counts, and of equal ones the first.
 * @returns by place; undefined for an entry that is alone
 */
export function groupSame(entries: readonly KnownEntry[]): (Sameness | undefined)[] {
  const none = entries.map(() => undefined);
  if (new Set(entries.map(({ listId }) => listId)).size < 2) return none;
  const links: { pair: [number, number]; by: SameBy[] }[] = [];
  const placesOf = new Map<string, number[]>();
  for (const [b, other] of entries.entries()) {
    const texts = new Set(textsOf(other));
    // Without a text in common there is no evidence.
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
