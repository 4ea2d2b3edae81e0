import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { asOwner, cloneDatabase } from '../../../test/support/database.ts';
import { whereSpread } from '../../../test/support/servers/is-spread.ts';
import { withClient } from './client.ts';
import { isUnavailable, violatedConstraint } from './failures.ts';

function violation(constraint: string | undefined, message: string, code = '23505'): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    code,
    constraint,
  });
}
function said(name: string): string {
  return `duplicate key value violates unique constraint "${name}"`;
}

test.each([
  ['channels_slug_unique', said('channels_slug_unique'), 'channels_slug_unique'],
  ['channels_slug_unique_102038', said('channels_slug_unique_102038'), 'channels_slug_unique'],
  [undefined, said('channels_slug_unique_102038'), 'channels_slug_unique'],
  ['', said('channels_slug_unique'), 'channels_slug_unique'],
  [
    undefined,
    'doppelter Schlüsselwert verletzt Unique-Constraint »screenings_pkey_1020381«',
    'screenings_pkey',
  ],
  [
    undefined,
    'la valeur d’une clé dupliquée rompt la contrainte unique « screenings_pkey_1020381 »',
    'screenings_pkey',
  ],
  [undefined, 'duplicate key', undefined],
  ['invoices_2026_key', said('invoices_2026_key'), 'invoices_2026_key'],
  ['counted_by_12345', said('counted_by_12345'), 'counted_by_12345'],
])(
  'finds in the field %o and the message %o the violated constraint %o',
  (field, message, name) => {
    expect(violatedConstraint(violation(field, message))).toBe(name);
  },
);

test('errors of other kinds violate no unique constraint', () => {
  expect(violatedConstraint(violation('t_check', said('t_check'), '23514'))).toBeUndefined();
  expect(violatedConstraint(new Error(said('t_pkey')))).toBeUndefined();
});

test('no constraint or index has a name that is too long or ends like a shard number', async () => {
  const connectionString = asOwner(await cloneDatabase());
  const names = await withClient({ connectionString }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name::text FROM (SELECT relnamespace AS schema, relname AS name FROM pg_class WHERE relkind = 'i'
         UNION SELECT connamespace, conname FROM pg_constraint) AS named
       WHERE schema::regnamespace::text NOT IN ('pg_catalog', 'pg_toast', 'information_schema')`,
    );
    return rows.map(({ name }) => name);
  });
  expect(names.length).toBeGreaterThan(100);
  // An identifier may have at most 63 bytes; PostgreSQL would truncate a longer one.
  const unfit = names.filter(
    (name) => /_\d{6,}$/.test(name) || name.length > 63 - '_1234567890'.length,
  );
  expect(unfit).toEqual([]);
});

test('a new session on a server whose bucket has moved fails as unavailable', async () => {
  await withClient({ connectionString: asOwner(await cloneDatabase()) }, async (client) => {
    const error: unknown = await client
      .query('SELECT bucket_123.enter(0)')
      .catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
  });
});

const IS_SPREAD = whereSpread('a deadlock', 'it locks tables of one database');

test.skipIf(IS_SPREAD)(
  'a request that PostgreSQL ends to resolve a deadlock returns 503 and changes nothing',
  async () => {
    const app = await startTestApp();
    try {
      const org = await app.org();
      await withClient({ connectionString: asOwner(app.databaseUrl) }, async (client) => {
        await client.query('BEGIN');
        await client.query('LOCK TABLE audit_actions IN ACCESS EXCLUSIVE MODE');
        const asked = app.call('POST', '/api/v1/fraud/lists', {
          key: org.key,
          body: { name: 'a list', kind: 'tenant_blocklist', source: 'a-source' },
        });
        // The other transaction has written its list and waits for the audit log. PostgreSQL ends the session that is
        // the first to have waited for one second. So this transaction begins well after the other one, and well before
        // that second ends.
        await client.query(`DO $$ BEGIN
          WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'audit_actions'::regclass) LOOP
            PERFORM pg_sleep(0.005);
          END LOOP;
          PERFORM pg_sleep(0.4);
          LOCK TABLE screening_lists IN ACCESS EXCLUSIVE MODE;
        END $$`);
        const { status, headers } = await asked;
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        await client.query('COMMIT');
      });
      const { body } = await app.call('GET', '/api/v1/fraud/lists', { key: org.key });
      expect(body.data.lists).toEqual([]);
    } finally {
      await app.stop();
    }
  },
);
