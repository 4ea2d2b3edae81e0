import { QUERY_EXTRA_COST } from '../../names/score/score-model.ts';
import { beyondAt, FORMS, LETTERS, similarIds } from '../../names/score/columns.ts';
import { compoundSimilarity } from '../../names/similarity/compounds.ts';
import { tokenSimilarity } from '../../names/similarity/similarity.ts';
import type { Token } from '../../names/types.ts';
import { matchedTo } from './search/bounds.ts';
import { eachUnder, type LetterClassIndex } from './hash-index.ts';
import { consonantSpace, isEditable } from './index-keys.ts';
import type { QueryWord } from './prepare.ts';
import { COMPOUNDS, WIDE, type SimilarityTier } from './similarity-tier.ts';
import type { Segment } from './segment.ts';
import { lengthsNear, NearKeys } from './near-keys.ts';
import type { LetterQuery } from './letter-query.ts';

/** A set of numbers with one bit each, which makes it fit into a processor's cache. */
class Marks {
  #met = new Uint32Array(32);

  /** Empties the set, for numbers below `size`. */
  start(size: number): void {
    const words = (size + 31) >>> 5;
    if (this.#met.length < words) this.#met = new Uint32Array(2 * words);
    else this.#met.fill(0, 0, words);
  }

  /** Returns true if the number occurs for the first time. */
  isNew(number: number): boolean {
    const at = number >>> 5;
    const bit = 1 << (number & 31);
    const known = this.#met[at]!;
    if ((known & bit) !== 0) return false;
    this.#met[at] = known | bit;
    return true;
  }
}

/** Vocabulary words similar to a query's word. */
export type Nearby = {
  /** The list has every word with this similarity or more, except for rules that stop at WIDE. */
  readonly from: number;
  readonly ids: readonly number[];
  /** The gain and the lowest cost of each word, for a query's word that occurs once; see bounds.ts. */
  readonly gains: readonly number[];
  readonly costs: readonly number[];
  /** The size in bytes of the postings of these words, which is the cost of reading the names. */
  readonly bytes: number;
};

/** The nanoseconds to exclude a word of the vocabulary. */
const WORD_NS = 30;

/**
 * Looks up words of a segment that are like a query's word. Keeps the candidates of the current look-up in memory that
 * the next one reuses, so only one search at a time may use it.
 */
export class Lookups {
  readonly nearKeys = new NearKeys();
  readonly #met = new Marks();
  #candidates = new Uint32Array(1024);
  #count = 0;
  #similarities = new Float64Array(1024);

  /** Adds a word to the candidates, unless it is among them. */
  readonly #note = (id: number): void => {
    if (!this.#met.isNew(id)) return;
    if (this.#count === this.#candidates.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#candidates);
      this.#candidates = grown;
    }
    this.#candidates[this.#count++] = id;
  };

  #start({ vocabulary }: Segment): void {
    this.#met.start(vocabulary.size);
    this.#count = 0;
  }

