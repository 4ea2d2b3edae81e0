import type { Token } from '../types.ts';
import { isPatronymic } from '../words/tokens.ts';

/** Weights of the words of one side that have no partner. */
type Unmatched = {
  /** All but numbers, and but generic words where these never contradict. */
  rest: number;
  /** Generic words where they never contradict. */
  generic: number;
  /** Names, and words that only repeat a matched one; both are counted above as well. */
  names: number;
  repeated: number;
  /** Patronymics, which are counted above as well. */
  patronymics: number;
  /** Initials, which are counted above as well. */
  initials: number;
  numbers: number;
};

/**
 * Abdul weighs little where it matches; a name that one has in its place contradicts like any other. A title that one
 * side leaves out is no difference.
 */
const UNMATCHED_ABD_WEIGHT = 0.8;
/** The father of Amir is not Amir. */
const KUNYA = /^(?:abu|abou|bou|umm|oum)$/;
const UNMATCHED_KUNYA_WEIGHT = 0.5;
function unmatchedWeight(token: Token): number {
  if (token.kind === 'title') return 0;
  if (token.key === 'abdul') return Math.max(token.weight, UNMATCHED_ABD_WEIGHT);
  if (token.kind === 'particle' && KUNYA.test(token.key)) return UNMATCHED_KUNYA_WEIGHT;
  return token.weight;
}

/** Adds up the words without a partner. */
export function unmatchedOf(
  tokens: readonly Token[],
  isGenericFree: boolean,
  isMatched: (index: number) => boolean,
): Unmatched {
  const sum = {
    rest: 0,
    generic: 0,
    names: 0,
    repeated: 0,
    patronymics: 0,
    initials: 0,
    numbers: 0,
  };
  tokens.forEach((token, index) => {
    if (isMatched(index)) return;
    if (token.kind === 'number') {
      sum.numbers += token.weight;
      return;
    }
    const weight = unmatchedWeight(token);
    if (isGenericFree && token.kind === 'generic') sum.generic += weight;
    else sum.rest += weight;
    if (token.kind === 'name' || token.kind === 'common') sum.names += weight;
    if (token.kind === 'initial') sum.initials += weight;
    if (isPatronymic(token.key)) sum.patronymics += weight;
    if (tokens.some((other, i) => other.key === token.key && isMatched(i))) sum.repeated += weight;
  });
  return sum;
}
