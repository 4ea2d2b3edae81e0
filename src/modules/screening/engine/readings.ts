import type { SearchLimit } from './search/limit.ts';
import { acronymIn, readingsOf, scoreAcronym } from '../../../names/index.ts';
import type { EntityHint } from '../../../names/types.ts';
import { prepareQuery, type PreparedQuery } from './prepare.ts';
import { searchSegment } from './search/search.ts';
import type { Segment, SegmentHit } from './segment.ts';

/** More organizations with one acronym, in one segment, tell nobody more. */
const MOST_WITH_ACRONYM = 1000;

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

/** The names of organizations whose acronym is asked for, in their order, before it is weighed what an acronym lacks. */
export function searchAcronyms(
  name: PreparedName,
  segment: Segment,
  isRemoved: (entry: number) => boolean,
): SegmentHit[] {
  const found: SegmentHit[] = [];
  for (const { query, entities } of name) {
    const acronym = acronymIn(query.name.tokens);
    if (acronym === undefined || entities?.has('organization') === false) continue;
    for (const at of segment.acronyms.namesUnder(acronym)) {
      const entry = segment.entryOfName(at);
      const scored = isRemoved(entry)
        ? undefined
        : scoreAcronym(query.name, segment.candidate(at, true));
      if (scored === undefined) continue;
      const { text } = segment.name(at, entry);
      found.push({ entry, name: at, text, quality: 'acronym', ...scored });
      if (found.length === MOST_WITH_ACRONYM) return found;
    }
  }
  return found;
}
