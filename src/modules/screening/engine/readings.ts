import type { SearchLimit } from './search/limit.ts';
import { readingsOf } from '../../../names/index.ts';
import type { EntityHint } from '../../../names/types.ts';
import { prepareQuery, type PreparedQuery } from './prepare.ts';
import { searchSegment } from './search/search.ts';
import type { Segment, SegmentHit } from './segment.ts';

/** The name that is asked for, prepared once for any number of segments: each reading of it. */
export type PreparedName = readonly {
  readonly query: PreparedQuery;
  readonly entities: ReadonlySet<EntityHint> | undefined;
}[];

/**
 * Prepares a name as it was asked for, in all its readings (`readingsOf`), and further names of whom it is: each is one
 * more way to read the question.
 */
export function prepareName(text: string, aliases: readonly string[] = []): PreparedName {
  return [text, ...aliases]
    .flatMap(readingsOf)
    .map(({ name, entities }) => ({ query: prepareQuery(name), entities }));
}

/** Like `searchSegment`, of a name with the best score that any of its readings gets; of equal ones the first. */
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
  for (const { query, entities } of name)
    for (const hit of searchSegment(query, segment, threshold, removed, limit)) {
      if (entities !== undefined && !entities.has(segment.name(hit.name, hit.entry).hint)) continue;
      const known = best.get(hit.name);
      if (known === undefined || hit.score > known.score) best.set(hit.name, hit);
    }
  return [...best.values()].toSorted((a, b) => b.score - a.score || a.name - b.name);
}
