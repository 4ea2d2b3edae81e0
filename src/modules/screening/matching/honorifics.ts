import { keyed, readLines, wordsOf, wrong, type DataLine } from './data/read.ts';

/** What stands before and after a person's name. */
export interface Titles {
  readonly hard: ReadonlySet<string>;
  readonly soft: ReadonlySet<string>;
  readonly suffix: ReadonlySet<string>;
}

/** Reads lines of `kind: word word`. Throws with file and line when a word has two kinds. */
export const titles = (lines: readonly DataLine[]): Titles => {
  const kinds = { hard: new Set<string>(), soft: new Set<string>(), suffix: new Set<string>() };
  for (const line of lines) {
    const [key, words] = keyed(line);
    if (!Object.hasOwn(kinds, key)) wrong(line.where, `"${key}" is no kind of title`);
    for (const word of wordsOf(words, line.where)) {
      if (Object.values(kinds).some((set) => set.has(word)))
        wrong(line.where, `"${word}" stands here twice`);
      kinds[key as keyof Titles].add(word);
    }
  }
  return kinds;
};

const TITLES = titles(readLines('titles.txt'));

/** Dropped at the head of a name while at least two other words remain. */
export const HARD_TITLES = TITLES.hard;

/** Titles that are names as well: they stay in the canonical form and weigh little beside real names. */
export const SOFT_TITLES = TITLES.soft;

/** Generational suffixes and post-nominals that are no name in any list seen: dropped anywhere but first. */
export const SUFFIXES = TITLES.suffix;

/** Roman numerals after a person's name (John Smith III); in an organisation's name they are numbers. */
export const GENERATIONAL_NUMERALS: ReadonlySet<string> = new Set(['ii', 'iii', 'iv']);
