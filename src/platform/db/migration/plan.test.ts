import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asOwner, cloneDatabase, emptyDatabase } from '../../../../test/support/database.ts';
import { withClient } from '../client.ts';
import { locksOf, stronger, type LockMode } from './locks.ts';
import { enterSchema, migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';
import { planMigrations } from './plan.ts';

function migration(version: number, sql: string, needs?: number): Migration {
  const checksum = createHash('sha256').update(sql).digest('hex');
  const isShared = false;
  return { version, name: `step_${version}`, sql, checksum, isShared, ...(needs && { needs }) };
}

const one = migration(1, 'CREATE TABLE one (x int PRIMARY KEY); CREATE TABLE two (x int, y int)');

test('plans the locks on tables that exist, with sizes and times, and changes nothing', async () => {
  const connection = { connectionString: await emptyDatabase() };
  await migrate(connection, { migrations: [one] });
  await withClient(connection, async (client) => {
    await enterSchema(client, 'bucket_000');
    await client.query('INSERT INTO two SELECT i, i FROM generate_series(1, 200000) AS i');
  });
  const pending = [
    migration(2, 'CREATE TABLE made (x int REFERENCES one); ALTER TABLE two ADD COLUMN z int', 1),
    migration(3, '-- concurrently\nCREATE INDEX CONCURRENTLY IF NOT EXISTS by_y ON two (y)', 1),
    migration(4, 'CREATE INDEX made_by_x ON made (x)'),
  ];
  const planned = await planMigrations(connection, true, [one, ...pending]);
  const size = expect.toSatisfy((bytes: number) => bytes > 5_000_000);
  const common = { schema: 'bucket_000', needs: 1, concurrently: false };
  expect(planned).toEqual([
    {
      ...common,
      migration: '2 step_2',
      table: 'one',
      lock: 'SHARE ROW EXCLUSIVE',
      bytes: expect.any(Number),
      seconds: 0.01,
    },
    {
      ...common,
      migration: '2 step_2',
      table: 'two',
      lock: 'ACCESS EXCLUSIVE',
      bytes: size,
      seconds: 0.01,
    },
    {
      ...common,
      migration: '3 step_3',
      concurrently: true,
      table: 'two',
      lock: 'SHARE UPDATE EXCLUSIVE',
      bytes: size,
      // The time is that for twice the size at 20 MiB a second.
      seconds: expect.closeTo(0.7, 0),
    },
    {
      ...common,
      migration: '4 step_4',
      needs: null,
      table: null,
      lock: null,
      bytes: 0,
      seconds: 0.01,
    },
  ]);
  expect(await planMigrations(connection, true, [one, ...pending])).toEqual(planned);
  expect(await migrate(connection, { migrations: [one, ...pending] })).toHaveLength(3);
  expect(await planMigrations(connection, true, [one, ...pending])).toEqual([]);
});

/** Statements of migrations, each on the base. */
const STATEMENTS = [
  'ALTER TABLE webhooks ADD COLUMN later text',
  "ALTER TABLE webhooks ALTER COLUMN name SET DEFAULT ''",
  'ALTER TABLE webhooks DROP COLUMN version',
  'ALTER TABLE webhooks ADD CONSTRAINT later CHECK (version > 0) NOT VALID',
  'ALTER TABLE webhooks ADD CONSTRAINT later UNIQUE (org_id, name)',
  'ALTER TABLE webhooks DROP CONSTRAINT webhooks_events_check',
  'ALTER TABLE webhooks VALIDATE CONSTRAINT webhooks_events_check',
  'ALTER TABLE events ADD CONSTRAINT later FOREIGN KEY (org_id, id) REFERENCES webhooks NOT VALID',
  'ALTER TABLE exports ENABLE ALWAYS TRIGGER exports_counted',
  'ALTER TABLE exports DISABLE ROW LEVEL SECURITY',
  'ALTER TABLE exports SET (fillfactor = 50)',
  'ALTER TABLE exports ALTER COLUMN format SET STATISTICS 10',
  'ALTER TABLE exports ALTER COLUMN format TYPE varchar',
  'CREATE INDEX later ON events (object_id)',
  'DROP INDEX messages_by_time',
  'CREATE TRIGGER later BEFORE DELETE ON webhooks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  'DROP TRIGGER exports_counted ON exports',
  'CREATE POLICY later ON exports USING (true)',
  'DROP POLICY operator ON exports',
  "COMMENT ON TABLE exports IS 'later'",
  "COMMENT ON COLUMN exports.format IS 'later'",
  'CREATE TABLE later (org_id text, id text, FOREIGN KEY (org_id, id) REFERENCES webhooks)',
  'INSERT INTO bucket_epoch (the_only, epoch) VALUES (true, 1) ON CONFLICT DO NOTHING',
  'UPDATE bucket_epoch SET epoch = 1',
  'DELETE FROM exports',
];

test.each(STATEMENTS)('knows the lock of: %s', async (statement) => {
  const connection = { connectionString: asOwner(await cloneDatabase()) };
  await withClient(connection, async (client) => {
    await enterSchema(client, 'bucket_000');
    const planned = new Map<string, LockMode>();
    for (const { table, isIndex, mode } of locksOf(statement)) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname::text AS name FROM pg_class WHERE oid = CASE WHEN $2
           THEN (SELECT indrelid FROM pg_index WHERE indexrelid = to_regclass($1)) ELSE to_regclass($1) END`,
        [table, isIndex === true],
      );
      const { name } = rows[0]!;
      planned.set(name, stronger(planned.get(name) ?? mode, mode));
    }
    const { rows: there } = await client.query<{ oid: string }>(
      "SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'bucket_000'::regnamespace",
    );
    await client.query('BEGIN');
    await client.query(statement);
    const { rows: taken } = await client.query<{ name: string; mode: string }>(
      `SELECT c.relname::text AS name, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       WHERE l.pid = pg_backend_pid() AND c.oid = ANY ($1)
         AND l.mode NOT IN ('AccessShareLock', 'RowShareLock')`,
      [there.map(({ oid }) => oid)],
    );
    const actual = new Map<string, LockMode>();
    for (const { name, mode } of taken) {
      const words = mode
        .replace(/Lock$/, '')
        .replaceAll(/(?<!^)[A-Z]/g, ' $&')
        .toUpperCase() as LockMode;
      actual.set(name, stronger(actual.get(name) ?? words, words));
    }
    await client.query('ROLLBACK');
    expect(planned).toEqual(actual);
  });
});
