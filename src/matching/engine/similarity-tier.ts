import { HOPELESS, limitsFor } from '../../names/similarity/grading.ts';
import { budgetsOf, type Budgets } from './near-keys.ts';
import { MIN_COMPOUND_SIMILARITY } from '../../names/similarity/compounds.ts';
import {
  SAME_SOUND_SIMILARITY,
  SHORT_SKELETON_SIMILARITY,
  SKELETON_SIMILARITY,
} from '../../names/similarity/similarity.ts';

/** Scores from which on the index finds everything; below, the whole vocabulary is gone through. */
export const INDEXED_FROM = 70;
/**
 * The least similarity that look-ups find every word of. So chosen that two or three words below the
 * first do not make 85, nor two below the second beside an equal one, nor one below the third beside an equal one; two
 * words below the last do not make INDEXED_FROM.
 */
const NEAR_FROM = 0.8495;
const [SECOND_FROM, THIRD_FROM, WIDE_FROM] = [0.774, 0.719, 0.695];

/**
 * Distances by length, of keys, sound forms and consonants, from which on a similarity is too low; below 0: it always
 * is.
 */
export type Limits = {
  readonly letters: Float64Array;
  readonly forms: Float64Array;
  readonly skeletons: Float64Array;
};
/** Limits within which words are looked up. */
export type SimilarityTier = Limits & {
  /** Similarity from which on words are inside. */
  readonly from: number;
  /** The most that edits of shapes may cost. */
  readonly letterBudgets: Budgets;
  readonly formBudgets: Budgets;
  readonly skeletonBudgets: Budgets;
};
/** One consonant is shared by too many names to count, and two count less. */
function skeletonLimits(from: number): Float64Array {
  const limits = limitsFor(from / SKELETON_SIMILARITY);
  const isShortEnough = from <= SHORT_SKELETON_SIMILARITY;
  limits.fill(-1, 0, 2);
  limits[2] = isShortEnough ? limitsFor(from / SHORT_SKELETON_SIMILARITY)[2]! : -1;
  return limits;
}
function limitsOf(from: number): Limits {
  return {
    letters: limitsFor(from),
    forms: limitsFor(from / SAME_SOUND_SIMILARITY),
    skeletons: skeletonLimits(from),
  };
}
function withBudgets(from: number, limits: Limits): SimilarityTier {
  return {
    from,
    ...limits,
    letterBudgets: budgetsOf(limits.letters),
    formBudgets: budgetsOf(limits.forms),
    skeletonBudgets: budgetsOf(limits.skeletons),
  };
}
function tierOf(from: number): SimilarityTier {
  return withBudgets(from, limitsOf(from));
}

/** The tier of compound words: all that count at all. */
export const COMPOUNDS = ((): SimilarityTier => {
  const limits = limitsOf(MIN_COMPOUND_SIMILARITY);
  // One letter; but what is as alike as words of one sound may be longer than that.
  const sameSound = limitsFor(SAME_SOUND_SIMILARITY);
  const letters = limits.letters.map((limit, n) => Math.min(limit, Math.max(1, sameSound[n]!)));
  return withBudgets(MIN_COMPOUND_SIMILARITY, { ...limits, letters });
})();
export const NEAR = tierOf(NEAR_FROM);
export const WIDE = tierOf(WIDE_FROM);
/** The tiers of look-ups, by what they cost. */
export const SIMILARITY_TIERS: readonly SimilarityTier[] = [
  NEAR,
  tierOf(SECOND_FROM),
  tierOf(THIRD_FROM),
  WIDE,
];
/** The tier of words that are similar at all. */
export const ANY: Limits = {
  letters: HOPELESS,
  forms: HOPELESS,
  skeletons: HOPELESS.map((limit, consonants) => (consonants < 2 ? -1 : limit)),
};
