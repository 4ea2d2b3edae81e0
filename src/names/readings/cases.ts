/**
 * Changes Russian and Ukrainian names in another case to the nominative: Сечину Игорю Ивановичу, Sechinu Igoryu
 * Ivanovichu.
 */
import { foldedWords } from '../canonical/fold.ts';
import { keyed, readLines, wrong } from '../data/read.ts';
import { keyOf } from '../words/ascii-keys.ts';
import { SPELLING_CLASS } from '../words/variants.ts';

/** The endings of words in one case of one gender, the longest first, with those of the nominative. */
type Declension = {
  readonly name: string;
  readonly ends: readonly (readonly [end: string, nominative: string])[];
};

/** A value for a missing nominative: no word has this ending in this case. */
const NEVER = '-';
const CASE = /^(?:latin )?(?:dative|genitive|accusative|instrumental|prepositional) (?:wo)?man$/;

const lists = new Map<string, string[]>();
for (const line of readLines('readings/slavic-cases.txt')) {
  const [key, text] = keyed(line);
  const words = text.split(/\s+/);
  if (CASE.test(key) && words.some((word) => !word.includes('=')))
    wrong(line.where, 'an end, an equals sign and an end are missing');
  lists.set(key, [...(lists.get(key) ?? []), ...words]);
}
function listOf(key: string): readonly string[] {
  return lists.get(key) ?? [];
}

/** The cases of names in one alphabet. */
type Alphabet = {
  /** True if names of other languages also use the alphabet, and only a patronymic shows the case. */
  readonly isShared: boolean;
  readonly declensions: readonly Declension[];
  readonly patronymics: readonly string[];
  readonly unchanged: readonly string[];
  /** Matches the end of a woman's family name that has only one form. */
  readonly consonant: RegExp;
};

const LATIN = 'latin ';
function alphabet(isLatin: boolean, consonant: RegExp): Alphabet {
  const prefix = isLatin ? LATIN : '';
  const declensions = [...lists.keys()]
    .filter((key) => CASE.test(key) && key.startsWith(LATIN) === isLatin)
    .map((key) => ({
      name: key.slice(prefix.length),
      ends: listOf(key)
        .map((pair) => pair.split('=') as [string, string])
        .toSorted(([one], [other]) => other.length - one.length),
    }));
  return {
    isShared: isLatin,
    declensions,
    patronymics: listOf(`${prefix}patronymic`),
    unchanged: listOf(`${prefix}unchanged`),
    consonant,
  };
}
const IN_CYRILLIC = alphabet(false, /[бвгджзклмнпрстфхцчшщь]$/u);
const IN_LATIN = alphabet(true, /[bcdfghklmnprstvz]$/);
const WOMEN: ReadonlySet<string> = new Set(listOf('woman'));
/** Cases that look like names in the nominative. Only a patronymic or a known given name shows them. */
const GENITIVE_OF_MAN = 'genitive man';
const UNSURE: ReadonlySet<string> = new Set([GENITIVE_OF_MAN, 'prepositional man']);

function endsWithOne(word: string, ends: readonly string[]): boolean {
  return ends.some((end) => word.length > end.length && word.endsWith(end));
}

const CYRILLIC_NAME = /^[\p{Script=Cyrillic}\s.’'-]+$/u;
const IN_OTHER_CASE = /[уюаяеоыиймієї](?:[\s.-]|$)/iu;
const LATIN_NAME = /^[a-z\s.’'-]+$/i;
/** Matches a patronymic in another case. */
const LATIN_PATRONYMIC = /(?:v[iy]ch(?:u|a|em?)|(?:v|ich)n(?:e|y|u|oy))(?![a-z])/i;

/**
 * Returns the alphabet of a name that may be in another case; undefined for a name in the nominative or in another
 * script.
 */
function alphabetOf(text: string): Alphabet | undefined {
  if (LATIN_PATRONYMIC.test(text)) return LATIN_NAME.test(text) ? IN_LATIN : undefined;
  return CYRILLIC_NAME.test(text) && IN_OTHER_CASE.test(text) ? IN_CYRILLIC : undefined;
}

/** Returns false only for a text that is a name in the nominative, or in another script. */
export function mayBeDeclined(text: string): boolean {
  return nominatives(text).length > 0;
}

/** Returns true if the tables of spellings show a man's given name in the genitive, and no woman's name. */
function isKnownMan(word: string, nominative: string): boolean {
  const isKnown = (one: string): boolean => SPELLING_CLASS.has(keyOf(one, 'other'));
  return isKnown(nominative) && !isKnown(word) && !WOMEN.has(word);
}

/** Returns the name in the nominative if each of its words can be in this case. */
function nominativeOf(
  words: readonly string[],
  { name, ends }: Declension,
  { isShared, patronymics, unchanged, consonant }: Alphabet,
): string | undefined {
  const found: string[] = [];
  let changed = 0;
  let foreign = 0;
  let isSure = !isShared && !UNSURE.has(name);
  for (const word of words) {
    const end = ends.find(
      ([one]) => word === one || (word.length > one.length + 1 && word.endsWith(one)),
    );
    const isForeign = name.endsWith(' woman') && consonant.test(word);
    if (isForeign) foreign += 1;
    if (isForeign || word.length === 1 || endsWithOne(word, unchanged)) {
      found.push(word);
      continue;
    }
    if (end === undefined || end[1] === NEVER) return undefined;
    const nominative = word.slice(0, -end[0].length) + end[1];
    changed += 1;
    isSure ||=
      endsWithOne(nominative, patronymics) ||
      (name === GENITIVE_OF_MAN && isKnownMan(word, nominative));
    found.push(nominative);
  }
  // A woman's family name that ends in a consonant follows two declined names.
  return changed > foreign && isSure ? found.join(' ') : undefined;
}

/**
 * Returns a name of several words in the nominative, for each case and gender that it can have; none if it is in the
 * nominative already.
 */
export function nominatives(text: string): string[] {
  const letters = alphabetOf(text);
  if (!letters) return [];
  const words = foldedWords(text);
  const { declensions, patronymics } = letters;
  if (words.length < 2 || words.some((word) => endsWithOne(word, patronymics))) return [];
  const found = declensions.map((declension) => nominativeOf(words, declension, letters));
  return [...new Set(found.filter((one) => one !== undefined))];
}
