import type { TokenMatch } from '../similarity/similarity.ts';
import { turnedFiliations } from '../words/filiation.ts';
import {
  isRomanised,
  isSyllabic,
  mayBeSyllable,
  misplacedSyllables,
} from '../words/syllable-order.ts';
import type { Token } from '../types.ts';
import { slipShare } from './one-word.ts';
import { unmatchedOf } from './unmatched.ts';

/** Scores below this are never hits. */
export const MINIMUM_HIT_SCORE = 50;
/** The threshold for "the same name up to spelling, order, titles and omitted middle names." */
export const DEFAULT_THRESHOLD = 85;

/** Costs per unit of token weight; see `combine`. */
const CONTRADICTION_COST = 1;
export const QUERY_EXTRA_COST = 0.35;
export const CANDIDATE_EXTRA_COST = 0.13;
export const NUMBER_COST = 0.55;
/** Omitted names cost more, up to this factor, if little has matched: Carlos Cruz, Juan Carlos Cruz Ovalle. */
const WEAK_MATCH_FACTOR = 1.6;
/**
 * The cost of two different generic words of organizations (trading, shipping), which equals that of two omissions.
 * They never contradict if the query has a name.
 */
const GENERIC_COST = QUERY_EXTRA_COST + CANDIDATE_EXTRA_COST;
/** The factor of an extra word that repeats a matched one (Sergey Sergey Shoigu). */
export const REPEATED_WEIGHT = 0.2;
/** The factor of a patronymic that only the query has, next to a matched name. Most lists omit patronymics. */
export const PATRONYMIC_SHARE = 0.4;
/** Above this matched weight, further words count less. One contradiction then stays visible. */
export const SATURATION = 3;
const SATURATION_SLOPE = 0.35;
/** Up to this matched weight, evidence grows faster than the weight, because one shared word proves little. */
export const CONVEX_UNTIL = 2;

/** The number of matched distinctive words from which they no longer limit the score. */
const ENOUGH_DISTINCTIVE = 0.6;
/** The maximum score without a matched distinctive word. */
const INDISTINCT = 30;
function capOf(distinctive: number): number {
  return INDISTINCT + (100 - INDISTINCT) * Math.min(1, distinctive / ENOUGH_DISTINCTIVE);
}
/** Returns the lowest weight of distinctive words that allows this score. */
export function distinctiveFor(score: number): number {
  return (ENOUGH_DISTINCTIVE * (score - INDISTINCT)) / (100 - INDISTINCT);
}

/** One reading of a name as words, with or without compounds. */
export type Reading = {
  readonly tokens: readonly Token[];
  /** Indexes in `tokens` of joined words. */
  readonly joined: ReadonlySet<number>;
};

/** The sums of an alignment. */
export type Parts = {
  spelling: number;
  contradiction: number;
  extraQuery: number;
  extraCandidate: number;
  numbers: number;
  /** The penalty for syllables in another order than in the written word. */
  order: number;
  /** The penalty for exchanged father and child. */
  filiation: number;
  evidence: number;
  /** The maximum score that the matched distinctive words allow. */
  cap: number;
};

/** Converts matched weight to evidence: convex, then linear, then flat. It is continuous and strictly growing. */
export function evidenceOf(matched: number): number {
  if (matched <= CONVEX_UNTIL) return matched * Math.sqrt(matched / CONVEX_UNTIL);
  if (matched <= SATURATION) return matched;
  return SATURATION + (matched - SATURATION) * SATURATION_SLOPE;
}

function omissionCost(matched: number, extra: number, names: number): number {
  const ratio = CONVEX_UNTIL / Math.max(matched, 0.01);
  const factor = Math.max(1, Math.min(WEAK_MATCH_FACTOR, ratio ** 3));
  return CANDIDATE_EXTRA_COST * (extra + (factor - 1) * Math.min(extra, names));
}

function isDistinctive(token: Pick<Token, 'kind'>): boolean {
  return (
    token.kind === 'name' ||
    token.kind === 'common' ||
    token.kind === 'generic' ||
    token.kind === 'place'
  );
}

/**
 * Returns true if a difference in weight between two matched words is forgiven to the degree to which they agree; see
 * `combine`.
 */
