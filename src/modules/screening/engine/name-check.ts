import { similarityFilter } from '../matching/columns.ts';
import { MAX_TOKENS } from '../matching/index.ts';
import {
  CANDIDATE_EXTRA_COST,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
} from '../matching/score-model.ts';
import { tokenSimilarity } from '../matching/similarity.ts';
import {
  matchedTo,
  reaches,
  upTo,
  type Contribution,
  type KnownJoins,
  type Listed,
  type QueryUnit,
} from './bounds.ts';
import { FaintTest } from './faint-test.ts';
import { LetterCheck } from './joined-names.ts';
import { LISTED_FROM } from './radius.ts';
import type { Segment } from './segment.ts';

/** Words of names whose comparison with the query is kept while it is searched. */
const MOST_WORDS = 4096;
/** Pairs of words up to which combinations of joined readings are told apart. */
const MOST_PAIRS = 24;
/** A gain that has not been asked for. */
const FAINT = -1;

/**
 * A closer bound on what a name can score, from the exact similarities of all its words to all of the query's:
 * words that are like none of the other side remain, and what remains on both sides contradicts. Joined
 * readings of the name use up the words they join.
 */
export class NameCheck {
  readonly #units: readonly QueryUnit[];
  readonly #segment: Segment;
  readonly #floor: number;
  readonly #filters: readonly ((id: number) => boolean)[];
  readonly #near: readonly FaintTest[];
  /** What a word contributes that is less alike than a lookup finds. */
  readonly #faint: readonly Contribution[];
  readonly #hasRepeats: boolean;
  /** What a joined reading that no lookup has found can do for each word of the query. */
  readonly #joinBounds: readonly Contribution[];
  readonly #listed: Listed;
  readonly #checks: (LetterCheck | undefined)[] = [];
  readonly #rowOf = new Map<number, number>();
  /**
   * By row and unit: gain and cost of the pair; a cost of Infinity if the two are not alike, a negative gain if
   * they are less alike than a lookup finds and it has not been asked how much.
   */
  #gains = new Float64Array(64);
  #costs = new Float64Array(64);
  readonly #rows = new Int32Array(MAX_TOKENS);
  /** Bits of the units that have an equal word in the name at hand. */
  #equal = 0;

