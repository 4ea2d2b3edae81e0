import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export type TaggedTest = {
  file: string;
  title: string;
  /** The keys of the rules that the test shows. */
  keys: string[];
};

const TAG = /^( *)\/\/ contract: (.+)$/;
/**
 * Patterns of a title in a call. A title after two calls (`test.each(…)('title', …)`) takes precedence over one after
 * the first.
 */
const TITLES = [/\)\((['"`])(.+?)(?<!\\)\1,/, /\((['"`])(.+?)(?<!\\)\1,/];

function titleIn(line: string): string | undefined {
  const found = TITLES.map((form) => form.exec(line)).find((match) => match !== null);
  return found?.[2];
}

/**
 * Returns the title of the test or group that begins at a line, in the formatter's layout: on that line, on a later
 * one with the same indentation, or alone on the line after it.
 */
function titleFrom(lines: string[], start: number, indent: string): string | undefined {
  for (let i = start; i < lines.length; i += 1) {
    const line = lines[i]!;
    if (!line.startsWith(indent) || line.startsWith(`${indent} `)) continue;
    const title = titleIn(line);
    if (title !== undefined) return title;
    const next = /^\s+(['"`])(.+)(?<!\\)\1,$/.exec(lines[i + 1] ?? '');
    if (line.endsWith('(') && next) return next[2];
    if (line.endsWith(';')) return undefined;
  }
  return undefined;
}

/**
 * Returns the tests of a file that are tagged with rules of the contract: a comment `// contract: key, key` above them.
 * @throws Error that names a tag without a test below it
 */
export function taggedTests(file: string, source: string): TaggedTest[] {
  const lines = source.split('\n');
  const tests: TaggedTest[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const first = i;
    const keys: string[] = [];
    let indent = '';
    for (let tag; (tag = TAG.exec(lines[i] ?? '')); i += 1) {
      indent = tag[1]!;
      keys.push(...tag[2]!.split(', '));
    }
    if (keys.length === 0) continue;
    const title = titleFrom(lines, i, indent);
    if (title === undefined)
      throw new Error(`${file}:${first + 1}: a tag that stands above no test`);
    tests.push({ file, title: title.replaceAll(/\\(['"`])/g, '$1'), keys });
  }
  return tests;
}

/** Returns the tests for each rule by key, in the order of files and lines. */
export function testsByRule(): Map<string, TaggedTest[]> {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).toSorted();
  const tests = files.flatMap((file) => taggedTests(file, readFileSync(join(ROOT, file), 'utf8')));
  const shown = new Map<string, TaggedTest[]>();
  for (const test of tests)
    for (const key of test.keys) shown.set(key, [...(shown.get(key) ?? []), test]);
  return shown;
}
