import { groupMask, surplusCost } from '../matching/edit-distance.ts';

const CONSONANTS = groupMask('kszbdmnlrx');
/** Those that no rewriting of a sound takes out of a word. */
const SURE_CONSONANTS = groupMask('mnlr');
/** Group counts as at most one each: both bits of a count that is not 0 become 01. */
const single = (groups: number): number => (groups | (groups >>> 1)) & 0x55555555;

/**
 * Whether a word may have the consonants of another one within a distance, from the groups of their letters:
 * of scripts without vowels only the consonants are compared, and doubled ones count once. `form` are the
 * groups of a sound form.
 */
export const consonantsNear = (form: number, groups: number, limit: number): boolean => {
  const own = single(form & CONSONANTS);
  return (
    surplusCost(own, single(groups)) <= limit &&
    surplusCost(single(groups & SURE_CONSONANTS), own) <= limit
  );
};
