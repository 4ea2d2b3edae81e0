import { similarityFilter } from '../../../../names/score/columns.ts';
import { QUERY_EXTRA_COST } from '../../../../names/score/score-model.ts';
import { tokenSimilarity } from '../../../../names/similarity/similarity.ts';
import type { Token } from '../../../../names/types.ts';
import { matchedTo } from './bounds.ts';
import { isEditable } from '../index-keys.ts';
import type { Plan, Unit } from './plan.ts';
import type { QueryJoin } from './query-joins.ts';
import { ANY, WIDE } from '../radius.ts';
import type { Segment } from '../segment.ts';

/** A gain that is only known to be at most that of a faint likeness; see `mostOfFaint`. */
export const FAINT: number = -1;
/** A gain of a word that no lookup has found, and that nothing has been compared with. */
export const UNKNOWN: number = -2;
/** Words that no lookup has found are FAINT if these are at most so similar. */
const MOST_FAINT = 0.72;
/** What a row knows, as bits. */
const COVERS = 1;
const ALONE_NOTED = 2;
const ALONE_REACHES = 4;
/** Lookups have found it for several words of the query. */
const SHARED = 8;
/** Rows of words that no lookup has found, of which there may be many, are forgotten from so many on. */
const MOST_UNLISTED = 16_384;

/** The row of words that nothing is known of yet. */
export const UNMET = 0;
/**
 * Row of an imagined word: the greatest gain and the least cost that lookups have found for this word of the query, and
 * not found for the others.
 */
export function bestRow(unit: number): number {
  return UNMET + 1 + unit;
}
/** Row of each vocabulary word that the search at hand has met; UNMET for all others. */
let rowOf = new Int32Array(1024);
let words = new Uint32Array(1024);
let states = new Uint8Array(1024);
/**
 * By row and unit: gain and cost of the pair; a cost of Infinity if the two are not alike, a gain of FAINT if it is not
 * known how much.
 */
export let gains = new Float64Array(4096);
export let costs = new Float64Array(4096);
/** By row and unit, if words are like joined readings of the query: the gain through the best of these, or 0. */
export let covers = new Float64Array(4096);

function doubled<T extends Float64Array | Uint32Array | Uint8Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length);
  larger.set(array);
  return larger;
}

/** What a word of the query is at most similar to words whose gain is FAINT. */
export function mostOfFaint({ most }: Unit): number {
  return most > MOST_FAINT ? WIDE.from : most;
}

/**
 * What words of names can do for each word of the query, a row a word, computed when it is first met. One search at a
 * time: `release` before the next.
 */
export class WordRows {
  readonly #units: readonly Unit[];
  readonly #width: number;
  readonly #segment: Segment;
  readonly #exhaustive: boolean;
  readonly #filters: ((id: number) => boolean)[] = [];
  /** Of words that no lookup has found, by unit: UNKNOWN, FAINT or not alike, before anything is compared. */
  readonly #initialGains: readonly number[];
  readonly #initialCosts: readonly number[];
  readonly #first: number;
  #size: number;
  #listed: number;
  /** Whether any word is like a joined reading of the query. */
  readonly isAnyCovering: boolean;

