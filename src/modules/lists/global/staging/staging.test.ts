import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, asOwner } from '../../../../../test/support/database.ts';
import { openDatabase } from '../../../../../test/support/webhook-checks.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { importList } from '../import-list.ts';

let db: Database;
beforeAll(async () => void (db = openDatabase(asOwner(await cloneDatabase()))));
afterAll(() => db.close());

function imported(source: string, main: AsyncIterable<string>) {
  return db.transaction((tx) => importList(tx, { kind: 'pep', source, format: 'csv', main }));
}
function people(name: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `${i},${name} Number${i}\n`).join('');
}
async function staged(): Promise<number | null> {
  return (await db.pool.query('SELECT FROM import_staging')).rowCount;
}

test('two concurrent imports do not mix, and leave no staged entries', async () => {
  /** Both have staged the same ids, in more than one batch, before either continues. */
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  async function* file(name: string): AsyncGenerator<string> {
    yield `id,name\n${people(name, 1100)}`;
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    yield `last,${name} Last\n`;
  }
  const reports = await Promise.all([imported('one', file('Ada')), imported('two', file('Chidi'))]);
  for (const report of reports) expect(report).toMatchObject({ added: 1101, removed: 0 });
  const { rows } = await db.pool.query(
    `SELECT l.source, split_part(e.name, ' ', 1) AS first, count(*)::int FROM global_entries e
     JOIN global_lists l ON l.id = e.list_id GROUP BY 1, 2 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { source: 'one', first: 'Ada', count: 1101 },
    { source: 'two', first: 'Chidi', count: 1101 },
  ]);
  expect(await staged()).toBe(0);
});

test('a failed import leaves no staged entries, and its list unchanged', async () => {
  await imported('failing', Readable.from([`id,name\n${people('Ada', 10)}`]));
  async function* broken(): AsyncGenerator<string> {
    yield `id,name\n${people('Chidi', 1100)}`;
    throw new Error('the file ends here');
  }
  await expect(imported('failing', broken())).rejects.toThrow('the file ends here');
  expect(await staged()).toBe(0);
  const again = await imported('failing', Readable.from([`id,name\n${people('Ada', 10)}`]));
  expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 10 });
});

test('staged entries have the columns of entries', async () => {
  const columns = async (table: string) => {
    const { rows } = await db.pool.query(
      `SELECT column_name, data_type, is_nullable, collation_name FROM information_schema.columns
       WHERE table_name = $1 ORDER BY 1`,
      [table],
    );
    return rows;
  };
  expect(await columns('import_staging')).toEqual(await columns('global_entries'));
});
