const DOUBLED = /(.)\1+/g;
/** Replaces doubled letters by one; faster than the regular expression. */
function singled(word: string): string {
  let out = '';
  let from = 0;
  for (let i = 1; i < word.length; i++) {
    if (word.charCodeAt(i) !== word.charCodeAt(i - 1)) continue;
    out += word.slice(from, i);
    from = i + 1;
  }
  return out + word.slice(from);
}

/**
 * Rewrites the spellings of one sound to one form before comparing: doubled letters, digraphs, French ou and dj, `ph`,
 * final `h`. It loses detail on purpose: equal results mean "same sound". The last part of a rule lists the letters
 * without which the rule cannot apply, which is fast to check ('' means a doubled letter).
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
  [DOUBLED, '$1', ['']],
  [/(?<=[aeiou])h$/g, '', ['ah', 'eh', 'ih', 'oh', 'uh']],
];

/** Places of letters in the alphabet; digits share places with letters. */
const PLACES = 32;
function placeOf(text: string, i: number): number {
  return text.charCodeAt(i) & (PLACES - 1);
}

/**
 * The rules, as bits, that can apply where two adjacent letters occur. If a rule needs one letter, the second letter
 * counts.
 */
const RULES_OF = new Uint32Array(PLACES * PLACES);
REWRITES.forEach(([, , needs], rule) => {
  for (let before = 0; before < PLACES; before++)
    for (let place = 0; place < PLACES; place++) {
      const fits = needs.some((text) => {
        if (text === '') return before === place;
        if (text.length === 1) return place === placeOf(text, 0);
        return before === placeOf(text, 0) && place === placeOf(text, 1);
      });
      if (fits) RULES_OF[before * PLACES + place]! |= 1 << rule;
    }
});

/** Returns the rules, as bits, that may apply to a spelling. */
function rulesFor(spelling: string): number {
  let rules = 0;
  let before = 0;
  for (let i = 0; i < spelling.length; i++) {
    const place = spelling.charCodeAt(i) & (PLACES - 1);
    rules |= RULES_OF[before * PLACES + place]!;
    before = place;
  }
  return rules;
}

/** Returns the sound form of a spelling. Rules that cannot apply are skipped for speed. */
export function soundForm(key: string): string {
  let form = key;
  let rules = rulesFor(key);
  for (let rule = 0; rules >>> rule > 0; rule++) {
    if ((rules & (1 << rule)) === 0) continue;
    const [from, to] = REWRITES[rule]!;
    const rewritten = from === DOUBLED ? singled(form) : form.replace(from, to);
    if (rewritten === form) continue;
    form = rewritten;
    rules = rulesFor(form);
  }
  return form === '' ? key : form;
}

/** Returns the consonants of a sound form by class, with doubled ones once. */
export function consonantsOf(form: string): string {
  return form
    .replace(/[aeiouwy]/g, '')
    .replace(/[gq]/g, 'k')
    .replace(/p/g, 'b')
    .replace(/v/g, 'f')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1');
}

/** Returns only the consonants by sound class, as in a script without vowels (Arabic, Hebrew). */
export function skeletonOf(key: string): string {
  return consonantsOf(soundForm(key));
}
