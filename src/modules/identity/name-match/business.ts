import { LEGAL_SPELLINGS } from '../../../names/words/legal-forms.ts';

/** The number of words of the longest phrase that spells a legal form. */
const LONGEST = Math.max(...[...LEGAL_SPELLINGS.keys()].map((form) => form.split(' ').length));
const FIRST_OF_PHRASES = new Set([...LEGAL_SPELLINGS.keys()].map((form) => form.split(' ', 1)[0]));
const FORMS = new Set([...LEGAL_SPELLINGS.keys(), ...LEGAL_SPELLINGS.values()]);
/** Words in a business's name that do not distinguish it. */
const JOINERS = new Set(['and', 'the']);

/** A part of a business's name: as written, and in the spelling for comparison. */
export type BusinessPart = { written: string; compared: string };

/** Letters that spell a legal form: P.L.C. */
function spelledOut(words: readonly string[], at: number): string[] | undefined {
  const end = words.findIndex((word, i) => i >= at && word.length > 1);
  const letters = words.slice(at, end === -1 ? words.length : end);
  return letters.length > 1 && FORMS.has(letters.join('')) ? letters : undefined;
}

function longestForm(words: readonly string[], at: number): string[] | undefined {
  if (!FIRST_OF_PHRASES.has(words[at])) return undefined;
  for (let span = Math.min(LONGEST, words.length - at); span > 0; span--) {
    const phrase = words.slice(at, at + span);
    if (LEGAL_SPELLINGS.has(phrase.join(' '))) return phrase;
  }
  return undefined;
}

/** The words of a business's name, with every legal form in one spelling: Ltd and Limited, & Co and Company. */
export function businessParts(words: readonly string[]): BusinessPart[] {
  const parts: BusinessPart[] = [];
  for (let at = 0; at < words.length;) {
    const letters = spelledOut(words, at);
    const phrase = letters ?? longestForm(words, at) ?? [words[at]!];
    const key = phrase.join(letters ? '' : ' ');
    const written = phrase.join(' ');
    if (!JOINERS.has(written))
      parts.push({ written, compared: (LEGAL_SPELLINGS.get(key) ?? key).replaceAll(' ', '') });
    at += phrase.length;
  }
  return parts;
}
