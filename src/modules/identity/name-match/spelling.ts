/**
 * Spellings of the same name, strict enough for identity: digraphs of one sound (Shola and Sola), doubled letters, a
 * mute final `h`, the many spellings of `abd al-`.
 */
const ABD: readonly (readonly [RegExp, string])[] = [
  [/^abd(?:[aeou]{1,2}[lrsnzd]?)?$/, 'abd'],
  // One `l` serves both words.
  [/^abdul(?=ateef|atif|ahi|ah$)/, 'abdl'],
  [/^abd(?:[aeiu]|ou)l(?=[a-z]{3})/, 'abd'],
  [/^abd[aeu]([rsnzdt])(?=\1)/, 'abd'],
  [/^abd(?:[aeu]|ou)(?=[bdfghkmnqrstwz])/, 'abd'],
];
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/kh|ck|q/g, 'k'],
  [/c(?=[aouklrt]|$)/g, 'k'],
  [/kwu/g, 'ku'],
  [/oo|ou/g, 'u'],
  [/ee|ie$|y/g, 'i'],
  [/(?<letter>.)\k<letter>+/g, '$<letter>'],
  [/(?<=[aeiou])h$/, ''],
];

/** Matches if any of the sounds matches. Most words have none. */
const HAS_SOUND = new RegExp(SOUNDS.map(([{ source }]) => `(?:${source})`).join('|'));

/** The common form of all spellings; words in scripts other than Latin stay unchanged. */
export function spellingForm(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let form = word;
  const abd = form.startsWith('abd') ? ABD.find(([pattern]) => pattern.test(form)) : undefined;
  if (abd) form = form.replace(...abd);
  if (HAS_SOUND.test(form))
    for (const [pattern, replacement] of SOUNDS) form = form.replace(pattern, replacement);
  return form;
}

/** Merges letters and digits that scanners confuse; words with equal results look alike on paper. */
export function lookAlikeForm(word: string): string {
  return word
    .replace(/[l1j]/g, 'i')
    .replaceAll('rn', 'm')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('v', 'u')
    .replace(/[q9]/g, 'g');
}

/** A woman's form of a name: Habiba of Habib, Rasheedat of Rasheed. */
const FEMININE = /^(.{3,})(?:atu|at|a)$/;

/** True for endings that Hausa and Yoruba add to one name: Fatima, Fatimat and Fatimatu; Nasir and Nasiru. */
export function differInEndingOnly(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long === `${short}u` && short.length >= 4 && /[^aeiou]$/.test(short)) return true;
  const stem = FEMININE.exec(short)?.[1];
  return stem !== undefined && stem.length >= 4 && FEMININE.exec(long)?.[1] === stem;
}

/** Endings that turn a man's name into a woman's. */
const FEMININE_ENDINGS = 'a e i at atu ia iana ina ine ela ele eta ete ita'.split(' ');

/**
 * Returns true if the ending alone makes the name another person's: Daniel and Daniella, Augustine and Augustina, Rabiu
 * and Rabia.
 */
export function differInGender(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (FEMININE_ENDINGS.some((ending) => long === short + ending)) return true;
  // Lucian and Lucina.
  if (a.slice(0, -2) === b.slice(0, -2) && [a.slice(-2), b.slice(-2)].toSorted().join() === 'an,na')
    return true;
  const stem = /^(.{3,})[aeiou]$/.exec(short)?.[1];
  return (
    stem !== undefined &&
    long.startsWith(stem) &&
    /^(?:[aeiou]|atu?|i[an]a?)$/.test(long.slice(stem.length))
  );
}
