import { uncapped, type Parts, type Reading } from './score-model.ts';
import type { MatchKind, TokenMatch } from '../similarity/similarity.ts';
import type { CanonicalName } from '../types.ts';

type AlignedToken = {
  query: string;
  candidate: string;
  match: MatchKind;
  similarity: number;
  weight: number;
};

export type PenaltyReason =
  | 'spelling'
  | 'contradiction'
  | 'extra_in_query'
  | 'extra_in_candidate'
  | 'number_mismatch'
  | 'syllable_order'
  | 'filiation_turned'
  | 'no_distinctive_word'
  | 'transliteration_only'
  | 'weak_alias'
  | 'acronym'
  | 'dob_different'
  | 'dob_near'
  | 'dob_swapped'
  | 'country_different'
  | 'identifier_different';

export type Penalty = {
  reason: PenaltyReason;
  /** Points deducted from the score, at most 2 decimals. */
  points: number;
};

/** The explanation of a score for a reviewer, as JSON. */
export type NameExplanation = {
  tokens: AlignedToken[];
  unmatchedQuery: string[];
  unmatchedCandidate: string[];
  penalties: Penalty[];
};

export type NameScore = {
  /** 0 to 100, at most 2 decimals. */
  score: number;
  explanation: NameExplanation;
};

/** The optimal alignment of two readings. */
export type Aligned = {
  readonly query: Reading;
  readonly candidate: Reading;
  readonly columns: Int32Array;
  readonly matches: readonly (TokenMatch | undefined)[];
  readonly parts: Parts;
  readonly score: number;
};

const SHOWN_FROM = 0.3;

/** Rounds a score to two decimals. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns the explanation of an aligned pair. Its points add up to the difference to 100. */
export function explain(aligned: Aligned, score: number): NameExplanation {
  const { query, candidate, columns, matches, parts } = aligned;
  const tokens: AlignedToken[] = [];
  const unmatchedQuery: string[] = [];
  const taken = new Set<number>();
  query.tokens.forEach((token, row) => {
    const other = candidate.tokens[columns[row]!];
    const match = matches[row];
    // A weak similarity changes the score in proportion, but a reader would not regard it as a match.
    if (other === undefined || match === undefined || match.similarity < SHOWN_FROM) {
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
    ['syllable_order', parts.order],
    ['filiation_turned', parts.filiation],
  ];
  const total = costs.reduce((sum, [, cost]) => sum + cost, 0);
  const base = uncapped(parts);
  const penalties = costs
    .map(([reason, cost]) => ({
      reason,
      points: round2(total === 0 ? 0 : ((100 - base) * cost) / total),
    }))
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
}

/** Returns the result for two equal names. */
export function identical(name: CanonicalName): NameScore {
  return {
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
  };
}
