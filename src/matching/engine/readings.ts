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

/** Maximum number of organizations with one acronym per segment. More would not help a reviewer. */
const MOST_WITH_ACRONYM = 1000;

/** A reading with the text that it was read from. */
export type AskedReading = NameReading & { readonly whole: string };

/** One reading of the query's name, prepared once for any number of segments. */
export type PreparedReading = {
  readonly text: string;
  readonly query: PreparedQuery;
  readonly entities: ReadonlySet<EntityHint> | undefined;
  /** The reading; undefined for the name as written. */
  readonly reading?: AskedReading;
};

/** The query's name with all its readings. */
export type PreparedName = readonly PreparedReading[];

/** The lowest score of a reading that counts only as the whole name. */
const WHOLE_NAME = 95;

function idsOf({ query }: PreparedReading): string {
  return query.name.tokens.map(({ id }) => id).join(' ');
}

/** Returns true if another reading has the same words and is compared with at least the same entries. */
function covers(known: PreparedReading, one: PreparedReading): boolean {
  if (known.entities && !(one.entities?.isSubsetOf(known.entities) ?? false)) return false;
  return idsOf(known) === idsOf(one);
}

function asWritten(text: string): PreparedReading[] {
  return readingsOf(text).map(({ name, entities }) => ({
    text,
    query: prepareQuery(name),
    entities,
  }));
}

/** Adds the further names in the text, except names that are compared already. */
function saidBeside(text: string, known: readonly PreparedReading[]): PreparedReading[] {
  const readings = readingsIn(text, 'unknown');
  if (readings.length === 0) return [];
  return readings.flatMap((reading) =>
    asWritten(reading.text)
      .filter((one) => !known.some((other) => covers(other, one)))
      .map(({ entities, ...one }) => {
        const both = reading.entities && entities?.intersection(reading.entities);
        return {
          ...one,
          entities: both ?? reading.entities ?? entities,
          reading: { ...reading, whole: text },
        };
      }),
  );
}

/**
 * Prepares a query's name with all its readings (`readingsOf`, `readingsIn`). Adds further names of the same person or
 * thing as readings.
 */
export function prepareName(text: string, aliases: readonly string[] = []): PreparedName {
  return [text, ...aliases].flatMap((asked) => {
    const written = asWritten(asked);
    return [...written, ...saidBeside(asked, written)];
  });
}

/** Returns true if an entry of the hit's type is compared with a reading. */
export function isCompared(
  { entities, reading }: PreparedReading,
  hit: Pick<SegmentHit, 'name' | 'entry'>,
  segment: Segment,
): boolean {
  if (entities !== undefined && !entities.has(segment.name(hit.name, hit.entry).hint)) return false;
  if (reading?.isShip !== true) return true;
  const type = segment.typeOf(hit.entry);
  return type === 'vessel' || type === 'unknown';
}

/** Returns true if a hit by a reading may block. */
function mayBlock({ reading }: SegmentHit): boolean {
  return reading?.mayBlock !== false;
}

/** Returns false for a reading that requires a match for each word, if one word has none. */
function isFull(
  reading: NameReading | undefined,
  { explanation }: Pick<SegmentHit, 'explanation'>,
): boolean {
  return reading?.isComplete !== true || explanation.unmatchedQuery.length === 0;
}

/**
 * Works like `searchSegment` for a name with all its readings. Each hit has the best score of any reading, and the
 * first of readings with that score. If that reading may not block, the best reading that may block follows.
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
      if (!isCompared(one, found, segment) || !isFull(reading, found)) continue;
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

/**
 * Returns the organizations whose acronym the query is, in order. Scores are without the deduction for missing words of
 * an acronym.
 */
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
