import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { known, read, ROOT } from './dockerfile.ts';

/** Settings of other programs, which the image passes on. */
const OTHERS = new Set(['AWS_REGION']);

type Values = {
  settings?: Record<string, string>;
  secrets?: { files?: Record<string, string> };
  migrationSecrets?: { files?: Record<string, string> };
};

test('the values of the chart name only existing settings, and keep the owner of the schemas from the pods', () => {
  const files = globSync('deploy/chart/{values,values/*}.yaml', { cwd: ROOT });
  expect(files).toHaveLength(5);
  for (const file of files) {
    const { settings = {}, secrets, migrationSecrets } = parse(read(file)) as Values;
    const ofPods = Object.keys({ ...settings, ...secrets?.files });
    const ofMigration = Object.keys(migrationSecrets?.files ?? {});
    for (const name of [...ofPods, ...ofMigration])
      expect(known.has(name) || OTHERS.has(name), `${file}: ${name}`).toBe(true);
    expect(ofPods.filter((name) => name.includes('MIGRATION'))).toEqual([]);
  }
});

test('the templates of the chart set only existing settings', () => {
  const names = globSync('deploy/chart/templates/*', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/name: (ORIKI_\w+)/g)].map(([, name]) => name!),
  );
  expect(new Set(names).size).toBeGreaterThan(2);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('the version of the chart is that of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(read('deploy/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
});
