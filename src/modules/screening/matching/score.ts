import { assign } from './assignment.ts';
import { joinSimilarity, tokenSimilarity, type MatchKind, type TokenMatch } from './similarity.ts';
import type { CanonicalName, Join, Token } from './types.ts';

/** Scores below this are never hits. */
export const MINIMUM_HIT_SCORE = 50;
/** "The same name up to spelling, order, titles and omitted middle names." */
export const DEFAULT_THRESHOLD = 85;

/** Costs per unit of token weight; see `combine`. */
const CONTRADICTION_COST = 1;
export const QUERY_EXTRA_COST = 0.35;
const CANDIDATE_EXTRA_COST = 0.13;
const NUMBER_COST = 0.55;
/** An extra word that only repeats a matched one (Sergey Sergey Shoigu) hardly counts. */
export const REPEATED_WEIGHT = 0.2;
/** From this much matched weight on, more words count for less: one contradiction stays visible. */
const SATURATION = 3;
const SATURATION_SLOPE = 0.35;
/** Up to this much matched weight, evidence grows faster than the weight: one shared word is little. */
const CONVEX_UNTIL = 2;

/** Joined readings tried on each side: 2^4 choices at most. */
const MAX_JOINS = 4;

export type SimilarityFunction = (query: Token, candidate: Token) => TokenMatch;

export interface AlignedToken {
  query: string;
  candidate: string;
  match: MatchKind;
  similarity: number;
  weight: number;
}

export type PenaltyReason =
  | 'spelling'
  | 'contradiction'
  | 'extra_in_query'
  | 'extra_in_candidate'
  | 'number_mismatch'
  | 'no_distinctive_word'
  | 'dob_different'
  | 'dob_near'
  | 'dob_swapped'
  | 'country_different';

export interface Penalty {
  reason: PenaltyReason;
  /** Points of the score it took, at most 2 decimals. */
  points: number;
}

/** JSON-able account of a score for a reviewer. */
export interface NameExplanation {
  tokens: AlignedToken[];
  unmatchedQuery: string[];
  unmatchedCandidate: string[];
  penalties: Penalty[];
}

export interface NameScore {
  /** 0 to 100, at most 2 decimals. */
  score: number;
  explanation: NameExplanation;
}

interface Reading {
  readonly tokens: readonly Token[];
  /** Index in `tokens` of units that are joined words. */
  readonly joined: ReadonlySet<number>;
}

interface Aligned {
  readonly query: Reading;
  readonly candidate: Reading;
  readonly columns: Int32Array;
  readonly matches: readonly (TokenMatch | undefined)[];
  readonly parts: Parts;
  readonly score: number;
}

