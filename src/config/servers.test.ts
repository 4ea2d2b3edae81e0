import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { problemsOf } from '../../test/support/config-problems.ts';

test('reads further servers by name; by default there are none', () => {
  expect(loadConfig({}).servers.size).toBe(0);
  const { servers, migrationServers } = loadConfig({
    ORIKI_SERVERS: ' b=postgres://u:p@b/x\n  c_2=postgresql://u@/x?host=/run ',
    ORIKI_MIGRATION_SERVERS: 'b=postgres://owner:p@b/x',
  });
  expect([...servers]).toEqual([
    ['b', 'postgres://u:p@b/x'],
    ['c_2', 'postgresql://u@/x?host=/run'],
  ]);
  expect([...migrationServers]).toEqual([['b', 'postgres://owner:p@b/x']]);
});

test.each([
  ['postgres://u:hunter2@b/x', 'must be <name>=<URL>'],
  ['B=postgres://u:hunter2@b/x', 'part 1 is not'],
  ['b=postgres://u@b/x c= postgres://u:hunter2@c/x', 'part 2 is not'],
  ['home=postgres://u:hunter2@b/x', 'must not name home'],
  ['b=postgres://u:hunter2@b/x b=postgres://u@c/x', 'names b twice'],
  ['b=mysql://u:hunter2@b/x', 'must be a postgresql:// URL for b'],
])('an invalid ORIKI_SERVERS is rejected by name, without its secrets: %s', (text, message) => {
  const problems = problemsOf({ ORIKI_SERVERS: text });
  expect(problems).toEqual([expect.stringMatching(/^ORIKI_SERVERS /)]);
  expect(problems[0]).toContain(message);
  expect(problems[0]).not.toContain('hunter2');
});

test('an owner of an unknown server is refused', () => {
  expect(problemsOf({ ORIKI_MIGRATION_SERVERS: 'b=postgres://u@b/x' })).toEqual([
    'ORIKI_MIGRATION_SERVERS names b, which ORIKI_SERVERS does not',
  ]);
});
