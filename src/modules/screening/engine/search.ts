import { canonicalise, MAX_TOKENS, MINIMUM_HIT_SCORE, scoreNames } from '../matching/index.ts';
import { agreementOf, distinctiveFor, QUERY_EXTRA_COST } from '../matching/score-model.ts';
import { tokenSimilarity, type TokenMatch } from '../matching/similarity.ts';
import type { CanonicalName, Token } from '../matching/types.ts';
import { distinctiveIn, FAINT_JOIN, reaches, upTo, type Listed } from './bounds.ts';
import { isEditable } from './index-keys.ts';
import { NameCheck } from './name-check.ts';
import { planFor, wordsByQueryJoin, type Plan, type WordByJoin } from './plan.ts';
import type { PreparedQuery } from './prepare.ts';
import { INDEXED_FROM } from './radius.ts';
import { hasSyllables, textOf, type Segment, type SegmentHit } from './segment.ts';
import type { TimeLimit } from '../../../platform/time-limit.ts';

/** Rounding to 2 decimals may lift a score by this much. */
const ROUNDING = 0.006;
/** Of so few words each is looked at sooner than a lookup is prepared. */
const SMALL_VOCABULARY = 300;

/** Row of each vocabulary word in the tables of the current search; 0 for words that are in none. */
let rowOf = new Uint16Array(1024);
const MOST_ROWS = 65_535;
/** Of one name: best gain and least cost of each word of the query, and the range if none is listed. */
const gains = new Float64Array(MAX_TOKENS);
const costs = new Float64Array(MAX_TOKENS);
const leastGains = new Float64Array(MAX_TOKENS);
const leastCosts = new Float64Array(MAX_TOKENS);
const ids = new Int32Array(MAX_TOKENS);
const joins = { gains: new Float64Array(MAX_TOKENS), costs: new Float64Array(MAX_TOKENS) };

/** What joined readings do for a name. */
interface Joined {
  /** Bits of the words that a joined reading of the query covers, and what each can then gain at most. */
  readonly covers: { covered: number; gain: number }[];
  /** Words of the query that a joined reading of the name is similar to. */
  readonly units: { unit: number; similarity: number }[];
}

class Search {
  readonly #query: PreparedQuery;
  readonly #segment: Segment;
  readonly #least: number;
  readonly #removed: Uint8Array | undefined;
  readonly #limit: TimeLimit | undefined;
  readonly #text: string;
  readonly #plainQuery: CanonicalName;
  readonly #memo = new Map<Token, Map<Token, TokenMatch>>();
  readonly #joined = new Map<number, Joined>();
  readonly #words: number[] = [];
  /** By row and word of the query: gain and cost if listed, else those of no match. */
  readonly #gains: number[] = [];
  readonly #costs: number[] = [];
  /** Place of a row's word among those that create candidates. */
  readonly #ranks: number[] = [];
  #plan!: Plan;
  #seen = 0;
  #check: NameCheck | undefined;
  readonly hits: SegmentHit[] = [];

  constructor(
    query: PreparedQuery,
    segment: Segment,
    least: number,
    removed?: Uint8Array,
    limit?: TimeLimit,
  ) {
    this.#query = query;
    this.#segment = segment;
    this.#least = least;
    this.#removed = removed;
    this.#limit = limit;
    this.#text = textOf(query.name.tokens);
    this.#plainQuery = { ...query.name, joins: [] };
  }

