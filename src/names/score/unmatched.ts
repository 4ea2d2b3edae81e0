import type { Token } from '../types.ts';
import { isPatronymic } from '../words/tokens.ts';

/** The weights of the words of one side that have no partner. */
type Unmatched = {
  /** The weight of all words except numbers, and except generic words where these never contradict. */
  rest: number;
  /** The weight of generic words where they never contradict. */
  generic: number;
  /** The weight of names, and that of words that only repeat a matched one. Both also count in `rest`. */
  names: number;
  repeated: number;
  /** The weight of patronymics, which also count in `rest`. */
  patronymics: number;
  /** The weight of initials, which also count in `rest`. */
  initials: number;
  numbers: number;
};

/**
 * The weight of an unmatched Abdul. A matched one weighs little, but a different name in its place contradicts like any
 * other. A title that one side omits is not a difference.
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

/**
 * Returns true if an unmatched word may count as a repetition: it has the same spelling, or it is an initial or a
 * patronymic next to an initial.
 */
export function mayRepeat(token: Token, tokens: readonly Token[]): boolean {
  const isLeftOut = token.kind === 'initial' || isPatronymic(token.key);
  return tokens.some(
    (other) =>
      other !== token && (other.key === token.key || (isLeftOut && other.kind === 'initial')),
  );
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
