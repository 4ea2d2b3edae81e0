import { TimeLimit, TimeLimitReached } from '../../../platform/concurrency/time-limit.ts';
import {
  type AskedFacts,
  type AskedReading,
  type Identifier,
  leftOutOf,
  type ListKind,
  type PreparedName,
  prepareName,
  type Profile,
  searchAcronyms,
  searchCutOff,
  type SearchLimit,
  searchName,
  type Segment,
  type SegmentEntry,
  type SharedIdentifier,
  STANDARD,
} from '../../../matching/index.ts';
import {
  compareNames,
  contradicted,
  identifiedEntries,
  toMatch,
  type NamedEntry,
} from './identified.ts';
import { Evidence } from './evidence.ts';
import { contradictions, isContradicted, reaches } from './outcome/contradicted.ts';
import { SANCTIONS_BLOCK_SCORE } from './outcome/outcome.ts';
import { isRemoved } from './parts.ts';
import type { Hit } from './schemas.ts';
import type { PlacedHit } from './shown-hits.ts';
import type { ListRevision } from '../../lists/index.ts';

/** Time limit for one name on the thread that answers requests; nearly all names take less than 1 ms. */
const SEARCH_MS = 30;

/** Half a unit of a score's last decimal. Sums that differ by less are equal. */
const HALF_POINT = 0.005;

/** The parts of a list that a search needs. */
export type SearchedList = {
  readonly listRevision: ListRevision;
  /** The revision of the parts, which may be later than that of `listRevision`. */
  readonly revision: number;
  readonly parts: readonly { readonly segment: Segment; readonly removed: Uint8Array }[];
};

/** A query: the party that is searched. */
export type Question = {
  name: string;
  aliases?: readonly string[];
  dob?: string;
  country?: string;
  identifiers?: readonly Identifier[];
  facts?: AskedFacts;
  /** Weights of facts and numbers; by default `STANDARD`. */
  profile?: Profile;
};

function shownReading(reading: AskedReading) {
  const { text, mayBlock } = reading;
  return { text, leftOut: leftOutOf(reading), mayBlock };
}

/** Returns true if a hit by a name blocks when its topics and facts allow it. */
function blocks(kind: ListKind, { result, reading }: NamedEntry): boolean {
  if (reading?.mayBlock === false) return false;
  return kind === 'tenant_blocklist' || result.score >= SANCTIONS_BLOCK_SCORE;
}

/**
 * Returns true if a name is a better reason for a hit: it blocks and the other does not, it scores more, or it comes
 * first.
 */
function isBetter(kind: ListKind, one: NamedEntry, other: NamedEntry): boolean {
  return (
    (Number(blocks(kind, one)) - Number(blocks(kind, other)) ||
      one.result.score - other.result.score ||
      other.name - one.name) > 0
  );
}

function toHit(
  { listRevision, revision }: SearchedList,
  entry: SegmentEntry,
  { text: matchedName, result: { score, explanation }, reading }: NamedEntry,
  identified: readonly SharedIdentifier[] | undefined,
  place: PlacedHit['place'],
): PlacedHit {
  const against = contradictions(explanation);
  return {
    listKind: listRevision.kind as ListKind,
    listId: listRevision.id,
    source: listRevision.source,
    listName: listRevision.name,
    entryId: entry.id,
    listRevision: revision,
    name: entry.name,
    matchedName,
    score,
    dob: entry.dobs[0] ?? null,
    country: entry.countries[0] ?? null,
    explanation: reading ? { ...explanation, reading: shownReading(reading) } : explanation,
    ...(against.length > 0 && { contradicted: against }),
    ...(identified && { identifiers: identified.map(toMatch) }),
    place,
  };
}

/**
 * Returns one hit per entry, for the name with the best score; of equal names the first, with the primary name before
 * aliases. An entry with an identifier of the subject is a hit at any score of its names. An entry with a contradicting
 * number scores less and stays a hit. An entry of an allowlist is not a hit if a fact or number contradicts: it may be
 * another party, whom the list does not make safe.
 * @param query of the subject's names
 * @throws the errors of `limit`
 */
export function findHits(
  subject: Omit<Question, 'name'>,
  query: PreparedName,
  list: SearchedList,
  threshold: number,
  limit?: SearchLimit,
): PlacedHit[] {
  const hits: PlacedHit[] = [];
  const evidence = new Evidence(subject);
  const { profile = STANDARD } = subject;
  const kind = list.listRevision.kind as ListKind;
  for (const [part, { segment, removed }] of list.parts.entries()) {
    const judge = evidence.of(segment);
    const best = new Map<number, NamedEntry>();
    const asked = subject.identifiers ?? [];
    const isGone = (entry: number): boolean => isRemoved(removed, entry);
    const identified = identifiedEntries(asked, segment, isGone);
    for (const { entry, text, quality, reading, ...found } of [
      ...searchName(query, segment, evidence.leastOfNames(threshold), removed, limit),
      ...searchAcronyms(query, segment, isGone),
      ...searchCutOff(query, segment, evidence.leastOfNames(threshold), isGone, limit),
    ]) {
      const result = judge(entry, found, quality, identified.has(entry));
      if (!reaches(threshold, kind, result)) continue;
      const named = { name: found.name, text, result, ...(reading && { reading }) };
      const known = best.get(entry);
      if (!known || isBetter(kind, named, known)) best.set(entry, named);
    }
    for (const entry of identified.keys())
      if (!best.has(entry)) best.set(entry, compareNames(query, segment, entry, judge));
    for (const [entry, found] of best) {
      const named = contradicted(found, { identifiers: asked, profile }, segment, entry);
      if (kind === 'tenant_allowlist' && isContradicted(named.result.explanation)) continue;
      hits.push(toHit(list, segment.entry(entry), named, identified.get(entry), { part, entry }));
    }
  }
  return hits;
}

/**
 * Returns true if a hit that was found at a lower threshold is also a hit at this threshold: by its name, before the
 * deduction for a number, or by a number.
 */
export function isHitFrom(
  { identifiers, listKind, score, explanation }: Hit,
  threshold: number,
): boolean {
  if (identifiers !== undefined) return true;
  const taken = explanation.penalties.filter(({ reason }) => reason === 'identifier_different');
  const before = taken.reduce((sum, { points }) => sum + points, score);
  return reaches(threshold - HALF_POINT, listKind, { score: before, explanation });
}

/** Returns every hit on the lists; undefined if this exceeds the time limit of the thread that answers requests. */
export function findBriefly(
  subject: Question,
  lists: readonly SearchedList[],
  leastOf: (kind: string) => number,
): PlacedHit[] | undefined {
  const query = prepareName(subject.name, subject.aliases);
  const limit = new TimeLimit(SEARCH_MS);
  try {
    return lists.flatMap((list) =>
      findHits(subject, query, list, leastOf(list.listRevision.kind), limit),
    );
  } catch (error) {
    if (error instanceof TimeLimitReached) return undefined;
    throw error;
  }
}
