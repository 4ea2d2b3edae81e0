import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { cleanUp, cli, eventually, freshDataDir } from '../support/process.ts';

let env: Record<string, string>;
let client: Client;
beforeAll(async () => {
  const url = await cloneDatabase();
  env = { DATABASE_URL: url, ORIKI_DATA_DIR: await freshDataDir() };
  client = new Client({ connectionString: asOwner(url) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await cleanUp();
});

test('a signal ends "oriki jobs run" after the running statement, and releases the lease', async () => {
  await client.query('BEGIN; LOCK TABLE idempotency_records');
  const waiting = eventually(async () => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_locks WHERE relation = 'idempotency_records'::regclass AND NOT granted`,
    );
    return rowCount === 1;
  });
  const interrupted = cli(['jobs', 'run', 'idempotency-records', '--json'], env, waiting, 'SIGINT');
  await waiting;
  await client.query('COMMIT');
  const { code, stdout, stderr } = await interrupted;
  expect([code, stderr]).toEqual([130, '']);
  expect(JSON.parse(stdout)).toMatchObject({ job: 'idempotency-records', finished: false });
  const { rows } = await client.query(`SELECT leased_until <= now() AS free, failures FROM jobs`);
  expect(rows).toEqual([{ free: true, failures: 0 }]);
});
