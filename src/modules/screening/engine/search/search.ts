import {
  canonicalise,
  MAX_TOKENS,
  MINIMUM_HIT_SCORE,
  scoreNames,
} from '../../../../names/index.ts';
import { agreementOf, distinctiveFor } from '../../../../names/score/score-model.ts';
import { tokenSimilarity, type TokenMatch } from '../../../../names/similarity/similarity.ts';
import type { CanonicalName, Token } from '../../../../names/types.ts';
import { distinctiveIn } from './bounds.ts';
import { Marks } from '../marks.ts';
import { NameCheck } from './name-check.ts';
import { costOf, planFor, type Plan, type Unit } from './plan.ts';
import type { PreparedQuery } from '../prepare.ts';
import { queryJoins } from './query-joins.ts';
import { INDEXED_FROM } from '../radius.ts';
import { hasSyllables, textOf, type Segment, type SegmentHit } from '../segment.ts';
import type { SearchLimit } from './limit.ts';

/** Rounding to 2 decimals may lift a score by this much. */
const ROUNDING = 0.006;
/** Of so few words each is looked at sooner than a lookup is prepared. */
const SMALL_VOCABULARY = 300;

/** Going through a name takes as long as noting so many that a word is in. */
const NOTED_PER_NAME = 30;

/** Names that the search at hand has met. */
const met = new Marks();
/** Names that it has found a word of. */
const found = new Marks();
const ids = new Int32Array(MAX_TOKENS);
/** Names that are looked at together: see `keep`. */
const waiting = new Int32Array(64);
let waitingCount = 0;

class Search {
  readonly #query: PreparedQuery;
  readonly #segment: Segment;
  readonly #least: number;
  readonly #removed: Uint8Array | undefined;
  readonly #limit: SearchLimit | undefined;
  readonly #memo = new Map<Token, Map<Token, TokenMatch>>();
  /** Made when a name is scored. */
  #text: string | undefined;
  #plainQuery: CanonicalName | undefined;
  #check!: NameCheck;
  #seen = 0;
  /** Pairs of words that the limit does not know of yet. */
  #compared = 0;
  readonly hits: SegmentHit[] = [];

  constructor(
    query: PreparedQuery,
    segment: Segment,
    least: number,
    removed?: Uint8Array,
    limit?: SearchLimit,
  ) {
    this.#query = query;
    this.#segment = segment;
    this.#least = least;
    this.#removed = removed;
    this.#limit = limit;
  }

  run(): void {
    const { name } = this.#query;
    const least = this.#least - ROUNDING;
    // With too few distinctive words only the same name scores: all its words agree.
    const onlySame = distinctiveIn(name.tokens) + name.joins.length < distinctiveFor(least);
    const exhaustive =
      !onlySame &&
      (this.#least < INDEXED_FROM || this.#segment.vocabulary.size <= SMALL_VOCABULARY);
    const plan = planFor({
      query: this.#query,
      segment: this.#segment,
      joins: onlySame ? [] : queryJoins(this.#query, this.#segment, this.#limit),
      floor: onlySame ? 100 - 1e-9 : agreementOf(least),
      exhaustive,
      limit: this.#limit,
    });
    this.#check = new NameCheck(plan, this.#segment);
    try {
      this.#goThrough(plan);
    } finally {
      this.#check.release();
    }
  }

  #goThrough(plan: Plan): void {
    const { generators, generatingJoins } = plan;
    const segment = this.#segment;
    if (generators === undefined) {
      for (let name = 0; name < segment.nameCount; name++) this.#consider(name);
      return;
    }
    met.start(segment.nameCount);
    waitingCount = 0;
    for (const name of this.#check.joinedNames()) this.#visit(name);
    for (const { ids: words } of generatingJoins) for (const id of words) this.#visitNamesOf(id);
    this.#generate(plan, generators);
    this.#considerWaiting();
  }

  /** Visits the names that the words of `generators` generate, but for some that can not reach the threshold. */
  #generate({ units, joins }: Plan, generators: readonly Unit[]): void {
    const segment = this.#segment;
    const others = units.filter((unit) => unit.nearby !== undefined && !generators.includes(unit));
    const isWorth = costOf(others) < NOTED_PER_NAME * costOf(generators);
    // Where such a word is not enough alone, a name needs another one that has been found.
    const supported: number[] = [];
    for (const { nearby, index } of generators) {
      segment.prefetchPostings(nearby!.ids);
      for (const id of nearby!.ids) {
        if (isWorth && !this.#check.reachesAlone(id, index)) supported.push(id);
        else this.#visitNamesOf(id);
      }
    }
    if (supported.length === 0) return;
    found.start(segment.nameCount);
    for (const { nearby } of others) {
      segment.prefetchPostings(nearby!.ids);
      for (const id of nearby!.ids) this.#noteNamesOf(id);
    }
    for (const join of joins) for (const id of join.ids) this.#noteNamesOf(id);
    for (const id of supported) {
      const count = segment.readNamesOf(id);
      const { names } = segment;
      for (let i = 0; i < count; i++) if (!found.isNew(names[i]!)) this.#visit(names[i]!);
    }
  }

  #visitNamesOf(id: number): void {
    const count = this.#segment.readNamesOf(id);
    const { names } = this.#segment;
    for (let i = 0; i < count; i++) this.#visit(names[i]!);
  }

  #noteNamesOf(id: number): void {
    const count = this.#segment.readNamesOf(id);
    const { names } = this.#segment;
    for (let i = 0; i < count; i++) found.isNew(names[i]!);
  }

