import { isEditable } from '../index-keys.ts';
import { namesByCompound, type CompoundNames } from '../compound-names.ts';
import type { Lookups, Nearby } from '../nearby.ts';
import type { PreparedQuery, QueryWord } from '../prepare.ts';
import { NEAR, SIMILARITY_TIERS, WIDE, type SimilarityTier } from '../similarity-tier.ts';
import type { KnownWord, Segment } from '../segment.ts';
import { GENERIC_FROM, INITIAL_SIMILARITY } from '../../../names/similarity/similarity.ts';
import { withoutForgiven } from '../../../names/score/one-word.ts';
import { Totals, unitsOf, upTo, type Contribution, type QueryUnit } from './bounds.ts';
import type { QueryCompound } from './compounds.ts';
import type { SearchLimit } from './limit.ts';

/** The weight below which words create candidates only if the heavier ones do not suffice. */
const HEAVY = 0.45;
/** Bytes of postings that take as long to read as the look-up of a word. */
const CHEAP = 48;
/** The nanoseconds that a look-up may always take, because it saves comparing words of names one by one. */
const AFFORDABLE_NS = 50_000;

/** A word of the query, with the words of the segment that are like it. */
export class Term {
  readonly unit: QueryUnit;
  readonly word: QueryWord;
  /** Position of the word in the query. */
  readonly index: number;
  /** The highest gain of the word: matched to an equal word, or as part of a compound word. */
  readonly best: number;
  /** The names with a compound word like this word. */
  readonly joined: CompoundNames;
  /** The segment's words that are like this word; undefined until they are looked up. */
  nearby: Nearby | undefined;
  /** The best contribution of any word that is not in `nearby`. */
  unlisted: Contribution;
  /** The best contribution of any word that is neither in `nearby` nor in `initialWords`. */
  missing: Contribution;
  /** If the word is an initial, the words that it can abbreviate, once they are needed. */
  initialWords: Uint32Array | undefined;
  /** The best contribution of any word below every tier. */
  belowTiers: Contribution;
  /**
   * The size of the postings of its words in bytes, which is the cost of reading their names. Before the look-up it is
   * a guess.
   */
  cost: number;
  readonly #known: KnownWord;
  readonly #segment: Segment;
  readonly #lookups: Lookups;
  readonly #isFullScan: boolean;

  constructor(
    unit: QueryUnit,
    word: QueryWord,
    index: number,
    best: number,
    segment: Segment,
    lookups: Lookups,
    isFullScan: boolean,
  ) {
    const known = segment.known(word.token.id);
    known.joined ??= namesByCompound(word, segment, lookups);
    known.bytesOfKey ??= lookups.bytesOfKey(word, segment);
    this.unit = unit;
    this.word = word;
    this.index = index;
    this.best = best;
    this.joined = known.joined;
    this.unlisted = { gain: best, cost: 0, leastGain: best, leastCost: 0 };
    this.missing = this.unlisted;
    this.belowTiers = this.unlisted;
    this.cost = known.nearby?.bytes ?? known.bytesOfKey;
    this.#known = known;
    this.#segment = segment;
    this.#lookups = lookups;
    this.#isFullScan = isFullScan;
  }

  get isHeavy(): boolean {
    return this.unit.token.weight >= HEAVY;
  }

  /** Returns true if a word that is not listed cannot be like it. */
  get isComplete(): boolean {
    const { token } = this.unit;
    if (this.nearby === undefined || token.kind === 'initial') return false;
    if (token.kind === 'generic' && this.nearby.from <= GENERIC_FROM) return true;
    return this.#isFullScan || !isEditable(token);
  }

  /** Returns true if every word that is not listed is below every tier. */
  get isLookedUpWide(): boolean {
    return (
      this.nearby !== undefined &&
      this.nearby.from <= WIDE.from &&
      this.unit.token.kind !== 'initial'
    );
  }