  /**
   * Adds words that are near by letters or by sound. Finds them by their keys and returns true, or one by one if there
   * are too many keys.
   */
  #collectNear(
    segment: Segment,
    query: LetterQuery,
    tier: SimilarityTier,
    ofForms: boolean,
  ): boolean {
    const { vocabulary, wordKeys } = segment;
    const length = ofForms ? query.formLength : query.keyLength;
    const budgets = ofForms ? tier.formBudgets : tier.letterBudgets;
    const limits = ofForms ? tier.forms : tier.letters;
    const lengths = ofForms ? vocabulary.formsByLength : vocabulary.keysByLength;
    const [from, to] = lengthsNear(length, limits);
    const words = lengths.starts[to + 1]! - lengths.starts[from]!;
    if (budgets.timeNs[length]! < words * WORD_NS) {
      const codes = ofForms ? query.formCodes : query.keyCodes;
      this.nearKeys.each(wordKeys, codes, length, budgets, this.#note);
      return true;
    }
    const part = ofForms ? FORMS : LETTERS;
    const sets = ofForms ? query.form : query.letters;
    for (let at = lengths.starts[from]!; at < lengths.starts[to + 1]!; at++) {
      const id = lengths.ids[at]!;
      if (!beyondAt(sets, vocabulary.columns, part, id, limits)) this.#note(id);
    }
    return false;
  }

  /**
   * Visits the ids in an index of the segment that have consonants within `tier` of a word's, in the other kind of
   * script.
   */
  eachOfOtherScript(
    index: LetterClassIndex,
    { vocabulary }: Segment,
    query: LetterQuery,
    { skeletonBudgets }: SimilarityTier,
    visit: (id: number) => void,
  ): void {
    if (!query.consonantal && !vocabulary.hasConsonantal) return;
    const space = consonantSpace(!query.consonantal);
    const { skeleton } = query;
    this.nearKeys.each(index, skeleton, skeleton.length, skeletonBudgets, visit, space);
  }

  #bytesOf({ postingStarts }: Segment, size: number): number {
    let bytes = 0;
    for (let i = 0; i < size; i++)
      bytes += postingStarts[this.#candidates[i]! + 1]! - postingStarts[this.#candidates[i]!]!;
    return bytes;
  }

  #listOf(token: Token, segment: Segment, kept: number, from: number): Nearby {
    const { vocabulary } = segment;
    const ids: number[] = [];
    const gains: number[] = [];
    const costs: number[] = [];
    // The cache serves all queries, so it has the lowest possible cost: that of generic words that do not contradict.
    const unit = { token, unmatched: QUERY_EXTRA_COST, isGenericFree: true };
    for (let i = 0; i < kept; i++) {
      const id = this.#candidates[i]!;
      const matched = matchedTo(
        unit,
        this.#similarities[i]!,
        vocabulary.weight(id),
        vocabulary.kind(id),
      );
      ids.push(id);
      gains.push(matched.gain);
      costs.push(matched.cost);
    }
    // Copies the array, because an array that has grown has spare room, and the cache keeps this one for a long time.
    return {
      from,
      ids: ids.slice(),
      gains: gains.slice(),
      costs: costs.slice(),
      bytes: this.#bytesOf(segment, kept),
    };
  }

  /** Stores candidate number `at` as number `kept` if it is similar enough. Returns the number of stored candidates. */
  #keepIf(at: number, kept: number, similarity: number, from: number): number {
    if (similarity < from || similarity === 0) return kept;
    this.#candidates[kept] = this.#candidates[at]!;
    this.#similarities[kept] = similarity;
    return kept + 1;
  }

  /**
   * Adds to the words noted since `#start` all words within `tier` of `word`, and words that rules other than letters
   * make similar. Returns the number of candidates found by such rules; these come first.
   */
  #findCandidates(
    word: QueryWord,
    rules: readonly number[],
    segment: Segment,
    tier: SimilarityTier,
  ): number {
    for (let i = 0; i < rules.length; i++) eachUnder(segment.wordIndex, rules[i]!, this.#note);
    const byRules = this.#count;
    const query = word.letters;
    if (isEditable(word.token)) {
      this.eachOfOtherScript(segment.wordIndex, segment, query, tier, this.#note);
      if (query.digits !== undefined) {
        eachUnder(segment.wordIndex, query.digits, this.#note);
        return byRules;
      }
      // The same index holds the keys of sound forms.
      const byKeys = this.#collectNear(segment, query, tier, false);
      if (!query.sameForm || !byKeys) this.#collectNear(segment, query, tier, true);
    }
    return byRules;
  }

  /** Returns every vocabulary word within `tier` of `word`, and some others within WIDE. */
  nearbyWords(word: QueryWord, segment: Segment, tier: SimilarityTier): Nearby {
    const { token } = word;
    const { vocabulary } = segment;
    this.#start(segment);
    const byRules = this.#findCandidates(word, word.rules, segment, tier);
    if (this.#similarities.length < this.#count)
      this.#similarities = new Float64Array(2 * this.#count);
    vocabulary.prefetch(this.#candidates, byRules, this.#count);
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const id = this.#candidates[i]!;
      // A word that no rule has found is similar only if it is near by letters.
      const similarity =
        (i < byRules ? undefined : vocabulary.similarityByLetters(id, word.letters, tier)) ??
        tokenSimilarity(token, vocabulary.token(id)).similarity;
      kept = this.#keepIf(i, kept, similarity, WIDE.from);
    }
    return this.#listOf(token, segment, kept, tier.from);
  }

  /** Visits every vocabulary word that is like a compound word of a query, with the similarity. */
  eachLikeCompound(
    word: QueryWord,
    segment: Segment,
    visit: (id: number, similarity: number) => void,
  ): void {
    const { vocabulary } = segment;
    this.#start(segment);
    eachUnder(segment.wordIndex, word.exact, this.#note);
    const byRules = this.#findCandidates(word, word.compoundRules, segment, COMPOUNDS);
    vocabulary.prefetch(this.#candidates, byRules, this.#count);
    for (let i = 0; i < this.#count; i++) {
      const id = this.#candidates[i]!;
      if (i >= byRules && vocabulary.similarityByLetters(id, word.letters, COMPOUNDS) === 0)
        continue;
      const { similarity } = compoundSimilarity(word.token, vocabulary.token(id), tokenSimilarity);
      if (similarity > 0) visit(id, similarity);
    }
  }

  /** Returns the bytes of the postings of words spelled like the word, and perhaps of a few others. */
  bytesOfKey(word: QueryWord, segment: Segment): number {
    this.#start(segment);
    eachUnder(segment.wordIndex, word.exact, this.#note);
    return this.#bytesOf(segment, this.#count);
  }

  /** Returns every vocabulary word with any similarity to `token`. Cost: about 10 ns per word of the vocabulary. */
  allSimilarWords(token: Token, segment: Segment): Nearby {
    const { vocabulary } = segment;
    const ids = similarIds(
      token,
      (id) => vocabulary.key(id),
      vocabulary.columns,
      0,
      vocabulary.size,
    );
    if (this.#candidates.length < ids.length) this.#candidates = new Uint32Array(2 * ids.length);
    this.#candidates.set(ids);
    if (this.#similarities.length < ids.length)
      this.#similarities = new Float64Array(2 * ids.length);
    let kept = 0;
    for (let i = 0; i < ids.length; i++) {
      const { similarity } = tokenSimilarity(token, vocabulary.token(ids[i]!));
      kept = this.#keepIf(i, kept, similarity, 0);
    }
    return this.#listOf(token, segment, kept, 0);
  }
}
