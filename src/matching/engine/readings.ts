import type { SearchLimit } from './search/limit.ts';
import {
  acronymIn,
  readingsIn,
  readingsOf,
  scoreAcronym,
  type NameReading,
} from '../../names/index.ts';
import type { EntityHint } from '../../names/types.ts';
import { prepareQuery, type PreparedQuery } from './prepare.ts';
import { searchSegment } from './search/search.ts';
import type { Segment, SegmentHit } from './segment.ts';

/** More organizations with one acronym, in one segment, tell nobody more. */
const MOST_WITH_ACRONYM = 1000;

/** One way to read the name that is asked for, prepared once for any number of segments. */
type PreparedReading = {
  readonly query: PreparedQuery;
  readonly entities: ReadonlySet<EntityHint> | undefined;
  /** Undefined for the name as it was asked for. */
  readonly reading?: NameReading;
};

/** The name that is asked for, in all its readings. */
export type PreparedName = readonly PreparedReading[];

/** The least score of a reading that counts only where it is the whole name. */
const WHOLE_NAME = 95;

function idsOf({ query }: PreparedReading): string {
  return query.name.tokens.map(({ id }) => id).join(' ');
}

/** Tells whether a reading has the words of another one, and is compared with all that it is compared with. */
function covers(known: PreparedReading, one: PreparedReading): boolean {
  if (known.entities && !(one.entities?.isSubsetOf(known.entities) ?? false)) return false;
  return idsOf(known) === idsOf(one);
}

function asWritten(text: string): PreparedReading[] {
  return readingsOf(text).map(({ name, entities }) => ({ query: prepareQuery(name), entities }));
}

/** The names that the text says beside itself, but for those that are compared already. */
function saidBeside(text: string, known: readonly PreparedReading[]): PreparedReading[] {
  const readings = readingsIn(text, 'unknown');
  if (readings.length === 0) return [];
  return readings.flatMap((reading) =>
    asWritten(reading.text)
      .filter((one) => !known.some((other) => covers(other, one)))
      .map(({ query, entities }) => {
        const both = reading.entities && entities?.intersection(reading.entities);
        return { query, entities: both ?? reading.entities ?? entities, reading };
      }),
  );
}

/**
 * Prepares a name as it was asked for, in all its readings (`readingsOf`, `readingsIn`), and further names of whom it is:
 * each is one more way to read the question.
 */
export function prepareName(text: string, aliases: readonly string[] = []): PreparedName {
  return [text, ...aliases].flatMap((asked) => {
    const written = asWritten(asked);
    return [...written, ...saidBeside(asked, written)];
  });
}

/** Tells whether an entry of the hit's type is compared with a reading. */
function isCompared(
  { entities, reading }: PreparedReading,
  hit: SegmentHit,
  segment: Segment,
): boolean {
  if (entities !== undefined && !entities.has(segment.name(hit.name, hit.entry).hint)) return false;
  if (reading?.isShip !== true) return true;
  const type = segment.typeOf(hit.entry);
  return type === 'vessel' || type === 'unknown';
}

/** Tells whether a hit by a reading may block. */
function mayBlock({ reading }: SegmentHit): boolean {
  return reading?.mayBlock !== false;
}

/**
 * Like `searchSegment`, of a name with the best score that any of its readings gets; of equal ones the first. Where that
 * reading may not block, the best that may follows it.
 */
export function searchName(
  name: PreparedName,
  segment: Segment,
  threshold: number,
  removed?: Uint8Array,
  limit?: SearchLimit,
): SegmentHit[] {
  const [only] = name;
  if (name.length === 1) return searchSegment(only!.query, segment, threshold, removed, limit);
  const best = new Map<number, SegmentHit>();
  const forReview = new Map<number, SegmentHit>();
  for (const one of name) {
    const { query, reading } = one;
    const least = reading?.isExactOnly ? Math.max(threshold, WHOLE_NAME) : threshold;
    for (const found of searchSegment(query, segment, least, removed, limit)) {
      if (!isCompared(one, found, segment)) continue;
      const hit = reading ? { ...found, reading } : found;
      const hits = mayBlock(hit) ? best : forReview;
      const known = hits.get(hit.name);
      if (known === undefined || hit.score > known.score) hits.set(hit.name, hit);
    }
  }
  for (const [at, { score }] of forReview)
    if (score <= (best.get(at)?.score ?? 0)) forReview.delete(at);
  return [...best.values(), ...forReview.values()].toSorted(
    (a, b) => b.score - a.score || a.name - b.name,
  );
}

/** The names of organizations whose acronym is asked for, in their order, before it is weighed what an acronym lacks. */
export function searchAcronyms(
  name: PreparedName,
  segment: Segment,
  isRemoved: (entry: number) => boolean,
): SegmentHit[] {
  const found: SegmentHit[] = [];
  for (const { query, entities, reading } of name) {
    const acronym = reading?.isShip ? undefined : acronymIn(query.name.tokens);
    if (acronym === undefined || entities?.has('organization') === false) continue;
    for (const at of segment.acronyms.namesUnder(acronym)) {
      const entry = segment.entryOfName(at);
      const scored = isRemoved(entry)
        ? undefined
        : scoreAcronym(query.name, segment.candidate(at, true));
      if (scored === undefined) continue;
      const { text } = segment.name(at, entry);
      found.push({
        entry,
        name: at,
        text,
        quality: 'acronym',
        ...scored,
        ...(reading && { reading }),
      });
      if (found.length === MOST_WITH_ACRONYM) return found;
    }
  }
  return found;
}
