import type { Token } from '../types.ts';

/** Number of syllables of the longest Chinese and Korean family names (欧阳, 남궁). */
const FAMILY_NAME = 2;

function hasSyllables({ script }: Token): boolean {
  return script === 'han' || script === 'hangul';
}

/** Returns true if a name is written in Han or Hangul, where each character is a syllable. */
export function isSyllabic(tokens: readonly Token[]): boolean {
  return tokens.every(hasSyllables);
}

/** Matches a Chinese or Korean syllable in Latin letters. */
const ROMANISED = /^[bcdfghjklmnpqrstvwxyz]{0,3}[aeiouwy]{1,3}(?:h|n|ng|k|l|m|p|r|t)?$/;

/** Returns true if a word may be a syllable of a Chinese or Korean name. */
export function mayBeSyllable(token: Token): boolean {
  const { key, kind } = token;
  const isWord = kind === 'name' || kind === 'common' || kind === 'particle';
  return hasSyllables(token) || (isWord && ROMANISED.test(key));
}

/**
 * Returns true if every word may be a syllable. A word that is a legal form, a place or a business word elsewhere is
 * then also a syllable (Yu Yi PAO, Kam KONG Wong).
 */
export function isRomanised(tokens: readonly Token[]): boolean {
  return tokens.every((token) => mayBeSyllable(token) || ROMANISED.test(token.text));
}

/** Returns the minimum number of items to remove so that the others ascend. */
function outOfOrder(places: readonly number[]): number {
  const lengths: number[] = [];
  places.forEach((place, i) => {
    const before = lengths.filter((_, j) => places[j]! < place);
    lengths[i] = 1 + Math.max(0, ...before);
  });
  return places.length - Math.max(0, ...lengths);
}

/**
 * Counts the syllables of words written without spaces that have another place in the other name. If one word is the
 * whole name, its family name may come first or last.
 * @param places the place of each token in the other name; -1 if it has none
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
    // If a syllable occurs twice (冰冰), either one may be the first.
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
