import { eachJoinable } from '../nearby.ts';
import type { PreparedQuery } from '../prepare.ts';
import type { Segment } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

/** A joined reading of the query. */
export type QueryJoin = {
  /** Every vocabulary word that is like it, so that names with them may be found by it alone. */
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
  /** Bits of the words that it covers. */
  readonly covered: number;
  /** Its weight, shared out among them. */
  readonly share: number;
};

/** Whether a joined reading covers a word of the query. */
export function covers({ covered }: QueryJoin, unit: number): boolean {
  return (covered & (1 << unit)) !== 0;
}

/** The joined readings of the query that a word of the segment is like. */
export function queryJoins(
  query: PreparedQuery,
  segment: Segment,
  limit: SearchLimit | undefined,
): QueryJoin[] {
  const found: QueryJoin[] = [];
  query.joins.forEach((word, i) => {
    limit?.check();
    const ids: number[] = [];
    const similarities: number[] = [];
    eachJoinable(word, segment, (id, similarity) => {
      ids.push(id);
      similarities.push(similarity);
    });
    if (ids.length === 0) return;
    const { from, to, token } = query.name.joins[i]!;
    let covered = 0;
    for (let at = from; at < to; at++) covered |= 1 << at;
    found.push({ ids, similarities, covered, share: token.weight / (to - from) });
  });
  return found;
}
