import { wordLists } from '../data/read.ts';

/** Classes of words that weigh less than a name (data/word-classes.txt says what each is). */
const LISTS = wordLists('word-classes.txt');

function classOf(name: string): ReadonlySet<string> {
  return new Set(LISTS.get(name));
}

/** Parts of surnames; often joined to the next word (al Qaeda, bin Laden, de la Cruz, O'Brien). */
export const PARTICLES = classOf('particle');

/** Particles between a name and that of the father. */
export const FILIATIONS = classOf('filiation');

/** Particles that are given names too (Ben, Van). */
export const NAME_PARTICLES = classOf('particle-or-name');

/** Names without a vowel, which are no initials. */
export const NAMES_WITHOUT_VOWELS = classOf('without-vowels');

/** Words before a number that say that it is one (Plant No 7). */
export const NUMBER_SIGNS = classOf('number-sign');

/** Function words of organisation names and of remarks in person names. */
export const STOP_WORDS = classOf('stop');

/** Business words that many organisations share: they weigh little, and never contradict. */
export const GENERIC_WORDS = classOf('generic');

/** Words that make a name an organisation's even without a legal form. */
export const ORGANIZATION_MARKERS = classOf('marker');

/** Countries, regions and their adjectives as used to name branches. */
export const PLACE_WORDS = classOf('place');

/** Names so frequent that sharing one says little, by the head of their spelling class. */
export const COMMON_NAMES = classOf('common');

/** Number words and ordinals; what they stand for is compared as a number. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [...LISTS].flatMap(([name, words]) => {
    const number = /^number (\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : words.map((word) => [word, number] as const);
  }),
);

/** Roman numerals that are also names (Xi Jinping): numbers in an organisation's name only. */
export const AMBIGUOUS_NUMERALS = classOf('numeral-or-name');
