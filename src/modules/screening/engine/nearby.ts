import { QUERY_EXTRA_COST } from '../matching/score-model.ts';
import { similarIds } from '../matching/columns.ts';
import { tokenSimilarity } from '../matching/similarity.ts';
import type { Token } from '../matching/types.ts';
import { matchedTo } from './bounds.ts';
import { CHECK_MASK, checkOf, ID_MASK } from './hash-index.ts';
import { isEditable, spanOf } from './index-keys.ts';
import type { QueryWord } from './prepare.ts';
import {
  isLongSkeleton,
  JOINED_FROM,
  LISTED,
  LISTED_FROM,
  NEAR_JOINS,
  PARTS_UNTIL,
  type Probes,
  type Radius,
} from './probe-sets.ts';
import type { Segment } from './segment.ts';
import { letterQuery, type LetterQuery } from './vocabulary.ts';

/** Vocabulary words that a query word is similar to. */
export interface Nearby {
  readonly ids: Uint32Array;
  readonly similarities: Float64Array;
  /** Gain and least cost of each, for a word that stands once in the query; see bounds.ts. */
  readonly gains: Float64Array;
  readonly costs: Float64Array;
}

/** One bit of epoch a word would not do: the number of the lookup that last met it. */
let seen = new Uint32Array(1024);
let lookup = 0;

const nextLookup = (size: number): void => {
  if (seen.length < size) seen = new Uint32Array(size * 2);
  lookup += 1;
  if (lookup === 2 ** 32) {
    seen.fill(0);
    lookup = 1;
  }
};

let candidates = new Uint32Array(1024);
let count = 0;

const note = (id: number): void => {
  if (seen[id] === lookup) return;
  seen[id] = lookup;
  if (count === candidates.length) {
    const grown = new Uint32Array(2 * count);
    grown.set(candidates);
    candidates = grown;
  }
  candidates[count++] = id;
};

const collect = (segment: Segment, hashes: Uint32Array): void => {
  const { starts, entries, shift } = segment.wordIndex;
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i]!;
    const check = checkOf(hash);
    const bucket = hash >>> shift;
    const end = starts[bucket + 1]!;
    for (let at = starts[bucket]!; at < end; at++) {
      const entry = entries[at]!;
      if ((entry & CHECK_MASK) === check) note(entry & ID_MASK);
    }
  }
};

/** Words of more letters than this are gone through one by one with those of nearly as many, which are few. */
const LONG = PARTS_UNTIL;
const NEARLY_LONG = 13;
const MOST_SHORTER = 4;

const collectLong = (segment: Segment, token: Token, query: LetterQuery): void => {
  const span = spanOf(token);
  if (span < NEARLY_LONG) return;
  const { spanStart, size } = segment.vocabulary;
  const least = span > LONG - 2 ? Math.min(LONG + 1, span) - MOST_SHORTER : LONG + 1;
  for (let id = spanStart[least]!; id < size; id++)
    if (segment.vocabulary.isNear(id, query)) note(id);
};

const collectOtherScript = (segment: Segment, token: Token): void => {
  const { vocabulary } = segment;
  const own = token.script === 'consonantal';
  for (let id = 0; id < vocabulary.size; id++) if (vocabulary.isConsonantal(id) !== own) note(id);
};

const found = (token: Token, segment: Segment, from: number): Nearby => {
  const { vocabulary } = segment;
  const ids: number[] = [];
  const similarities: number[] = [];
  for (let i = 0; i < count; i++) {
    const id = candidates[i]!;
    const { similarity } = tokenSimilarity(token, vocabulary.token(id));
    if (similarity < from || similarity === 0) continue;
    ids.push(id);
    similarities.push(similarity);
  }
  const gains = new Float64Array(ids.length);
  const costs = new Float64Array(ids.length);
  const unit = { token, unmatched: QUERY_EXTRA_COST };
  ids.forEach((id, i) => {
    const matched = matchedTo(unit, similarities[i]!, vocabulary.weight(id), vocabulary.kind(id));
    gains[i] = matched.gain;
    costs[i] = matched.cost;
  });
  return {
    ids: Uint32Array.from(ids),
    similarities: Float64Array.from(similarities),
    gains,
    costs,
  };
};

const lookUp = (
  word: QueryWord,
  segment: Segment,
  probes: Probes,
  radius: Radius,
  from: number,
): Nearby => {
  const { token } = word;
  const { vocabulary } = segment;
  nextLookup(vocabulary.size);
  count = 0;
  collect(segment, probes.rules);
  if (vocabulary.hasConsonantal || token.script === 'consonantal') {
    if (isLongSkeleton(token)) collectOtherScript(segment, token);
    else collect(segment, word.otherScript);
  }
  const ruled = count;
  collect(segment, probes.edits);
  const query = letterQuery(token, radius);
  let kept = ruled;
  for (let i = ruled; i < count; i++) {
    const id = candidates[i]!;
    if (vocabulary.isNear(id, query)) candidates[kept++] = id;
  }
  count = kept;
  if (isEditable(token)) collectLong(segment, token, query);
  return found(token, segment, from);
};

/** Vocabulary words written like the word, and perhaps a few others. */
export const wordsOfKey = (word: QueryWord, segment: Segment): Uint32Array => {
  nextLookup(segment.vocabulary.size);
  count = 0;
  collect(segment, word.exact);
  return candidates.subarray(0, count);
};

/** Every vocabulary word whose similarity to `word` is at least `LISTED_FROM`, with its similarity. */
export const nearbyWords = (word: QueryWord, segment: Segment): Nearby => {
  const cached = segment.nearby.get(word.token.id);
  if (cached !== undefined) return cached;
  const nearby = lookUp(word, segment, word.words, LISTED, LISTED_FROM);
  segment.nearby.set(word.token.id, nearby);
  return nearby;
};

/**
 * Every vocabulary word that a joined reading of the query is similar to at all; `near`: that it is at least
 * JOINED_FROM similar to.
 */
export const nearbyToJoin = (word: QueryWord, segment: Segment, near: boolean): Nearby =>
  near
    ? lookUp(word, segment, word.near, NEAR_JOINS, JOINED_FROM)
    : lookUp(word, segment, word.words, LISTED, LISTED_FROM);

/** Every vocabulary word with any similarity to `token`. Cost: about 10 ns for each word of the vocabulary. */
export const allSimilarWords = (token: Token, segment: Segment): Nearby => {
  const { vocabulary } = segment;
  const ids = similarIds(token, (id) => vocabulary.key(id), vocabulary.columns, 0, vocabulary.size);
  if (candidates.length < ids.length) candidates = new Uint32Array(2 * ids.length);
  candidates.set(ids);
  count = ids.length;
  return found(token, segment, 0);
};
