import { MAX_TOKENS } from '../../matching/index.ts';
import {
  CANDIDATE_EXTRA_COST,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
} from '../../matching/score-model.ts';
import { reaches, type QueryUnit } from './bounds.ts';
import { joinCosts, joinGains, KnownJoins } from './known-joins.ts';
import { NameJoins } from './name-joins.ts';
import type { Plan } from './plan.ts';
import { faintShare } from './query-joins.ts';
import type { Segment } from '../segment.ts';
import { RoughBounds } from './rough-bounds.ts';
import { canMake, unitBounds, type UnitBounds } from './unit-bounds.ts';
import { costs, FAINT, gains, UNKNOWN, UNMET, WordRows } from './word-rows.ts';

/** Joined readings of a name up to which their combinations are told apart. */
const MOST_JOINS = 10;

/** More than one row. */
const SEVERAL = -1;
/** Of the words of one name: their rows. */
const rows = new Int32Array(MAX_TOKENS);

/**
 * A bound on what a name can score, from the similarities of all its words to all of the query's: words that are
 * like none of the other side remain, and what remains on both sides contradicts. Joined readings of the name use up
 * the words they join. One search at a time: `release` before the next.
 */
export class NameCheck {
  readonly #units: readonly QueryUnit[];
  readonly #segment: Segment;
  readonly #floor: number;
  readonly #bounds: UnitBounds;
  readonly #rough: RoughBounds;
  readonly #nameJoins: NameJoins;
  readonly #joins: KnownJoins;
  readonly #rows: WordRows;
  /** Bits of the units that have an equal word in the name at hand. */
  #equal = 0;

  constructor(plan: Plan, segment: Segment) {
    const { units, floor } = plan;
    this.#units = units.map(({ unit }) => unit);
    this.#segment = segment;
    this.#nameJoins = new NameJoins(this.#units, segment);
    this.#floor = floor;
    const faintJoins = plan.joinsComplete
      ? []
      : plan.joins.filter((join) => canMake(units, floor, join.covered, faintShare(join)));
    this.#bounds = unitBounds(units, floor, faintJoins);
    this.#rough = new RoughBounds(this.#bounds, floor);
    this.#rows = new WordRows(plan, segment, faintJoins);
    this.#joins = new KnownJoins(units, this.#rows);
  }

  /** Names that a joined reading brings together with a word of the query. */
  joinedNames(): Iterable<number> {
    return this.#joins.names();
  }

  /** Ends the search. */
  release(): void {
    this.#rows.release();
  }

