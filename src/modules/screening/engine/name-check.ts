import { similarityFilter } from '../matching/columns.ts';
import { MAX_TOKENS } from '../matching/index.ts';
import {
  CANDIDATE_EXTRA_COST,
  NUMBER_COST,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
} from '../matching/score-model.ts';
import { tokenSimilarity } from '../matching/similarity.ts';
import { agreement, matchedTo, type Contribution, type QueryUnit } from './bounds.ts';
import { LetterCheck } from './joined-names.ts';
import type { Segment } from './segment.ts';

/** Words of names whose comparison with the query is kept while it is searched. */
const MOST_WORDS = 4096;
const NO_UNIT = -1;

/** By word of the query: gain (0 for none) and least cost through joined readings. */
export interface KnownJoins {
  readonly gains: Float64Array;
  readonly costs: Float64Array;
}

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
  readonly #hasRepeats: boolean;
  /** What a joined reading that no lookup has found can do for each word of the query. */
  readonly #joinBounds: readonly Contribution[];
  readonly #checks: (LetterCheck | undefined)[] = [];
  readonly #rowOf = new Map<number, number>();
  /** By row and unit: gain and cost of the pair; a cost of Infinity if the two are not alike. */
  #gains = new Float64Array(64);
  #costs = new Float64Array(64);
  readonly #rows = new Int32Array(MAX_TOKENS);

  /** `joinBounds`: what a joined reading that no lookup has found can do for each word of the query. */
  constructor(
    units: readonly QueryUnit[],
    joinBounds: readonly Contribution[],
    segment: Segment,
    floor: number,
  ) {
    this.#units = units;
    this.#joinBounds = joinBounds;
    this.#segment = segment;
    this.#floor = floor;
    const { vocabulary } = segment;
    this.#filters = units.map(({ token }) =>
      similarityFilter(token, (id) => vocabulary.key(id), vocabulary.columns),
    );
    this.#hasRepeats = units.some(({ token: { key } }, i) =>
      units.some(({ token: other }, j) => i !== j && other.key === key),
    );
  }

  #row(id: number): number {
    const known = this.#rowOf.get(id);
    if (known !== undefined) return known;
    const { vocabulary } = this.#segment;
    if (this.#rowOf.size >= MOST_WORDS) this.#rowOf.clear();
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
      const unit = this.#units[i]!;
      const similarity = this.#filters[i]!(id)
        ? tokenSimilarity(unit.token, vocabulary.token(id)).similarity
        : 0;
      const place = row * width + i;
      if (similarity === 0) {
        this.#gains[place] = 0;
        this.#costs[place] = Infinity;
        continue;
      }
      const { gain, cost } = matchedTo(
        unit,
        similarity,
        vocabulary.weight(id),
        vocabulary.kind(id),
      );
      this.#gains[place] = gain;
      this.#costs[place] = cost;
    }
    return row;
  }

  /** Whether the words, without those from `from` to `to` which faintly match `joined`, can reach the floor. */
  #bounded(
    ids: Int32Array,
    size: number,
    from: number,
    to: number,
    joined: number,
    known: KnownJoins | undefined,
  ): boolean {
    const { vocabulary } = this.#segment;
    const units = this.#units;
    const width = units.length;
    let gain = 0;
    let cost = 0;
    let leftOfQuery = 0;
    let leftOfName = 0;
    for (let i = 0; i < width; i++) {
      const { token, unmatched } = units[i]!;
      if (i === joined) {
        const best = this.#joinBounds[i]!;
        gain += best.gain;
        cost += best.leastCost;
        continue;
      }
      let best = known === undefined ? 0 : known.gains[i]!;
      let least = token.weight * unmatched;
      if (best > 0) least = Math.min(least, known!.costs[i]!);
      for (let j = 0; j < size; j++) {
        if (j >= from && j < to) continue;
        const place = this.#rows[j]! * width + i;
        if (this.#gains[place]! > best) best = this.#gains[place]!;
        if (this.#costs[place]! < least) least = this.#costs[place]!;
      }
      if (best > 0) {
        gain += best;
        cost += least;
      } else if (token.kind === 'number' || this.#hasRepeats) cost += token.weight * unmatched;
      else leftOfQuery += token.weight;
    }
    for (let j = 0; j < size; j++) {
      if (j >= from && j < to) continue;
      const start = this.#rows[j]! * width;
      let alike = false;
      for (let i = 0; i < width && !alike; i++) alike = this.#costs[start + i]! < Infinity;
      if (alike) continue;
      // One of the joined readings may have used it.
      if (known !== undefined) continue;
      if (vocabulary.kind(ids[j]!) === 'number') cost += vocabulary.weight(ids[j]!) * NUMBER_COST;
      else leftOfName += vocabulary.weight(ids[j]!);
    }
    const contradiction = Math.min(leftOfQuery, leftOfName);
    cost +=
      contradiction +
      (leftOfQuery - contradiction) * QUERY_EXTRA_COST +
      (leftOfName - contradiction) * CANDIDATE_EXTRA_COST * REPEATED_WEIGHT;
    return agreement(gain, cost) >= this.#floor;
  }

  /** Whether the name of these words can reach the floor; `known`: its joined readings that a lookup found. */
  canReach(ids: Int32Array, size: number, known?: KnownJoins): boolean {
    for (let j = 0; j < size; j++) this.#rows[j] = this.#row(ids[j]!);
    if (this.#bounded(ids, size, 0, 0, NO_UNIT, known)) return true;
    let word = -1;
    let unit = -1;
    for (let j = 0; j + 1 < size; j++) {
      for (let i = 0; i < this.#units.length; i++) {
        this.#checks[i] ??= new LetterCheck(this.#units[i]!.token, this.#segment, true);
        if (!this.#checks[i]!.mayBeginAt(ids, size, j)) continue;
        // With several of them, all the scorer can tell.
        if (word >= 0) return true;
        word = j;
        unit = i;
      }
    }
    // A longer joined reading uses up these two words as well.
    return word >= 0 && this.#bounded(ids, size, word, word + 2, unit, known);
  }
}