export function sameClassOfWord(a: Pick<Token, 'kind'>, b: Pick<Token, 'kind'>): boolean {
  return (
    (isDistinctive(a) && isDistinctive(b)) ||
    (a.kind === 'legal') !== (b.kind === 'legal') ||
    (a.kind === 'title') !== (b.kind === 'title') ||
    (a.kind === 'particle') !== (b.kind === 'particle') ||
    (a.kind === 'stop') !== (b.kind === 'stop')
  );
}

/** Returns true for short Latin words (Li, Xu) and Han syllables, which are weak evidence alone and enough in pairs. */
export function distinctiveWeight(token: Token): number {
  return isDistinctive(token) ? (token.key.length <= 2 && !/\d/.test(token.key) ? 0.3 : 1) : 0;
}

/**
 * Raw scores (100 × evidence / (evidence + cost)) and the scores at the corners of the scale. From 70 up they are
 * equal. A raw score of 20 means that one of two or three names is shared while the others contradict. That is the
 * lowest raw score worth a review, so it becomes the lowest score of a hit.
 */
const SCALE = { same: 70, leastSimilarity: 20, leastRawScore: MINIMUM_HIT_SCORE };

/** Converts a raw score to a score. The conversion is continuous and strictly growing. */
function calibrate(similarity: number): number {
  const { same, leastSimilarity, leastRawScore } = SCALE;
  if (similarity >= same) return similarity;
  if (similarity <= leastSimilarity) return (similarity * leastRawScore) / leastSimilarity;
  const share = (similarity - leastSimilarity) / (same - leastSimilarity);
  return leastRawScore + share * (same - leastRawScore);
}

/** Returns the raw score that gives `score`: the inverse of the scale, for upper bounds. */
export function rawScoreOf(score: number): number {
  const { same, leastSimilarity, leastRawScore } = SCALE;
  if (score >= same) return score;
  if (score <= leastRawScore) return (score * leastSimilarity) / leastRawScore;
  const share = (score - leastRawScore) / (same - leastRawScore);
  return leastSimilarity + share * (same - leastSimilarity);
}

/** Returns the score before the cap for names that share no distinctive word. */
export function uncapped(parts: Parts): number {
  const cost =
    parts.spelling +
    parts.contradiction +
    parts.extraQuery +
    parts.extraCandidate +
    parts.numbers +
    parts.order +
    parts.filiation;
  return parts.evidence === 0 ? 0 : calibrate((100 * parts.evidence) / (parts.evidence + cost));
}

/** Returns the score, 0 to 100, unrounded. */
export function scoreOf(parts: Parts): number {
  return Math.min(uncapped(parts), parts.cap);
}

function discountRepeats(extra: number, repeated: number): number {
  return extra - (1 - REPEATED_WEIGHT) * Math.min(extra, repeated);
}

function discountPatronymics(extra: number, patronymics: number, matched: number): number {
  const certainty = Math.max(0, Math.min(1, matched - 1));
  return extra - (1 - PATRONYMIC_SHARE) * Math.min(extra, patronymics) * certainty;
}

/** Returns true if a query has a name, and generic words therefore do not contradict. */
function hasName({ tokens, joined }: Reading): boolean {
  return tokens.some(({ kind }, i) => !joined.has(i) && (kind === 'name' || kind === 'common'));
}

/** Returns the cost factor of the difference between two words. */
export function lossFactor(
  isGenericFree: boolean,
  a: Pick<Token, 'kind'>,
  b: Pick<Token, 'kind'>,
): number {
  return isGenericFree && a.kind === 'generic' && b.kind === 'generic' ? GENERIC_COST : 1;
}

/**
 * Returns the weight of a word that is a syllable next to a name in syllables. In other names the word may be a
 * particle (Lo, Te), a legal form (Pao) or a place (Kong).
 */
function syllableWeight({ kind, weight }: Token): number {
  return kind === 'name' || kind === 'common' ? weight : 1;
}

/**
 * Returns the weights of syllables without a partner if only one name is written in syllables. Such names are complete
 * (王文 is not Wang Wenchou).
 */
function incompleteSyllables(
  query: Reading,
  candidate: Reading,
  columns: Int32Array,
  rowOf: Int32Array,
): { query: number; candidate: number } {
  const [asked, listed] = [isSyllabic(query.tokens), isSyllabic(candidate.tokens)];
  if (asked === listed) return { query: 0, candidate: 0 };
  const sum = (tokens: readonly Token[], places: Int32Array): number => {
    if (places.every((place) => place >= 0)) return 0;
    const areSyllables = isRomanised(tokens);
    return tokens.reduce(
      (weight, token, i) =>
        places[i]! < 0 && (areSyllables || mayBeSyllable(token))
          ? weight + syllableWeight(token)
          : weight,
      0,
    );
  };
  return { query: sum(query.tokens, columns), candidate: sum(candidate.tokens, rowOf) };
}

