import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The entries of docs/glossary.md: term, meaning, words that it replaces. */
const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map(
    (line) =>
      /^- \*\*(?<term>[^*]+)\*\*: (?<meaning>.+?)(?: _Not_: (?<not>.+))?$/.exec(line)!.groups!,
  )
  .map(({ term, meaning, not = '' }) => ({ term: term!, meaning: meaning!, not }));

/** Exported names, split into words: `HeldLanes` gives held, lanes. */
function exportedWords(text: string): string[][] {
  const declared = text.matchAll(
    /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type) (\w+)/gm,
  );
  return [...declared].map(([, name]) =>
    name!
      .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .map((word) => word.toLowerCase()),
  );
}

test('every term has a meaning in one sentence, and is listed once', () => {
  expect(rows.length).toBeGreaterThan(60);
  for (const { term, meaning } of rows) expect(meaning, term).toMatch(/^\S[^.]*\.$/);
  const terms = rows.map(({ term }) => term);
  expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
});

test('no exported name has a word that the glossary replaces', () => {
  const unused = new Set(
    rows
      .flatMap(({ not }) => (not === '' ? [] : not.split(', ')))
      .flatMap((word) => [word, `${word}s`]),
  );
  const found = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && file !== 'src/platform/db/types.ts')
    .flatMap((file) =>
      exportedWords(readFileSync(join(ROOT, file), 'utf8'))
        .filter((words) => words.some((word) => unused.has(word)))
        .map((words) => `${file}: ${words.join(' ')}`),
    );
  expect(found).toEqual([]);
});
