import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { importList } from '../../src/modules/lists/index.ts';
import { openDatabase } from '../support/webhook-checks.ts';
import { cleanUp, cli, eventually, freshDataDir } from '../support/process.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';

afterAll(cleanUp);

const LIST = { kind: 'pep', source: 's', format: 'csv' } as const;

function people(first: number, count: number): string {
  return Array.from({ length: count }, (_, i) => `${first + i},Person Number${first + i}\n`).join(
    '',
  );
}

test('an import that is killed leaves the list unchanged, and does not block the next one', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(asOwner(databaseUrl));
  const folder = join(await freshDataDir(), '..');
  const pipe = join(folder, 'pipe.csv');
  const imported = (text: string) =>
    db.transaction((tx) => importList(tx, { ...LIST, main: Readable.from([text]) }));
  const state = async () => ({
    lists: (await db.pool.query('SELECT * FROM global_lists')).rows,
    entries: (await db.pool.query('SELECT * FROM global_entries ORDER BY id')).rows,
    versions: (await db.pool.query('SELECT * FROM global_list_versions')).rows,
  });
  await imported(`id,name\n${people(0, 10)}`);
  const before = await state();
  expect(before.entries).toHaveLength(10);

  execFileSync('mkfifo', [pipe]);
  const kill = Promise.withResolvers<void>();
  const dying = cli(
    [
      'list',
      'import',
      '--kind',
      LIST.kind,
      '--source',
      LIST.source,
      '--format',
      LIST.format,
    ].concat('--file', pipe),
    { DATABASE_URL: databaseUrl },
    kill.promise,
  );
  // The body has more than one batch and never ends, so the import waits for more in its transaction.
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
  const staged = async () => (await db.pool.query('SELECT FROM import_staging')).rowCount;
  expect(await staged()).toBe(0);

  const again = await imported(`id,name\n${people(0, 5)}${people(1000, 20)}`);
  expect(again).toMatchObject({ added: 20, removed: 5 });
  expect(await staged()).toBe(0);
  await db.close();
});
