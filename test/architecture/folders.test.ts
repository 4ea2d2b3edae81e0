import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the folders of an import below the nearest common one; undefined if one of the files is directly in it. */
function foldersOf(
  from: string,
  to: string,
): [parent: string, from: string, to: string] | undefined {
  const [source, target] = [from.split('/'), to.split('/')];
  const at = source.findIndex((part, i) => part !== target[i]);
  if (at >= source.length - 1 || at >= target.length - 1) return undefined;
  return [source.slice(0, at).join('/'), source[at]!, target[at]!];
}

/** Returns every pair of folders with the same parent that import each other. */
function twoWayPairs(sources: ReadonlyMap<string, string>): string[] {
  const edges = new Set<string>();
  for (const [file, text] of sources)
    for (const [, path] of text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)) {
      const folders = foldersOf(file, normalize(join(dirname(file), path!)));
      if (folders) edges.add(folders.join('\n'));
    }
  return [...edges]
    .map((edge) => edge.split('\n') as [string, string, string])
    .filter(([parent, from, to]) => from < to && edges.has([parent, to, from].join('\n')))
    .map(([parent, from, to]) => `${parent}: ${from}, ${to}`)
    .toSorted();
}

test('folders do not import each other in both directions', () => {
  const files = globSync('src/{modules,matching,names,platform}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(800);
  const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  expect(twoWayPairs(sources)).toEqual([]);
});

test('reports a pair of folders by its parent', () => {
  const sources = new Map([
    ['src/a/b/one.ts', "import { two } from '../c/two.ts';"],
    ['src/a/c/d/two.ts', "import type { One } from '../../b/one.ts';"],
    ['src/a/e/three.ts', "import { one } from '../b/one.ts';"],
    ['src/a/four.ts', "import { one } from './b/one.ts';"],
    ['src/a/b/five.ts', "import { four } from '../four.ts';"],
  ]);
  expect(twoWayPairs(sources)).toEqual(['src/a: b, c']);
});
