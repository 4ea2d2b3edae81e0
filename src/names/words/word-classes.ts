import { wordLists } from '../data/read.ts';

/** Reads the classes of words that weigh less than a name (data/word-classes.txt describes each). */
const LISTS = wordLists('word-classes.txt');

function classOf(name: string): ReadonlySet<string> {
  return new Set(LISTS.get(name));
}

/** Parts of surnames, often joined to the next word (al Qaeda, bin Laden, de la Cruz, O'Brien). */
export const PARTICLES = classOf('particle');

/** Particles between a name and the father's name. */
export const FILIATIONS = classOf('filiation');

/** Particles that are also given names (Ben, Van). */
export const NAME_PARTICLES = classOf('particle-or-name');

/** Names without a vowel, which are not initials. */
export const NAMES_WITHOUT_VOWELS = classOf('without-vowels');

/** Words that mark the next word as a number (Plant No 7). */
export const NUMBER_SIGNS = classOf('number-sign');

/** Function words of organization names and of remarks in person names. */
export const STOP_WORDS = classOf('stop');

/** Business words that many organizations share. They weigh little and never contradict. */
export const GENERIC_WORDS = classOf('generic');

/** Words that mark a name as an organization's even without a legal form. */
export const ORGANIZATION_MARKERS = classOf('marker');

/** Countries, regions and their adjectives, as used in names of branches. */
export const PLACE_WORDS = classOf('place');

/** Names, by the head of their spelling class, that are so frequent that sharing one is weak evidence. */
export const COMMON_NAMES = classOf('common');

/** Number words and ordinals, mapped to the numbers that are compared. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [...LISTS].flatMap(([name, words]) => {
    const number = /^number (\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : words.map((word) => [word, number] as const);
  }),
);

/** Roman numerals that are also names (Xi Jinping). They are numbers only in an organization's name. */
export const AMBIGUOUS_NUMERALS = classOf('numeral-or-name');
