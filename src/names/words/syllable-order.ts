import type { Token } from '../types.ts';

/** Syllables of the longest Chinese and Korean family names (欧阳, 남궁). */
const FAMILY_NAME = 2;

function hasSyllables({ script }: Token): boolean {
  return script === 'han' || script === 'hangul';
}

/** Tells whether a name is written in Han or Hangul, in which a syllable is a sign. */
export function isSyllabic(tokens: readonly Token[]): boolean {
  return tokens.every(hasSyllables);
}

/** A Chinese or Korean syllable in Latin letters. */
const ROMANISED = /^[bcdfghjklmnpqrstvwxyz]{0,3}[aeiouwy]{1,3}(?:h|n|ng|k|l|m|p|r|t)?$/;

/** Tells whether a word may be a syllable of a Chinese or Korean name. */
export function mayBeSyllable(token: Token): boolean {
  const { key, kind } = token;
  const isWord = kind === 'name' || kind === 'common' || kind === 'particle';
  return hasSyllables(token) || (isWord && ROMANISED.test(key));
}

/** The fewest numbers to take out, so that the others ascend. */
function outOfOrder(places: readonly number[]): number {
  const lengths: number[] = [];
  places.forEach((place, i) => {
    const before = lengths.filter((_, j) => places[j]! < place);
    lengths[i] = 1 + Math.max(0, ...before);
  });
  return places.length - Math.max(0, ...lengths);
}

/**
 * The number of syllables of words written without spaces that stand elsewhere than in the other name. A word that is
 * the whole name may have its family name first or last.
 * @param places where each token stands in the other name, -1 for nowhere
 */
export function misplacedSyllables(tokens: readonly Token[], places: ArrayLike<number>): number {
  if (tokens.every(({ syllableOf }) => syllableOf === undefined)) return 0;
  const words = new Map<number, number[]>();
  tokens.forEach(({ syllableOf }, i) => {
    if (syllableOf !== undefined) words.set(syllableOf, [...(words.get(syllableOf) ?? []), i]);
  });
  let misplaced = 0;
  for (const syllables of words.values()) {
    const placed = syllables.filter((i) => places[i]! >= 0);
    const found = placed.map((i) => places[i]!);
    // Where a syllable is there twice (冰冰) either may be the first.
    for (let i = 0; i < placed.length; i++)
      for (let j = i + 1; j < placed.length; j++)
        if (tokens[placed[i]!]!.text === tokens[placed[j]!]!.text && found[i]! > found[j]!)
          [found[i], found[j]] = [found[j]!, found[i]!];
    const turned = syllables.length === tokens.length ? Math.min(FAMILY_NAME, found.length) : 0;
    let least = Infinity;
    for (let head = 0; head <= turned; head++)
      least = Math.min(least, outOfOrder([...found.slice(head), ...found.slice(0, head)]));
    misplaced += least;
  }
  return misplaced;
}