interface Parts {
  spelling: number;
  contradiction: number;
  extraQuery: number;
  extraCandidate: number;
  numbers: number;
  evidence: number;
  /** Highest score allowed by the distinctive words that matched. */
  cap: number;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** Matched weight to evidence: convex, then linear, then flat; continuous and strictly growing. */
export const evidenceOf = (matched: number): number => {
  if (matched <= CONVEX_UNTIL) return matched * Math.sqrt(matched / CONVEX_UNTIL);
  if (matched <= SATURATION) return matched;
  return SATURATION + (matched - SATURATION) * SATURATION_SLOPE;
};

const isDistinctive = (token: Token): boolean =>
  token.kind === 'name' || token.kind === 'common' || token.kind === 'generic' || token.kind === 'place';

/** Short Latin words (Li, Xu) are weak evidence alone, enough in pairs; a Han syllable is one as well. */
const distinctiveWeight = (token: Token): number =>
  isDistinctive(token) ? (token.key.length <= 2 ? 0.35 : 1) : 0;

const scoreOf = (parts: Parts): number => {
  const cost =
    parts.spelling + parts.contradiction + parts.extraQuery + parts.extraCandidate + parts.numbers;
  const base = parts.evidence === 0 ? 0 : (100 * parts.evidence) / (parts.evidence + cost);
  return Math.min(base, parts.cap);
};

/** Unmatched words of one side: weight of all but numbers, the part that repeats matched words, numbers. */
const unmatchedOf = (
  tokens: readonly Token[],
  isMatched: (index: number) => boolean,
): { rest: number; repeated: number; numbers: number } => {
  const sum = { rest: 0, repeated: 0, numbers: 0 };
  tokens.forEach((token, index) => {
    if (isMatched(index)) return;
    if (token.kind === 'number') {
      sum.numbers += token.weight;
      return;
    }
    sum.rest += token.weight;
    if (tokens.some((other, i) => other.key === token.key && isMatched(i))) sum.repeated += token.weight;
  });
  return sum;
};

const discountRepeats = (extra: number, repeated: number): number =>
  extra - (1 - REPEATED_WEIGHT) * Math.min(extra, repeated);

/**
 * The score is evidence / (evidence + cost). What is matched is evidence; what both sides leave unmatched
 * contradicts (dear); what only one side has is an omission (cheap, dearer in the query). A pair of
 * similarity s is s parts match and 1-s parts unmatched on both sides, so nothing is a step.
 */
const combine = (
  query: Reading,
  candidate: Reading,
  columns: Int32Array,
  matches: readonly (TokenMatch | undefined)[],
): Parts => {
  const rowOf = new Int32Array(candidate.tokens.length).fill(-1);
  columns.forEach((column, row) => {
    if (column >= 0) rowOf[column] = row;
  });
  let matched = 0;
  let loss = 0;
  let distinctive = 0;
  const left = unmatchedOf(query.tokens, (i) => columns[i]! >= 0);
  const missing = unmatchedOf(candidate.tokens, (i) => rowOf[i]! >= 0);
  let restQuery = left.rest;
  let restCandidate = missing.rest;
  query.tokens.forEach((token, row) => {
    const column = columns[row]!;
    const match = matches[row];
    if (column < 0 || match === undefined) return;
    const other = candidate.tokens[column]!;
    const weight = Math.min(token.weight, other.weight);
    matched += weight * match.similarity;
    loss += weight * (1 - match.similarity);
    distinctive += match.similarity * Math.min(distinctiveWeight(token), distinctiveWeight(other));
    restQuery += token.weight - weight;
    restCandidate += other.weight - weight;
  });
  const contradiction = Math.min(restQuery, restCandidate);
  const extraQuery = discountRepeats(restQuery - contradiction, left.repeated);
  const extraCandidate = discountRepeats(restCandidate - contradiction, missing.repeated);
  return {
    spelling: loss * CONTRADICTION_COST,
    contradiction: contradiction * CONTRADICTION_COST,
    extraQuery: extraQuery * QUERY_EXTRA_COST,
    extraCandidate: extraCandidate * CANDIDATE_EXTRA_COST,
    numbers: (left.numbers + missing.numbers) * NUMBER_COST,
    evidence: evidenceOf(matched),
    cap: 40 + 60 * Math.min(1, distinctive / 0.6),
  };
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
      const isJoin = query.joined.has(row) || candidate.joined.has(column);
      const match = isJoin ? joinSimilarity(token, other, similarity) : similarity(token, other);
      all.push(match);
      gains[row * width + column] = match.similarity * Math.min(token.weight, other.weight);
    }
  }
  const columns = assign(gains, rows, width);
  const matches = Array.from(columns, (column, row) => (column < 0 ? undefined : all[row * width + column]));
  const parts = combine(query, candidate, columns, matches);
  return { query, candidate, columns, matches, parts, score: scoreOf(parts) };
};

const plainReading = (name: CanonicalName): Reading => ({ tokens: name.tokens, joined: new Set() });

const joinedReading = (name: CanonicalName, chosen: readonly Join[]): Reading => {
  const tokens: Token[] = [];
  const joined = new Set<number>();
  for (let i = 0; i < name.tokens.length; ) {
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

const explain = (aligned: Aligned, score: number): NameExplanation => {
  const { query, candidate, columns, matches, parts } = aligned;
  const tokens: AlignedToken[] = [];
  const unmatchedQuery: string[] = [];
  const taken = new Set<number>();
  query.tokens.forEach((token, row) => {
    const other = candidate.tokens[columns[row]!];
    const match = matches[row];
    if (other === undefined || match === undefined) {
      unmatchedQuery.push(token.text);
      return;
    }
    taken.add(columns[row]!);
    tokens.push({
      query: token.text,
      candidate: other.text,
      match: match.match,
      similarity: round2(match.similarity),
      weight: Math.min(token.weight, other.weight),
    });
  });
  const costs: [PenaltyReason, number][] = [
    ['spelling', parts.spelling],
    ['contradiction', parts.contradiction],
    ['extra_in_query', parts.extraQuery],
    ['extra_in_candidate', parts.extraCandidate],
    ['number_mismatch', parts.numbers],
  ];
  const total = costs.reduce((sum, [, cost]) => sum + cost, 0);
  const base = parts.evidence === 0 ? 0 : (100 * parts.evidence) / (parts.evidence + total);
  const penalties = costs
    .map(([reason, cost]) => ({ reason, points: round2(total === 0 ? 0 : ((100 - base) * cost) / total) }))
    .filter((penalty) => penalty.points > 0);
  if (base - score >= 0.01) {
    penalties.push({ reason: 'no_distinctive_word', points: round2(base - score) });
  }
  return {
    tokens,
    unmatchedQuery,
    unmatchedCandidate: candidate.tokens.filter((_, i) => !taken.has(i)).map((token) => token.text),
    penalties,
  };
};

const identical = (name: CanonicalName): NameScore => ({
  score: 100,
  explanation: {
    tokens: name.tokens.map(({ text, weight }) => ({
      query: text,
      candidate: text,
      match: 'exact',
      similarity: 1,
      weight,
    })),
    unmatchedQuery: [],
    unmatchedCandidate: [],
    penalties: [],
  },
});

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
