import { HOPELESS, limitsFor } from '../../names/similarity/grading.ts';
import { budgetsOf, type Budgets } from './near-keys.ts';
import { MIN_COMPOUND_SIMILARITY } from '../../names/similarity/compounds.ts';
import {
  SAME_SOUND_SIMILARITY,
  SHORT_SKELETON_SIMILARITY,
  SKELETON_SIMILARITY,
} from '../../names/similarity/similarity.ts';

/** The score from which the index finds everything. Below it, a search compares the whole vocabulary. */
export const INDEXED_FROM = 70;
/**
 * The lowest similarities at which look-ups find every word. They were chosen so that three cases stay below 85: two or
 * three words below the first; two below the second next to an equal word; one below the third next to an equal word.
 * Two words below the last stay below INDEXED_FROM.
 */
const NEAR_FROM = 0.8495;
const [SECOND_FROM, THIRD_FROM, WIDE_FROM] = [0.774, 0.719, 0.695];

/**
 * The distances, by length, of keys, sound forms and consonants at which a similarity becomes too low. Below 0, every
 * similarity is too low.
 */
export type Limits = {
  readonly letters: Float64Array;
  readonly forms: Float64Array;
  readonly skeletons: Float64Array;
};
/** The limits within which words are looked up. */
export type SimilarityTier = Limits & {
  /** The lowest similarity of words in the tier. */
  readonly from: number;
  /** The highest total cost of edits of letter-class keys. */
  readonly letterBudgets: Budgets;
  readonly formBudgets: Budgets;
  readonly skeletonBudgets: Budgets;
};
/** One consonant does not count and two count less, because too many names share them. */
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

/** The tier of compound words: all compound words that can match. */
export const COMPOUNDS = ((): SimilarityTier => {
  const limits = limitsOf(MIN_COMPOUND_SIMILARITY);
  // One letter, although words of equal sound may be longer than that.
  const sameSound = limitsFor(SAME_SOUND_SIMILARITY);
  const letters = limits.letters.map((limit, n) => Math.min(limit, Math.max(1, sameSound[n]!)));
  return withBudgets(MIN_COMPOUND_SIMILARITY, { ...limits, letters });
})();
export const NEAR = tierOf(NEAR_FROM);
export const WIDE = tierOf(WIDE_FROM);
/** The tiers of look-ups, by cost. */
export const SIMILARITY_TIERS: readonly SimilarityTier[] = [
  NEAR,
  tierOf(SECOND_FROM),
  tierOf(THIRD_FROM),
  WIDE,
];
/** The tier of all words that have any similarity. */
export const ANY: Limits = {
  letters: HOPELESS,
  forms: HOPELESS,
  skeletons: HOPELESS.map((limit, consonants) => (consonants < 2 ? -1 : limit)),
};
