import { readLines, wordsOf, wrong, type DataLine } from './data/read.ts';

const FILES = ['arabic', 'west-african', 'slavic', 'european', 'east-asian', 'business'];

/**
 * Spelling to the head of its class, from lines of spellings of one name; a word of `distinct` is a class of
 * its own. Throws with file and line when a spelling is in two classes, or alone.
 */
export const spellingClasses = (
  lines: readonly DataLine[],
  distinct: readonly DataLine[] = [],
): ReadonlyMap<string, string> => {
  const classes = new Map<string, string>();
  const add = (spelling: string, head: string, where: string): void => {
    const other = classes.get(spelling);
    if (other !== undefined) wrong(where, `"${spelling}" is also a spelling of "${other}"`);
    classes.set(spelling, head);
  };
  for (const { text, where } of lines) {
    const spellings = wordsOf(text, where);
    const head = spellings[0]!;
    if (spellings.length === 1) wrong(where, `"${head}" is alone`);
    for (const spelling of spellings) add(spelling, head, where);
  }
  for (const { text, where } of distinct)
    for (const word of wordsOf(text, where)) add(word, word, where);
  return classes;
};

/**
 * Spelling to the head of its class (data/spellings-*.txt, data/distinct-names.txt). Two spellings of one class
 * are the same name; two names of different classes are known to be different names, however close their
 * letters are (Hasan is not Husayn, Mahmud not Muhammad).
 */
export const SPELLING_CLASS: ReadonlyMap<string, string> = spellingClasses(
  FILES.flatMap((name) => readLines(`spellings-${name}.txt`)),
  readLines('distinct-names.txt'),
);