  constructor({ units, joins, exhaustive }: Plan, segment: Segment) {
    const { vocabulary } = segment;
    this.#units = units;
    this.#width = units.length;
    this.#first = bestRow(units.length);
    this.#size = this.#first;
    this.#listed = this.#first;
    this.#segment = segment;
    this.#exhaustive = exhaustive;
    this.isAnyCovering = joins.length > 0;
    this.#initialGains = units.map((unit) => this.#initial(unit));
    this.#initialCosts = this.#initialGains.map((gain) => (gain === 0 ? Infinity : 0));
    if (rowOf.length < vocabulary.size) rowOf = new Int32Array(vocabulary.size);
    for (let row = UNMET; row < this.#first; row++) this.#begin(row);
    this.#list(joins);
  }

  #initial({ unit: { token }, nearby, most }: Unit): number {
    if (nearby === undefined || token.kind === 'initial') return UNKNOWN;
    if (this.#exhaustive || !isEditable(token)) return 0;
    return most <= MOST_FAINT ? FAINT : UNKNOWN;
  }

  /** Makes the rows of what the lookups have found. */
  #list(joins: readonly QueryJoin[]): void {
    this.#units.forEach(({ unit: { unmatched }, nearby }, unit) => {
      if (nearby === undefined) return;
      // Costs are those of a word that stands once; of one that is repeated they may be less.
      const share = Math.min(1, unmatched / QUERY_EXTRA_COST);
      let best = 0;
      let least = Infinity;
      for (let i = 0; i < nearby.ids.length; i++) {
        const id = nearby.ids[i]!;
        const known = rowOf[id]!;
        if (known !== UNMET) states[known] = states[known]! | SHARED;
        const place = this.row(id) * this.#width + unit;
        const gain = nearby.gains[i]!;
        const cost = nearby.costs[i]! * share;
        gains[place] = gain;
        costs[place] = cost;
        if (gain > best) best = gain;
        if (cost < least) least = cost;
      }
      const place = bestRow(unit) * this.#width + unit;
      gains[place] = best;
      costs[place] = least;
    });
    for (const join of joins) {
      join.ids.forEach((id, i) => {
        this.#cover(this.row(id), join, join.similarities[i]!);
      });
    }
    this.#listed = this.#size;
  }

  #cover(row: number, { covered, share }: QueryJoin, similarity: number): void {
    const gain = share * similarity;
    states[row] = states[row]! | COVERS;
    for (let i = 0; i < this.#width; i++) {
      const place = row * this.#width + i;
      if ((covered & (1 << i)) !== 0 && gain > covers[place]!) covers[place] = gain;
    }
  }

  /** The row of a word. */
  row(id: number): number {
    const known = rowOf[id]!;
    if (known !== UNMET) return known;
    const row = this.#size++;
    rowOf[id] = row;
    if (row === words.length) [words, states] = [doubled(words), doubled(states)];
    words[row] = id;
    this.#begin(row);
    return row;
  }

  #begin(row: number): void {
    states[row] = 0;
    const start = row * this.#width;
    const end = start + this.#width;
    if (end > gains.length)
      [gains, costs, covers] = [doubled(gains), doubled(costs), doubled(covers)];
    for (let i = 0; i < this.#width; i++) {
      gains[start + i] = this.#initialGains[i]!;
      costs[start + i] = this.#initialCosts[i]!;
    }
    if (this.isAnyCovering) covers.fill(0, start, end);
  }

  #set(place: number, unit: number, similarity: number, id: number): void {
    gains[place] = 0;
    costs[place] = Infinity;
    if (similarity === 0) return;
    const { vocabulary } = this.#segment;
    const weight = vocabulary.weight(id);
    const matched = matchedTo(this.#units[unit]!.unit, similarity, weight, vocabulary.kind(id));
    gains[place] = matched.gain;
    costs[place] = matched.cost;
  }

  /** Compares what is UNKNOWN, only as far as it takes to know whether it is FAINT. */
  compare(row: number, unit: number): void {
    const { word, nearby } = this.#units[unit]!;
    const place = row * this.#width + unit;
    const id = words[row]!;
    // Of a word that has been looked up only letters make others similar that have not been found.
    const similarity =
      nearby === undefined || word.token.kind === 'initial'
        ? undefined
        : this.#segment.vocabulary.similarityByLetters(id, word.letters, WIDE);
    if (similarity === undefined) this.#resolve(place, unit, id);
    else if (similarity > 0) this.#set(place, unit, similarity, id);
    else {
      gains[place] = FAINT;
      costs[place] = 0;
    }
  }

  /** Finds out how alike a FAINT word is, at most: words of classes that are not compared may count too much. */
  #measure(place: number, unit: number, id: number): void {
    const { letters } = this.#units[unit]!.word;
    const similarity = this.#segment.vocabulary.similarityByLetters(id, letters, ANY);
    if (similarity === undefined) this.#resolve(place, unit, id);
    else this.#set(place, unit, similarity, id);
  }

  /** Tells of words whether they may be similar to one of the query at all. */
  #filterFor(token: Token): (id: number) => boolean {
    const { vocabulary } = this.#segment;
    if (token.kind === 'initial') return (id) => vocabulary.mayHaveInitial(id, token.key);
    return similarityFilter(token, (id) => vocabulary.key(id), vocabulary.columns);
  }

  #resolve(place: number, unit: number, id: number): void {
    const { vocabulary } = this.#segment;
    const { token } = this.#units[unit]!.unit;
    const mayBeAlike = (this.#filters[unit] ??= this.#filterFor(token));
    const similarity = mayBeAlike(id) ? tokenSimilarity(token, vocabulary.token(id)).similarity : 0;
    this.#set(place, unit, similarity, id);
  }

  /** The row of a word that has been met, else UNMET. */
  knownRow(id: number): number {
    return rowOf[id]!;
  }

  /** Whether names can reach the floor in which this is the only word that is not UNMET, if that has been noted. */
  reachesAlone(row: number): boolean | undefined {
    if ((states[row]! & ALONE_NOTED) === 0) return undefined;
    return (states[row]! & ALONE_REACHES) !== 0;
  }

  noteAlone(row: number, reaches: boolean): void {
    states[row] = states[row]! | ALONE_NOTED | (reaches ? ALONE_REACHES : 0);
  }

  /** Whether lookups have found the word for several words of the query. */
  isShared(row: number): boolean {
    return (states[row]! & SHARED) !== 0;
  }

  /** Whether the word is like a joined reading of the query. */
  isCovering(row: number): boolean {
    return (states[row]! & COVERS) !== 0;
  }

  /** Finds out what is UNKNOWN or FAINT; returns whether it was. */
  resolve(row: number, unit: number): boolean {
    const place = row * this.#width + unit;
    if (gains[place]! >= 0) return false;
    if (gains[place] === UNKNOWN) this.compare(row, unit);
    if (gains[place] === FAINT) this.#measure(place, unit, words[row]!);
    return true;
  }

  /** Forgets rows if there are too many: not between the words of one name. */
  shrink(): void {
    if (this.#size - this.#listed < MOST_UNLISTED) return;
    for (let row = this.#listed; row < this.#size; row++) rowOf[words[row]!] = UNMET;
    this.#size = this.#listed;
  }

  /** Ends the search. */
  release(): void {
    for (let row = this.#first; row < this.#size; row++) rowOf[words[row]!] = UNMET;
  }
}
