/** Adds to shown hits the labels of their entries, and marks hits on one entity. */
import type { SearchedList } from './find-hits.ts';
import { MAX_HITS, type Hit } from './schemas.ts';
import { type EntityType, groupSame, knownIn, type Segment } from '../../../matching/index.ts';

/** A hit with the position of its entry among the searched ones. */
export type PlacedHit = Hit & {
  readonly place: { readonly part: number; readonly entry: number };
};

/** No answer has more hits. Background screening may find thousands, but shows each one separately. */
const MOST_GROUPED = 3 * MAX_HITS;

/** Returns the segment with the entry of a hit. */
export type SegmentOf = (hit: PlacedHit) => Segment;

/** Finds the segments of hits on the searched lists. A search without hits costs nothing here. */
export function segmentsIn(lists: readonly SearchedList[]): SegmentOf {
  let byId: Map<string, SearchedList> | undefined;
  return ({ listId, place }) => {
    byId ??= new Map(lists.map((list) => [list.listRevision.id, list]));
    return byId.get(listId)!.parts[place.part]!.segment;
  };
}

/** Returns true for hits on entries of these types, or of unknown type. */
export function isOfTypes(
  segmentOf: SegmentOf,
  types: readonly EntityType[],
): (hit: PlacedHit) => boolean {
  const wanted = new Set<EntityType>([...types, 'unknown']);
  return (hit) => wanted.has(segmentOf(hit).factsOf(hit.place.entry).type);
}

/** Returns the hits as answers have them. */
export function shownHits(hits: readonly PlacedHit[], segmentOf: SegmentOf): Hit[] {
  const isOfOneList = hits.every(({ listId }) => listId === hits[0]!.listId);
  const same =
    isOfOneList || hits.length > MOST_GROUPED
      ? []
      : groupSame(hits.map((hit) => knownIn(segmentOf(hit), hit.place.entry, hit.listId)));
  return hits.map((placed, i) => {
    const { place, ...hit } = placed;
    const { programs, topics, pep } = segmentOf(placed).labelsOf(place.entry);
    const found = same[i];
    return {
      ...hit,
      ...(programs.length > 0 && { programs }),
      ...(topics.length > 0 && { topics }),
      ...(pep && { pep }),
      ...(found && { entity: { id: hits[found.first]!.entryId, sameBy: found.by } }),
    };
  });
}
