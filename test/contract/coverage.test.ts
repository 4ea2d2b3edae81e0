import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { taggedTests, testsByRule } from '../support/contract-tags.ts';
import { CONTRACT_ENDPOINTS, NOT_BUILT_YET } from './support/contract-endpoints.ts';
import { routes, titleOf } from './support/manifest.ts';
import { RULES } from './support/rules.ts';

const shown = testsByRule();
const rules = Object.values(RULES).flatMap((chapter) => Object.keys(chapter));

test('every rule of the contract has a test with its tag', () => {
  expect(rules.length).toBeGreaterThan(200);
  expect(rules.filter((rule) => !shown.has(rule))).toEqual([]);
});

test('every tag of a test names a rule or an endpoint of the contract', () => {
  const known = new Set([...CONTRACT_ENDPOINTS, ...rules]);
  expect([...shown.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test('every endpoint of the contract has a test if and only if it is built', () => {
  const titles = routes.map(titleOf);
  for (const endpoint of CONTRACT_ENDPOINTS)
    expect([endpoint, shown.has(endpoint)]).toEqual([endpoint, titles.includes(endpoint)]);
  for (const area of NOT_BUILT_YET)
    expect(
      titles.some((title) => title.split(' ')[1]!.startsWith(area)),
      area,
    ).toBe(false);
});

test('a tag belongs to the next test, and a tag without a test is rejected', () => {
  const source = [
    '  // contract: a, b',
    '  // contract: c',
    "  test.each(['x', 'y'])('it''s %s', () => {});".replace("''", "\\'"),
    '// contract: d',
    'describe.each([',
    "  ['no title', 1],",
    '])(',
    "  'a long title',",
    '  () => {},',
    ');',
  ];
  expect(taggedTests('f', source.join('\n'))).toEqual([
    { file: 'f', title: "it's %s", keys: ['a', 'b', 'c'] },
    { file: 'f', title: 'a long title', keys: ['d'] },
  ]);
  expect(() => taggedTests('f', '// contract: a\nconst x = 1;')).toThrow(
    'f:1: a tag that stands above no test',
  );
});

test('COVERAGE.md matches the tags', () => {
  const root = join(import.meta.dirname, '../..');
  const script = ['scripts/contract-coverage.ts', '--check'];
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
