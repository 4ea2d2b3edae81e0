import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { skip } from '../../scripts/skips.ts';
import { startTestApp } from '../support/app.ts';
import { findTools, startServerOf, type ServerWithTools } from '../support/client-tools.ts';
import { oriki } from '../support/command-line.ts';
import { ALL_MARKS, ErasureClient } from '../support/erasure-client.ts';

const tools = await findTools();
if ('reason' in tools) skip('pg_dump', `an erased subject in a dump (${tools.reason})`);

let folder: string;
let server: ServerWithTools | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-dump-'));
  if ('bin' in tools) server = await startServerOf(tools.bin);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf('reason' in tools)(
  'a dump that was made after an erasure has no mark of the subject',
  async () => {
    const urls = await server!.create('erased');
    const env = { DATABASE_URL: urls.service, ORIKI_MIGRATION_DATABASE_URL: urls.owner };
    expect(await oriki(['migrate'], env)).toMatchObject({ code: 0 });
    const app = await startTestApp({ rateLimits: undefined, dataDir: folder }, urls.service);
    const dumped = async (name: string): Promise<string[]> => {
      const file = join(folder, name);
      // The organization has listed the same name.
      const others = '--exclude-table-data=*.screening_entries';
      await server!.tool('pg_dump', ['--inserts', others, '--file', file, urls.admin]);
      const text = await readFile(file, 'utf8');
      return ALL_MARKS.filter((mark) => text.includes(mark));
    };
    try {
      const client = await ErasureClient.of(app);
      await client.fillAll();
      // The others are sealed.
      expect((await dumped('before.sql')).length).toBeGreaterThan(30);
      await client.eraseAll(await client.privacyOfficer());
      expect(await client.left(app.db)).toEqual([]);
      expect(await dumped('after.sql')).toEqual([]);
    } finally {
      await app.stop();
    }
  },
);
