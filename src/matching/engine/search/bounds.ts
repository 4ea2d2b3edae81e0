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
 * Upper bounds of the raw score of two names (score-model.ts), from what single words can contribute at most:
 * a gain of matched weight and a least cost. The raw score grows with every gain and falls with every cost,
 * so the sums over the query's words, each at its best, bound it whatever the alignment.
 *
 * A partner that weighs less than the word gains less and may cost less. Of a word whose partner is not known,
 * gain and cost therefore range together from those of the lightest partner to those of an equal one.
 */
export type Contribution = {
  readonly gain: number;
  readonly cost: number;
  /** With the lightest partner; equal to the above where there is no range. */
  readonly leastGain: number;
  readonly leastCost: number;
};

/** Evidence is convex up to here, then linear, from the second value on linear again. */
const BENDS = [CONVEX_UNTIL, SATURATION] as const;

/** Raw score of a total gain and cost, 0 to 100; see `combine`. */
export function rawScore(gain: number, cost: number): number {
  const evidence = evidenceOf(gain);
  return evidence === 0 ? 0 : (100 * evidence) / (evidence + cost);
}

/** The least cost of a unit of this word's weight when it stays unmatched. */
function unmatchedCost(token: Token, query: CanonicalName): number {
  if (token.kind === 'number') return NUMBER_COST;
  if (token.kind === 'title') return 0;
  const repeated = mayRepeat(token, query.tokens);
  const share = (repeated ? REPEATED_WEIGHT : 1) * (isPatronymic(token.key) ? PATRONYMIC_SHARE : 1);
  return QUERY_EXTRA_COST * share;
}

/** The way that a word of the query may enter a score. */
export type QueryUnit = {
  readonly token: Token;
  readonly unmatched: number;
  /** Generic words do not contradict, because the query has a name. */
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

/** Tells whether what is contributed on a line reaches a raw score behind its beginning. */
function reachesOn(
  minimum: number,
  leastGain: number,
  leastCost: number,
  gain: number,
  slope: number,
): boolean {
  // Between the bends of the evidence the ratio of evidence to cost is largest at an end.
  for (let i = 0; i < BENDS.length; i++) {
    const bend = BENDS[i]!;
    if (bend <= leastGain || bend >= gain) continue;
    if (rawScore(bend, leastCost + slope * (bend - leastGain)) >= minimum) return true;
  }
  return rawScore(gain, leastCost + slope * (gain - leastGain)) >= minimum;
}

/** Contributions of the words of a query in all, where each that ranges does so by itself, along a line of its own. */
export class Totals {
  #gain = 0;
  #leastGain = 0;
  #leastCost = 0;
  /** Gain and cost of each line beyond the least. */
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

  /** Adds a word that may contribute anything between both. */
  addRange(leastGain: number, leastCost: number, gain: number, cost: number): void {
    // A word that costs no more gains as much as it can.
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

  /** Tells whether they can reach a raw score at this cost beside theirs. */
  reach(minimum: number, left = 0): boolean {
    const most = this.#gain;
    let gain = this.#leastGain;
    let cost = this.#leastCost + left;
    // Mostly not even if what is gained beyond the least cost nothing.
    if (rawScore(most, cost) < minimum) return false;
    if (this.#lines === 0 || rawScore(gain, cost) >= minimum) return true;
    // More is gained along the cheapest lines first.
    for (let line = 0; line < this.#lines && gain < most; line++) {
      const slope = this.#takeCheapest(line);
      const next = Math.min(most, gain + this.#gains[line]!);
      if (reachesOn(minimum, gain, cost, next, slope)) return true;
      cost += slope * (next - gain);
      gain = next;
    }
    return false;
  }

  /** Puts the cheapest line from `first` on there; returns what it costs to gain one more. */
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

/** The lightest word whose unlike partner's surplus weight is forgiven as far as the two agree. */
const LIGHTEST = 0.4;

/** The most a word can contribute with a partner of unknown weight, up to this similar; or left over. */
export function upTo(
  { token, unmatched, isGenericFree }: QueryUnit,
  similarity: number,
): Contribution {
  const { weight } = token;
  const gain = weight * similarity;
  // Beside an equal word, a heavier partner gains more and costs nothing.
  if (similarity === 1) return { gain, cost: 0, leastGain: gain, leastCost: 0 };
  const surplus = Math.min(unmatched, QUERY_EXTRA_COST);
  if (similarity === 0) {
    const cost = weight * unmatched;
    return { gain: 0, cost, leastGain: 0, leastCost: cost };
  }
  const factor = lossFactor(isGenericFree, token, token);
  const costOf = (shared: number): number =>
    (1 - similarity) * (shared * factor + surplus * (weight - shared));
  // A repeated or light word, or one hardly like its partners, may be cheapest with none.
  const lightest = weight <= LIGHTEST || weight * unmatched < costOf(LIGHTEST) ? 0 : LIGHTEST;
  return {
    gain,
    cost: costOf(weight),
    leastGain: lightest * similarity,
    leastCost: costOf(lightest),
  };
}

/** Gain and least cost of a word matched to one of this weight and class. */
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

/** Distinctive words of a query, and of its compound words that can match at all. */
export function distinctiveIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + distinctiveWeight(token), 0);
}
