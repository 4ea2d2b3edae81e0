/** Adds to shown hits the labels of their entries, and marks hits on one entity. */
import type { SearchedList } from './find-hits.ts';
import { MAX_HITS, type Hit } from './schemas.ts';
import {
  type EntityType,
  groupSame,
  knownIn,
  type ReadLabels,
  type Segment,
} from '../../../matching/index.ts';

/** A hit with the position of its entry among the searched ones. */
export type PlacedHit = Hit & {
  readonly place: { readonly part: number; readonly entry: number };
};

/** No answer has more hits. Background screening may find thousands, but shows each one separately. */
const MOST_GROUPED = 3 * MAX_HITS;

/** Returns the labels of the entries behind hits, on the searched lists. */
export function labelsIn(lists: readonly SearchedList[]): (hit: PlacedHit) => ReadLabels {
  const byId = new Map(lists.map((list) => [list.listRevision.id, list]));
  return ({ listId, place }) => byId.get(listId)!.parts[place.part]!.segment.labelsOf(place.entry);
}

/** Returns true for hits on entries of these types, or of unknown type. */
export function isOfTypes(
  lists: readonly SearchedList[],
  types: readonly EntityType[],
): (hit: PlacedHit) => boolean {
  const wanted = new Set<EntityType>([...types, 'unknown']);
  const byId = new Map(lists.map((list) => [list.listRevision.id, list]));
  return ({ listId, place }) =>
    wanted.has(byId.get(listId)!.parts[place.part]!.segment.factsOf(place.entry).type);
}

/**
 * Returns the hits as answers have them.
 * @param lists the searched ones
 */
export function shownHits(hits: readonly PlacedHit[], lists: readonly SearchedList[]): Hit[] {
  const byId = new Map(lists.map((list) => [list.listRevision.id, list]));
  const segmentOf = ({ listId, place }: PlacedHit): Segment =>
    byId.get(listId)!.parts[place.part]!.segment;
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
