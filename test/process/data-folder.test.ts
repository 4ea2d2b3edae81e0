import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { oriki } from '../support/command-line.ts';
import { cloneDatabase } from '../support/database.ts';
import { cleanUp, freshDataDir } from '../support/process.ts';

const folders: string[] = [];
afterAll(async () => {
  await cleanUp();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The place that the doctor names, and the README of the data folder, after a start. */
async function told(dataDir: string): Promise<{ place: string; readme: string }> {
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: '' };
  expect(await oriki(['org', 'list'], env)).toMatchObject({ code: 0 });
  const { stdout } = await oriki(['doctor'], env);
  const place = /^\w+ +place +(.*)$/m.exec(stdout)?.[1] ?? '';
  return { place, readme: await readFile(join(dataDir, 'README'), 'utf8') };
}

describe('the place of the embedded database', () => {
  test('is told by the doctor and by the README of the data folder', async () => {
    const dataDir = await freshDataDir();
    const { place, readme } = await told(dataDir);
    expect(place).toBe(`the database is in ${dataDir}/postgres`);
    expect(readme).toContain('  postgres, run, postgres.log ');
    expect(readme).not.toContain('NOT');
  });

  test.runIf(process.getuid?.() === 0)(
    'is told to be elsewhere, as root below a folder that nobody else may enter',
    async () => {
      // A folder of mode 0700.
      const closed = await mkdtemp(join(tmpdir(), 'oriki-closed-'));
      folders.push(closed);
      const dataDir = join(closed, 'data');
      const { place, readme } = await told(dataDir);
      const { location } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
      folders.push(location);
      expect(dirname(location)).not.toContain(closed);
      expect(place).toContain(
        `the database is in ${location}/postgres, outside of the data folder`,
      );
      expect(readme).toContain('THE DATABASE IS NOT IN THIS FOLDER');
      expect(readme).toContain(`  ${location}/postgres\n`);
      expect(readme).toContain(`copy it and ${location} `);
    },
  );
});

const socket = new URL(inject('serverUrl')).searchParams.get('host');

test.runIf(socket)('a database is found by a URL with a user and without a host', async () => {
  const url = await cloneDatabase();
  const hostless = url.replace(/@[^/]*\//, '@/');
  expect(hostless).toMatch(/^postgres(ql)?:\/\/[^/]+@\/\w+\?.*host=/);
  expect(await oriki(['org', 'list'], { DATABASE_URL: hostless })).toMatchObject({ code: 0 });
});
