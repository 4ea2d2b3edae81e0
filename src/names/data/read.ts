import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of a data file that is neither empty nor a comment. */
export type DataLine = {
  readonly text: string;
  /** File and line, for errors. */
  readonly where: string;
};

/** Throws an error with the file and line of a mistake in a data file. */
export function wrong(where: string, problem: string): never {
  throw new Error(`data of names, ${where}: ${problem}`);
}

/** Returns the lines of `text` without comments, which start with `#`. */
export function linesOf(file: string, text: string): DataLine[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    return trimmed === '' || trimmed.startsWith('#')
      ? []
      : [{ text: trimmed, where: `${file} line ${index + 1}` }];
  });
}

/** Returns the lines of a data file in this folder. Each module reads its files once, when it is loaded. */
export function readLines(file: string): DataLine[] {
  return linesOf(file, readFileSync(join(import.meta.dirname, file), 'utf8'));
}

const WORD = /^[a-z]+$/;

/** Returns the words of a list, separated by spaces, in lower-case letters without marks. */
export function wordsOf(text: string, where: string): string[] {
  const words = text.split(/\s+/);
  for (const word of words) if (!WORD.test(word)) wrong(where, `"${word}" is no lower-case word`);
  return words;
}

const LISTED = /^[a-z0-9]+$/;

/**
 * Returns the words of a data file by their keys, in the order of the file. A key may have several lines.
 * @throws with file and line
 */
export function wordLists(file: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const line of readLines(file)) {
    const [key, text] = keyed(line);
    const words = text.split(/\s+/);
    for (const word of words) if (!LISTED.test(word)) wrong(line.where, `"${word}" is no word`);
    lists.set(key, [...(lists.get(key) ?? []), ...words]);
  }
  return lists;
}

/** Returns the two sides of `key: values`. */
export function keyed({ text, where }: DataLine): readonly [key: string, values: string] {
  const colon = text.indexOf(': ');
  if (colon < 1) return wrong(where, 'a key, a colon and values are missing');
  return [text.slice(0, colon), text.slice(colon + 2).trim()];
}
