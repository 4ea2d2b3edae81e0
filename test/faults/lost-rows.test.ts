import pg from 'pg';
import { describe, test, vi } from 'vitest';
import { FIRST_BUCKET, SHARED } from '../../src/platform/db/schemas.ts';
import { startTestApp } from '../support/app.ts';
import { asOwner } from '../support/database.ts';
import { LostPast } from '../support/lost-past.ts';
import { whereSpread } from '../support/servers/is-spread.ts';
import { within } from '../support/within.ts';

const IS_SPREAD = whereSpread('a lost past', 'it puts back the rows of one database');

/**
 * Copies the rows of all tables, to restore them later. Epochs stay, because the loss of one ends every stream of the
 * bucket.
 */
async function copyOfRows(databaseUrl: string) {
  const client = new pg.Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  const { rows } = await client.query<{ name: string; copy: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, format('copies.%I', n.nspname || '_' || c.relname) AS copy,
       (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND c.relname NOT IN ('schema_migrations', 'bucket_epoch', 'buckets')
       AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgenabled = 'A')`,
    [[FIRST_BUCKET, SHARED]],
  );
  await client.query('CREATE SCHEMA copies');
  for (const { name, copy } of rows) await client.query(`CREATE TABLE ${copy} AS TABLE ${name}`);
  return {
    /** Restores all revisions and stamps of the copy at once. */
    async putBack(): Promise<void> {
      await client.query('BEGIN');
      await client.query('SET LOCAL session_replication_role = replica');
      for (const { name } of rows) await client.query(`DELETE FROM ${name}`);
      for (const { name, copy, columns } of rows)
        await client.query(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${copy}`);
      await client.query('COMMIT');
      // A restore ends every connection.
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await client.end();
    },
  };
}

describe.skipIf(IS_SPREAD)('a process whose database comes back without its last commits', () => {
  test.each([
    [0, 'before'],
    [1, 'with other content under'],
    [2, 'past'],
  ])(
    'answers from the current rows when the database has made %i further changes: %s the lost revisions',
    async (ahead) => {
      const app = await startTestApp({ adminPort: 0, rateLimits: undefined, role: 'api' });
      try {
        const past = await LostPast.begin(app, 'global');
        const copy = await copyOfRows(app.databaseUrl);
        await past.lose();
        await copy.putBack();
        await vi.waitUntil(
          async () => (await app.call('GET', '/readyz')).status === 200,
          within(20_000),
        );
        await past.expectForgotten(ahead);
      } finally {
        await app.stop();
      }
    },
  );
});
