import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { oriki } from '../../../../test/support/command-line.ts';
import { randomFrom } from '../../../platform/crypto/seeded-random.ts';
import { figuresOf } from './report.ts';
import { KINDS, varied, type Kind } from './variations.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'oriki-assess-'));
  const rows = [
    'name,type,aliases',
    'Adaeze Chiamaka Okonkwo,person,',
    'Ibrahim Musa Danjuma,person,',
    'Sergey Ivanov,person,',
    'Zephyrine Trading Limited,organization,',
    'OCEAN MERIDIAN,vessel,',
  ];
  await writeFile(join(folder, 'list.csv'), rows.join('\n'));
  const imported = await run(
    'list',
    'import',
    '--kind',
    'sanctions',
    '--source',
    'test:assessed',
    '--format',
    'csv',
    '--file',
    join(folder, 'list.csv'),
  );
  expect(imported.stderr + imported.stdout, imported.stderr).toMatch(/added/);
});
afterAll(() => app.stop());

function run(...args: string[]) {
  return oriki(args, app.env);
}

describe('a variation', () => {
  const person = { name: 'Adaeze Chiamaka Okonkwo', type: 'person' };
  test.each<[Kind, { name: string; type: string }, RegExp]>([
    ['title', person, /^\S+ Adaeze Chiamaka Okonkwo$/],
    ['title', { name: 'OCEAN MERIDIAN', type: 'vessel' }, /^M\/?[VT] OCEAN MERIDIAN$/],
    ['suffix', person, /^Adaeze Chiamaka Okonkwo \S+$/],
    ['order', person, /^Okonkwo Adaeze Chiamaka$/],
    ['initial', person, /^(A\. Chiamaka|Adaeze C\.) Okonkwo$/],
    ['missing_middle', person, /^Adaeze Okonkwo$/],
    ['accents_and_hyphens', { name: 'José Núñez', type: 'person' }, /^Jose Nunez$/],
    ['transliteration', { name: 'Сергей Иванов', type: 'person' }, /^Serge[iy] Ivanov$/],
    ['transliteration', { name: 'Sergey Ivanov', type: 'person' }, /^серге[йы] иванов$/],
    ['legal_form', { name: 'Zephyrine Trading Limited', type: 'organization' }, / Ltd$/],
  ])('of the kind %s changes one thing', (kind, listed, expected) => {
    expect(varied(kind, listed, randomFrom(7))).toMatch(expected);
  });

  test('keeps the name recognizable, or is none', () => {
    const random = randomFrom(3);
    for (const kind of KINDS.filter((one) => one !== 'exact'))
      for (let round = 0; round < 50; round += 1) {
        const name = varied(kind, person, random);
        if (name === undefined) continue;
        expect(name).not.toBe(person.name);
        expect(name.length).toBeGreaterThan(10);
      }
    for (const kind of ['title', 'initial', 'order', 'missing_middle'] as const)
      expect(varied(kind, { name: 'Zephyrine', type: 'organization' }, random)).toBeUndefined();
  });
});

describe('an assessment', () => {
  test('finds every exact name, counts each kind, and is the same for the same seed', async () => {
    const out = join(folder, 'first');
    await writeFile(join(folder, 'unlisted.txt'), 'Ingeborg Abrahamsen\nAdaeze Chiamaka Okonkwo\n');
    const args = ['assess', '--names', '200', '--seed', '5', '--json'];
    const first = await run(...args, '--unlisted', join(folder, 'unlisted.txt'), '--out', out);
    expect([first.code, first.stderr]).toEqual([0, '']);
    const told = JSON.parse(first.stdout);
    expect(told).toMatchObject({ exact: 1, falsePositives: 0.5, unsearchable: 0, seed: 5 });
    const whole = JSON.parse(await readFile(join(out, 'assessment.json'), 'utf8'));
    expect(whole.byKind.exact).toMatchObject({ asked: 5, found: 5 });
    expect(whole.byScript).toHaveProperty('Latin');
    expect(whole.curve).toHaveLength(31);
    expect(whole.falsePositiveHits).toMatchObject([{ name: 'Adaeze Chiamaka Okonkwo' }]);
    const lines = (await readFile(join(out, 'assessment.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length - 1).toBe(
      Object.values<{ asked: number }>(whole.byKind).reduce((sum, { asked }) => sum + asked, 0),
    );
    const page = await readFile(join(out, 'assessment.html'), 'utf8');
    expect(page).toContain('<svg');
    expect(page).not.toMatch(/<script|https?:/);
    const again = join(folder, 'again');
    await run(...args, '--out', again);
    expect(await readFile(join(again, 'assessment.csv'), 'utf8')).toBe(
      await readFile(join(out, 'assessment.csv'), 'utf8'),
    );
  });

  test('names each listed name that does not find its own entry, with the reason', async () => {
    const file = join(folder, 'twins.csv');
    const rows = Array.from({ length: 101 }, (_, n) => `twin-${n},Gemini Castor Pollux,person`);
    await writeFile(file, ['id,name,type', ...rows].join('\n'));
    await run(
      'list',
      'import',
      '--kind',
      'pep',
      '--source',
      'test:twins',
      '--format',
      'csv',
      '--file',
      file,
    );
    const out = join(folder, 'twins');
    const said = await run(
      'assess',
      '--source',
      'test:twins',
      '--names',
      '13',
      '--json',
      '--out',
      out,
    );
    expect(JSON.parse(said.stdout).unsearchable).toBe(1);
    const { unsearchable } = JSON.parse(await readFile(join(out, 'assessment.json'), 'utf8'));
    expect(unsearchable[0].reason).toBe('100 other entries have a name that scores as high');
  });

  test('stores no screening, and ends with 1 when too few names are found', async () => {
    const { rows } = await app.db.pool.query('SELECT count(*)::int AS count FROM screenings');
    expect(rows).toEqual([{ count: 0 }]);
    const out = join(folder, 'strict');
    const { code } = await run(
      'assess',
      '--names',
      '200',
      '--threshold',
      '100',
      '--fail-under',
      '1',
      '--out',
      out,
    );
    expect(code).toBe(1);
  });

  test.each([
    [['--source', 'no:such'], 66, 'there is no such list'],
    [['--unlisted', '/no/such/file'], 66, '/no/such/file'],
    [['--threshold', '69'], 64, '--threshold'],
    [['--fail-under', '98'], 64, '--fail-under must be a share from 0 to 1'],
  ])('refuses %j', async (args, code, message) => {
    const said = await run('assess', ...args);
    expect(said.code).toBe(code);
    expect(said.stderr).toContain(message);
  });

  test('has no share to fear where it asks nothing', () => {
    const none = { seed: 1, threshold: 85, lists: [], answers: [], unsearchable: [], seconds: 0 };
    const figures = figuresOf({ ...none, unlisted: { asked: 0, hits: [] } });
    expect([figures.exact.share, figures.falsePositives]).toEqual([1, null]);
  });
});
