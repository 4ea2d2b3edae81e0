import { joinSimilarity, tokenSimilarity } from '../../matching/similarity.ts';
import { lookUp } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import { JOINS } from '../radius.ts';
import type { Segment } from '../segment.ts';
import type { TimeLimit } from '../../../../platform/time-limit.ts';

/** Every vocabulary word that is like a joined reading of a query, so that names with them may be found by it alone. */
export interface JoinWords {
  readonly ids: readonly number[];
  readonly similarities: readonly number[];
}

/** A joined reading of the query. */
export interface QueryJoin extends JoinWords {
  /** Bits of the words that it covers. */
  readonly covered: number;
  /** Its weight, shared out among them. */
  readonly share: number;
}

/** Whether a joined reading covers a word of the query. */
export const covers = ({ covered }: QueryJoin, unit: number): boolean =>
  (covered & (1 << unit)) !== 0;

const joinWords = (word: QueryWord, segment: Segment): JoinWords => {
  const known = segment.joinWords.get(word.token.id);
  if (known !== undefined) return known;
  const ids: number[] = [];
  const similarities: number[] = [];
  for (const id of lookUp(word, [word.exact, word.joinRules], segment, JOINS).ids) {
    const other = segment.vocabulary.token(id);
    const { similarity } = joinSimilarity(word.token, other, tokenSimilarity);
    if (similarity === 0) continue;
    ids.push(id);
    similarities.push(similarity);
  }
  const found = { ids, similarities };
  segment.joinWords.set(word.token.id, found);
  return found;
};

/** The joined readings of the query that a word of the segment is like. */
export const queryJoins = (
  query: PreparedQuery,
  segment: Segment,
  limit: TimeLimit | undefined,
): QueryJoin[] => {
  const found: QueryJoin[] = [];
  query.joins.forEach((word, i) => {
    limit?.check();
    const words = joinWords(word, segment);
    if (words.ids.length === 0) return;
    const { from, to, token } = query.name.joins[i]!;
    let covered = 0;
    for (let at = from; at < to; at++) covered |= 1 << at;
    found.push({ ...words, covered, share: token.weight / (to - from) });
  });
  return found;
};
