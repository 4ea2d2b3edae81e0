import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../support/webhook-checks.ts';
import { cleanUp, cli, eventually, freshDataDir } from '../support/process.ts';
import { cloneDatabase } from '../support/database.ts';

afterAll(cleanUp);

const people = (first: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `${first + i},Person Number${first + i}\n`).join('');

it('an import that is killed in the middle leaves the list as it was, and nothing in the way of the next', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(databaseUrl);
  const folder = join(await freshDataDir(), '..');
  const [whole, pipe] = [join(folder, 'whole.csv'), join(folder, 'pipe.csv')];
  const importing = (file: string, killed?: Promise<void>) =>
    cli(
      ['list', 'import', '--kind', 'pep', '--source', 's', '--format', 'csv', '--json'].concat(
        '--file',
        file,
      ),
      { DATABASE_URL: databaseUrl },
      killed,
    );
  const state = async () => ({
    lists: (await db.pool.query('SELECT * FROM global_lists')).rows,
    entries: (await db.pool.query('SELECT * FROM global_entries ORDER BY id')).rows,
    versions: (await db.pool.query('SELECT * FROM global_list_versions')).rows,
  });
  await writeFile(whole, `id,name\n${people(0, 10)}`);
  expect((await importing(whole)).code).toBe(0);
  const before = await state();
  expect(before.entries).toHaveLength(10);

  execFileSync('mkfifo', [pipe]);
  const kill = Promise.withResolvers<void>();
  const dying = importing(pipe, kill.promise);
  // More than one batch, and never the end of the file: it waits for more in its transaction.
  const writer = await open(pipe, 'w');
  await writer.write(`id,name\n${people(0, 5)}${people(1000, 1200)}`);
  const inTransaction = async (): Promise<boolean> => {
    const { rows } = await db.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return rows.length > 0;
  };
  await eventually(inTransaction, 30_000);
  kill.resolve();
  expect((await dying).signal).toBe('SIGKILL');
  await writer.close();
  await eventually(async () => !(await inTransaction()), 30_000);
  expect(await state()).toEqual(before);

  await writeFile(whole, `id,name\n${people(0, 5)}${people(1000, 20)}`);
  const again = await importing(whole);
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { added: 20, removed: 5 }]);
  await db.close();
});
