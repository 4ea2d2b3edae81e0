/**
 * Spelling conventions of one sound, rewritten to one form before comparing: doubled letters, digraphs,
 * francophone ou/dj, `ph`, final `h`. Lossy on purpose; equality of the result means "same sound". Last what
 * a spelling must have one of for the rule to apply, which is found out faster.
 */
const REWRITES: readonly (readonly [from: RegExp, to: string, needs: readonly string[]])[] = [
  // Nur al-Din, Noureddine, Nurudeen; Saifullah, Sayfollah; McDonald, MacDonald.
  [/(?<=..)(?:al|[aeiou])dd?(?:ine?|een|yn)$/, 'udin', ['din', 'deen', 'dyn']],
  [/(?<=..)[aou]+llah?$/, 'ullah', ['lla']],
  // Oluwafemi, Olufemi; Chukwuma, Chukuma.
  [/^oluwa(?=...)/, 'olu', ['oluwa']],
  [/^chukwu/, 'chuku', ['chukwu']],
  [/^mc(?=[b-df-hj-np-tv-z])/, 'mac', ['mc']],
  [/ph/g, 'f', ['ph']],
  [/oo|ou/g, 'u', ['oo', 'ou']],
  [/ee|ie/g, 'i', ['ee', 'ie']],
  [/dj/g, 'j', ['dj']],
  [/kh|gh/g, 'k', ['kh', 'gh']],
  [/ck|q/g, 'k', ['ck', 'q']],
  [/dh|dz/g, 'd', ['dh', 'dz']],
  [/tch|sch/g, 'ch', ['tch', 'sch']],
  [/sh/g, 's', ['sh']],
  [/th/g, 't', ['th']],
  [/x/g, 'ks', ['x']],
  [/c(?=[aouklrtn]|$)/g, 'k', ['c']],
  [/ai|ay|ey/g, 'ei', ['ai', 'ay', 'ey']],
  [/iy|yy|ij|yi|iya$/g, 'i', ['iy', 'yy', 'ij', 'yi']],
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
const RULES = REWRITES.map(([from, to, needs]) => ({
  from,
  to,
  needs: needs.map((text) => ({ text, letters: lettersOf(text) })),
}));

const isDoubled = (word: string): boolean => {
  for (let i = 1; i < word.length; i++)
    if (word.charCodeAt(i) === word.charCodeAt(i - 1)) return true;
  return false;
};

/** What the spelling sounds like; rules that cannot apply are passed over, for speed. */
export const soundForm = (key: string): string => {
  let form = key;
  let set = lettersOf(key);
  for (let i = 0; i < RULES.length; i++) {
    const { from, to, needs } = RULES[i]!;
    let possible = false;
    for (let j = 0; j < needs.length && !possible; j++) {
      const { text, letters } = needs[j]!;
      possible = (letters & ~set) === 0 && (text === '' ? isDoubled(form) : form.includes(text));
    }
    if (!possible) continue;
    const rewritten = form.replace(from, to);
    if (rewritten === form) continue;
    form = rewritten;
    set = lettersOf(form);
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
