import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { migrate } from './migrate.ts';

test('a later bucket gets the relations of the first, and functions that name its own tables', async () => {
  const connection = { connectionString: await emptyDatabase() };
  await migrate(connection);
  await migrate(connection, { bucket: 'bucket_001' });
  expect(await migrate(connection)).toEqual([]);
  const client = new Client(connection);
  await client.connect();
  const namesIn = async (bucket: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relnamespace = $1::text::regnamespace
       UNION ALL SELECT replace(pg_get_functiondef(oid), $1::text, 'bucket') FROM pg_proc WHERE pronamespace = $1::text::regnamespace
       ORDER BY 1`,
      [bucket],
    );
    return rows.map(({ name }) => name);
  };
  const first = await namesIn('bucket_000');
  expect(first.join()).toContain('INTO bucket.usage_pending');
  expect(first).not.toContain('organizations');
  expect(await namesIn('bucket_001')).toEqual(first);
  await client.end();
});

test('a server for buckets only gets the requested bucket, and later no other schema', async () => {
  const connection = { connectionString: await emptyDatabase() };
  expect(await migrate(connection, { isHome: false })).toEqual([]);
  await migrate(connection, { isHome: false, bucket: 'bucket_007' });
  expect(await migrate(connection, { isHome: false })).toEqual([]);
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query(
    `SELECT nspname::text AS name, to_regclass(nspname || '.organizations') IS NULL AS "isBucket"
     FROM pg_namespace WHERE nspname ~ '^bucket_|^shared$'`,
  );
  expect(rows).toEqual([{ name: 'bucket_007', isBucket: true }]);
  await client.end();
});
