import { sameLetters } from '../../../names/score/columns.ts';
import { MAX_TOKENS } from '../../../names/index.ts';
import {
  CANDIDATE_EXTRA_COST,
  NUMBER_COST,
  PATRONYMIC_SHARE,
  QUERY_EXTRA_COST,
  REPEATED_WEIGHT,
} from '../../../names/score/score-model.ts';
import { isPatronymic } from '../../../names/words/tokens.ts';
import type { Segment } from '../segment.ts';
import { Totals, upTo } from './bounds.ts';
import type { QueryCompound } from './compounds.ts';
import type { Terms } from './terms.ts';
import { UNCOMPARED, WordRows } from './word-rows.ts';

/** The gain (0 for none) and the lowest cost that compound words add to each term. */
type CompoundGains = {
  readonly gains: Float64Array;
  readonly costs: Float64Array;
};

function termsOf({ gains }: CompoundGains): number {
  let bits = 0;
  for (let i = 0; i < gains.length; i++) if (gains[i]! > 0) bits |= 1 << i;
  return bits;
}

/** Memory of the current search; the next one uses it again. */
const wordRows = new WordRows();
const totals = new Totals();
const rows = new Int32Array(MAX_TOKENS);

/** The lowest cost of words that only the query has. */
function extraInQuery(extra: number, patronymics: number): number {
  return QUERY_EXTRA_COST * (extra - (1 - PATRONYMIC_SHARE) * Math.min(extra, patronymics));
}

/** Decides which names can be hits without aligning them. One search at a time: call `release` before the next. */
export class NameBound {
  readonly #terms: Terms;
  readonly #segment: Segment;
  readonly #hasRepeats: boolean;
  /** For each name, its compound words that are like words of the query. */
  readonly #ofNames = new Map<number, CompoundGains>();
  /** For each vocabulary word, the query's compound words that are like it. */
  readonly #ofWords = new Map<number, CompoundGains>();

  constructor(terms: Terms, compounds: readonly QueryCompound[], segment: Segment) {
    this.#terms = terms;
    this.#segment = segment;
    const keys = terms.all.map(({ unit }) => unit.token.key);
    // If an initial matches, another initial and an unmatched patronymic count like repetitions.
    const isCheap = ({ unit: { token } }: Terms['all'][number]): boolean =>
      token.kind === 'initial' || isPatronymic(token.key);
    const hasInitials =
      terms.all.some(({ unit }) => unit.token.kind === 'initial') &&
      terms.all.filter(isCheap).length > 1;
    this.#hasRepeats = hasInitials || new Set(keys).size < keys.length;
    for (const { unit, joined, index } of terms.all)
      for (let i = 0; i < joined.names.length; i++) {
        const { gain, leastCost } = upTo(unit, joined.similarities[i]!);
        this.#note(this.#ofNames, joined.names[i]!, index, gain, leastCost);
      }
    for (const { ids, similarities, covered, share } of compounds)
      for (let i = 0; i < ids.length; i++)
        for (const { index } of terms.all)
          if ((covered & (1 << index)) !== 0)
            this.#note(this.#ofWords, ids[i]!, index, share * similarities[i]!, 0);
    wordRows.start(terms.all, segment);
  }

  /** Ends the search. */
  release(): void {
    wordRows.release();
  }

