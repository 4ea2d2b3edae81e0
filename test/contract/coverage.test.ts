import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTest, testReferences } from '../support/test-names.ts';
import { CONTRACT_ENDPOINTS, NOT_BUILT_YET } from './support/contract-endpoints.ts';
import { routes, titleOf } from './support/manifest.ts';

const coverage = readFileSync(join(import.meta.dirname, 'COVERAGE.md'), 'utf8');

const references = testReferences(coverage);

test('every reference of COVERAGE.md names a test that exists', () => {
  expect(references.length).toBeGreaterThan(80);
  const dead = references.filter((reference) => !hasTest(reference));
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
