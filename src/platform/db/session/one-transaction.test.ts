import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../../test/support/database.ts';
import { sendAsOne } from './one-transaction.ts';

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({
    connectionString: asOwner(await cloneDatabase()),
    pipeline: true,
  } as pg.ClientConfig);
  await client.connect();
  await client.query('CREATE TABLE t (x int PRIMARY KEY)');
});
afterAll(() => client.end());

function insertion(name: string, x: number) {
  return { name, text: `INSERT INTO t (x) /* ${name} */ VALUES ($1)`, values: [x] };
}
async function stored(): Promise<number[]> {
  const { rows } = await client.query('SELECT x FROM t ORDER BY x');
  return rows.map(({ x }) => x);
}

test('sends nothing before the connection has prepared every statement', async () => {
  await client.query(insertion('first', 1));
  expect(sendAsOne(client, [insertion('first', 2), insertion('second', 3)])).toBeUndefined();
  expect(await stored()).toEqual([1]);
});

test('commits all statements in one transaction', async () => {
  await client.query(insertion('second', 2));
  const why = 'this version of pg sends statements differently: repair one-transaction.ts';
  expect(sendAsOne(client, [insertion('first', 3), insertion('second', 4)]), why).toBeDefined();
  expect(await stored()).toEqual([1, 2, 3, 4]);
  const { rows } = await client.query('SELECT count(DISTINCT xmin::text)::int AS n FROM t');
  expect(rows, why).toEqual([{ n: 3 }]);
});

test('keeps nothing when one statement fails, and the next ones work', async () => {
  const failing = sendAsOne(client, [
    insertion('first', 5),
    insertion('second', 1),
    insertion('first', 6),
  ]);
  await expect(failing).rejects.toThrow('t_pkey');
  await sendAsOne(client, [insertion('first', 7)]);
  expect(await stored()).toEqual([1, 2, 3, 4, 7]);
});