  /** Visits the names with compound words, with the terms (as bits) that are like these words. */
  eachCompoundName(visit: (name: number, terms: number) => void): void {
    for (const [name, gains] of this.#ofNames) visit(name, termsOf(gains));
  }

  /**
   * Visits the words that are like a compound word of the query, with the terms (as bits) that form the compound word.
   */
  eachCompoundWord(visit: (id: number, terms: number) => void): void {
    for (const [id, gains] of this.#ofWords) visit(id, termsOf(gains));
  }

  #none(): CompoundGains {
    const width = this.#terms.all.length;
    return { gains: new Float64Array(width), costs: new Float64Array(width).fill(Infinity) };
  }

  #note(
    all: Map<number, CompoundGains>,
    key: number,
    index: number,
    gain: number,
    cost: number,
  ): void {
    let known = all.get(key);
    if (known === undefined) all.set(key, (known = this.#none()));
    known.gains[index] = Math.max(known.gains[index]!, gain);
    known.costs[index] = Math.min(known.costs[index]!, cost);
  }

  /**
   * Returns the gains that compound words bring to a name; undefined if neither side has one and the name is scored
   * without them.
   */
  compoundsOf(name: number, ids: Int32Array, size: number): CompoundGains | undefined {
    let found = this.#ofNames.size === 0 ? undefined : this.#ofNames.get(name);
    for (let j = 0; this.#ofWords.size > 0 && j < size; j++) {
      const other = this.#ofWords.get(ids[j]!);
      if (other === undefined) continue;
      const before = found;
      found = this.#none();
      for (let i = 0; i < found.gains.length; i++) {
        found.gains[i] = Math.max(before?.gains[i] ?? 0, other.gains[i]!);
        found.costs[i] = Math.min(before?.costs[i] ?? Infinity, other.costs[i]!);
      }
    }
    return found;
  }

  /** Returns true if a name with these words can be a hit. Compares only the words that the decision needs. */
  canReach(ids: Int32Array, size: number, compounds: CompoundGains | undefined): boolean {
    wordRows.rowsOf(ids, size, rows);
    do {
      if (!this.#reaches(ids, size, compounds)) return false;
    } while (wordRows.compare(ids, size, rows));
    return true;
  }

  /**
   * Calculates the same bound from the words alone: each term has its best match among them, and unlike words cost
   * nothing.
   */
  #reaches(ids: Int32Array, size: number, compounds: CompoundGains | undefined): boolean {
    const { gains, costs, width } = wordRows;
    const { all, minimum } = this.#terms;
    totals.start();
    let leftOfQuery = 0;
    let patronymics = 0;
    /** The words of the name, as bits, that are or may be like a term. */
    let alike = 0;
    for (let i = 0; i < width; i++) {
      const { unit, unlisted, belowTiers } = all[i]!;
      const unmatched = unit.token.weight * unit.unmatched;
      let best = compounds?.gains[i] ?? 0;
      let least = Math.min(unmatched, compounds?.costs[i] ?? Infinity);
      let isUncompared = false;
      let isBelowTiers = false;
      for (let j = 0; j < size; j++) {
        const place = rows[j]! * width + i;
        const gain = gains[place]!;
        if (gain < 0) {
          if (gain === UNCOMPARED) isUncompared = true;
          else isBelowTiers = true;
        } else if (costs[place]! < Infinity) {
          if (gain > best) best = gain;
          if (costs[place]! < least) least = costs[place]!;
        } else continue;
        alike |= 1 << j;
      }
      if (isUncompared || isBelowTiers) {
        const other = isUncompared ? unlisted : belowTiers;
        totals.addRange(
          Math.max(best, other.leastGain),
          Math.min(least, other.leastCost),
          Math.max(best, other.gain),
          Math.min(least, other.cost),
        );
      } else if (best > 0) totals.add(best, least);
      else if (
        unit.token.kind === 'number' ||
        this.#hasRepeats ||
        (unit.isGenericFree && unit.token.kind === 'generic')
      )
        totals.add(0, unmatched);
      else if (unit.token.kind !== 'title') {
        leftOfQuery += unit.token.weight;
        if (isPatronymic(unit.token.key)) patronymics += unit.token.weight;
      }
    }
    // Unlike words may be part of compound words.
    if (compounds !== undefined)
      return totals.reach(minimum, extraInQuery(leftOfQuery, patronymics));
    return this.#reachesWithLeftOver(ids, size, alike, { leftOfQuery, patronymics });
  }

  /**
   * Calculates the bound with costs: counts the words of a name that are not `alike`, and this unmatched weight of the
   * query.
   */
  #reachesWithLeftOver(
    ids: Int32Array,
    size: number,
    alike: number,
    { leftOfQuery, patronymics }: { leftOfQuery: number; patronymics: number },
  ): boolean {
    const { vocabulary } = this.#segment;
    const { minimum } = this.#terms;
    const { isGenericFree } = this.#terms.all[0]!.unit;
    let numbers = 0;
    let leftOfName = 0;
    let generic = 0;
    for (let j = 0; j < size; j++) {
      if ((alike & (1 << j)) !== 0) continue;
      const id = ids[j]!;
      const kind = vocabulary.kind(id);
      if (kind === 'number') numbers += vocabulary.weight(id) * NUMBER_COST;
      else if (kind === 'generic' && isGenericFree) generic += vocabulary.weight(id);
      else if (kind !== 'title') leftOfName += vocabulary.weight(id);
    }
    const contradiction = Math.min(leftOfQuery, leftOfName);
    const extra = leftOfName - contradiction + generic;
    const cost = numbers + contradiction + extraInQuery(leftOfQuery - contradiction, patronymics);
    // This assumes that everything left over repeats other words.
    if (!totals.reach(minimum, cost + extra * REPEATED_WEIGHT * CANDIDATE_EXTRA_COST)) return false;
    if (extra === 0) return true;
    const repeated = this.#repeatedWeight(ids, size, alike);
    const counted = extra - (1 - REPEATED_WEIGHT) * Math.min(extra, repeated);
    return totals.reach(minimum, cost + counted * CANDIDATE_EXTRA_COST);
  }

  /** Returns the weight of the words of a name that are not `alike`, but may be spelled like one that is. */
  #repeatedWeight(ids: Int32Array, size: number, alike: number): number {
    const { vocabulary } = this.#segment;
    let repeated = 0;
    for (let j = 0; j < size; j++) {
      if ((alike & (1 << j)) !== 0) continue;
      const kind = vocabulary.kind(ids[j]!);
      if (kind !== 'number' && kind !== 'title' && this.#repeats(ids, size, ids[j]!, alike))
        repeated += vocabulary.weight(ids[j]!);
    }
    return repeated;
  }

  /** Returns true if a word may be spelled like one of the words that are `alike`. */
  #repeats(ids: Int32Array, size: number, id: number, alike: number): boolean {
    const { columns } = this.#segment.vocabulary;
    for (let j = 0; j < size; j++)
      if ((alike & (1 << j)) !== 0 && sameLetters(columns, id, ids[j]!)) return true;
    return false;
  }
}
