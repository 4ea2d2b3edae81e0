import { MAX_TOKENS } from '../../../../names/index.ts';
import { Totals } from './bounds.ts';
import { joinCosts, joinGains } from './known-joins.ts';
import type { UnitBounds } from './unit-bounds.ts';
import { costs, gains } from './word-rows.ts';

const totals = new Totals();

/** Of the words of the query, with one of the name at hand. */
const bestGains = new Float64Array(MAX_TOKENS);
const leastCosts = new Float64Array(MAX_TOKENS);
/** The greatest first. */
const mostGains = new Float64Array(MAX_TOKENS);
const leastGains = new Float64Array(MAX_TOKENS);
const leastSurplusCosts = new Float64Array(MAX_TOKENS);

/** Puts a value into its place among the first `count`, the greatest of which comes first. */
function insert(values: Float64Array, count: number, value: number): void {
  let at = count;
  for (; at > 0 && values[at - 1]! < value; at--) values[at] = values[at - 1]!;
  values[at] = value;
}

/**
 * Rough bounds on what a name can score: each word of the query at its best with any word of the name, whose rows (see
 * `WordRows`) are given.
 */
export class RoughBounds {
  readonly #width: number;
  readonly #bounds: UnitBounds;
  readonly #floor: number;

  /** `floor`: agreement below which a name is no hit. */
  constructor(bounds: UnitBounds, floor: number) {
    this.#width = bounds.unlisted.length;
    this.#bounds = bounds;
    this.#floor = floor;
  }

  /**
   * Notes of each word of the query its best gain and least cost with one of the name's. Returns the bits of those that
   * may do better with one of which it is not known.
   */
  #noteBest(rows: Int32Array, size: number, isJoined: boolean): number {
    const width = this.#width;
    const { earlier, unmatched } = this.#bounds;
    const [gainOf, costOf] = [gains, costs];
    let unknown = 0;
    for (let i = 0; i < width; i++) {
      let best = 0;
      let least = unmatched[i]!;
      let alike = 0;
      let isUnknown = false;
      for (let j = 0; j < size; j++) {
        const place = rows[j]! * width + i;
        const gained = gainOf[place]!;
        if (gained < 0) {
          isUnknown = true;
          alike++;
        } else if (costOf[place]! < Infinity) {
          alike++;
          if (gained > best) best = gained;
          if (costOf[place]! < least) least = costOf[place]!;
        }
      }
      if (alike <= earlier[i]!) {
        // The same word before it in the query needs what there is.
        best = 0;
        least = unmatched[i]!;
      } else if (isUnknown) unknown |= 1 << i;
      if (isJoined && joinGains[i]! > 0) {
        if (joinGains[i]! > best) best = joinGains[i]!;
        if (joinCosts[i]! < least) least = joinCosts[i]!;
      }
      bestGains[i] = best;
      leastCosts[i] = least;
    }
    return unknown;
  }

  /** Whether a name can reach the floor, if several words of the query may use the same of the name. */
  mayReach(rows: Int32Array, size: number, isJoined: boolean): boolean {
    const { unlisted } = this.#bounds;
    const unknown = this.#noteBest(rows, size, isJoined);
    totals.start();
    for (let i = 0; i < this.#width; i++) {
      const best = bestGains[i]!;
      const least = leastCosts[i]!;
      if ((unknown & (1 << i)) === 0) {
        totals.add(best, least);
        continue;
      }
      // Listed words are more alike than others.
      const { leastGain, leastCost, gain, cost } = unlisted[i]!;
      totals.addRange(
        best > leastGain ? best : leastGain,
        least < leastCost ? least : leastCost,
        best > gain ? best : gain,
        least < cost ? least : cost,
      );
    }
    return totals.reach(this.#floor);
  }

  /** The same of a name without joined readings: each of its words does for one word of the query only. */
  mayReachByWords(rows: Int32Array, size: number): boolean {
    const width = this.#width;
    if (size >= width) return this.mayReach(rows, size, false);
    const { unlisted, unmatched } = this.#bounds;
    const unknown = this.#noteBest(rows, size, false);
    totals.start();
    let leastCost = 0;
    for (let i = 0; i < width; i++) {
      let gain = bestGains[i]!;
      let leastGain = gain;
      let least = leastCosts[i]!;
      if ((unknown & (1 << i)) !== 0) {
        const other = unlisted[i]!;
        const cost = other.cost < least ? other.cost : least;
        if (other.leastCost < least) least = other.leastCost;
        if (other.gain > gain) gain = other.gain;
        if (other.leastGain > leastGain) leastGain = other.leastGain;
        if (cost <= least) leastGain = gain;
        else totals.addRange(leastGain, least, gain, cost);
      }
      insert(mostGains, i, gain);
      insert(leastGains, i, leastGain);
      // What remains unmatched costs that much more; negative, the least of them first.
      insert(leastSurplusCosts, i, least - unmatched[i]!);
      leastCost += least;
    }
    let [gain, leastGain] = [0, 0];
    for (let i = 0; i < size; i++) {
      gain += mostGains[i]!;
      leastGain += leastGains[i]!;
    }
    for (let i = width - size - 1; i >= 0; i--) leastCost -= leastSurplusCosts[i]!;
    return totals.reachFrom(this.#floor, leastGain, leastCost, gain);
  }
}
