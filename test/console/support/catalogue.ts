import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONSOLE = join(import.meta.dirname, '../../../console/src');

/** A key and its text, as the formatter writes them. */
const LINE = /^ {2}(?:'([^']+)'|(\w+)):\s+(?:'([^'\n]*)'|"([^"\n]*)"),$/gm;

type Texts = [key: string, text: string][];

function textsIn(sources: readonly string[]): Texts {
  return sources
    .flatMap((source) => [...source.matchAll(LINE)])
    .map(([, quoted, plain, single, double]) => [(quoted ?? plain)!, (single ?? double)!]);
}

/** Returns the English texts of the console by key, and the words of constants; a key of two catalogues is in it twice. */
export function englishTexts(): { texts: Texts; words: Texts } {
  const sources = globSync(['texts/en.ts', 'texts/screens/*.ts', 'declared/*.ts'], {
    cwd: CONSOLE,
  }).map((file) => readFileSync(join(CONSOLE, file), 'utf8'));
  const isOfTexts = (source: string): boolean => /\btextsOf\(|TITLES/.test(source);
  return {
    texts: textsIn(sources.filter(isOfTexts)),
    words: textsIn(sources.filter((source) => !isOfTexts(source))),
  };
}
