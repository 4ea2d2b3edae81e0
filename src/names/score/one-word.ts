import type { Token } from '../types.ts';
import type { Reading } from './score-model.ts';
import { SPELLING_CLASS } from '../words/variants.ts';

/**
 * The reduced share of its cost that a slip has if each name is one long word. No other word shows that such names
 * differ.
 */
const ONE_WORD_SLIP = 0.65;
/** Minimum length of a word that may lack a letter. */
const LONG_WORD = 6;
/**
 * Returns the number of letters of the only word of a name, without its legal form. Returns 0 for several words, for a
 * word without vowels, and for a name that a table contains, because it is no slip of another name (Marian, Marivan).
 */
function lettersOfOnly(tokens: readonly Token[]): number {
  const words = tokens.filter(({ kind }) => kind !== 'legal');
  const [only] = words;
  const isWord = words.length === 1 && only!.kind === 'name' && only!.script !== 'consonantal';
  return isWord && !SPELLING_CLASS.has(only!.key) ? only!.key.length : 0;
}

/**
 * Returns the raw score that a name must reach with the full cost of a slip, in order to reach `minimum` with the
 * reduced one.
 */
export function withoutForgiven(minimum: number, tokens: readonly Token[]): number {
  if (lettersOfOnly(tokens) < LONG_WORD - 1) return minimum;
  return 100 / (1 + (100 / minimum - 1) / ONE_WORD_SLIP);
}

/** Returns the share of its cost that a slip between two names has. */
export function slipShare(query: Reading, candidate: Reading): number {
  if (query.joined.size > 0 || candidate.joined.size > 0) return 1;
  const [asked, listed] = [lettersOfOnly(query.tokens), lettersOfOnly(candidate.tokens)];
  const areLong = Math.min(asked, listed) >= LONG_WORD - 1 && Math.max(asked, listed) >= LONG_WORD;
  return areLong ? ONE_WORD_SLIP : 1;
}
