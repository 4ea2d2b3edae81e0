import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { catalogueOf } from '../../../../test/support/catalogue.ts';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { migrate } from './migrate.ts';
import { loadMigrations, SchemaMismatch } from './migrations.ts';
import { assertMigrated } from './state.ts';

/**
 * SHA-256 of the objects that the 179 replaced migrations created, as PostgreSQL described them when they were replaced.
 * The base never changes: a change of the schema is a new migration.
 */
const REPLACED = {
  bucket: '5d7cfb04d79ff182bd2b029f057650f04104e682aeff1753ec66e306622fb9ba',
  shared: 'f5b4b0efe39d676f722abab778d278080dcaaa9e3b0cfc110fec3648195003b8',
};

async function digestOf(client: Client, schema: string): Promise<string> {
  const objects = await catalogueOf(client, schema);
  return createHash('sha256').update(objects.join('\n')).digest('hex');
}

test('the base creates the same schemas as the migrations that it replaces', async () => {
  const connection = { connectionString: await emptyDatabase() };
  const replaced = (await loadMigrations()).filter(({ sql }) => sql === undefined);
  await migrate(connection, { migrations: replaced, bucket: 'bucket_001' });
  const client = new Client(connection);
  await client.connect();
  for (const bucket of ['bucket_000', 'bucket_001'])
    expect(await digestOf(client, bucket)).toBe(REPLACED.bucket);
  expect(await digestOf(client, 'shared')).toBe(REPLACED.shared);
  await client.end();
});

describe('a database', () => {
  test('with the migrations of another program gets the base', async () => {
    const connection = { connectionString: await emptyDatabase() };
    const client = new Client(connection);
    await client.connect();
    await client.query('CREATE TABLE public.schema_migrations (version text)');
    await client.end();
    expect(new Set(await migrate(connection))).toEqual(new Set(await loadMigrations()));
  });

  test('with exactly the replaced migrations gets only later ones, and a new one records them', async () => {
    const connection = { connectionString: await emptyDatabase() };
    const known = await loadMigrations();
    const replaced = known.filter(({ sql }) => sql === undefined);
    await migrate(connection, { migrations: replaced });
    // A version that has the replaced migrations with their statements also works on the base.
    const earlier = replaced.map((migration) => ({ ...migration, sql: 'SELECT 1' }));
    expect(await migrate(connection, { migrations: earlier })).toEqual([]);
    // Buckets come before the shared schema.
    const later = known.filter(({ sql }) => sql !== undefined);
    expect(new Set(await migrate(connection))).toEqual(new Set(later));
  });

  test.each([
    ['bucket', 'DELETE FROM bucket_000.schema_migrations WHERE version = 178'],
    ['shared schema', 'DELETE FROM shared.schema_migrations WHERE version = 173'],
    [
      'bucket of a version without the column "needs"',
      'ALTER TABLE bucket_000.schema_migrations DROP needs; DELETE FROM bucket_000.schema_migrations WHERE version > 100',
    ],
    [
      'database with all tables in one schema',
      'DROP SCHEMA shared CASCADE; DROP SCHEMA bucket_000 CASCADE; CREATE TABLE public.schema_migrations (checksum text)',
    ],
  ])('with a %s that lacks a replaced migration stays as it is', async (_, statements) => {
    const url = await emptyDatabase();
    await migrate({ connectionString: url });
    const client = new Client(url);
    await client.connect();
    await client.query(statements);
    const before = await catalogueOf(client, 'public');
    await expect(migrate({ connectionString: url }, { bucket: 'bucket_001' })).rejects.toThrow(
      /install the version of commit [0-9a-f]{40}/,
    );
    await expect(assertMigrated({ connectionString: url })).rejects.toThrow(SchemaMismatch);
    expect(await catalogueOf(client, 'public')).toEqual(before);
    const { rows } = await client.query("SELECT to_regnamespace('bucket_001') AS made");
    expect(rows).toEqual([{ made: null }]);
    await client.end();
  });
});
