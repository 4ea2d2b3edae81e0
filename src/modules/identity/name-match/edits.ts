import { PREFIX_STEMS, SUFFIX_STEMS } from '../../../names/words/stems.ts';
import { differInGender, lookAlikeForm, spellingForm } from './spelling.ts';
import { KNOWN_NAMES, MORE_PREFIX_STEMS, MORE_SUFFIX_STEMS, SPELLINGS } from './tables.ts';

/** The maximum length of a name. Longer words are only equal or different. */
const MAX_CHARS = 40;
const LOOK_ALIKE_SIMILARITY = 0.9;

const PREFIXES = [...PREFIX_STEMS, ...MORE_PREFIX_STEMS].toSorted((a, b) => b.length - a.length);
const SUFFIXES = [...SUFFIX_STEMS, ...MORE_SUFFIX_STEMS].toSorted((a, b) => b.length - a.length);

/** Forms of the known names, computed on first use because there are as many as words in the tables. */
let formsOfKnown: ReadonlySet<string> | undefined;
export function isKnown(word: string): boolean {
  if (KNOWN_NAMES.has(word)) return true;
  formsOfKnown ??= new Set([...KNOWN_NAMES].map(spellingForm));
  return formsOfKnown.has(word) || formsOfKnown.has(spellingForm(word));
}

/** True if a word is the stem of many names, as Oluwa is of Oluwaseun. */
export function isStem(word: string): boolean {
  return PREFIXES.includes(word);
}

/** The rest of two words that share a stem: `seun` and `seyi` of Oluwaseun and Oluwaseyi. */
function withoutSharedStem(a: string, b: string): readonly [string, string] {
  const prefix = PREFIXES.find((stem) => a.startsWith(stem) && b.startsWith(stem));
  if (prefix !== undefined) return [a.slice(prefix.length), b.slice(prefix.length)];
  const suffix = SUFFIXES.find((stem) => a.endsWith(stem) && b.endsWith(stem));
  if (suffix !== undefined) return [a.slice(0, -suffix.length), b.slice(0, -suffix.length)];
  return [a, b];
}

type Slip = 'swap' | 'gap' | 'letter';

/** Returns the one slip that turns `b` into `a`: two letters swapped, one missing, or one mistaken. */
function oneSlip(a: string, b: string): Slip | undefined {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length + restB.length === 1) return 'gap';
  if (restA.length === 1 && restB.length === 1) return 'letter';
  if (restA.length === 2 && restA[0] === restB[1] && restA[1] === restB[0] && restB.length === 2)
    return 'swap';
  return undefined;
}

/** The minimum length of a word for a slip of each kind. It is shorter if only one of the words is a known name. */
const LEAST_LENGTH: Readonly<Record<Slip, number>> = { swap: 6, gap: 8, letter: 9 };
const LEAST_LENGTH_OF_KNOWN: Readonly<Record<Slip, number>> = { swap: 5, gap: 7, letter: 8 };

/** True if the two names are known to be different. */
export function areDifferent(a: string, b: string): boolean {
  const [classA, classB] = [SPELLINGS.get(a), SPELLINGS.get(b)];
  if (classA !== undefined && classB !== undefined) return classA !== classB;
  return isKnown(a) && isKnown(b);
}

/**
 * Returns the similarity of two words that differ by a slip of pen or scanner, from 0.8; 0 for any larger difference.
 * It is strict where names are close: 0 for two known names, for a man's and a woman's form, and for words that only
 * share a stem.
 */
export function editSimilarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest > MAX_CHARS || Math.abs(a.length - b.length) > 1) return 0;
  if (a[0] !== b[0] && a.at(-1) !== b.at(-1)) return 0;
  if (areDifferent(a, b) || differInGender(spellingForm(a), spellingForm(b))) return 0;
  if (longest >= 5 && lookAlikeForm(a) === lookAlikeForm(b)) return LOOK_ALIKE_SIMILARITY;
  const [restA, restB] = withoutSharedStem(a, b);
  if (restA[0] !== restB[0] || (restA !== a && isKnown(restA) && isKnown(restB))) return 0;
  const slip = oneSlip(restA, restB);
  if (slip === undefined) return 0;
  const length = Math.max(restA.length, restB.length);
  const least = isKnown(a) === isKnown(b) ? LEAST_LENGTH : LEAST_LENGTH_OF_KNOWN;
  return length >= least[slip] ? 1 - 1 / longest : 0;
}
