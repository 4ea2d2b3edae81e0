import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTRACT_ENDPOINTS, NOT_BUILT_YET } from './support/contract-endpoints.ts';
import { routes, titleOf } from './support/manifest.ts';

const ROOT = join(import.meta.dirname, '../..');
const coverage = readFileSync(join(import.meta.dirname, 'COVERAGE.md'), 'utf8');

/** References are written `file > test title`, in backticks. */
const references = [...coverage.matchAll(/`([^`\n]+\.test\.ts) > ([^`\n]+)`/g)].map(
  ([, file = '', title = '']) => ({ file, title }),
);

/** Source text without the difference that quoting makes. */
const plain = (text: string): string => text.replaceAll(/\\(['"`])/g, '$1');
const sources = new Map<string, string>();
function source(file: string): string {
  let text = sources.get(file);
  if (text === undefined) {
    const path = join(ROOT, file);
    text = existsSync(path) ? plain(readFileSync(path, 'utf8')) : '';
    sources.set(file, text);
  }
  return text;
}

/** Whether the file has a test or a group of tests with exactly this title. */
function hasTest(file: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`['"\`]${escaped}['"\`]\\s*,`).test(source(file));
}

test('every reference of COVERAGE.md names a test that exists', () => {
  expect(references.length).toBeGreaterThan(80);
  const dead = references.filter(({ file, title }) => !hasTest(file, title));
  expect(dead.map(({ file, title }) => `${file} > ${title}`)).toEqual([]);
});

test('every row of a table of COVERAGE.md has a reference or says that it is not built', () => {
  const rows = coverage
    .split('\n')
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| Rule') && !/^\|[ -|]+\|$/.test(line),
    );
  const bare = rows.filter((line) => !/\.test\.ts > /.test(line) && !/not built/.test(line));
  expect(bare).toEqual([]);
});

test("every endpoint of the contract is in COVERAGE.md, and marked as not built exactly when it isn't there", () => {
  const titles = routes.map(titleOf);
  for (const endpoint of CONTRACT_ENDPOINTS) {
    const line = coverage.split('\n').find((text) => text.includes(`\`${endpoint}\``));
    expect(line, endpoint).toBeDefined();
    expect([endpoint, /not built/.test(line!)]).toEqual([endpoint, !titles.includes(endpoint)]);
  }
  for (const area of NOT_BUILT_YET)
    expect(
      titles.some((title) => title.split(' ')[1]!.startsWith(area)),
      area,
    ).toBe(false);
});
