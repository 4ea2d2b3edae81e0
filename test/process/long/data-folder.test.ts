import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { allCommands } from '../../../src/cli/commands.ts';
import { oriki } from '../../support/command-line.ts';
import { cloneDatabase } from '../../support/database.ts';
import { cleanUp, cli, freshDataDir, migratedDataDir, service } from '../../support/process.ts';

const folders: string[] = [];
afterAll(async () => {
  await cleanUp();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The place that the doctor reports, and the README of the data folder, after a start. */
async function told(dataDir: string): Promise<{ place: string; readme: string }> {
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: '' };
  expect(await oriki(['migrate'], env)).toMatchObject({ code: 0 });
  const { stdout } = await oriki(['doctor'], env);
  const place = /^\w+ +place +(.*)$/m.exec(stdout)?.[1] ?? '';
  return { place, readme: await readFile(join(dataDir, 'README'), 'utf8') };
}

describe('the place of the embedded database', () => {
  test('is shown by the doctor and in the README of the data folder', async () => {
    const dataDir = await freshDataDir();
    const { place, readme } = await told(dataDir);
    expect(place).toBe(`the database is in ${dataDir}/postgres`);
    expect(readme).toContain('  postgres, run, postgres.log ');
    expect(readme).not.toContain('NOT');
  });

  test.runIf(process.getuid?.() === 0)(
    'is outside the data folder if only root may enter that',
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

/** Commands that create what other commands need. */
const BEGINNING = ['buckets add', 'key create', 'list import', 'operator add', 'org create'];

describe('a data folder without a database', () => {
  test('is left unchanged by every command that needs existing data, which exits with 78', async () => {
    const dataDir = await freshDataDir();
    const commands = await allCommands();
    const begin = Object.entries(commands).filter(([, { begins }]) => begins);
    expect(begin.map(([name]) => name).toSorted()).toEqual(BEGINNING);
    for (const name of [...Object.keys(commands), 'kek rotate', 'kek rewrap']) {
      if (BEGINNING.includes(name)) continue;
      const words = [...name.split(' '), ...(/^jobs run|^buckets move/.test(name) ? ['x'] : [])];
      const { code, stdout, stderr } = await oriki(words, { ORIKI_DATA_DIR: dataDir });
      expect([name, code, stdout]).toEqual([name, 78, '']);
      expect(stderr).toMatch(`oriki: no data of Oriki in ${dataDir}: `);
    }
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('the address of a service', () => {
  test.each([1, 2])(
    'is in links of the command line while %i processes of it run',
    async (processes) => {
      const dataDir = await migratedDataDir();
      const env = { ORIKI_DATA_DIR: dataDir, PORT: '0', ORIKI_PROCESSES: String(processes) };
      const started = await service(env).ready();
      // The command does not know the port from its settings.
      const { code, stdout } = await cli(['console', 'login'], { ORIKI_DATA_DIR: dataDir });
      expect([code, stdout]).toEqual([0, expect.stringContaining(`url: ${started.url}/console/`)]);
      await started.stop();
      expect(existsSync(join(dataDir, 'address'))).toBe(false);
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
