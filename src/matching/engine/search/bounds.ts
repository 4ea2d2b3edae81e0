import {
  CONVEX_UNTIL,
  distinctiveWeight,
  evidenceOf,
  lossFactor,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  PATRONYMIC_SHARE,
  REPEATED_WEIGHT,
  sameClassOfWord,
  SATURATION,
} from '../../../names/score/score-model.ts';
import { MAX_TOKENS } from '../../../names/index.ts';
import type { CanonicalName, Token, TokenClass } from '../../../names/types.ts';
import { mayRepeat } from '../../../names/score/unmatched.ts';
import { isPatronymic } from '../../../names/words/tokens.ts';

/**
 * Upper bounds of the raw score of two names (score-model.ts), from the maximum contribution of single words: a gain of
 * matched weight and a least cost. The raw score grows with every gain and falls with every cost. So the sums over the
 * query's words, each with its best contribution, bound it for every alignment.
 * A partner that weighs less than the word gains less and may cost less. If the partner of a word is not known, gain
 * and cost therefore range together from those of the lightest partner to those of an equal one.
 */
export type Contribution = {
  readonly gain: number;
  readonly cost: number;
  /** Values with the lightest partner. They equal the values above if there is no range. */
  readonly leastGain: number;
  readonly leastCost: number;
};

/**
 * The evidence curve is convex up to the first value and linear up to the second. After it, it is linear with another
 * slope.
 */
const BENDS = [CONVEX_UNTIL, SATURATION] as const;

/** Returns the raw score, 0 to 100, of a total gain and cost; see `combine`. */
export function rawScore(gain: number, cost: number): number {
  const evidence = evidenceOf(gain);
  return evidence === 0 ? 0 : (100 * evidence) / (evidence + cost);
}

/** Returns the lowest cost per unit of weight if this word stays unmatched. */
function unmatchedCost(token: Token, query: CanonicalName): number {
  if (token.kind === 'number') return NUMBER_COST;
  if (token.kind === 'title') return 0;
  const repeated = mayRepeat(token, query.tokens);
  const share = (repeated ? REPEATED_WEIGHT : 1) * (isPatronymic(token.key) ? PATRONYMIC_SHARE : 1);
  return QUERY_EXTRA_COST * share;
}

/** A way in which a word of the query can contribute to a score. */
export type QueryUnit = {
  readonly token: Token;
  readonly unmatched: number;
  /** True if generic words do not contradict, because the query has a name. */
  readonly isGenericFree: boolean;
};

export function unitsOf(query: CanonicalName): QueryUnit[] {
  const isGenericFree = query.tokens.some(({ kind }) => kind === 'name' || kind === 'common');
  return query.tokens.map((token) => ({
    token,
    unmatched: unmatchedCost(token, query),
    isGenericFree,
  }));
}

/** Returns true if contributions along a line reach a raw score after its beginning. */
function reachesOn(
  minimum: number,
  leastGain: number,
  leastCost: number,
  gain: number,
  slope: number,
): boolean {
  // Between two bends of the evidence curve, the ratio of evidence to cost is highest at one of them.
  for (let i = 0; i < BENDS.length; i++) {
    const bend = BENDS[i]!;
    if (bend <= leastGain || bend >= gain) continue;
    if (rawScore(bend, leastCost + slope * (bend - leastGain)) >= minimum) return true;
  }
  return rawScore(gain, leastCost + slope * (gain - leastGain)) >= minimum;
}

/** Adds up the contributions of a query's words. Each word with a range moves along a separate line. */
export class Totals {
  #gain = 0;
  #leastGain = 0;
  #leastCost = 0;
  /** The gain and cost of each line above its minimum. */
  readonly #gains = new Float64Array(MAX_TOKENS);
  readonly #costs = new Float64Array(MAX_TOKENS);
  #lines = 0;

  start(): void {
    this.#gain = 0;
    this.#leastGain = 0;
    this.#leastCost = 0;
    this.#lines = 0;
  }

  add(gain: number, cost: number): void {
    this.#gain += gain;
    this.#leastGain += gain;
    this.#leastCost += cost;
  }

