/**
 * Stems that many names share. Two names with the same stem are told apart by the rest alone
 * (Oluwa-seun / Oluwa-seyi, Chukwu-emeka / Chukwu-ebuka, Abdul-latif / Abdul-hamid, Habib-ullah / Hamid-ullah).
 *
 * Written by us: Yoruba theophoric prefixes (notes/screening.md 5.4), Igbo chukwu/chi/nwa compounds, Edo osa-,
 * Arabic abd-al, -ullah and -uddin compounds, Slavic patronymics, Germanic and Caucasian surname endings.
 * Longest first: the first that fits is taken.
 */
function list(text: string): string[] {
  return text.trim().split(/\s+/);
}

export const PREFIX_STEMS: readonly string[] = list(`
  chukwu olorun tamuno oluwa abdul abdel abdal abdur abdus abdou chuku ogun akin baba temi omo
  olu ola ade ayo oye ifa osa nwa chi ike
`);

export const SUFFIX_STEMS: readonly string[] = list(`
  eddine chukwu dottir shvili uddin eddin ullah allah stein ovich evich zadeh enko berg mann
  baum feld ovna evna oglu udin ulah yan ian zai chi
`);

/** Yoruba and Igbo prefixes that are dropped in daily use: Oluwaseun is called Seun, Olufemi Femi. */
export const DROPPED_PREFIXES: readonly string[] = list(`
  chukwu oluwa akin ogun baba temi olu ola ade ayo oye omo ifa chi
`);

/** What two neighbouring letters are looked up by. */
function pairAt(text: string, i: number): number {
  return ((text.charCodeAt(i) & 31) << 5) | (text.charCodeAt(i + 1) & 31);
}
/** Stems by the two letters that stand outermost. */
function byPair(stems: readonly string[], at: (stem: string) => number): readonly string[][] {
  const lists: string[][] = Array.from({ length: 1 << 10 }, () => []);
  for (const stem of stems) lists[pairAt(stem, at(stem))]!.push(stem);
  return lists;
}
const byPrefix = byPair(PREFIX_STEMS, () => 0);
const bySuffix = byPair(SUFFIX_STEMS, (stem) => stem.length - 2);

/** The stems that a spelling begins or ends with. */
export function stemsIn(text: string): { stem: string; isPrefix: boolean }[] {
  const stems: { stem: string; isPrefix: boolean }[] = [];
  if (text.length < 2) return stems;
  for (const stem of byPrefix[pairAt(text, 0)]!)
    if (text.startsWith(stem)) stems.push({ stem, isPrefix: true });
  for (const stem of bySuffix[pairAt(text, text.length - 2)]!)
    if (text.endsWith(stem)) stems.push({ stem, isPrefix: false });
  return stems;
}
