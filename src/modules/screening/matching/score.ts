import { assign } from './assignment.ts';
import { explain, identical, round2, type Aligned, type NameScore } from './explain.ts';
import { combine, scoreOf, type Reading } from './score-model.ts';
import { joinSimilarity, NONE, tokenSimilarity, type TokenMatch } from './similarity.ts';
import type { CanonicalName, Join, Token } from './types.ts';

/** Joined readings tried on each side: 2^4 choices at most. */
const MAX_JOINS = 4;

export type SimilarityFunction = (query: Token, candidate: Token) => TokenMatch;

/** Words as such; a joined reading with a word, never with another one: their words are compared as well. */
const compare = (
  a: Token,
  b: Token,
  joined: number,
  similarity: SimilarityFunction,
): TokenMatch => {
  if (joined === 0) return similarity(a, b);
  return joined === 1 ? joinSimilarity(a, b, similarity) : NONE;
};

const align = (query: Reading, candidate: Reading, similarity: SimilarityFunction): Aligned => {
  const rows = query.tokens.length;
  const width = candidate.tokens.length;
  const gains = new Float64Array(rows * width);
  const all: TokenMatch[] = [];
  for (let row = 0; row < rows; row++) {
    const token = query.tokens[row]!;
    for (let column = 0; column < width; column++) {
      const other = candidate.tokens[column]!;
      const match = compare(
        token,
        other,
        Number(query.joined.has(row)) + Number(candidate.joined.has(column)),
        similarity,
      );
      all.push(match);
      gains[row * width + column] = match.similarity * Math.min(token.weight, other.weight);
    }
  }
  const columns = assign(gains, rows, width);
  const matches = Array.from(columns, (column, row) =>
    column < 0 ? undefined : all[row * width + column],
  );
  const parts = combine(query, candidate, columns, matches);
  return { query, candidate, columns, matches, parts, score: scoreOf(parts) };
};

const plainReading = (name: CanonicalName): Reading => ({ tokens: name.tokens, joined: new Set() });

const joinedReading = (name: CanonicalName, chosen: readonly Join[]): Reading => {
  const tokens: Token[] = [];
  const joined = new Set<number>();
  for (let i = 0; i < name.tokens.length;) {
    const join = chosen.find((each) => each.from === i);
    if (join !== undefined) {
      joined.add(tokens.length);
      tokens.push(join.token);
      i = join.to;
    } else {
      tokens.push(name.tokens[i]!);
      i += 1;
    }
  }
  return { tokens, joined };
};

const usefulJoins = (
  name: CanonicalName,
  other: CanonicalName,
  similarity: (join: Token, token: Token) => TokenMatch,
): Join[] =>
  name.joins
    .filter((join) =>
      other.tokens.some((token) => joinSimilarity(join.token, token, similarity).similarity > 0),
    )
    .slice(0, MAX_JOINS);

/** Every choice of joins that do not overlap; the empty one first. At most 2^4. */
const readings = (name: CanonicalName, joins: readonly Join[]): Reading[] => {
  let choices: Join[][] = [[]];
  for (const join of joins) {
    const extended = choices
      .filter((chosen) => chosen.every((each) => each.to <= join.from || join.to <= each.from))
      .map((chosen) => [...chosen, join]);
    choices = [...choices, ...extended];
  }
  return choices.map((chosen) =>
    chosen.length === 0 ? plainReading(name) : joinedReading(name, chosen),
  );
};

const best = (
  query: CanonicalName,
  candidate: CanonicalName,
  similarity: SimilarityFunction,
): Aligned => {
  const queryJoins = usefulJoins(query, candidate, similarity);
  const candidateJoins = usefulJoins(candidate, query, (join, token) => similarity(token, join));
  let winner: Aligned | undefined;
  for (const queryReading of readings(query, queryJoins)) {
    for (const candidateReading of readings(candidate, candidateJoins)) {
      const aligned = align(queryReading, candidateReading, similarity);
      if (winner === undefined || aligned.score > winner.score) winner = aligned;
    }
  }
  return winner!;
};

/**
 * Scores a query against one name of a candidate, 0 to 100, with the account of it.
 *
 * 100 is the same canonical name; 85 the same name up to spelling, order, titles and omitted middle names.
 * The alignment is optimal, the order of words never counts, and the score is continuous: a slip more never
 * raises it, a word more on both sides never lowers it. Deterministic; no statistics of the list enter, so
 * neither the number of aliases nor the rest of the list changes a score. `similarity` may be a memoised
 * `tokenSimilarity`; the result is the same. Cost: microseconds for names of a few words, cubic in words.
 */
export const scoreNames = (
  query: CanonicalName,
  candidate: CanonicalName,
  similarity: SimilarityFunction = tokenSimilarity,
): NameScore => {
  if (query.canonical === candidate.canonical && query.canonical !== '') return identical(query);
  if (query.tokens.length === 0 || candidate.tokens.length === 0) {
    return {
      score: 0,
      explanation: {
        tokens: [],
        unmatchedQuery: query.tokens.map((token) => token.text),
        unmatchedCandidate: candidate.tokens.map((token) => token.text),
        penalties: [],
      },
    };
  }
  const aligned = best(query, candidate, similarity);
  const score = round2(aligned.score);
  return { score, explanation: explain(aligned, score) };
};
