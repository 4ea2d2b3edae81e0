import { keyed, readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';

/** Words that stand before and after a person's name. */
export type Titles = {
  readonly hard: ReadonlySet<string>;
  readonly address: ReadonlySet<string>;
  readonly honorific: ReadonlySet<string>;
  readonly soft: ReadonlySet<string>;
  readonly suffix: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
};

/** Reads lines of `kind: word word`. Throws with file and line when a word has two kinds. */
export function titles(lines: readonly DataLine[]): Titles {
  const kinds = {
    hard: new Set<string>(),
    address: new Set<string>(),
    honorific: new Set<string>(),
    soft: new Set<string>(),
    suffix: new Set<string>(),
    last: new Set<string>(),
  };
  for (const line of lines) {
    const [key, words] = keyed(line);
    if (!Object.hasOwn(kinds, key)) wrong(line.where, `"${key}" is no kind of title`);
    for (const word of wordsOf(words, line.where)) {
      // Sr is Sister before a name, and senior behind it.
      const others = Object.entries(kinds).filter(([kind]) => kind !== 'last' && key !== 'last');
      if (kinds[key as keyof Titles].has(word) || others.some(([, set]) => set.has(word)))
        wrong(line.where, `"${word}" stands here twice`);
      kinds[key as keyof Titles].add(word);
    }
  }
  return kinds;
}

const TITLES = titles(readLines('titles.txt'));

/** Titles that are no names: dropped at the head of a name while at least two other words remain. */
export const HARD_TITLES = TITLES.hard;

/** Forms of address: names elsewhere, but not where identities are verified. */
export const FORMS_OF_ADDRESS = TITLES.address;

/**
 * Titles that are names as well (Prince, Justice): dropped at the head of the canonical form, and compared all the
 * same.
 */
export const HONORIFICS: ReadonlySet<string> = new Set([...TITLES.address, ...TITLES.honorific]);

/** All titles that are names as well. Where only one side has them they cost nothing. */
export const SOFT_TITLES: ReadonlySet<string> = new Set([...HONORIFICS, ...TITLES.soft]);

/** Generational suffixes and post-nominals that are no name in any list seen: dropped anywhere but first. */
export const SUFFIXES = TITLES.suffix;

/** Dropped where they stand last: numerals (John Smith III; in an organisation's name they are numbers), MD, Sr. */
export const LAST_SUFFIXES = TITLES.last;
