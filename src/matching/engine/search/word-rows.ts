import { similarityFilter } from '../../../names/score/columns.ts';
import { QUERY_EXTRA_COST } from '../../../names/score/score-model.ts';
import { tokenSimilarity } from '../../../names/similarity/similarity.ts';
import type { Token } from '../../../names/types.ts';
import { ANY, WIDE } from '../similarity-tier.ts';
import type { Segment } from '../segment.ts';
import { matchedTo } from './bounds.ts';
import type { Term } from './terms.ts';

/** The gain of a pair of words that no look-up has found and no comparison has measured: at most `Term.unlisted`. */
export const UNCOMPARED = -1;
/** The gain of a pair that was compared only far enough to be below every tier: at most `Term.belowTiers`. */
const BELOW_BOUND = -2;
/** The row of words without their own row: UNCOMPARED, or unlike if a look-up lists all alike words. */
const NOT_COMPARED = 0;
/** From this number on, rows of words that no look-up has found are dropped. */
const MOST_UNLISTED = 16_384;

/** Returns the gain of a word that a term has not listed. */
function gainOfUnlisted({ isComplete, isLookedUpWide }: Term): number {
  if (isComplete) return 0;
  return isLookedUpWide ? BELOW_BOUND : UNCOMPARED;
}

function doubled<T extends Float64Array | Uint32Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length);
  larger.set(array);
  return larger;
}

/**
 * The gain and the lowest cost of each listed word with each term. A word's row is created when it is first needed. The
 * next search reuses the memory: `start` begins a search, `release` ends it.
 */
export class WordRows {
  /** By row and term. A cost of Infinity means that the words are unlike. */
  gains = new Float64Array(4096);
  costs = new Float64Array(4096);
  width = 0;
  #rowOf = new Int32Array(1024);
  #ids = new Uint32Array(1024);
  /** The gains of a new row. */
  #initial: readonly number[] = [];
  #size = 0;
  #listed = 0;
  #terms: readonly Term[] = [];
  #segment!: Segment;
  #filters: ((id: number) => boolean)[] = [];

  start(terms: readonly Term[], segment: Segment): void {
    this.#terms = terms;
    this.#segment = segment;
    this.#filters = [];
    this.#initial = terms.map(gainOfUnlisted);
    this.width = terms.length;
    const { size } = segment.vocabulary;
    if (this.#rowOf.length < size) this.#rowOf = new Int32Array(size);
    this.#size = NOT_COMPARED;
    this.#add();
    for (const { unit, nearby, index } of terms) {
      if (nearby === undefined) continue;
      // Costs are for words that occur once; a repeated word may cost less.
      const share = Math.min(1, unit.unmatched / QUERY_EXTRA_COST);
      for (let i = 0; i < nearby.ids.length; i++) {
        const place = this.#rowFor(nearby.ids[i]!) * this.width + index;
        this.gains[place] = nearby.gains[i]!;
        this.costs[place] = nearby.costs[i]! * share;
      }
    }
    this.#listed = this.#size;
  }

  /** Frees the memory for the next search. */
  release(): void {
    this.#forget(NOT_COMPARED + 1);
  }

  #forget(from: number): void {
    for (let row = from; row < this.#size; row++) this.#rowOf[this.#ids[row]!] = NOT_COMPARED;
    this.#size = Math.min(this.#size, from);
  }

  /** Writes the rows of words. May drop rows of earlier names. */
  rowsOf(ids: Int32Array, size: number, rows: Int32Array): void {
    if (this.#size - this.#listed > MOST_UNLISTED) this.#forget(this.#listed);
    for (let j = 0; j < size; j++) rows[j] = this.#rowOf[ids[j]!]!;
  }

  #rowFor(id: number): number {
    const known = this.#rowOf[id]!;
    if (known !== NOT_COMPARED) return known;
    const row = this.#add();
    this.#rowOf[id] = row;
    this.#ids[row] = id;
    return row;
  }

  #add(): number {
    const row = this.#size++;
    const start = row * this.width;
    if (row === this.#ids.length) this.#ids = doubled(this.#ids);
    while (start + this.width > this.gains.length) {
      this.gains = doubled(this.gains);
      this.costs = doubled(this.costs);
    }
    for (let i = 0; i < this.width; i++) {
      this.gains[start + i] = this.#initial[i]!;
      this.costs[start + i] = Infinity;
    }
    return row;
  }

  /** Compares the words of a name with all terms one step further. Returns false if nothing was left to compare. */
  compare(ids: Int32Array, size: number, rows: Int32Array): boolean {
    let any = false;
    for (let j = 0; j < size; j++) {
      const row = this.#rowFor(ids[j]!);
      rows[j] = row;
      for (let i = 0; i < this.width; i++) {
        if (this.gains[row * this.width + i]! >= 0) continue;
        this.#compare(row * this.width + i, this.#terms[i]!, ids[j]!);
        any = true;
      }
    }
    return any;
  }

  #compare(place: number, term: Term, id: number): void {
    const { unit, word, nearby, index } = term;
    const { vocabulary } = this.#segment;
    const isFirst = this.gains[place] === UNCOMPARED;
    let similarity: number | undefined;
    // A word that was looked up can be like unlisted words only by letters.
    if (nearby !== undefined)
      similarity =
        unit.token.kind === 'initial'
          ? this.#segment.initials.similarity(id, unit.token.key)
          : vocabulary.similarityByLetters(id, word.letters, isFirst ? WIDE : ANY);
    if (similarity === 0 && isFirst) {
      this.gains[place] = BELOW_BOUND;
      return;
    }
    if (similarity === undefined) {
      const mayBeAlike = (this.#filters[index] ??= this.#filterFor(unit.token));
      similarity = mayBeAlike(id)
        ? tokenSimilarity(unit.token, vocabulary.token(id)).similarity
        : 0;
    }
    this.gains[place] = 0;
    if (similarity === 0) return;
    const matched = matchedTo(unit, similarity, vocabulary.weight(id), vocabulary.kind(id));
    this.gains[place] = matched.gain;
    this.costs[place] = matched.cost;
  }

  /** Returns the filter that decides whether words can be similar to one of the query at all. */
  #filterFor(token: Token): (id: number) => boolean {
    const { vocabulary } = this.#segment;
    if (token.kind === 'initial') return (id) => vocabulary.mayHaveInitial(id, token.key);
    return similarityFilter(token, (id) => vocabulary.key(id), vocabulary.columns);
  }
}
