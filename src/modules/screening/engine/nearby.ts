import { QUERY_EXTRA_COST } from '../../../names/score/score-model.ts';
import { beyondAt, FORMS, LETTERS, similarIds } from '../../../names/score/columns.ts';
import { compoundSimilarity, tokenSimilarity } from '../../../names/similarity/similarity.ts';
import type { Token } from '../../../names/types.ts';
import { matchedTo } from './search/bounds.ts';
import { eachUnder, type LetterClassIndex } from './hash-index.ts';
import { consonantSpace, isEditable } from './index-keys.ts';
import { Marks } from './marks.ts';
import type { QueryWord } from './prepare.ts';
import { COMPOUNDS, WIDE, type SimilarityTier } from './similarity-tier.ts';
import type { Segment } from './segment.ts';
import { eachNearKey, lengthsNear } from './letter-class-keys.ts';
import type { LetterQuery } from './letter-query.ts';

/** Vocabulary words that a query word is similar to. */
export type Nearby = {
  /** Similarity from which on every word is listed, but for rules that stop at WIDE. */
  readonly from: number;
  readonly ids: readonly number[];
  /** Gain and least cost of each, for a word that stands once in the query; see bounds.ts. */
  readonly gains: readonly number[];
  readonly costs: readonly number[];
  /** Their postings, in bytes: what going through their names costs. */
  readonly bytes: number;
};

/** Words that the lookup at hand has met. */
const met = new Marks();

let candidates = new Uint32Array(1024);
let count = 0;
let similarities = new Float64Array(1024);

function note(id: number): void {
  if (!met.isNew(id)) return;
  if (count === candidates.length) {
    const grown = new Uint32Array(2 * count);
    grown.set(candidates);
    candidates = grown;
  }
  candidates[count++] = id;
}

function startCandidates({ vocabulary }: Segment): void {
  met.start(vocabulary.size);
  count = 0;
}

/** Nanoseconds to rule a word of the vocabulary out. */
const WORD_NS = 30;

/**
 * Notes words by their letters, or by their sound forms: by shapes, or where these are too many one by one. Returns
 * whether by shapes.
 */
function collectNear(
  segment: Segment,
  query: LetterQuery,
  radius: SimilarityTier,
  ofForms: boolean,
): boolean {
  const { vocabulary, wordKeys } = segment;
  const length = ofForms ? query.formLength : query.keyLength;
  const budgets = ofForms ? radius.formBudgets : radius.letterBudgets;
  const limits = ofForms ? radius.forms : radius.letters;
  const lengths = ofForms ? vocabulary.formsByLength : vocabulary.keysByLength;
  const [from, to] = lengthsNear(length, limits);
  const words = lengths.starts[to + 1]! - lengths.starts[from]!;
  if (budgets.timeNs[length]! < words * WORD_NS) {
    const codes = ofForms ? query.formCodes : query.keyCodes;
    eachNearKey(wordKeys, codes, length, budgets, note);
    return true;
  }
  const part = ofForms ? FORMS : LETTERS;
  const sets = ofForms ? query.form : query.letters;
  for (let at = lengths.starts[from]!; at < lengths.starts[to + 1]!; at++) {
    const id = lengths.ids[at]!;
    if (!beyondAt(sets, vocabulary.columns, part, id, limits)) note(id);
  }
  return false;
}

/**
 * Visits what an index of the segment has under consonants within `radius` of a word's, of the other kind of script.
 */
export function eachOfOtherScript(
  index: LetterClassIndex,
  { vocabulary }: Segment,
  query: LetterQuery,
  { skeletonBudgets }: SimilarityTier,
  visit: (id: number) => void,
): void {
  if (!query.consonantal && !vocabulary.hasConsonantal) return;
  const space = consonantSpace(!query.consonantal);
  const { skeleton } = query;
  eachNearKey(index, skeleton, skeleton.length, skeletonBudgets, visit, space);
}

function bytesOf({ postingStarts }: Segment, size: number): number {
  let bytes = 0;
  for (let i = 0; i < size; i++)
    bytes += postingStarts[candidates[i]! + 1]! - postingStarts[candidates[i]!]!;
  return bytes;
}

