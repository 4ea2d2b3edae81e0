/**
 * Spelling conventions of one sound, rewritten to one form before comparing: doubled letters, digraphs,
 * francophone ou/dj, `ph`, final `h`. Lossy on purpose; equality of the result means "same sound". Last the
 * letters without which a rule cannot apply: all of one of the groups.
 */
const REWRITES: readonly (readonly [from: RegExp, to: string, needs: readonly string[]])[] = [
  // Nur al-Din, Noureddine, Nurudeen; Saifullah, Sayfollah; McDonald, MacDonald.
  [/(?<=..)(?:al|[aeiou])dd?(?:ine?|een|yn)$/, 'udin', ['dn']],
  [/(?<=..)[aou]+llah?$/, 'ullah', ['l']],
  // Oluwafemi, Olufemi; Chukwuma, Chukuma.
  [/^oluwa(?=...)/, 'olu', ['oluwa']],
  [/^chukwu/, 'chuku', ['chukw']],
  [/^mc(?=[b-df-hj-np-tv-z])/, 'mac', ['mc']],
  [/ph/g, 'f', ['ph']],
  [/oo|ou/g, 'u', ['o']],
  [/ee|ie/g, 'i', ['e']],
  [/dj/g, 'j', ['dj']],
  [/kh|gh/g, 'k', ['gh', 'kh']],
  [/ck|q/g, 'k', ['ck', 'q']],
  [/dh|dz/g, 'd', ['dh', 'dz']],
  [/tch|sch/g, 'ch', ['ch']],
  [/sh/g, 's', ['sh']],
  [/th/g, 't', ['th']],
  [/x/g, 'ks', ['x']],
  [/c(?=[aouklrtn]|$)/g, 'k', ['c']],
  [/ai|ay|ey/g, 'ei', ['ai', 'ay', 'ey']],
  [/iy|yy|ij|yi|iya$/g, 'i', ['ij', 'y']],
  [/(.)\1+/g, '$1', ['']],
  [/(?<=[aeiou])h$/g, '', ['h']],
];

/** 26-bit set of the letters of a word. */
const lettersOf = (word: string): number => {
  let set = 0;
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - 97;
    if (letter >= 0) set |= 1 << letter;
  }
  return set;
};
const RULES = REWRITES.map(([from, to, needs]) => ({ from, to, needs: needs.map(lettersOf) }));

/** What the spelling sounds like; rules whose letters do not occur are passed over, for speed. */
export const soundForm = (key: string): string => {
  let form = key;
  let letters = lettersOf(key);
  for (let i = 0; i < RULES.length; i++) {
    const { from, to, needs } = RULES[i]!;
    let possible = false;
    for (let j = 0; j < needs.length && !possible; j++) possible = (needs[j]! & ~letters) === 0;
    if (!possible) continue;
    const rewritten = form.replace(from, to);
    if (rewritten === form) continue;
    form = rewritten;
    letters = lettersOf(form);
  }
  return form === '' ? key : form;
};

/** The consonants of a sound form, in classes; doubled ones once. */
export const consonantsOf = (form: string): string =>
  form
    .replace(/[aeiouwy]/g, '')
    .replace(/[gq]/g, 'k')
    .replace(/p/g, 'b')
    .replace(/v/g, 'f')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1');

/** Consonants only, in sound classes: what is left when a script writes no vowels (Arabic, Hebrew). */
export const skeletonOf = (key: string): string => consonantsOf(soundForm(key));
