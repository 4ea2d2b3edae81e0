import { readLines, wrong } from '../data/read.ts';

/** The simplified character for each traditional or Japanese one (data/han-variants.txt). */
const SIMPLIFIED: ReadonlyMap<string, string> = (() => {
  const signs = new Map<string, string>();
  for (const { text, where } of readLines('han-variants.txt'))
    for (const pair of text.split(' ')) {
      const [sign, simplified, ...more] = pair;
      if (sign === undefined || simplified === undefined || more.length > 0 || signs.has(sign))
        wrong(where, `"${pair}" is no pair of signs, or its first stands twice`);
      signs.set(sign, simplified);
    }
  return signs;
})();

/** Returns the simplified character, or the character itself if it has none. */
export function simplifiedSign(sign: string): string {
  return SIMPLIFIED.get(sign) ?? sign;
}

/** Returns true if two words have the same characters, apart from traditional and simplified forms (張國, 张国). */
export function areSameSigns(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++)
    if (a[i] !== b[i] && simplifiedSign(a[i]!) !== simplifiedSign(b[i]!)) return false;
  return true;
}
