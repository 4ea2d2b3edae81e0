/**
 * Spelling conventions of one sound, rewritten to one form before comparing: doubled letters, digraphs,
 * francophone ou/dj, `ph`, final `h`. Lossy on purpose; equality of the result means "same sound".
 */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/oo|ou/g, 'u'],
  [/ee|ie/g, 'i'],
  [/dj/g, 'j'],
  [/kh|gh/g, 'k'],
  [/ck|q/g, 'k'],
  [/dh|dz/g, 'd'],
  [/tch|sch/g, 'ch'],
  [/sh/g, 's'],
  [/th/g, 't'],
  [/x/g, 'ks'],
  [/c(?=[aouklrtn]|$)/g, 'k'],
  [/ai|ay|ey/g, 'ei'],
  [/iy|yy|ij|yi|iya$/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aeiou])h$/g, ''],
];

export const soundForm = (key: string): string => {
  let form = key;
  for (const [pattern, replacement] of REWRITES) form = form.replace(pattern, replacement);
  return form === '' ? key : form;
};

/** Consonants only, in sound classes: what is left when a script writes no vowels (Arabic, Hebrew). */
export const skeletonOf = (key: string): string =>
  soundForm(key)
    .replace(/[aeiouwy]/g, '')
    .replace(/[gq]/g, 'k')
    .replace(/p/g, 'b')
    .replace(/v/g, 'f')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1');