  /** Whether the words, without the bits `used` that joined readings of the units `joined` use, can reach it. */
  #bounded(
    ids: Int32Array,
    size: number,
    used: number,
    joined: number,
    isJoined: boolean,
  ): boolean {
    const { vocabulary } = this.#segment;
    const width = this.#units.length;
    let gain = 0;
    let cost = 0;
    let leastGain = 0;
    let leastCost = 0;
    let leftOfQuery = 0;
    let leftOfName = 0;
    let left = 0;
    for (let i = 0; i < width; i++) {
      const { token } = this.#units[i]!;
      if ((joined & (1 << i)) !== 0) {
        const best = this.#bounds.joinBounds[i]!;
        gain += best.gain;
        leastGain += best.gain;
        cost += best.leastCost;
        leastCost += best.leastCost;
        continue;
      }
      let best = isJoined ? joinGains[i]! : 0;
      const unmatched = this.#bounds.unmatched[i]!;
      let least = unmatched;
      let isFaint = false;
      if (best > 0) least = Math.min(least, joinCosts[i]!);
      let isUnknown = false;
      for (let j = 0; j < size; j++) {
        if ((used & (1 << j)) !== 0) continue;
        const place = rows[j]! * width + i;
        const gained = gains[place]!;
        if (gained === FAINT) isFaint = true;
        else if (gained === UNKNOWN) isUnknown = true;
        else {
          if (gained > best) best = gained;
          if (costs[place]! < least) least = costs[place]!;
        }
      }
      if (isUnknown) {
        const { gain: mostGain, leastCost: costAtLeast } = this.#bounds.unlisted[i]!;
        // A word that no lookup has found only matters beside such a one for what it may cost less.
        if (best >= mostGain) least = Math.min(least, costAtLeast);
        else {
          for (let j = 0; j < size; j++) {
            const place = rows[j]! * width + i;
            if ((used & (1 << j)) !== 0 || gains[place] !== UNKNOWN) continue;
            this.#rows.compare(rows[j]!, i);
            const gained = gains[place]!;
            if (gained === FAINT) isFaint = true;
            else {
              if (gained > best) best = gained;
              if (costs[place]! < least) least = costs[place]!;
            }
          }
        }
      }
      if (isFaint) {
        const faint = this.#bounds.faint[i]!;
        // Beside a better partner, a faint one only matters for what it may cost less.
        if (best >= faint.gain) {
          gain += best;
          leastGain += best;
          cost += Math.min(least, faint.leastCost);
          leastCost += Math.min(least, faint.leastCost);
        } else {
          gain += faint.gain;
          leastGain += Math.max(best, faint.leastGain);
          cost += Math.min(least, faint.cost);
          leastCost += Math.min(least, faint.leastCost);
        }
        continue;
      }
      if (best > 0) {
        gain += best;
        leastGain += best;
        cost += least;
        leastCost += least;
      } else if (token.kind === 'number' || this.#bounds.hasRepeats) {
        cost += unmatched;
        leastCost += unmatched;
      } else leftOfQuery += token.weight;
    }
    for (let j = 0; j < size; j++) {
      if ((used & (1 << j)) !== 0) continue;
      const start = rows[j]! * width;
      let alike = false;
      for (let i = 0; i < width && !alike; i++)
        alike = gains[start + i] === UNKNOWN || costs[start + i]! < Infinity;
      if (alike) continue;
      // One of the joined readings may have used it.
      if (isJoined) continue;
      if (vocabulary.kind(ids[j]!) === 'number') left += vocabulary.weight(ids[j]!) * NUMBER_COST;
      else leftOfName += vocabulary.weight(ids[j]!);
    }
    const contradiction = Math.min(leftOfQuery, leftOfName);
    left +=
      contradiction +
      (leftOfQuery - contradiction) * QUERY_EXTRA_COST +
      (leftOfName - contradiction) * CANDIDATE_EXTRA_COST * REPEATED_WEIGHT;
    return reaches(this.#floor, leastGain, leastCost + left, gain, cost + left);
  }

  /** Whether some of the joined readings from number `first` on, besides those chosen, can make it. */
  #byJoins(
    ids: Int32Array,
    size: number,
    first: number,
    used: number,
    joined: number,
    isJoined: boolean,
  ): boolean {
    for (let at = first; at < this.#nameJoins.count; at++) {
      const unit = 1 << this.#nameJoins.units[at]!;
      // A longer joined reading uses up these two words as well.
      const both = 3 << this.#nameJoins.starts[at]!;
      if ((used & both) !== 0 || (joined & unit) !== 0) continue;
      if (
        this.#bounded(ids, size, used | both, joined | unit, isJoined) ||
        this.#byJoins(ids, size, at + 1, used | both, joined | unit, isJoined)
      )
        return true;
    }
    return false;
  }

  /** Notes which units have an equal word, for which a joined reading is no gain. */
  #noteEqual(size: number): void {
    const width = this.#units.length;
    this.#equal = 0;
    for (let i = 0; i < width; i++) {
      const { gain } = this.#bounds.joinBounds[i]!;
      for (let j = 0; j < size; j++) {
        const place = rows[j]! * width + i;
        if (gains[place]! >= gain && costs[place] === 0) this.#equal |= 1 << i;
      }
    }
  }

  /** Finds out what was left open; returns whether anything was. */
  #resolveAll(size: number): boolean {
    let any = false;
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < this.#units.length; i++) if (this.#rows.resolve(rows[j]!, i)) any = true;
    }
    return any;
  }

  /**
   * Whether a joined reading may matter for the name of these words that `canReach` was asked about last. It must know
   * of all of them, of which many can not do anything alone.
   */
  mayBeJoined(name: number, ids: Int32Array, size: number): boolean {
    return (
      this.#joins.note(name, rows, size) ||
      this.#nameJoins.find(ids, size, this.#bounds.joinable) > 0
    );
  }

  /** Whether the name of these words can reach the floor. */
  canReach(name: number, ids: Int32Array, size: number): boolean {
    this.#rows.shrink();
    let only = UNMET;
    for (let j = 0; j < size; j++) {
      const row = this.#rows.knownRow(ids[j]!);
      rows[j] = row;
      if (row !== UNMET) only = only === UNMET ? row : SEVERAL;
    }
    let isJoined = this.#joins.note(name, rows, size);
    // Most names have one word that a lookup has found, and others that say nothing, however many these are.
    const isAlone =
      only !== SEVERAL && only !== UNMET && size > 1 && !isJoined && !this.#bounds.hasRepeats;
    const mayReach =
      (isAlone ? this.#rows.reachesAlone(only) : undefined) ??
      this.#rough.mayReach(rows, size, isJoined, this.#bounds.first);
    if (isAlone) this.#rows.noteAlone(only, mayReach);
    if (!mayReach) return false;
    for (let j = 0; j < size; j++) rows[j] = this.#rows.row(ids[j]!);
    isJoined = this.#joins.note(name, rows, size);
    const { joinable, open } = this.#bounds;
    const mayReachWith = (joins: number): boolean =>
      isJoined
        ? this.#rough.mayReach(rows, size, true, open)
        : this.#rough.mayReachByWords(rows, size, joins);
    if (!mayReachWith(0)) return false;
    const isBounded = (): boolean => this.#bounded(ids, size, 0, 0, isJoined);
    if (isBounded() && (!this.#resolveAll(size) || isBounded())) return true;
    // What has been compared since may rule it out.
    if (size < 2 || joinable === 0 || !mayReachWith(1)) return false;
    this.#noteEqual(size);
    const found = this.#nameJoins.find(ids, size, joinable & ~this.#equal);
    return found > MOST_JOINS || this.#byJoins(ids, size, 0, 0, 0, isJoined);
  }
}
