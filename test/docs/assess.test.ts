import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../support/test-app.ts';
import { ScreeningClient } from '../support/screening-client.ts';
import { assessCommands } from '../../src/cli/assess.ts';
import type { Command, Opened } from '../../src/cli/commands.ts';
import type { Flags } from '../../src/cli/flags.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let folder: string;
const NAMES = [
  'Viktor Anatolijevitch Bout,person',
  'Nicolas Maduro Moros,person',
  'Igor Ivanovich Sechin,person',
  'Acme Trading Ltd,organization',
  'Ryong Gang 2,vessel',
];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assess-'));
  const client = await ScreeningClient.of(app);
  await client.importGlobal('assess:one', `name,type\n${NAMES.join('\n')}\n`);
});

// eslint-disable-next-line typescript/no-explicit-any
function run(flags: Flags): Promise<any> {
  const { runWith } = assessCommands['assess'] as Extract<Command, { runWith: unknown }>;
  const opened = { buckets: { shared: { read: app.db.read } } } as unknown as Opened;
  return runWith(opened, { source: 'assess:one', count: '60', ...flags });
}

test('an assessment finds listed names, and the same ones for the same seed', async () => {
  const found = await run({});
  expect(found).toMatchObject({ names: expect.any(Number), exact: 1, neverFound: 0 });
  expect(found.byKind).toMatchObject({ exact: 1, titles: expect.any(Number) });
  expect(await run({})).toEqual(found);
  expect(await run({ seed: '9' })).not.toEqual(found);
});

test('an assessment is written as JSON, CSV and one page', async () => {
  const names = join(folder, 'names.txt');
  await writeFile(names, 'Folasade Bamgbose\nViktor Bout\n');
  for (const [name, part] of [
    ['a.json', '"curve"'],
    ['a.csv', 'group,of,asked,found,rate'],
    ['a.html', '<polyline'],
  ]) {
    const out = join(folder, name!);
    expect(await run({ out, unlisted: names })).toMatchObject({
      report: out,
      unlisted: { asked: 2, hits: 1, blocks: 1 },
    });
    expect(await readFile(out, 'utf8')).toContain(part);
  }
  await expect(run({ out: join(folder, 'a.txt') })).rejects.toThrow('.json, .csv or .html');
});

test('an assessment fails if it finds less than required', async () => {
  expect(await run({ 'fail-under': '0' })).not.toHaveProperty('ok');
  const found = await run({ 'fail-under': '1' });
  expect(found.ok === false).toBe(found.varied < 1);
  await expect(run({ 'fail-under': '98' })).rejects.toThrow('--fail-under');
  await expect(run({ source: 'assess:none' })).rejects.toThrow('no sanctions list has a name');
});
