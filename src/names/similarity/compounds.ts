import { MAX_TOKEN_CHARS } from './edit-distance.ts';
import { beyond, gradeDistance, limitsFor } from './grading.ts';
import { soundsOf, NONE, type TokenMatch } from './similarity.ts';
import type { Token } from '../types.ts';

/**
 * Joined readings: no match up to here, nor when more than a letter tells them apart that do not sound the same. What
 * is written together with more than that in it is hardly ever the same name, and all that is so near is cheap to look
 * up.
 */
export const MIN_COMPOUND_SIMILARITY = 0.88;
const JOINED_FACTOR = 0.98;
/** Distances from which on `compoundSimilarity` is 0. */
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
    // Without its vowels a word is far from its spelling in Latin letters.
    return a.script !== b.script && a.key[0] !== b.key[0];
  }
  return a.key === '' || b.key === '' || (!isWord(a) && !isWord(b));
}

/** Only as it stands: a legal form, whose key is that of its class, and what is longer than what is compared. */
function isJoinedLiterally({ kind, key }: Token): boolean {
  return kind === 'legal' || key.length > MAX_TOKEN_CHARS;
}

/** Tells whether a joined reading is a word and an initial (`george h`), and the word alone is the other one. */
function swallowsInitial({ text }: Token, { key }: Token): boolean {
  if (!/(?:^| )[a-z](?: |$)/.test(text)) return false;
  const words = text.split(' ').filter((word) => word.length > 1);
  return words.length === 1 && words[0] === key;
}

/**
 * The similarity of two words joined (`o brien`) and one word (obrien): only near-equal compounds.
 */
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
