import type { Lookups } from '../nearby.ts';
import type { PreparedQuery } from '../prepare.ts';
import type { Segment } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

/** Words of the query that, when joined, are like a word of the segment (`el rufai`, elrufai). */
export type QueryCompound = {
  /** Every vocabulary word that is like the joined words, and therefore can find their names alone. */
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
  /** The query's words in the compound word, as bits. */
  readonly covered: number;
  /** Its weight divided among these words. */
  readonly share: number;
};

/** Returns the compound words of the query that are like a word of the segment. */
export function queryCompounds(
  query: PreparedQuery,
  segment: Segment,
  lookups: Lookups,
  limit: SearchLimit | undefined,
): QueryCompound[] {
  const found: QueryCompound[] = [];
  query.compounds.forEach((word, i) => {
    limit?.check();
    const ids: number[] = [];
    const similarities: number[] = [];
    lookups.eachLikeCompound(word, segment, (id, similarity) => {
      ids.push(id);
      similarities.push(similarity);
    });
    if (ids.length === 0) return;
    const { from, to, token } = query.name.compounds[i]!;
    let covered = 0;
    for (let at = from; at < to; at++) covered |= 1 << at;
    found.push({ ids, similarities, covered, share: token.weight / (to - from) });
  });
  return found;
}
