import type { TokenMatch } from '../similarity/similarity.ts';
import { turnedFiliations } from '../words/filiation.ts';
import { misplacedSyllables, isSyllabic, mayBeSyllable } from '../words/syllable-order.ts';
import type { Token } from '../types.ts';
import { unmatchedOf } from './unmatched.ts';

/** Scores below this are never hits. */
export const MINIMUM_HIT_SCORE = 50;
/** "The same name up to spelling, order, titles and omitted middle names." */
export const DEFAULT_THRESHOLD = 85;

/** Costs per unit of token weight; see `combine`. */
const CONTRADICTION_COST = 1;
export const QUERY_EXTRA_COST = 0.35;
export const CANDIDATE_EXTRA_COST = 0.13;
export const NUMBER_COST = 0.55;
/** Omitted names weigh more, up to this factor, where little matched: Carlos Cruz, Juan Carlos Cruz Ovalle. */
const WEAK_MATCH_FACTOR = 1.6;
/**
 * Two generic words of organizations that differ (trading, shipping) cost what each costs as an omission: they never
 * contradict, where the question has a name.
 */
const GENERIC_COST = QUERY_EXTRA_COST + CANDIDATE_EXTRA_COST;
/** The share of its cost that a slip has where each name is one long word: no other word says that they are two names. */
const ONE_WORD_SLIP = 0.65;
/** A word of so many letters, one of which may be left out. */
const LONG_WORD = 7;
/** An extra word that only repeats a matched one (Sergey Sergey Shoigu) hardly counts. */
export const REPEATED_WEIGHT = 0.2;
/** A patronymic that only the question has counts for less, where a name beside it matched: most lists leave it out. */
export const PATRONYMIC_SHARE = 0.4;
/** From this much matched weight on, more words count for less: one contradiction stays visible. */
export const SATURATION = 3;
const SATURATION_SLOPE = 0.35;
/** Up to this much matched weight, evidence grows faster than the weight: one shared word is little. */
export const CONVEX_UNTIL = 2;

/** Distinctive words matched, in words, from which on they no longer limit the score. */
const ENOUGH_DISTINCTIVE = 0.6;
/** Highest score without any of them. */
const INDISTINCT = 30;
function capOf(distinctive: number): number {
  return INDISTINCT + (100 - INDISTINCT) * Math.min(1, distinctive / ENOUGH_DISTINCTIVE);
}
/** The least weight of distinctive words that allows this score. */
export function distinctiveFor(score: number): number {
  return (ENOUGH_DISTINCTIVE * (score - INDISTINCT)) / (100 - INDISTINCT);
}

/** One way to read a name as words: with or without compounds. */
export type Reading = {
  readonly tokens: readonly Token[];
  /** Index in `tokens` of units that are joined words. */
  readonly joined: ReadonlySet<number>;
};

/** The sums of an alignment. */
export type Parts = {
  spelling: number;
  contradiction: number;
  extraQuery: number;
  extraCandidate: number;
  numbers: number;
  /** The penalty for syllables that stand in another order than in the word. */
  order: number;
  /** The penalty for father and child who stand the other way round. */
  filiation: number;
  evidence: number;
  /** Highest score allowed by the distinctive words that matched. */
  cap: number;
};

/** Matched weight to evidence: convex, then linear, then flat; continuous and strictly growing. */
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

/** Tells whether what one of two matched words weighs more is forgiven as far as they agree; see `combine`. */
export function sameClassOfWord(a: Pick<Token, 'kind'>, b: Pick<Token, 'kind'>): boolean {
  return (
    (isDistinctive(a) && isDistinctive(b)) ||
    (a.kind === 'legal') !== (b.kind === 'legal') ||
    (a.kind === 'title') !== (b.kind === 'title') ||
    (a.kind === 'particle') !== (b.kind === 'particle') ||
    (a.kind === 'stop') !== (b.kind === 'stop')
  );
}

/** Short Latin words (Li, Xu) are weak evidence alone, enough in pairs; a Han syllable is one as well. */
export function distinctiveWeight(token: Token): number {
  return isDistinctive(token) ? (token.key.length <= 2 && !/\d/.test(token.key) ? 0.3 : 1) : 0;
}

/**
 * Agreement (100 × evidence / (evidence + cost)) and score at the corners of the scale. From 70 up they are
 * the same. 20 is one of two or three names shared, the others contradicted: the least that is worth a look,
 * so it becomes the least score that is ever a hit.
 */
const SCALE = { same: 70, leastSimilarity: 20, leastRawScore: MINIMUM_HIT_SCORE };