  #visit(name: number): void {
    if (!met.isNew(name)) return;
    waiting[waitingCount++] = name;
    if (waitingCount === waiting.length) this.#considerWaiting();
  }

  #considerWaiting(): void {
    this.#segment.prefetchNames(waiting, waitingCount);
    for (let i = 0; i < waitingCount; i++) this.#consider(waiting[i]!);
    waitingCount = 0;
  }

  /** Scores the name if it can reach the threshold. */
  #consider(name: number): void {
    const size = this.#segment.wordsOf(name, ids);
    this.#compared += this.#query.name.tokens.length * size;
    if ((++this.#seen & 63) === 0) {
      this.#limit?.check(this.#compared);
      this.#compared = 0;
    }
    if (!this.#check.canReach(name, ids, size)) return;
    this.#score(name, !this.#check.isJoined);
  }

  readonly #similarity = (query: Token, candidate: Token): TokenMatch => {
    let row = this.#memo.get(query);
    if (row === undefined) this.#memo.set(query, (row = new Map()));
    let match = row.get(candidate);
    if (match === undefined) row.set(candidate, (match = tokenSimilarity(query, candidate)));
    return match;
  };

  readonly #countAlignment = (words: number): void => this.#limit?.check(words ** 2);

  /** `plain`: no joined reading of the name or of the query is like anything on the other side. */
  #score(name: number, plain: boolean): void {
    const segment = this.#segment;
    const entry = segment.entryOfName(name);
    if (((this.#removed?.[entry >>> 3] ?? 0) & (1 << (entry & 7))) !== 0) return;
    const candidate = segment.candidate(name, plain);
    const { name: asked } = this.#query;
    this.#text ??= textOf(asked.tokens);
    this.#plainQuery ??= { ...asked, joins: [] };
    const sameWords = candidate.canonical === this.#text;
    const bySyllables = hasSyllables(candidate.tokens);
    const isCut = candidate.tokens.length === MAX_TOKENS;
    let scored = scoreNames(
      plain ? this.#plainQuery : asked,
      candidate,
      this.#similarity,
      this.#countAlignment,
    );
    if (scored.score < this.#least && !sameWords) return;
    const { text, quality, hint } = segment.name(name, entry);
    // Words say nearly all of a canonical name. What they do not, the text does: which syllables are one word,
    // whose order can only lower the score, and words beyond the most.
    if (bySyllables || (sameWords && isCut))
      scored = scoreNames(asked, canonicalise(text, { entity: hint }));
    const { score, explanation } = scored;
    if (score >= this.#least) this.hits.push({ entry, name, text, quality, score, explanation });
  }
}

/**
 * Every name of the segment that scores at least `threshold` (never below 50), best first, ties in the order
 * of the names: what `scan` says, without comparing every name.
 * @throws what `limit` throws
 */
export function searchSegment(
  query: PreparedQuery,
  segment: Segment,
  threshold: number,
  removed?: Uint8Array,
  limit?: SearchLimit,
): SegmentHit[] {
  if (query.name.tokens.length === 0 || segment.nameCount === 0) return [];
  const search = new Search(query, segment, Math.max(threshold, MINIMUM_HIT_SCORE), removed, limit);
  search.run();
  return search.hits.toSorted((a, b) => b.score - a.score || a.name - b.name);
}
