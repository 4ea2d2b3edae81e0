import type { Lookups } from '../nearby.ts';
import type { PreparedQuery } from '../prepare.ts';
import type { Segment } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

/** Words of the query that, joined, are like a word of the segment (`el rufai`, elrufai). */
export type QueryCompound = {
  /** Every vocabulary word that is like it, so that it alone can find their names. */
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
  /** Bits of the query's words in it. */
  readonly covered: number;
  /** Its weight, divided among these words. */
  readonly share: number;
};

/** Compound words of the query that a word of the segment is like. */
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
