import { wordLists } from '../data/read.ts';

const LISTS = wordLists('stems.txt');

/** Stems at the beginning of names, longest first. If names share a stem, only the remaining letters are compared. */
export const PREFIX_STEMS: readonly string[] = LISTS.get('prefix')!;

/** Stems at the end of names, longest first. */
export const SUFFIX_STEMS: readonly string[] = LISTS.get('suffix')!;

/** Yoruba and Igbo prefixes that daily use drops: Oluwaseun is called Seun, Olufemi Femi. */
export const DROPPED_PREFIXES: readonly string[] = LISTS.get('dropped')!;

/** Returns the key of two neighbouring letters. */
function pairAt(text: string, i: number): number {
  return ((text.charCodeAt(i) & 31) << 5) | (text.charCodeAt(i + 1) & 31);
}
/** Stems by their two outermost letters. */
function byPair(stems: readonly string[], at: (stem: string) => number): readonly string[][] {
  const lists: string[][] = Array.from({ length: 1 << 10 }, () => []);
  for (const stem of stems) lists[pairAt(stem, at(stem))]!.push(stem);
  return lists;
}
const byPrefix = byPair(PREFIX_STEMS, () => 0);
const bySuffix = byPair(SUFFIX_STEMS, (stem) => stem.length - 2);

/** Returns the stems that a spelling begins or ends with. */
export function stemsIn(text: string): { stem: string; isPrefix: boolean }[] {
  const stems: { stem: string; isPrefix: boolean }[] = [];
  if (text.length < 2) return stems;
  for (const stem of byPrefix[pairAt(text, 0)]!)
    if (text.startsWith(stem)) stems.push({ stem, isPrefix: true });
  for (const stem of bySuffix[pairAt(text, text.length - 2)]!)
    if (text.endsWith(stem)) stems.push({ stem, isPrefix: false });
  return stems;
}
