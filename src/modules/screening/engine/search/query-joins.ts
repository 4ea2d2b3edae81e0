import { joinSimilarity, tokenSimilarity } from '../../matching/similarity.ts';
import { FAINT_JOIN, type Contribution } from './bounds.ts';
import { allSimilarWords, lookUp } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import type { Radius } from '../radius.ts';
import type { Segment } from '../segment.ts';
import type { TimeLimit } from '../../../../platform/time-limit.ts';

/** Vocabulary words that are like a joined reading of a query, so that names with them may be found by it alone. */
export interface JoinWords {
  /** Similarity, before the ramp, from which on every word is listed. */
  readonly from: number;
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
}

/** A joined reading of the query. */
export interface QueryJoin extends JoinWords {
  readonly word: QueryWord;
  /** Bits of the words that it covers. */
  readonly covered: number;
  /** Its weight, shared out among them. */
  readonly share: number;
}

/** Whether a joined reading covers a word of the query. */
export const covers = ({ covered }: QueryJoin, unit: number): boolean =>
  (covered & (1 << unit)) !== 0;

/** What a word can do as part of a joined reading that no lookup has found. */
export const faintShare = ({ share }: QueryJoin): Contribution => {
  const [gain, cost] = [share * FAINT_JOIN, share * (1 - FAINT_JOIN)];
  return { gain, cost, leastGain: gain, leastCost: cost };
};

const joinWords = (word: QueryWord, segment: Segment, radius: Radius | undefined): JoinWords => {
  const from = radius?.from ?? 0;
  const known = segment.joinWords.get(word.token.id);
  if (known !== undefined && known.from <= from) return known;
  const { ids } =
    radius === undefined
      ? allSimilarWords(word.token, segment)
      : lookUp(word, [word.exact, word.joinRules], segment, radius);
  const near: number[] = [];
  const similarities: number[] = [];
  for (const id of ids) {
    const other = segment.vocabulary.token(id);
    const { similarity } = joinSimilarity(word.token, other, tokenSimilarity);
    if (similarity === 0) continue;
    near.push(id);
    similarities.push(similarity);
  }
  const found = { from, ids: near, similarities };
  segment.joinWords.set(word.token.id, found);
  return found;
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
    const share = token.weight / (to - from);
    return { ...joinWords(word, segment, radius), word, covered, share };
  });
