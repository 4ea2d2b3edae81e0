import { limitsFor } from '../matching/grading.ts';
import { JOIN_FLOOR, SAME_SOUND_SIMILARITY, SKELETON_SIMILARITY } from '../matching/similarity.ts';

/** Scores from which on the index finds everything; below, the whole vocabulary is gone through. */
export const INDEXED_FROM = 70;
/** What an index lookup finds: every word at least this similar. */
export const LISTED_FROM = 0.695;
/** Raw similarity (before the ramp of joinSimilarity) from which joined readings are found; 0.686 after it. */
export const JOINED_FROM = 0.86;

/** Distances by length, of keys, sound forms and consonants, from which on a similarity is too low. */
export interface Radius {
  readonly letters: Float64Array;
  readonly forms: Float64Array;
  readonly skeletons: Float64Array;
}
const radiusOf = (from: number): Radius => ({
  letters: limitsFor(from),
  forms: limitsFor(from / SAME_SOUND_SIMILARITY),
  skeletons: limitsFor(from / SKELETON_SIMILARITY),
});
/** For joined readings of any similarity, and for those that a lookup finds. */
export const FAINT_JOINS = radiusOf(JOIN_FLOOR);
export const NEAR_JOINS = radiusOf(JOINED_FROM);
export const LISTED = radiusOf(LISTED_FROM);
