import { sameLetters } from '../../../../names/score/columns.ts';
import { MAX_TOKENS } from '../../../../names/index.ts';
import {
  CANDIDATE_EXTRA_COST,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
} from '../../../../names/score/score-model.ts';
import { Totals, type QueryUnit } from './bounds.ts';
import { joinCosts, joinGains, KnownJoins } from './known-joins.ts';
import type { Plan } from './plan.ts';
import type { Segment } from '../segment.ts';
import { RoughBounds } from './rough-bounds.ts';
import { unitBounds, type UnitBounds } from './unit-bounds.ts';
import { bestRow, costs, FAINT, gains, UNKNOWN, UNMET, WordRows } from './word-rows.ts';

const totals = new Totals();

/** More than one row. */
const SEVERAL = -1;
/** Of the words of one name: their rows. */
const rows = new Int32Array(MAX_TOKENS);
/** The same of a name of one word that is given and one of which nothing is known. */
const alone = Int32Array.of(UNMET, UNMET);

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
  readonly #joins: KnownJoins;
  readonly #rows: WordRows;
  /** Whether a joined reading may matter for the name that `canReach` was asked about last. */
  isJoined = false;

  constructor(plan: Plan, segment: Segment) {
    const { units, floor } = plan;
    this.#units = units.map(({ unit }) => unit);
    this.#segment = segment;
    this.#floor = floor;
    this.#bounds = unitBounds(units);
    this.#rough = new RoughBounds(this.#bounds, floor);
    this.#rows = new WordRows(plan, segment);
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

  /** The words of a name that one of the query is like, or may be, as bits. */
  #alike(size: number): number {
    const width = this.#units.length;
    let alike = 0;
    for (let j = 0; j < size; j++) {
      const start = rows[j]! * width;
      for (let i = 0; i < width; i++)
        if (gains[start + i] === UNKNOWN || costs[start + i]! < Infinity) alike |= 1 << j;
    }
    return alike;
  }

  /** Whether one of the words that are `alike` may be written like word number `at` of a name. */
  #mayRepeat(ids: Int32Array, size: number, at: number, alike: number): boolean {
    const { columns } = this.#segment.vocabulary;
    for (let j = 0; j < size; j++)
      if ((alike & (1 << j)) !== 0 && sameLetters(columns, ids[at]!, ids[j]!)) return true;
    return false;
  }

  /** Whether the name of these words can reach the floor, each word at its best. */
  #bounded(ids: Int32Array, size: number, isJoined: boolean): boolean {
    const { vocabulary } = this.#segment;
    const width = this.#units.length;
    totals.start();
    let leftOfQuery = 0;
    let leftOfName = 0;
    let repeated = 0;
    let left = 0;
    for (let i = 0; i < width; i++) {
      const { token } = this.#units[i]!;
      let best = isJoined ? joinGains[i]! : 0;
      const unmatched = this.#bounds.unmatched[i]!;
      let least = unmatched;
      let isFaint = false;
      if (best > 0) least = Math.min(least, joinCosts[i]!);
      let isUnknown = false;
      for (let j = 0; j < size; j++) {
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
            if (gains[place] !== UNKNOWN) continue;
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
        if (best >= faint.gain) totals.add(best, Math.min(least, faint.leastCost));
        else
          totals.addRange(
            Math.max(best, faint.leastGain),
            Math.min(least, faint.leastCost),
            faint.gain,
            Math.min(least, faint.cost),
          );
        continue;
      }
      if (best > 0) totals.add(best, least);
      else if (token.kind === 'number' || this.#bounds.hasRepeats) totals.add(0, unmatched);
      else if (token.kind !== 'title') leftOfQuery += token.weight;
    }
    // Joined readings may have used what is like nothing.
    if (!isJoined) {
      const alike = this.#alike(size);
      for (let j = 0; j < size; j++) {
        if ((alike & (1 << j)) !== 0) continue;
        const weight = vocabulary.weight(ids[j]!);
        const kind = vocabulary.kind(ids[j]!);
        if (kind === 'number') left += weight * NUMBER_COST;
        else if (kind !== 'title') {
          leftOfName += weight;
          if (alike !== 0 && this.#mayRepeat(ids, size, j, alike)) repeated += weight;
        }
      }
    }
    const contradiction = Math.min(leftOfQuery, leftOfName);
    const extra = leftOfName - contradiction;
    left +=
      contradiction +
      (leftOfQuery - contradiction) * QUERY_EXTRA_COST +
      (extra - (1 - REPEATED_WEIGHT) * Math.min(extra, repeated)) * CANDIDATE_EXTRA_COST;
    return totals.reach(this.#floor, left);
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
   * Whether names without joined readings can reach the floor in which this row is the only one that lookups have found,
   * however many other words they have.
   */
  #rowReachesAlone(row: number): boolean {
    if (this.#bounds.hasRepeats) return true;
    const known = this.#rows.reachesAlone(row);
    if (known !== undefined) return known;
    alone[0] = row;
    const reachesFloor = this.#rough.mayReach(alone, 2, false);
    this.#rows.noteAlone(row, reachesFloor);
    return reachesFloor;
  }

  /** Whether names can reach the floor in which this word, found for `unit`, is the only one that lookups have found. */
  reachesAlone(id: number, unit: number): boolean {
    const row = this.#rows.row(id);
    if (this.#rows.isCovering(row)) return true;
    // Mostly not even the best of those that were found.
    if (this.#rows.isShared(row) || this.#rowReachesAlone(bestRow(unit)))
      return this.#rowReachesAlone(row);
    this.#rows.noteAlone(row, false);
    return false;
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
    const isJoined = this.#joins.note(name, rows, size);
    this.isJoined = isJoined;
    const isAlone = only !== SEVERAL && only !== UNMET && !isJoined;
    if (isAlone ? !this.#rowReachesAlone(only) : !this.#rough.mayReach(rows, size, isJoined))
      return false;
    for (let j = 0; j < size; j++) rows[j] = this.#rows.row(ids[j]!);
    if (!isJoined && !this.#rough.mayReachByWords(rows, size)) return false;
    return (
      this.#bounded(ids, size, isJoined) &&
      // What has been compared since may rule it out.
      (!this.#resolveAll(size) || this.#bounded(ids, size, isJoined))
    );
  }
}