  /** Lists the words of this tier, or of a wider tier that costs little more. */
  lookUp(tier: SimilarityTier): void {
    const { token } = this.unit;
    const known = this.#known;
    const length = this.word.letters.keyLength;
    const affordable =
      SIMILARITY_TIERS.findLast((each) => each.letterBudgets.timeNs[length]! < AFFORDABLE_NS) ??
      NEAR;
    const widest = affordable.from < tier.from ? affordable : tier;
    if (this.nearby !== undefined && this.nearby.from <= widest.from) return;
    if (this.#isFullScan) this.nearby = this.#lookups.allSimilarWords(token, this.#segment);
    else {
      if (known.nearby === undefined || known.nearby.from > widest.from)
        known.nearby = this.#lookups.nearbyWords(this.word, this.#segment, widest);
      this.nearby = known.nearby;
    }
    let most = isEditable(token) && !this.isComplete ? this.nearby.from : 0;
    if (token.kind === 'initial') most = INITIAL_SIMILARITY;
    this.unlisted = upTo(this.unit, most);
    this.missing = this.unlisted;
    this.belowTiers = upTo(this.unit, Math.min(most, WIDE.from));
    this.cost = this.nearby.bytes;
  }

  /** Lists all words with this first letter, if it is an initial. */
  lookUpInitial(): void {
    const { token } = this.unit;
    if (token.kind !== 'initial' || this.#isFullScan) return;
    this.initialWords = this.#segment.initials.wordsOf(token.key);
    this.missing = upTo(this.unit, 0);
    for (const id of this.initialWords) this.cost += this.#segment.bytesOfNames(id);
  }
}

const totals = new Totals();

/** Returns the terms of a query before look-ups. */
export class Terms {
  readonly all: readonly Term[];
  /** The raw score below which a name is not a hit. */
  readonly minimum: number;
  readonly #limit: SearchLimit | undefined;

  constructor(
    query: PreparedQuery,
    segment: Segment,
    lookups: Lookups,
    compounds: readonly QueryCompound[],
    minimum: number,
    isFullScan: boolean,
    limit: SearchLimit | undefined,
  ) {
    this.minimum = withoutForgiven(minimum, query.name.tokens);
    this.#limit = limit;
    this.all = unitsOf(query.name).map((unit, index) => {
      limit?.check();
      let best = unit.token.weight;
      for (const { covered, share } of compounds)
        if ((covered & (1 << index)) !== 0) best = Math.max(best, share);
      return new Term(unit, query.words[index]!, index, best, segment, lookups, isFullScan);
    });
  }

  /**
   * Returns true if a name can reach the minimum without a listed or compound word of the `missing` terms (as bits).
   */
  reachesWithout(missing: number): boolean {
    totals.start();
    for (const term of this.all) {
      if ((missing & (1 << term.index)) === 0) totals.add(term.best, 0);
      else {
        const { leastGain, leastCost, gain, cost } = term.missing;
        totals.addRange(leastGain, leastCost, gain, cost);
      }
    }
    return totals.reach(this.minimum);
  }

  /**
   * Returns the first of `terms` that every name needs a word of to reach the minimum. Heavy and rare terms come first.
   */
  #first(terms: readonly Term[], before?: (term: Term) => void): Term[] | undefined {
    const order = terms.toSorted(
      (a, b) => Number(b.isHeavy) - Number(a.isHeavy) || a.cost - b.cost,
    );
    let missing = 0;
    for (let i = 0; i < order.length; i++) {
      before?.(order[i]!);
      missing |= 1 << order[i]!.index;
      if (!this.reachesWithout(missing)) return order.slice(0, i + 1);
    }
    return undefined;
  }

  #lookUp(term: Term, tier: SimilarityTier): void {
    this.#limit?.check();
    term.lookUp(tier);
  }

  /**
   * Looks up terms until a few of them suffice: every name that reaches the minimum has a listed word of one of them,
   * or a compound word. Undefined if none suffice; then every name is a candidate.
   */
  candidateTerms(): Term[] | undefined {
    let found: Term[] | undefined;
    for (const tier of SIMILARITY_TIERS) {
      found = this.#first(this.all, (term) => this.#lookUp(term, tier));
      if (found !== undefined) break;
    }
    if (found === undefined) {
      // An initial matches every word with its letter, so a name with several initials may match by them alone.
      for (const term of this.all) term.lookUpInitial();
      found = this.#first(this.all);
    }
    // If many names must be checked, looking up the other words excludes most of them.
    const isCostly = found === undefined || found.reduce((sum, { cost }) => sum + cost, 0) > CHEAP;
    if (isCostly)
      for (const term of this.all) if (term.nearby === undefined) this.#lookUp(term, NEAR);
    // The costs are known from here on.
    return found && this.#first(this.all.filter(({ nearby }) => nearby !== undefined));
  }
}
