import { MAX_TOKEN_CHARS } from './edit-distance.ts';
import { beyond, gradeDistance, limitsFor } from './grading.ts';
import { soundsOf, NONE, type TokenMatch } from './similarity.ts';
import type { Token } from '../types.ts';

/**
 * The minimum similarity of joined words to a word. They may differ in at most one letter unless they sound the same.
 * Words joined with more differences are hardly ever the same name, and the search is cheap because few words are this
 * near.
 */
export const MIN_COMPOUND_SIMILARITY = 0.88;
const JOINED_FACTOR = 0.98;
/** Smallest distance, per length, at which `compoundSimilarity` returns 0. */
export const NEAR = limitsFor(MIN_COMPOUND_SIMILARITY);

function isWord(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'common';
}

function cannotBeCompound(a: Token, b: Token): boolean {
  const soundsA = soundsOf(a);
  const soundsB = soundsOf(b);
  const { letters, form } = soundsB;
  if (beyond(soundsA.letters, letters, NEAR) && beyond(soundsA.form, form, NEAR)) {
    if (a.script !== 'consonantal' && b.script !== 'consonantal') {
      return soundsA.spelling === undefined || soundsA.spelling !== soundsB.spelling;
    }
    // A word without vowels is far from its spelling in Latin letters.
    return a.script !== b.script && a.key[0] !== b.key[0];
  }
  return a.key === '' || b.key === '' || (!isWord(a) && !isWord(b));
}

/**
 * Returns true for a token that is compared only as written: a legal form (its key is that of its class) or a word too
 * long to compare.
 */
function isJoinedLiterally({ kind, key }: Token): boolean {
  return kind === 'legal' || key.length > MAX_TOKEN_CHARS;
}

/** Returns true if one token is a word joined with an initial (`george h`) and the other is that word alone. */
function swallowsInitial({ text }: Token, { key }: Token): boolean {
  if (!/(?:^| )[a-z](?: |$)/.test(text)) return false;
  const words = text.split(' ').filter((word) => word.length > 1);
  return words.length === 1 && words[0] === key;
}

/** Returns the similarity of two joined words (`o brien`) and one word (`obrien`). Only nearly equal ones match. */
export function compoundSimilarity(
  a: Token,
  b: Token,
  similarity: (a: Token, b: Token) => TokenMatch,
): TokenMatch {
  if (a.key !== b.key && (isJoinedLiterally(a) || isJoinedLiterally(b) || cannotBeCompound(a, b)))
    return NONE;
  const { similarity: raw, match } = similarity(a, b);
  if (raw <= MIN_COMPOUND_SIMILARITY || match === 'nickname' || match === 'initial') return NONE;
  if (match === 'edit' && raw < gradeDistance(1, Math.max(a.key.length, b.key.length))) return NONE;
  if (swallowsInitial(a, b) || swallowsInitial(b, a)) return NONE;
  return { similarity: raw * JOINED_FACTOR, match: 'joined' };
}