function listOf(token: Token, segment: Segment, kept: number, from: number): Nearby {
  const { vocabulary } = segment;
  const ids: number[] = [];
  const gains: number[] = [];
  const costs: number[] = [];
  const unit = { token, unmatched: QUERY_EXTRA_COST };
  for (let i = 0; i < kept; i++) {
    const id = candidates[i]!;
    const matched = matchedTo(unit, similarities[i]!, vocabulary.weight(id), vocabulary.kind(id));
    ids.push(id);
    gains.push(matched.gain);
    costs.push(matched.cost);
  }
  // An array that was pushed to has room for more; this one is kept for long.
  return {
    from,
    ids: ids.slice(),
    gains: gains.slice(),
    costs: costs.slice(),
    bytes: bytesOf(segment, kept),
  };
}

/** Takes candidate number `at` as number `kept` if it is so similar; returns how many there are then. */
function keepIf(at: number, kept: number, similarity: number, from: number): number {
  if (similarity < from || similarity === 0) return kept;
  candidates[kept] = candidates[at]!;
  similarities[kept] = similarity;
  return kept + 1;
}

/**
 * Makes candidates of all words that are within `radius` of `word`, or that one of these rules makes similar, which are
 * not letters, after `startCandidates` and what was noted since. Returns how many were found otherwise than by letters,
 * which come first.
 */
function findCandidates(
  word: QueryWord,
  rules: readonly number[],
  segment: Segment,
  radius: SimilarityTier,
): number {
  for (let i = 0; i < rules.length; i++) eachUnder(segment.wordIndex, rules[i]!, note);
  const byRules = count;
  const query = word.letters;
  if (isEditable(word.token)) {
    eachOfOtherScript(segment.wordIndex, segment, query, radius, note);
    if (query.digits !== undefined) {
      eachUnder(segment.wordIndex, query.digits, note);
      return byRules;
    }
    // The shapes of sound forms are there beside those of keys.
    const byKeys = collectNear(segment, query, radius, false);
    if (!query.sameForm || !byKeys) collectNear(segment, query, radius, true);
  }
  return byRules;
}

/** Every vocabulary word that is within `radius` of `word`, and some others that are WIDE of it. */
export function nearbyWords(word: QueryWord, segment: Segment, radius: SimilarityTier): Nearby {
  const { token } = word;
  const { vocabulary } = segment;
  startCandidates(segment);
  const byRules = findCandidates(word, word.rules, segment, radius);
  if (similarities.length < count) similarities = new Float64Array(2 * count);
  vocabulary.prefetch(candidates, byRules, count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = candidates[i]!;
    // A word that no rule has found is only similar if it is near.
    const similarity =
      (i < byRules ? undefined : vocabulary.similarityByLetters(id, word.letters, radius)) ??
      tokenSimilarity(token, vocabulary.token(id)).similarity;
    kept = keepIf(i, kept, similarity, WIDE.from);
  }
  return listOf(token, segment, kept, radius.from);
}

/** Visits every vocabulary word that is like a joined reading of a query, with its similarity as such. */
export function eachJoinable(
  word: QueryWord,
  segment: Segment,
  visit: (id: number, similarity: number) => void,
): void {
  const { vocabulary } = segment;
  startCandidates(segment);
  eachUnder(segment.wordIndex, word.exact, note);
  const byRules = findCandidates(word, word.joinRules, segment, COMPOUNDS);
  vocabulary.prefetch(candidates, byRules, count);
  for (let i = 0; i < count; i++) {
    const id = candidates[i]!;
    if (i >= byRules && vocabulary.similarityByLetters(id, word.letters, COMPOUNDS) === 0) continue;
    const { similarity } = compoundSimilarity(word.token, vocabulary.token(id), tokenSimilarity);
    if (similarity > 0) visit(id, similarity);
  }
}

/** Bytes of the postings of words written like the word, and perhaps a few others. */
export function bytesOfKey(word: QueryWord, segment: Segment): number {
  startCandidates(segment);
  eachUnder(segment.wordIndex, word.exact, note);
  return bytesOf(segment, count);
}

/** Every vocabulary word with any similarity to `token`. Cost: about 10 ns for each word of the vocabulary. */
export function allSimilarWords(token: Token, segment: Segment): Nearby {
  const { vocabulary } = segment;
  const ids = similarIds(token, (id) => vocabulary.key(id), vocabulary.columns, 0, vocabulary.size);
  if (candidates.length < ids.length) candidates = new Uint32Array(2 * ids.length);
  candidates.set(ids);
  if (similarities.length < ids.length) similarities = new Float64Array(2 * ids.length);
  let kept = 0;
  for (let i = 0; i < ids.length; i++) {
    const { similarity } = tokenSimilarity(token, vocabulary.token(ids[i]!));
    kept = keepIf(i, kept, similarity, 0);
  }
  return listOf(token, segment, kept, 0);
}
