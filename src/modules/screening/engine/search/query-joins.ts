import { joinSimilarity, tokenSimilarity } from '../../matching/similarity.ts';
import { FAINT_JOIN, type Contribution } from './bounds.ts';
import { allSimilarWords, nearbyWords } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import type { Radius } from '../radius.ts';
import type { Segment } from '../segment.ts';
import type { TimeLimit } from '../../../../platform/time-limit.ts';

/** A joined reading of the query. */
export interface QueryJoin {
  readonly word: QueryWord;
  /** Bits of the words that it covers. */
  readonly covered: number;
  /** Its weight, shared out among them. */
  readonly share: number;
  /** Vocabulary words that are near to it, so that names with them may be found by it alone. */
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
}

/** Whether a joined reading covers a word of the query. */
export const covers = ({ covered }: QueryJoin, unit: number): boolean =>
  (covered & (1 << unit)) !== 0;

/** What a word can do as part of a joined reading that no lookup has found. */
export const faintShare = ({ share }: QueryJoin): Contribution => {
  const [gain, cost] = [share * FAINT_JOIN, share * (1 - FAINT_JOIN)];
  return { gain, cost, leastGain: gain, leastCost: cost };
};

/** The joined readings of the query with the words within `radius` of them; of undefined: similar at all. */
export const queryJoins = (
  query: PreparedQuery,
  segment: Segment,
  radius: Radius | undefined,
  limit: TimeLimit | undefined,
): QueryJoin[] =>
  query.joins.map((word, i) => {
    limit?.check();
    const { from, to, token } = query.name.joins[i]!;
    let covered = 0;
    for (let at = from; at < to; at++) covered |= 1 << at;
    const { ids } =
      radius === undefined
        ? allSimilarWords(word.token, segment)
        : nearbyWords(word, segment, radius);
    const near: number[] = [];
    const similarities: number[] = [];
    for (const id of ids) {
      const other = segment.vocabulary.token(id);
      const { similarity } = joinSimilarity(token, other, tokenSimilarity);
      if (similarity === 0) continue;
      near.push(id);
      similarities.push(similarity);
    }
    return { word, covered, share: token.weight / (to - from), ids: near, similarities };
  });