/**
 * The score is evidence / (evidence + cost). Matched words are evidence. Unmatched words on both sides contradict and
 * cost much. Words on only one side are omissions and cost little, but more in the query. A pair of similarity s counts
 * as s parts matched and 1-s parts unmatched on both sides, so a small change never makes a jump.
 */
export function combine(
  query: Reading,
  candidate: Reading,
  columns: Int32Array,
  matches: readonly (TokenMatch | undefined)[],
): Parts {
  const rowOf = new Int32Array(candidate.tokens.length).fill(-1);
  columns.forEach((column, row) => {
    if (column >= 0) rowOf[column] = row;
  });
  const isGenericFree = hasName(query);
  let matched = 0;
  let loss = 0;
  let distinctive = 0;
  const left = unmatchedOf(query.tokens, isGenericFree, (i) => columns[i]! >= 0);
  const missing = unmatchedOf(candidate.tokens, isGenericFree, (i) => rowOf[i]! >= 0);
  let restQuery = left.rest;
  let restCandidate = missing.rest;
  /** The weight of names that initials abbreviate, beyond the weight of the initials. */
  let openQuery = 0;
  let openCandidate = 0;
  query.tokens.forEach((token, row) => {
    const column = columns[row]!;
    const match = matches[row];
    if (column < 0 || match === undefined) return;
    const other = candidate.tokens[column]!;
    const weight = Math.min(token.weight, other.weight);
    matched += weight * match.similarity;
    loss += weight * (1 - match.similarity) * lossFactor(isGenericFree, token, other);
    distinctive += match.similarity * Math.min(distinctiveWeight(token), distinctiveWeight(other));
    // A slip can move a word to another class (chima, china). The extra weight that results is forgiven to the degree
    // to which the words agree, but the letters that an initial omits are not.
    const open = sameClassOfWord(token, other) ? 1 - match.similarity : 1;
    restQuery += (token.weight - weight) * open;
    restCandidate += (other.weight - weight) * open;
    if (match.match !== 'initial') return;
    openQuery += token.weight - weight;
    openCandidate += other.weight - weight;
  });
  // A further initial or patronymic (I. P. Petrov) does not contradict the remaining letters of a name that an initial
  // abbreviates (Igor).
  const contradiction = Math.min(
    restQuery,
    restCandidate,
    restQuery + restCandidate - (left.initials + left.patronymics) - openCandidate,
    restQuery + restCandidate - (missing.initials + missing.patronymics) - openQuery,
  );
  // If a name is given as an initial, lists omit the next one about as often as they include it.
  const repeatedQuery = left.repeated + (openCandidate > 0 ? left.initials + left.patronymics : 0);
  const extraQuery = discountPatronymics(
    discountRepeats(restQuery - contradiction + left.generic, repeatedQuery),
    left.patronymics,
    matched,
  );
  const extraCandidate = discountRepeats(
    restCandidate - contradiction + missing.generic,
    missing.repeated,
  );
  const slip = slipShare(query, candidate);
  const incomplete = incompleteSyllables(query, candidate, columns, rowOf);
  return {
    spelling: loss * CONTRADICTION_COST * slip,
    contradiction: contradiction * CONTRADICTION_COST,
    extraQuery: extraQuery * QUERY_EXTRA_COST + incomplete.query * (1 - QUERY_EXTRA_COST),
    extraCandidate:
      omissionCost(matched, extraCandidate, missing.names) +
      incomplete.candidate * (1 - CANDIDATE_EXTRA_COST),
    numbers: (left.numbers + missing.numbers) * NUMBER_COST,
    order:
      CONTRADICTION_COST *
      Math.max(
        misplacedSyllables(query.tokens, columns),
        misplacedSyllables(candidate.tokens, rowOf),
      ),
    filiation: CONTRADICTION_COST * turnedFiliations(query.tokens, candidate.tokens, columns),
    evidence: evidenceOf(matched),
    cap: capOf(distinctive),
  };
}