  /** Adds a word whose contribution may be anywhere in the range. */
  addRange(leastGain: number, leastCost: number, gain: number, cost: number): void {
    // A word counts with its full gain if that costs no more.
    if (cost <= leastCost || gain <= leastGain) {
      this.add(gain, Math.min(cost, leastCost));
      return;
    }
    this.#gain += gain;
    this.#leastGain += leastGain;
    this.#leastCost += leastCost;
    const line = this.#lines++;
    this.#gains[line] = gain - leastGain;
    this.#costs[line] = cost - leastCost;
  }

  /** Returns true if other contributions together with these can reach a raw score at this cost. */
  reach(minimum: number, left = 0): boolean {
    const most = this.#gain;
    let gain = this.#leastGain;
    let cost = this.#leastCost + left;
    // In most cases the score is out of reach even if further gain costs nothing.
    if (rawScore(most, cost) < minimum) return false;
    if (this.#lines === 0 || rawScore(gain, cost) >= minimum) return true;
    // The cheapest lines add their gain first.
    for (let line = 0; line < this.#lines && gain < most; line++) {
      const slope = this.#takeCheapest(line);
      const next = Math.min(most, gain + this.#gains[line]!);
      if (reachesOn(minimum, gain, cost, next, slope)) return true;
      cost += slope * (next - gain);
      gain = next;
    }
    return false;
  }

  /** Moves the cheapest line from `first` on to place `first`. Returns its cost per unit of gain. */
  #takeCheapest(first: number): number {
    const [gains, costs] = [this.#gains, this.#costs];
    let cheapest = first;
    let slope = costs[first]! / gains[first]!;
    for (let line = first + 1; line < this.#lines; line++) {
      const other = costs[line]! / gains[line]!;
      if (other >= slope) continue;
      slope = other;
      cheapest = line;
    }
    if (cheapest !== first) {
      const [gain, cost] = [gains[cheapest]!, costs[cheapest]!];
      gains[cheapest] = gains[first]!;
      costs[cheapest] = costs[first]!;
      gains[first] = gain;
      costs[first] = cost;
    }
    return slope;
  }
}

/** From this weight on, the surplus weight of an unlike partner costs nothing, as far as the two words agree. */
const LIGHTEST = 0.4;

/**
 * Returns the maximum contribution of a word: with a partner of unknown weight, up to this similarity, or unmatched.
 */
export function upTo(
  { token, unmatched, isGenericFree }: QueryUnit,
  similarity: number,
): Contribution {
  const { weight } = token;
  const gain = weight * similarity;
  // A partner heavier than an equal word gains more and costs nothing.
  if (similarity === 1) return { gain, cost: 0, leastGain: gain, leastCost: 0 };
  const surplus = Math.min(unmatched, QUERY_EXTRA_COST);
  if (similarity === 0) {
    const cost = weight * unmatched;
    return { gain: 0, cost, leastGain: 0, leastCost: cost };
  }
  const factor = lossFactor(isGenericFree, token, token);
  const costOf = (shared: number): number =>
    (1 - similarity) * (shared * factor + surplus * (weight - shared));
  // A repeated or light word, or one that is unlike its partners, may cost least without a partner.
  const lightest = weight <= LIGHTEST || weight * unmatched < costOf(LIGHTEST) ? 0 : LIGHTEST;
  return {
    gain,
    cost: costOf(weight),
    leastGain: lightest * similarity,
    leastCost: costOf(lightest),
  };
}

/** Returns the gain and the lowest cost of a word matched to a word of this weight and class. */
export function matchedTo(
  { token, unmatched, isGenericFree }: QueryUnit,
  similarity: number,
  weight: number,
  kind: TokenClass,
): { gain: number; cost: number } {
  const shared = Math.min(token.weight, weight);
  const open = sameClassOfWord(token, { kind }) ? 1 - similarity : 1;
  const factor = lossFactor(isGenericFree, token, { kind });
  const surplus = (token.weight - shared) * open * Math.min(unmatched, QUERY_EXTRA_COST);
  return { gain: shared * similarity, cost: shared * (1 - similarity) * factor + surplus };
}

/** Counts the distinctive words of a query, and the distinctive words of its compound words that can match. */
export function distinctiveIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + distinctiveWeight(token), 0);
}
