import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { satisfies, unknownLicences, type Lock } from '../../scripts/licences.ts';
import { skip } from '../../scripts/skips.ts';

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as Lock;

test('every package has an accepted licence', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(unknownLicences(lock)).toEqual([]);
});

test('a package without a licence, or with one that requires more, is named', () => {
  const packages = {
    '': {},
    'node_modules/none': { version: '1.0.0' },
    'node_modules/strict': { license: 'AGPL-3.0-only' },
    'node_modules/tool': { license: 'MPL-2.0', dev: true },
    'node_modules/shipped': { license: 'MPL-2.0' },
    'node_modules/either': { license: '(GPL-2.0-only OR MIT)' },
    'node_modules/both': { license: 'MIT AND GPL-2.0-only' },
    'node_modules/@img/sharp-x': { license: 'LGPL-3.0-or-later' },
    'node_modules/other': { license: 'LGPL-3.0-or-later' },
  };
  expect(unknownLicences({ packages })).toEqual([
    'node_modules/none: no licence',
    'node_modules/strict: AGPL-3.0-only',
    'node_modules/shipped: MPL-2.0',
    'node_modules/both: MIT AND GPL-2.0-only',
    'node_modules/other: LGPL-3.0-or-later',
  ]);
  expect(satisfies('', new Set(['MIT']))).toBe(false);
});

test('a check that cannot run is reported, and fails a required run unless its name is accepted', () => {
  const without = (env: NodeJS.ProcessEnv) => () =>
    skip('pg_dump', 'a check that a test skips', env);
  expect(without({})).not.toThrow();
  expect(without({ ORIKI_VERIFY_SKIPS: 'valkey pg_dump' })).not.toThrow();
  for (const accepted of ['', 'valkey', 'pg_dumps'])
    expect(without({ ORIKI_VERIFY_SKIPS: accepted })).toThrow(/ORIKI_VERIFY_SKIPS=pg_dump/);
});
