import { keyed, readLines, wordLists } from '../../../names/data/read.ts';
import { Phrases } from '../../../names/readings/phrases.ts';
import { FULL_NAMES_OF } from '../../../names/words/nicknames.ts';
import { SPELLING_CLASS } from '../../../names/words/variants.ts';

/** The names of identity verification, in addition to the tables that it shares with screening. */
const FILE = 'identity-names.txt';
const LISTS = wordLists(FILE);
const ROWS = readLines(FILE)
  .map(keyed)
  .map(([kind, text]) => ({ kind, words: text.split(/\s+/) }));

function wordsOf(kind: string): readonly string[] {
  return LISTS.get(kind)!;
}
function rowsOf(kind: string): string[][] {
  return ROWS.filter((row) => row.kind === kind).map(({ words }) => words);
}

/** Pairs of a word and a name, from rows whose kind is followed by that name. */
function named(kind: string): (readonly [word: string, name: string])[] {
  return ROWS.filter((row) => row.kind.startsWith(`${kind} `)).flatMap((row) =>
    row.words.map((word) => [word, row.kind.slice(kind.length + 1)] as const),
  );
}

const NO_SHORT_FORMS = new Set(wordsOf('no-short-form'));
const NO_PAIRS = new Set(rowsOf('no-pair').map((pair) => pair.join(':')));

/** Short forms of different people's names: `short:full`. */
export const SEVERAL_PEOPLES: ReadonlySet<string> = new Set(
  named('several').map(([full, short]) => `${short}:${full}`),
);
/** Names that a common spelling rule would merge. */
export const DIFFERENT: ReadonlySet<string> = new Set(
  rowsOf('different').flatMap(([a, b]) => [`${a}:${b}`, `${b}:${a}`]),
);

/** Stems of names in addition to the shared ones. The remaining letters distinguish such names. */
export const MORE_PREFIX_STEMS = wordsOf('prefix');
export const MORE_SUFFIX_STEMS = wordsOf('suffix');

/** Prefixes that are dropped in daily use, in addition to the shared ones. */
export const MORE_DROPPED_PREFIXES = wordsOf('dropped');

/** Words of a business in addition to the shared markers. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(wordsOf('business'));

/** Words after `&` in the name of a business. */
export const PARTNERS = wordsOf('partner');
/** Words before a party that is not the holder. */
export const BEHIND_WORDS: ReadonlySet<string> = new Set(wordsOf('behind'));
/** Words that, followed by `of` and a name, describe another party: `friends of`. */
export const BEHIND_OF: ReadonlySet<string> = new Set(wordsOf('behind-of'));
/** Phrases between a name and a parent's name, which may be a part of the name: RAVI S/O MUTHU. */
export const PARENTS = new Phrases<'parent'>();
for (const form of ['s/o', 'd/o', 'son of', 'daughter of']) PARENTS.add(form, 'parent');
/** Words in a record that mean that its holder has died. */
export const DECEASED_WORDS: ReadonlySet<string> = new Set(wordsOf('deceased'));
/** Titles that are also given names. */
export const TITLES_OR_NAMES: ReadonlySet<string> = new Set(wordsOf('title-or-name'));
/** Particles that are also names. */
export const PARTICLES_OR_NAMES: ReadonlySet<string> = new Set(wordsOf('particle-or-name'));
/** Jr, Snr, III, each in one form. */
export const GENERATIONS: ReadonlyMap<string, string> = new Map(named('generation'));

const classes = new Map([...SPELLING_CLASS, ...named('moved')]);
for (const [head, ...rest] of rowsOf('variant')) {
  const name = [head!, ...rest].map((word) => classes.get(word)).find(Boolean) ?? head!;
  for (const word of [head!, ...rest]) if (!classes.has(word)) classes.set(word, name);
}

/** Maps a spelling to the head of its class. Combines screening's classes and the ones of this module. */
export const SPELLINGS: ReadonlyMap<string, string> = classes;

/** Pairs of a short form and its full name. */
export const SHORT_FORM_PAIRS: readonly (readonly [string, string])[] = [
  ...[...FULL_NAMES_OF].flatMap(([short, fulls]) =>
    [...fulls].map((full) => [short, full] as const),
  ),
  ...named('full'),
].filter(
  ([short, full]) =>
    short.length >= 3 && !NO_SHORT_FORMS.has(short) && !NO_PAIRS.has(`${short}:${full}`),
);

/** Words that are known names as written. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...wordsOf('known'),
  ...SPELLINGS.keys(),
  ...SHORT_FORM_PAIRS.flat(),
]);