  run(): void {
    const { name } = this.#query;
    const least = this.#least - ROUNDING;
    const exhaustive =
      this.#least < INDEXED_FROM || this.#segment.vocabulary.size <= SMALL_VOCABULARY;
    const byJoin = wordsByQueryJoin(this.#query, this.#segment, exhaustive, this.#limit);
    const distinctive = distinctiveIn(name.tokens) + (byJoin.length > 0 ? name.joins.length : 0);
    // With too few distinctive words only the same name scores: all its words agree.
    const onlySame = distinctive < distinctiveFor(least);
    const floor = onlySame ? 100 - 1e-9 : agreementOf(least);
    this.#plan = planFor(this.#query, this.#segment, floor, exhaustive && !onlySame, this.#limit);
    if (!onlySame) this.#noteJoined(byJoin);
    try {
      this.#fillRows();
      this.#goThrough();
    } finally {
      for (const id of this.#words) rowOf[id] = 0;
    }
  }

  #joinedOf(name: number): Joined {
    let joined = this.#joined.get(name);
    if (joined === undefined) this.#joined.set(name, (joined = { covers: [], units: [] }));
    return joined;
  }

  #noteJoined(byJoin: readonly WordByJoin[]): void {
    this.#plan.units.forEach(({ found }, unit) => {
      found?.joined.names.forEach((name, i) => {
        this.#joinedOf(name).units.push({ unit, similarity: found.joined.similarities[i]! });
      });
    });
    for (const { id, covered, gain } of byJoin)
      this.#segment.eachNameOf(id, (name) => {
        this.#joinedOf(name).covers.push({ covered, gain });
      });
  }

  #row(id: number): number {
    const known = rowOf[id]!;
    if (known > 0) return known - 1;
    const row = this.#words.push(id);
    if (row > MOST_ROWS) throw new RangeError('too many similar words');
    rowOf[id] = row;
    for (let i = 0; i < this.#plan.units.length; i++) {
      this.#gains.push(-1);
      this.#costs.push(Infinity);
    }
    this.#ranks.push(Infinity);
    return row - 1;
  }

  #fillRows(): void {
    if (rowOf.length < this.#segment.vocabulary.size)
      rowOf = new Uint16Array(this.#segment.vocabulary.size);
    const { units } = this.#plan;
    units.forEach(({ found, unit: { unmatched } }, unit) => {
      if (found === undefined) return;
      const { ids: words, gains: gainOf, costs: costOf } = found.nearby;
      // Costs are those of a word that stands once; of one that is repeated they may be less.
      const share = Math.min(1, unmatched / QUERY_EXTRA_COST);
      for (let i = 0; i < words.length; i++) {
        const place = this.#row(words[i]!) * units.length + unit;
        this.#gains[place] = gainOf[i]!;
        this.#costs[place] = costOf[i]! * share;
      }
    });
  }

  #goThrough(): void {
    const segment = this.#segment;
    const { generators } = this.#plan;
    if (generators === undefined) {
      for (let name = 0; name < segment.nameCount; name++) this.#consider(name, -1);
      return;
    }
    for (const name of this.#joined.keys()) this.#consider(name, -1);
    const order: number[] = [];
    for (const { found } of generators) {
      for (const id of found!.nearby.ids) {
        const row = rowOf[id]! - 1;
        if (this.#ranks[row] === Infinity) this.#ranks[row] = order.push(id) - 1;
      }
    }
    for (let rank = 0; rank < order.length; rank++) {
      segment.eachNameOf(order[rank]!, (name) => {
        if (this.#joined.size === 0 || !this.#joined.has(name)) this.#consider(name, rank);
      });
    }
  }

  /** Scores the name if it can reach the threshold and is met for the first time at this rank. */
  #consider(name: number, rank: number): void {
    const { units, floor } = this.#plan;
    const width = units.length;
    if ((++this.#seen & 63) === 0) this.#limit?.check();
    for (let i = 0; i < width; i++) {
      const { unlisted } = units[i]!;
      gains[i] = unlisted.gain;
      costs[i] = unlisted.cost;
      leastGains[i] = unlisted.leastGain;
      leastCosts[i] = unlisted.leastCost;
    }
    const size = this.#segment.wordsOf(name, ids);
    for (let at = 0; at < size; at++) {
      const row = rowOf[ids[at]!]! - 1;
      if (row < 0) continue;
      if (this.#ranks[row]! < rank) return;
      const place = row * width;
      for (let i = 0; i < width; i++) {
        const gain = this.#gains[place + i]!;
        if (gain >= 0) this.#improve(i, gain, this.#costs[place + i]!);
      }
    }
    const joined = this.#joined.get(name);
    if (joined !== undefined) {
      joins.gains.fill(0, 0, width);
      joins.costs.fill(Infinity, 0, width);
      for (const { unit, similarity } of joined.units) {
        const contribution = upTo(units[unit]!.unit, similarity);
        this.#join(unit, contribution.gain, contribution.leastCost);
      }
      for (const { covered, gain } of joined.covers) {
        for (let i = 0; i < width; i++) if ((covered & (1 << i)) !== 0) this.#join(i, gain, 0);
      }
    }
    let leastGain = 0;
    let leastCost = 0;
    let gain = 0;
    let cost = 0;
    for (let i = 0; i < width; i++) {
      gain += gains[i]!;
      cost += costs[i]!;
      leastGain += leastGains[i]!;
      leastCost += leastCosts[i]!;
    }
    if (!reaches(floor, leastGain, leastCost, gain, cost)) return;
    this.#limit?.check();
    const known = joined === undefined ? undefined : joins;
    this.#check ??= new NameCheck(
      units.map(({ unit }) => unit),
      units.map(({ unit, found, unlisted }) => (found ? upTo(unit, FAINT_JOIN) : unlisted)),
      this.#listed(),
      this.#segment,
      floor,
    );
    if (this.#check.canReach(ids, size, known))
      this.#score(name, known === undefined && !this.#check.mayJoin(ids, size));
  }

  #listed(): Listed {
    const { units } = this.#plan;
    const width = units.length;
    return {
      isLookedUp: units.map(({ found, unit }) => found !== undefined && isEditable(unit.token)),
      gain: (id, unit) => {
        const row = rowOf[id]! - 1;
        return row < 0 ? -1 : this.#gains[row * width + unit]!;
      },
      cost: (id, unit) => this.#costs[(rowOf[id]! - 1) * width + unit]!,
    };
  }

  #join(unit: number, gain: number, cost: number): void {
    if (gain > joins.gains[unit]!) joins.gains[unit] = gain;
    if (cost < joins.costs[unit]!) joins.costs[unit] = cost;
    this.#improve(unit, gain, cost);
  }

  /** A known partner: its gain, or the best of an unknown one, at the least cost of both. */
  #improve(unit: number, gain: number, cost: number): void {
    const best = Math.max(gain, gains[unit]!);
    const least = Math.min(cost, leastCosts[unit]!);
    gains[unit] = best;
    leastGains[unit] = best;
    costs[unit] = least;
    leastCosts[unit] = least;
  }

  readonly #similarity = (query: Token, candidate: Token): TokenMatch => {
    let row = this.#memo.get(query);
    if (row === undefined) this.#memo.set(query, (row = new Map()));
    let match = row.get(candidate);
    if (match === undefined) row.set(candidate, (match = tokenSimilarity(query, candidate)));
    return match;
  };

  /** `plain`: no joined reading of the name or of the query is like anything on the other side. */
  #score(name: number, plain: boolean): void {
    const segment = this.#segment;
    const entry = segment.entryOfName(name);
    if (((this.#removed?.[entry >>> 3] ?? 0) & (1 << (entry & 7))) !== 0) return;
    const candidate = segment.candidate(name, plain);
    const sameWords = candidate.canonical === this.#text;
    const bySyllables = hasSyllables(candidate.tokens);
    const query = plain ? this.#plainQuery : this.#query.name;
    let scored = scoreNames(query, candidate, this.#similarity);
    if (scored.score < this.#least && !sameWords) return;
    const { text, quality, hint } = segment.name(name, entry);
    // Words say nearly all of a canonical name. What they do not, the text does: which syllables are one word,
    // whose order can only lower the score.
    if (sameWords || bySyllables)
      scored = scoreNames(this.#query.name, canonicalise(text, { entity: hint }));
    const { score, explanation } = scored;
    if (score >= this.#least) this.hits.push({ entry, name, text, quality, score, explanation });
  }
}

/**
 * Every name of the segment that scores at least `threshold` (never below 50), best first, ties in the order
 * of the names: what `scan` says, without comparing every name.
 * @throws TimeLimitReached when `limit` is reached
 */
export const searchSegment = (
  query: PreparedQuery,
  segment: Segment,
  threshold: number,
  removed?: Uint8Array,
  limit?: TimeLimit,
): SegmentHit[] => {
  if (query.name.tokens.length === 0 || segment.nameCount === 0) return [];
  const search = new Search(query, segment, Math.max(threshold, MINIMUM_HIT_SCORE), removed, limit);
  search.run();
  return search.hits.toSorted((a, b) => b.score - a.score || a.name - b.name);
};
