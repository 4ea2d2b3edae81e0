import { MAX_TOKEN_CHARS, soundDistance } from './edit-distance.ts';
import { surelyAbove, type LetterSets } from './letter-sets.ts';
import { PREFIX_STEMS, SUFFIX_STEMS } from '../words/stems.ts';

/**
 * Returns the length by which an edit is divided. Short words carry little information, so an error weighs more in
 * them.
 */
function effectiveLength(length: number): number {
  return length >= 4 ? length : [0.3, 0.6, 1.2, 2.3][length]!;
}

/** Lower grades become 0. From here to FADE_TO they fade in. */
const FADE_FROM = 0.4;
const FADE_TO = 0.55;

function rawGrade(distance: number, length: number): number {
  return 1 - (distance / effectiveLength(length)) * (1 + 0.6 * Math.max(0, distance - 1));
}

/**
 * Converts a distance to a similarity. The result falls continuously and reaches 0 when about 30 to 40 % of the
 * letters differ. The first edit costs its share of the word, and further edits cost more.
 */
export function gradeDistance(distance: number, length: number): number {
  const raw = rawGrade(distance, length);
  if (raw <= FADE_FROM) return 0;
  return raw >= FADE_TO ? raw : (FADE_TO * (raw - FADE_FROM)) / (FADE_TO - FADE_FROM);
}

/**
 * Returns, for each length, the distance from which `rawGrade` is at most `least`. Found by bisection, once per
 * length.
 */
export function limitsFor(least: number): Float64Array {
  return Float64Array.from({ length: MAX_TOKEN_CHARS + 1 }, (_, length) => {
    if (length === 0) return 0;
    let low = 0;
    let high = 40;
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      if (rawGrade(middle, length) > least) low = middle;
      else high = middle;
    }
    return high;
  });
}
/** Smallest distance, per length, at which `graded` returns 0. */
export const HOPELESS = limitsFor(FADE_FROM);

/** Returns true if letter sets alone show that the distance exceeds the limit for this length. */
export function beyond(a: LetterSets, b: LetterSets, limits: Float64Array): boolean {
  const lengthA = a.key.length;
  const lengthB = b.key.length;
  const limit = limits[Math.min(lengthA > lengthB ? lengthA : lengthB, MAX_TOKEN_CHARS)]!;
  return surelyAbove(a, b.once, b.twice, b.groups, b.solid, limit);
}

/** Returns the similarity of two keys by their letters. */
export function graded(a: LetterSets, b: LetterSets): number {
  if (beyond(a, b, HOPELESS)) return 0;
  const length = Math.min(Math.max(a.key.length, b.key.length), MAX_TOKEN_CHARS);
  return gradeDistance(soundDistance(a.key, b.key, HOPELESS[length]!), length);
}

/** Returns the remaining parts of two words without a stem that they share; undefined if they share none. */
export function restAfterStem(a: string, b: string): readonly [string, string] | undefined {
  const usable = (stem: string): boolean =>
    a.length - stem.length >= 3 && b.length - stem.length >= 3;
  for (const stem of PREFIX_STEMS) {
    if (a.startsWith(stem) && b.startsWith(stem) && usable(stem)) {
      return [a.slice(stem.length), b.slice(stem.length)];
    }
  }
  for (const stem of SUFFIX_STEMS) {
    if (a.endsWith(stem) && b.endsWith(stem) && usable(stem)) {
      return [a.slice(0, -stem.length), b.slice(0, -stem.length)];
    }
  }
  return undefined;
}