/** Similarity to score: continuous and strictly growing. */
function calibrate(similarity: number): number {
  const { same, leastSimilarity, leastRawScore } = SCALE;
  if (similarity >= same) return similarity;
  if (similarity <= leastSimilarity) return (similarity * leastRawScore) / leastSimilarity;
  const share = (similarity - leastSimilarity) / (same - leastSimilarity);
  return leastRawScore + share * (same - leastRawScore);
}

/** The similarity that comes to `score`: the inverse of the scale, for upper bounds. */
export function rawScoreOf(score: number): number {
  const { same, leastSimilarity, leastRawScore } = SCALE;
  if (score >= same) return score;
  if (score <= leastRawScore) return (score * leastSimilarity) / leastRawScore;
  const share = (score - leastRawScore) / (same - leastRawScore);
  return leastSimilarity + share * (same - leastSimilarity);
}

/** The score before the cap for names that share no distinctive word. */
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

/** 0 to 100, unrounded. */
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

/** Tells whether a question has a name, beside which generic words do not contradict. */
function hasName({ tokens, joined }: Reading): boolean {
  return tokens.some(({ kind }, i) => !joined.has(i) && (kind === 'name' || kind === 'common'));
}

/** The letters of the only word of a name, beside its legal form; 0 for several words. */
function lettersOfOnly(tokens: readonly Token[]): number {
  const words = tokens.filter(({ kind }) => kind !== 'legal');
  return words.length === 1 && words[0]!.kind === 'name' ? words[0]!.key.length : 0;
}

/** The raw score that names of this query reach without what is forgiven of a slip, where they reach `minimum` with it. */
export function withoutForgiven(minimum: number, tokens: readonly Token[]): number {
  if (lettersOfOnly(tokens) < LONG_WORD - 1) return minimum;
  return 100 / (1 + (100 / minimum - 1) / ONE_WORD_SLIP);
}

/** The factor of what a pair of words costs by which they differ. */
export function lossFactor(
  isGenericFree: boolean,
  a: Pick<Token, 'kind'>,
  b: Pick<Token, 'kind'>,
): number {
  return isGenericFree && a.kind === 'generic' && b.kind === 'generic' ? GENERIC_COST : 1;
}

/** A word that is a particle elsewhere (Lo, Te) is a syllable beside a name in syllables. */
function syllableWeight({ kind, weight }: Token): number {
  return kind === 'particle' ? 1 : weight;
}

/**
 * Weights of syllables without a partner, where one name is written in syllables and the other is not: such names are
 * written in full (王文 is not Wang Wenchou).
 */
function incompleteSyllables(
  query: Reading,
  candidate: Reading,
  columns: Int32Array,
  rowOf: Int32Array,
): { query: number; candidate: number } {
  const [asked, listed] = [isSyllabic(query.tokens), isSyllabic(candidate.tokens)];
  if (asked === listed) return { query: 0, candidate: 0 };
  const sum = (tokens: readonly Token[], places: Int32Array): number =>
    tokens.reduce(
      (weight, token, i) =>
        places[i]! < 0 && mayBeSyllable(token) ? weight + syllableWeight(token) : weight,
      0,
    );
  return { query: sum(query.tokens, columns), candidate: sum(candidate.tokens, rowOf) };
}

/**
 * The score is evidence / (evidence + cost). What is matched is evidence; what both sides leave unmatched
 * contradicts (dear); what only one side has is an omission (cheap, dearer in the query). A pair of
 * similarity s is s parts match and 1-s parts unmatched on both sides, so nothing is a step.
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
  /** Weights of names that an initial stands for, beyond its own. */
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
    // A slip can move a word to another class (chima, china): what weighs more for that reason alone is
    // forgiven as far as the words agree. What an initial leaves open is not.
    const open = sameClassOfWord(token, other) ? 1 - match.similarity : 1;
    restQuery += (token.weight - weight) * open;
    restCandidate += (other.weight - weight) * open;
    if (match.match !== 'initial') return;
    openQuery += token.weight - weight;
    openCandidate += other.weight - weight;
  });
  // An initial or a patronymic more (I. P. Petrov) does not contradict the rest of a name that another initial stands for (Igor).
  const contradiction = Math.min(
    restQuery,
    restCandidate,
    restQuery + restCandidate - (left.initials + left.patronymics) - openCandidate,
    restQuery + restCandidate - (missing.initials + missing.patronymics) - openQuery,
  );
  // Where a name is given as an initial, lists leave the next one out as often as not.
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
  const [asked, listed] = [lettersOfOnly(query.tokens), lettersOfOnly(candidate.tokens)];
  const isAlone = Math.min(asked, listed) >= LONG_WORD - 1 && Math.max(asked, listed) >= LONG_WORD;
  const incomplete = incompleteSyllables(query, candidate, columns, rowOf);
  return {
    spelling: loss * CONTRADICTION_COST * (isAlone ? ONE_WORD_SLIP : 1),
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
