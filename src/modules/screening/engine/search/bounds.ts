import {
  CONVEX_UNTIL,
  distinctiveWeight,
  evidenceOf,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
  sameClassOfWord,
  SATURATION,
} from '../../matching/score-model.ts';
import type { CanonicalName, Token, TokenClass } from '../../matching/types.ts';

/**
 * Upper bounds of the agreement of two names (score-model.ts), from what single words can contribute at most:
 * a gain of matched weight and a least cost. The agreement grows with every gain and falls with every cost,
 * so the sums over the query's words, each at its best, bound it whatever the alignment.
 *
 * A partner that weighs less than the word gains less and may cost less. Of a word whose partner is not known,
 * gain and cost therefore range together from those of the lightest partner to those of an equal one.
 */
export interface Contribution {
  readonly gain: number;
  readonly cost: number;
  /** With the lightest partner; equal to the above where there is no range. */
  readonly leastGain: number;
  readonly leastCost: number;
}

/** Evidence is convex up to here, then linear, from the second value on linear again. */
const BENDS = [CONVEX_UNTIL, SATURATION] as const;

/** Agreement of a total gain and cost, 0 to 100; see `combine`. */
export const agreement = (gain: number, cost: number): number => {
  const evidence = evidenceOf(gain);
  return evidence === 0 ? 0 : (100 * evidence) / (evidence + cost);
};

/** What a unit of this word's weight costs when it stays unmatched, at least. */
const unmatchedCost = (token: Token, query: CanonicalName): number => {
  if (token.kind === 'number') return NUMBER_COST;
  const repeated = query.tokens.some((other) => other !== token && other.key === token.key);
  return QUERY_EXTRA_COST * (repeated ? REPEATED_WEIGHT : 1);
};

/** How a word of the query may enter a score. */
export interface QueryUnit {
  readonly token: Token;
  readonly unmatched: number;
}

export const unitsOf = (query: CanonicalName): QueryUnit[] =>
  query.tokens.map((token) => ({ token, unmatched: unmatchedCost(token, query) }));

/**
 * Whether totals on a line from (leastGain, leastCost) to (gain, cost) reach an agreement anywhere.
 * Between the bends of the evidence the ratio of evidence to cost is largest at an end.
 */
const reaches = (
  floor: number,
  leastGain: number,
  leastCost: number,
  gain: number,
  cost: number,
): boolean => {
  if (agreement(gain, cost) >= floor || agreement(leastGain, leastCost) >= floor) return true;
  if (gain === leastGain) return false;
  for (let i = 0; i < BENDS.length; i++) {
    const bend = BENDS[i]!;
    if (bend <= leastGain || bend >= gain) continue;
    const share = (bend - leastGain) / (gain - leastGain);
    if (agreement(bend, leastCost + share * (cost - leastCost)) >= floor) return true;
  }
  return false;
};

/**
 * The same where each word ranges by itself, along a line of its own: what they gain together beyond the least costs at
 * least what it costs along the cheapest of their lines, of this slope.
 */
export const reachesApart = (
  floor: number,
  leastGain: number,
  leastCost: number,
  gain: number,
  cost: number,
  slope: number,
): boolean => {
  const beyond = gain - leastGain;
  const most = beyond > 0 ? Math.min(cost, leastCost + slope * beyond) : cost;
  return reaches(floor, leastGain, leastCost, gain, most);
};

/** What the words of a query contribute in all. */
export class Totals {
  #gain = 0;
  #cost = 0;
  #leastGain = 0;
  #leastCost = 0;
  #slope = Infinity;

  start(): void {
    this.#gain = 0;
    this.#cost = 0;
    this.#leastGain = 0;
    this.#leastCost = 0;
    this.#slope = Infinity;
  }

  add(gain: number, cost: number): void {
    this.#gain += gain;
    this.#cost += cost;
    this.#leastGain += gain;
    this.#leastCost += cost;
  }

  /** Of a word that may contribute anything between both. */
  addRange(leastGain: number, leastCost: number, gain: number, cost: number): void {
    // What costs no more gains as much as it can.
    if (cost <= leastCost || gain <= leastGain) {
      this.add(gain, Math.min(cost, leastCost));
      return;
    }
    this.#gain += gain;
    this.#cost += cost;
    this.#leastGain += leastGain;
    this.#leastCost += leastCost;
    const slope = (cost - leastCost) / (gain - leastGain);
    if (slope < this.#slope) this.#slope = slope;
  }

  /** Whether they can reach an agreement at this cost beside theirs. */
  reach(floor: number, left = 0): boolean {
    return reachesApart(
      floor,
      this.#leastGain,
      this.#leastCost + left,
      this.#gain,
      this.#cost + left,
      this.#slope,
    );
  }
}

/** The lightest word whose unlike partner's surplus weight is forgiven as far as the two agree. */
const LIGHTEST = 0.4;

/** What a word can contribute with a partner of unknown weight, up to this similar; or left over. */
export const upTo = ({ token, unmatched }: QueryUnit, similarity: number): Contribution => {
  const { weight } = token;
  const gain = weight * similarity;
  // Of equal words a heavier partner gains more and costs nothing.
  if (similarity === 1) return { gain, cost: 0, leastGain: gain, leastCost: 0 };
  const surplus = Math.min(unmatched, QUERY_EXTRA_COST);
  if (similarity === 0) {
    const cost = weight * unmatched;
    return { gain: 0, cost, leastGain: 0, leastCost: cost };
  }
  const costOf = (shared: number): number =>
    (1 - similarity) * (shared + surplus * (weight - shared));
  // A repeated or light word, or one hardly like its partners, may be cheapest with none.
  const lightest = weight <= LIGHTEST || weight * unmatched < costOf(LIGHTEST) ? 0 : LIGHTEST;
  return {
    gain,
    cost: costOf(weight),
    leastGain: lightest * similarity,
    leastCost: costOf(lightest),
  };
};

/** Gain and least cost of a word matched to one of this weight and class. */
export const matchedTo = (
  { token, unmatched }: QueryUnit,
  similarity: number,
  weight: number,
  kind: TokenClass,
): { gain: number; cost: number } => {
  const shared = Math.min(token.weight, weight);
  const open = sameClassOfWord(token, { kind }) ? 1 - similarity : 1;
  const surplus = (token.weight - shared) * open * Math.min(unmatched, QUERY_EXTRA_COST);
  return { gain: shared * similarity, cost: shared * (1 - similarity) + surplus };
};

/** Distinctive words of a query, and of its joined readings that can match at all. */
export const distinctiveIn = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => sum + distinctiveWeight(token), 0);
