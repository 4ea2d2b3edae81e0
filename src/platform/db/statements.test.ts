import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../../../test/support/database.ts';
import { Database, type Queryable } from './database.ts';
import { isUnavailable } from './failures.ts';

let db: Database;
let other: pg.Client;

beforeAll(async () => {
  const connection = { connectionString: await cloneDatabase() };
  // The pool has one connection, so that each statement meets the plan of an earlier one.
  db = new Database({ connection, poolSize: 1, statementTimeoutMs: 5000, onIdleError: () => {} });
  other = new pg.Client({ connectionString: asOwner(connection.connectionString) });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await db.close();
});

function readLists(on: Queryable) {
  return on.selectFrom('global_lists').selectAll().execute();
}
async function prepared(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE 'select % from "global_lists"'`.execute(
    db.read,
  );
  return rows[0]!.n;
}

test('a statement is prepared once per connection, however often it runs', async () => {
  for (let i = 0; i < 5; i++) await readLists(db.read);
  await db.transaction((tx) => readLists(tx));
  expect(await prepared()).toBe(1);
});

test('a migration during operation does not disturb reads', async () => {
  await readLists(db.read);
  await other.query('ALTER TABLE global_lists ADD COLUMN later_a integer');
  expect(await readLists(db.read)).toEqual([]);
});

test('a migration during operation fails one attempt of a transaction, as unavailable', async () => {
  await db.transaction((tx) => readLists(tx));
  await other.query('ALTER TABLE global_lists ADD COLUMN later_b integer');
  const failure = await db.transaction((tx) => readLists(tx)).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  expect(await db.transaction((tx) => readLists(tx))).toEqual([]);
});