  /** `joinBounds`: what a joined reading that no lookup has found can do for each word of the query. */
  constructor(
    units: readonly QueryUnit[],
    joinBounds: readonly Contribution[],
    listed: Listed,
    segment: Segment,
    floor: number,
  ) {
    this.#units = units;
    this.#joinBounds = joinBounds;
    this.#listed = listed;
    this.#segment = segment;
    this.#floor = floor;
    const { vocabulary } = segment;
    this.#filters = units.map(({ token }) =>
      similarityFilter(token, (id) => vocabulary.key(id), vocabulary.columns),
    );
    this.#near = units.map(({ token }) => new FaintTest(token, segment));
    this.#faint = units.map((unit) => upTo(unit, LISTED_FROM));
    this.#hasRepeats = units.some(({ token: { key } }, i) =>
      units.some(({ token: other }, j) => i !== j && other.key === key),
    );
  }

  #row(id: number): number {
    const known = this.#rowOf.get(id);
    if (known !== undefined) return known;
    const row = this.#rowOf.size;
    this.#rowOf.set(id, row);
    const width = this.#units.length;
    const end = (row + 1) * width;
    if (end > this.#gains.length) {
      const [gains, costs] = [new Float64Array(2 * end), new Float64Array(2 * end)];
      gains.set(this.#gains);
      costs.set(this.#costs);
      this.#gains = gains;
      this.#costs = costs;
    }
    for (let i = 0; i < width; i++) {
      const place = row * width + i;
      const gain = this.#listed.gain(id, i);
      if (gain >= 0) {
        this.#gains[place] = gain;
        this.#costs[place] = this.#listed.cost(id, i);
        continue;
      }
      this.#gains[place] = 0;
      this.#costs[place] = 0;
      if (!this.#filters[i]!(id)) this.#costs[place] = Infinity;
      else if (this.#listed.isLookedUp[i] || this.#near[i]!.isFaint(id)) this.#gains[place] = FAINT;
      else this.#resolve(row, i, id);
    }
    return row;
  }

  #resolve(row: number, unit: number, id: number): void {
    const { vocabulary } = this.#segment;
    const place = row * this.#units.length + unit;
    const { token } = this.#units[unit]!;
    const { similarity } = tokenSimilarity(token, vocabulary.token(id));
    this.#gains[place] = 0;
    this.#costs[place] = Infinity;
    if (similarity === 0) return;
    const matched = matchedTo(
      this.#units[unit]!,
      similarity,
      vocabulary.weight(id),
      vocabulary.kind(id),
    );
    this.#gains[place] = matched.gain;
    this.#costs[place] = matched.cost;
  }

  /** Whether the words, without the bits `used` that joined readings of the units `joined` use, can reach it. */
  #bounded(
    ids: Int32Array,
    size: number,
    used: number,
    joined: number,
    known: KnownJoins | undefined,
  ): boolean {
    const { vocabulary } = this.#segment;
    const units = this.#units;
    const width = units.length;
    let gain = 0;
    let cost = 0;
    let leastGain = 0;
    let leastCost = 0;
    let leftOfQuery = 0;
    let leftOfName = 0;
    let left = 0;
    for (let i = 0; i < width; i++) {
      const { token, unmatched } = units[i]!;
      if ((joined & (1 << i)) !== 0) {
        const best = this.#joinBounds[i]!;
        gain += best.gain;
        leastGain += best.gain;
        cost += best.leastCost;
        leastCost += best.leastCost;
        continue;
      }
      let best = known === undefined ? 0 : known.gains[i]!;
      let least = token.weight * unmatched;
      let isFaint = false;
      if (best > 0) least = Math.min(least, known!.costs[i]!);
      for (let j = 0; j < size; j++) {
        if ((used & (1 << j)) !== 0) continue;
        const place = this.#rows[j]! * width + i;
        if (this.#gains[place]! < 0) {
          isFaint = true;
          continue;
        }
        if (this.#gains[place]! > best) best = this.#gains[place]!;
        if (this.#costs[place]! < least) least = this.#costs[place]!;
      }
      if (isFaint) {
        const faint = this.#faint[i]!;
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
      } else if (token.kind === 'number' || this.#hasRepeats) {
        cost += token.weight * unmatched;
        leastCost += token.weight * unmatched;
      } else leftOfQuery += token.weight;
    }
    for (let j = 0; j < size; j++) {
      if ((used & (1 << j)) !== 0) continue;
      const start = this.#rows[j]! * width;
      let alike = false;
      for (let i = 0; i < width && !alike; i++) alike = this.#costs[start + i]! < Infinity;
      if (alike) continue;
      // One of the joined readings may have used it.
      if (known !== undefined) continue;
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

  /** Whether joined readings that begin at `start` or later, besides those chosen, can make it. */
  #byJoins(
    ids: Int32Array,
    size: number,
    start: number,
    used: number,
    joined: number,
    known: KnownJoins | undefined,
  ): boolean {
    for (let j = start; j + 1 < size; j++) {
      // A longer joined reading uses up these two words as well.
      const both = used | (3 << j);
      for (let i = 0; i < this.#units.length; i++) {
        if (((joined | this.#equal) & (1 << i)) !== 0) continue;
        const isEnough = this.#bounded(ids, size, both, joined | (1 << i), known);
        if (!isEnough && j + 3 >= size) continue;
        if (!this.#mayJoin(ids, size, i, j)) continue;
        if (isEnough || this.#byJoins(ids, size, j + 2, both, joined | (1 << i), known))
          return true;
      }
    }
    return false;
  }

  /** Notes which units have an equal word, for which a joined reading is no gain. */
  #noteEqual(size: number): void {
    const width = this.#units.length;
    this.#equal = 0;
    for (let i = 0; i < width; i++) {
      const { gain } = this.#joinBounds[i]!;
      for (let j = 0; j < size; j++) {
        const place = this.#rows[j]! * width + i;
        if (this.#gains[place]! >= gain && this.#costs[place] === 0) this.#equal |= 1 << i;
      }
    }
  }

  /** Whether any joined reading of the name may be like a word of the query. */
  mayJoin(ids: Int32Array, size: number): boolean {
    for (let i = 0; i < this.#units.length; i++) {
      for (let j = 0; j + 1 < size; j++) if (this.#mayJoin(ids, size, i, j)) return true;
    }
    return false;
  }

  /** Finds out what was left open; returns whether anything was. */
  #resolveAll(ids: Int32Array, size: number): boolean {
    const width = this.#units.length;
    let any = false;
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < width; i++) {
        if (this.#gains[this.#rows[j]! * width + i]! >= 0) continue;
        this.#resolve(this.#rows[j]!, i, ids[j]!);
        any = true;
      }
    }
    return any;
  }

  #mayJoin(ids: Int32Array, size: number, unit: number, start: number): boolean {
    this.#checks[unit] ??= new LetterCheck(this.#units[unit]!.token, this.#segment, true);
    return this.#checks[unit]!.mayBeginAt(ids, size, start);
  }

  /** Whether the name of these words can reach the floor; `known`: its joined readings that a lookup found. */
  canReach(ids: Int32Array, size: number, known?: KnownJoins): boolean {
    // Not among the words of one name, whose rows must stay.
    if (this.#rowOf.size >= MOST_WORDS) this.#rowOf.clear();
    for (let j = 0; j < size; j++) this.#rows[j] = this.#row(ids[j]!);
    if (this.#bounded(ids, size, 0, 0, known)) {
      if (!this.#resolveAll(ids, size) || this.#bounded(ids, size, 0, 0, known)) return true;
    }
    if (size < 2) return false;
    this.#noteEqual(size);
    return size * this.#units.length > MOST_PAIRS
      ? this.mayJoin(ids, size)
      : this.#byJoins(ids, size, 0, 0, 0, known);
  }
}
