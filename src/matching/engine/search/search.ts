import { canonicalise, MAX_TOKENS, MINIMUM_HIT_SCORE, scoreNames } from '../../../names/index.ts';
import { rawScoreOf, distinctiveFor } from '../../../names/score/score-model.ts';
import { tokenSimilarity, type TokenMatch } from '../../../names/similarity/similarity.ts';
import type { CanonicalName, Token } from '../../../names/types.ts';
import { distinctiveIn } from './bounds.ts';
import { Lookups } from '../nearby.ts';
import { queryCompounds } from './compounds.ts';
import { NameBound } from './name-bound.ts';
import type { PreparedQuery } from '../prepare.ts';
import { INDEXED_FROM } from '../similarity-tier.ts';
import { hasSyllables, textOfTokens, type Segment, type SegmentHit } from '../segment.ts';
import type { SearchLimit } from './limit.ts';
import { NamesByTerms } from './names-by-terms.ts';
import { Terms } from './terms.ts';

/** The maximum amount by which rounding to 2 decimals raises a score. */
const ROUNDING = 0.006;
/** With fewer words than this, comparing each is faster than preparing look-ups. */
const SMALL_VOCABULARY = 300;

/** Memory of the current search: the names that it has visited, and the words of one. The next search reuses it. */
const lookups = new Lookups();
const found = new NamesByTerms();
const ids = new Int32Array(MAX_TOKENS);
/** Number of names loaded together; see `keep`. */
const waiting = new Int32Array(64);

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}

class Search {
  readonly #query: PreparedQuery;
  readonly #segment: Segment;
  readonly #least: number;
  readonly #removed: Uint8Array | undefined;
  readonly #limit: SearchLimit | undefined;
  readonly #memo = new Map<Token, Map<Token, TokenMatch>>();
  /** The letters of the query's words, computed when a name is first scored. */
  #letters: string | undefined;
  #plainQuery: CanonicalName | undefined;
  #bound!: NameBound;
  #waitingCount = 0;
  /** Number of names checked. */
  #seen = 0;
  /** The number of compared pairs of words that the limit has not received yet. */
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
    const segment = this.#segment;
    const least = this.#least - ROUNDING;
    // With too few distinctive words, only a name whose words all agree can score.
    const onlySame = distinctiveIn(name.tokens) + name.compounds.length < distinctiveFor(least);
    const isFullScan =
      !onlySame && (this.#least < INDEXED_FROM || segment.vocabulary.size <= SMALL_VOCABULARY);
    const compounds = onlySame ? [] : queryCompounds(this.#query, segment, lookups, this.#limit);
    const minimum = onlySame ? 100 - 1e-9 : rawScoreOf(least);
    const terms = new Terms(
      this.#query,
      segment,
      lookups,
      compounds,
      minimum,
      isFullScan,
      this.#limit,
    );
    const candidateTerms = terms.candidateTerms();
    this.#bound = new NameBound(terms, compounds, segment);
    try {
      if (candidateTerms === undefined)
        for (let each = 0; each < segment.nameCount; each++) this.#consider(each);
      else {
        found.find(terms, candidateTerms, this.#bound, segment, this.#limit);
        found.each((each) => this.#visit(each));
        this.#considerWaiting();
      }
    } finally {
      this.#bound.release();
      found.release();
    }
  }

  #visit(name: number): void {
    waiting[this.#waitingCount++] = name;
    if (this.#waitingCount === waiting.length) this.#considerWaiting();
  }

  #considerWaiting(): void {
    this.#segment.prefetchNames(waiting, this.#waitingCount);
    for (let i = 0; i < this.#waitingCount; i++) this.#consider(waiting[i]!);
    this.#waitingCount = 0;
  }

  /** Scores the name if it can reach the threshold. */
  #consider(name: number): void {
    const size = this.#segment.wordsOf(name, ids);
    this.#compared += this.#query.name.tokens.length * size;
    if ((++this.#seen & 63) === 0) {
      this.#limit?.check(this.#compared);
      this.#compared = 0;
    }
    const compounds = this.#bound.compoundsOf(name, ids, size);
    if (this.#bound.canReach(ids, size, compounds)) this.#score(name, compounds === undefined);
  }

  readonly #similarity = (query: Token, candidate: Token): TokenMatch => {
    let row = this.#memo.get(query);
    if (row === undefined) this.#memo.set(query, (row = new Map()));
    let match = row.get(candidate);
    if (match === undefined) row.set(candidate, (match = tokenSimilarity(query, candidate)));
    return match;
  };

  readonly #countAlignment = (words: number): void => this.#limit?.check(words ** 2);

  /** @param plain true if no compound word of either name is like a word of the other name */
  #score(name: number, plain: boolean): void {
    const segment = this.#segment;
    const entry = segment.entryOfName(name);
    if (((this.#removed?.[entry >>> 3] ?? 0) & (1 << (entry & 7))) !== 0) return;
    const candidate = segment.candidate(name, plain);
    const { name: asked } = this.#query;
    this.#letters ??= withoutSpaces(textOfTokens(asked.tokens));
    this.#plainQuery ??= { ...asked, compounds: [] };
    const sameLetters = withoutSpaces(candidate.canonical) === this.#letters;
    const bySyllables = hasSyllables(candidate.tokens);
    let scored = scoreNames(
      plain ? this.#plainQuery : asked,
      candidate,
      this.#similarity,
      this.#countAlignment,
    );
    if (scored.score < this.#least && !sameLetters) return;
    const { text, quality, hint } = segment.name(name, entry);
    // The words have nearly all information of a canonical name. The text adds which syllables form a word (their order
    // can only lower the score), which initials are joined, and the words beyond the maximum.
    if (bySyllables || sameLetters)
      scored = scoreNames(asked, canonicalise(text, { entity: hint }));
    const { score, explanation } = scored;
    if (score >= this.#least) this.hits.push({ entry, name, text, quality, score, explanation });
  }
}

/**
 * Returns every name of the segment that scores at least `threshold` (never below 50), best first, ties in the order of
 * the names. Returns the same names as `scan`, but does not compare every name.
 * @throws the errors of `limit`
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
