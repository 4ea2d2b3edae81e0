import { compoundsOf } from '../../names/words/compound-words.ts';
import { compoundSimilarity } from '../../names/similarity/compounds.ts';
import { tokenSimilarity } from '../../names/similarity/similarity.ts';
import type { Token } from '../../names/types.ts';
import { eachUnder } from './hash-index.ts';
import { LetterCheck } from './letter-check.ts';
import type { Lookups } from './nearby.ts';
import type { QueryWord } from './prepare.ts';
import { COMPOUNDS } from './similarity-tier.ts';
import type { Segment } from './segment.ts';

/** Names with a compound word near to a word, with the distance of the nearest one. */
export type CompoundNames = {
  readonly names: Uint32Array;
  readonly similarities: Float64Array;
};

/** For each name, the words (as bits) at which compound words begin that may be near. */
type Beginnings = Map<number, number>;
const ANYWHERE = -1;

function verified(token: Token, segment: Segment, names: Beginnings): CompoundNames {
  const kept: number[] = [];
  const similarities: number[] = [];
  // Many names have the same compound word (abd al rahman).
  const known = new Map<string, number>();
  for (const [name, bits] of names) {
    let best = 0;
    const { tokens } = segment.candidate(name, true);
    for (const { token: compound } of compoundsOf(tokens, bits)) {
      let similarity = known.get(compound.id);
      if (similarity === undefined) {
        // The arguments have the same order as in the scorer.
        similarity = compoundSimilarity(compound, token, (a, b) =>
          tokenSimilarity(b, a),
        ).similarity;
        known.set(compound.id, similarity);
      }
      if (similarity > best) best = similarity;
    }
    if (best === 0) continue;
    kept.push(name);
    similarities.push(best);
  }
  return { names: Uint32Array.from(kept), similarities: Float64Array.from(similarities) };
}

const NO_NAMES: CompoundNames = { names: new Uint32Array(0), similarities: new Float64Array(0) };

/** Visits every name that has a compound word like `word`. */
export function namesByCompound(
  word: QueryWord,
  segment: Segment,
  lookups: Lookups,
): CompoundNames {
  const { token } = word;
  if (token.key === '') return NO_NAMES;
  const names: Beginnings = new Map();
  for (const hash of word.compoundRules)
    eachUnder(segment.compoundIndex, hash, (name) => void names.set(name, ANYWHERE));
  // A search can reach a name by several edits and by several compound words; it checks each name once.
  const near = new Set<number>();
  const note = (name: number): void => void near.add(name);
  const { compoundIndex, compoundKeys } = segment;
  const { letters } = word;
  lookups.eachOfOtherScript(compoundIndex, segment, letters, COMPOUNDS, note);
  lookups.nearKeys.each(
    compoundKeys,
    letters.keyCodes,
    letters.keyLength,
    COMPOUNDS.letterBudgets,
    note,
  );
  if (!letters.sameForm)
    lookups.nearKeys.each(
      compoundKeys,
      letters.formCodes,
      letters.formLength,
      COMPOUNDS.formBudgets,
      note,
    );
  for (const name of names.keys()) near.delete(name);
  if (near.size > 0) {
    const check = new LetterCheck(word, segment);
    // Ascending order reads names that are next to each other in memory.
    const found = Int32Array.from(near).toSorted();
    check.each(found, found.length, (name, bits) => void names.set(name, bits));
  }
  return names.size === 0 ? NO_NAMES : verified(token, segment, names);
}
