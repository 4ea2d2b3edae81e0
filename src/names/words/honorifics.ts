import { keyed, readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';

const WORD_KINDS = [
  'hard',
  'address',
  'title-or-name',
  'soft',
  'suffix',
  'last',
  'behind',
] as const;
const PHRASE_KINDS = ['degree', 'office'] as const;

type Kind = (typeof WORD_KINDS)[number] | (typeof PHRASE_KINDS)[number];

/** Words before and after a person's name, by kind. */
export type Titles = Readonly<Record<Kind, ReadonlySet<string>>>;

/** Kinds whose words may also have another kind: Sr is Sister before a name, and senior after a name. */
const SECOND_KINDS: ReadonlySet<string> = new Set(['last', 'behind']);

function isOneOf<T extends string>(kinds: readonly T[], kind: string): kind is T {
  return (kinds as readonly string[]).includes(kind);
}

/** Reads lines of `kind: word word` or `kind: phrase`. Throws with file and line if a word has two kinds. */
export function titles(lines: readonly DataLine[]): Titles {
  const kinds = Object.fromEntries(
    [...WORD_KINDS, ...PHRASE_KINDS].map((kind) => [kind, new Set<string>()]),
  ) as Record<Kind, Set<string>>;
  for (const line of lines) {
    const [key, text] = keyed(line);
    const words = wordsOf(text, line.where);
    if (isOneOf(PHRASE_KINDS, key)) {
      kinds[key].add(words.join(' '));
      continue;
    }
    if (!isOneOf(WORD_KINDS, key)) wrong(line.where, `"${key}" is no kind of title`);
    const firstKinds = WORD_KINDS.filter((kind) => !SECOND_KINDS.has(kind));
    for (const word of words) {
      const others = SECOND_KINDS.has(key) ? [] : firstKinds;
      if (kinds[key].has(word) || others.some((kind) => kinds[kind].has(word)))
        wrong(line.where, `"${word}" stands here twice`);
      kinds[key].add(word);
    }
  }
  return kinds;
}

const TITLES = titles(readLines('titles.txt'));

/** Titles that are not names: dropped at the head of a name while at least two other words remain. */
export const HARD_TITLES = TITLES.hard;

/** Forms of address that can be names, but are dropped in identity verification. */
export const FORMS_OF_ADDRESS = TITLES.address;

/** Titles that are also names (Prince, Justice): dropped at the head of the canonical form, but still compared. */
export const TITLES_THAT_ARE_NAMES: ReadonlySet<string> = new Set([
  ...TITLES.address,
  ...TITLES['title-or-name'],
]);

/** All titles that are also names. They cost nothing where only one side has them. */
export const SOFT_TITLES: ReadonlySet<string> = new Set([...TITLES_THAT_ARE_NAMES, ...TITLES.soft]);

/**
 * Generational suffixes and post-nominals that are not names on any known list. They are dropped everywhere except as
 * the first word.
 */
export const SUFFIXES = TITLES.suffix;

/** Suffixes dropped only as the last word: numerals (John Smith III; numbers in an organization's name), MD, Sr. */
export const LAST_SUFFIXES = TITLES.last;

/** Soft titles that follow a name (Ahmed Bey). As the last word they are not a family name. */
export const TRAILING_TITLES = TITLES.behind;

/** Degrees that a full stop splits into two words (Ph.D). */
export const SPLIT_DEGREES = TITLES.degree;

/** Words that make an office of the title before them: Minister of Justice. */
export const OFFICE_WORDS = TITLES.office;
