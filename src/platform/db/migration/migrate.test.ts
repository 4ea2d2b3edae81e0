import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import { describe, expect, test } from 'vitest';
import {
  asOwner,
  cloneDatabase,
  emptyDatabase as createDatabase,
} from '../../../../test/support/database.ts';
import { TABLES } from '../../../modules/declared.ts';
import type { Tables } from '../tables.ts';
import { migrate, migrateFor } from './migrate.ts';
import { loadMigrations, SchemaMismatch, type Migration } from './migrations.ts';
import { MigrationBlocked } from './lock-retry.ts';
import { assertMigrated } from './state.ts';

async function onServer(url: string, sql: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function emptyDatabase() {
  return { connectionString: await createDatabase() };
}

function migration(version: number, sql: string): Migration {
  return {
    version,
    name: `step_${version}`,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    isShared: sql.startsWith('-- shared\n'),
  };
}

async function tables({ connectionString }: { connectionString: string }): Promise<string[]> {
  const { rows } = await onServer(
    connectionString,
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'bucket_000' ORDER BY 1`,
  );
  return rows.map(({ table_name }) => table_name);
}
async function versions({ connectionString }: { connectionString: string }): Promise<number[]> {
  const { rows } = await onServer(
    connectionString,
    'SELECT version FROM schema_migrations ORDER BY 1',
  );
  return rows.map(({ version }) => version);
}

const one = migration(1, 'CREATE TABLE one (x int)');
// The migration is slow, so that processes that start at the same time really overlap.
const two = migration(
  2,
  'SELECT pg_sleep(0.2); CREATE TABLE two (x int); INSERT INTO two VALUES (1)',
);

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'oriki:migrate' AND wait_event_type = 'Lock'`;

describe('migrate', () => {
  test('applies missing migrations in order, and nothing the second time', async () => {
    const connection = await emptyDatabase();
    expect(
      (await migrate(connection, { migrations: [one] })).map(({ version }) => version),
    ).toEqual([1]);
    expect(
      (await migrate(connection, { migrations: [one, two] })).map(({ version }) => version),
    ).toEqual([2]);
    expect(await migrate(connection, { migrations: [one, two] })).toEqual([]);
    expect(await tables(connection)).toEqual(['one', 'schema_migrations', 'two']);
  });

  test('lets one of several concurrently starting processes migrate while the others wait', async () => {
    const connection = await emptyDatabase();
    const applied = await Promise.all(
      [1, 2, 3, 4].map(() => migrate(connection, { migrations: [one, two] })),
    );
    expect(applied.map((list) => list.length).toSorted()).toEqual([0, 0, 0, 2]);
    expect((await onServer(connection.connectionString, 'SELECT * FROM two')).rows).toEqual([
      { x: 1 },
    ]);
    expect(await versions(connection)).toEqual([1, 2]);
  });

  test('sends each statement of a migration separately', async () => {
    const connection = await emptyDatabase();
    const keep = 'INSERT INTO one SELECT length(current_query())';
    await migrate(connection, {
      migrations: [one, migration(2, `${keep};\n\n${keep} -- the last;`)],
    });
    const { rows } = await onServer(connection.connectionString, 'SELECT x FROM one WHERE x > 1');
    const lengths = [keep.length, `${keep} -- the last;`.length];
    expect(rows.map(({ x }) => x).toSorted((a, b) => a - b)).toEqual(lengths);
  });

  test('keeps nothing of a failed migration, and all migrations before it', async () => {
    const connection = await emptyDatabase();
    const bad = migration(2, 'CREATE TABLE half (x int); SELECT 1/0');
    const error = await migrate(connection, { migrations: [one, bad] }).catch(
      (reason: Error) => reason,
    );
    expect((error as Error).message).toBe('migration 2 (step_2) failed');
    expect(((error as Error).cause as Error).message).toBe('division by zero');
    expect(await tables(connection)).toEqual(['one', 'schema_migrations']);
    expect(
      (await migrate(connection, { migrations: [one, two] })).map(({ version }) => version),
    ).toEqual([2]);
  });

  test('does not make others wait behind a lock that it cannot get, and runs once it can', async () => {
    const connection = await emptyDatabase();
    await migrate(connection, { migrations: [one] });
    const reader = new Client(connection);
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM one');
    const widened = migration(2, 'ALTER TABLE one ADD COLUMN y int');
    const migrated = migrate(connection, {
      migrations: [one, widened],
      retry: { lockTimeoutMs: 200, attempts: 1000 },
    });
    while ((await onServer(connection.connectionString, WAITING)).rowCount === 0);
    // This write queues behind the migration, and continues while the lock is still held.
    expect((await onServer(connection.connectionString, 'SELECT * FROM one')).rows).toEqual([]);
    await reader.query('COMMIT');
    await reader.end();
    expect((await migrated).map(({ version }) => version)).toEqual([2]);
  });

  test('changes nothing if a lock is never free, and reports how to find its holder', async () => {
    const connection = await emptyDatabase();
    await migrate(connection, { migrations: [one] });
    const reader = new Client(connection);
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM one');
    const widened = migration(2, 'CREATE TABLE two (x int); ALTER TABLE one ADD COLUMN y int');
    await expect(
      migrate(connection, {
        migrations: [one, widened],
        retry: { lockTimeoutMs: 10, attempts: 1 },
      }),
    ).rejects.toThrow(/^migration 2 \(step_2\) did not get its locks.*pg_stat_activity/);
    await reader.end();
    expect(await tables(connection)).toEqual(['one', 'schema_migrations']);
  });

  test('does not make others wait behind several locks that together take too long', async () => {
    const connection = await emptyDatabase();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const made = migration(1, names.map((name) => `CREATE TABLE ${name} (x int)`).join(';'));
    const altered = migration(2, names.map((name) => `ALTER TABLE ${name} ADD y int`).join(';'));
    await migrate(connection, { migrations: [made] });
    const readers = await Promise.all(
      names.map(async (name) => {
        const reader = new Client(connection);
        await reader.connect();
        await reader.query(`BEGIN; SELECT * FROM ${name}`);
        return reader;
      }),
    );
    const patience = { lockTimeoutMs: 200, attempts: 1 };
    const migrated = migrate(connection, { migrations: [made, altered], retry: patience }).catch(
      (e: unknown) => e,
    );
    const end = { come: false };
    void migrated.then(() => (end.come = true));
    for (const reader of readers) {
      while (!end.come && (await onServer(connection.connectionString, WAITING)).rowCount === 0);
      await sleep(100);
      await reader.end();
    }
    expect(await migrated).toBeInstanceOf(MigrationBlocked);
    expect(await versions(connection)).toEqual([1]);
  });

  describe('a concurrent migration', () => {
    const index = migration(
      3,
      '-- concurrently\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS two_by_x ON two (x);\n',
    );
    const valid = async (connection: { connectionString: string }) =>
      (
        await onServer(
          connection.connectionString,
          `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('two_by_x')`,
        )
      ).rows.map(({ indisvalid }) => indisvalid);

    test('builds an index while several processes want to migrate', async () => {
      const connection = await emptyDatabase();
      const applied = await Promise.all(
        [1, 2, 3].map(() => migrate(connection, { migrations: [one, two, index] })),
      );
      expect(applied.map((list) => list.length).toSorted()).toEqual([0, 0, 3]);
      expect(await valid(connection)).toEqual([true]);
    });

    test('builds it again when an earlier attempt failed or died', async () => {
      const connection = await emptyDatabase();
      await migrate(connection, { migrations: [one, two] });
      await onServer(connection.connectionString, 'INSERT INTO two VALUES (1)');
      await expect(migrate(connection, { migrations: [one, two, index] })).rejects.toThrow(
        'migration 3',
      );
      expect(await valid(connection)).toEqual([false]);
      await onServer(connection.connectionString, 'DELETE FROM two');
      expect(await migrate(connection, { migrations: [one, two, index] })).toHaveLength(1);
      expect(await valid(connection)).toEqual([true]);
    });

    test('rejects anything else without a transaction', async () => {
      const connection = await emptyDatabase();
      for (const sql of ['CREATE TABLE x (y int)', 'CREATE INDEX CONCURRENTLY x ON one (x)'])
        await expect(
          migrate(connection, { migrations: [one, migration(2, `-- concurrently\n${sql};`)] }),
        ).rejects.toThrow('migration 2');
      expect(await tables(connection)).toEqual(['one', 'schema_migrations']);
    });
  });

  test('rejects a database that is newer than the code and changes nothing', async () => {
    const connection = await emptyDatabase();
    await migrate(connection, { migrations: [one, two] });
    await expect(migrate(connection, { migrations: [one] })).rejects.toThrow(SchemaMismatch);
    await expect(migrate(connection, { migrations: [one] })).rejects.toThrow(
      /migration 2 \(step_2\).*newer version/,
    );
    const three = migration(3, 'CREATE TABLE three (x int)');
    await expect(migrate(connection, { migrations: [one, three] })).rejects.toThrow(
      /newer version/,
    );
    expect(await tables(connection)).toEqual(['one', 'schema_migrations', 'two']);
  });

  test('a version works on a newer schema if every migration that it does not know needs no more than it has', async () => {
    const connection = await emptyDatabase();
    const expands = { ...migration(3, 'ALTER TABLE one ADD COLUMN y int'), needs: 2 };
    await migrate(connection, { migrations: [one, two, expands] });
    expect(await migrate(connection, { migrations: [one, two] })).toEqual([]);
    await expect(migrate(connection, { migrations: [one] })).rejects.toThrow(
      /migration 2 \(step_2\).*newer version/,
    );
    const contracts = migration(4, 'ALTER TABLE two DROP COLUMN x');
    await migrate(connection, { migrations: [one, two, expands, contracts] });
    await expect(migrate(connection, { migrations: [one, two] })).rejects.toThrow(
      /migration 4 \(step_4\).*newer version/,
    );
  });

  test('reports the pending migrations of every schema before it runs the first one', async () => {
    const ofShared = migration(2, '-- shared\nCREATE TABLE two (x int)');
    const told: number[][] = [];
    await migrate(await emptyDatabase(), {
      migrations: [one, ofShared],
      onPending: async (pending) => void told.push(pending.map(({ version }) => version)),
    });
    expect(told).toEqual([[1, 2]]);
  });

  test('keeps the rights that a newer version has granted', async () => {
    const url = await cloneDatabase();
    const [connection, user] = [{ connectionString: asOwner(url) }, new URL(url).username];
    const known = await loadMigrations();
    const newer = { ...migration(9999, 'CREATE TABLE later (x int)'), needs: known.length };
    const grants: Tables = { ...TABLES, later: { service: ['SELECT'] } };
    await migrateFor(connection, { user }, grants, { migrations: [...known, newer] });
    expect((await migrateFor(connection, { user }, TABLES)).roles.service).toBe(user);
    const { rows } = await onServer(
      connection.connectionString,
      `SELECT has_table_privilege('${user}', 'later', 'SELECT') AS reads,
         has_table_privilege('${user}', 'later', 'INSERT') AS writes`,
    );
    expect(rows).toEqual([{ reads: true, writes: false }]);
  });

  test('rejects a migration that was edited after it had been applied', async () => {
    const connection = await emptyDatabase();
    await migrate(connection, { migrations: [one] });
    const edited = migration(1, 'CREATE TABLE one (x bigint)');
    await expect(migrate(connection, { migrations: [edited, two] })).rejects.toThrow(
      SchemaMismatch,
    );
    await expect(migrate(connection, { migrations: [edited, two] })).rejects.toThrow(
      'migration 1 (step_1) was changed',
    );
    expect(await versions(connection)).toEqual([1]);
  });

  test('releases its lock when the migrating process dies, so that another can continue', async () => {
    const connection = await emptyDatabase();
    const stuck = migrate(connection, { migrations: [migration(1, 'SELECT pg_sleep(60)')] }).catch(
      (reason: Error) => reason,
    );
    let killed = 0;
    while (killed === 0) {
      const { rowCount } = await onServer(
        connection.connectionString,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep(60)%' AND pid <> pg_backend_pid()`,
      );
      killed = rowCount ?? 0;
    }
    expect(await stuck).toBeInstanceOf(Error);
    expect(await migrate(connection, { migrations: [one] })).toHaveLength(1);
  });
});

describe('assertMigrated', () => {
  test('accepts exactly the schema of this code', async () => {
    const facts = await assertMigrated({ connectionString: await cloneDatabase() });
    expect(facts).toMatchObject({ superuser: false, owns: false });
  });

  test('rejects an empty database and names the repair', async () => {
    const connection = await emptyDatabase();
    await expect(assertMigrated(connection)).rejects.toThrow(
      /lacks \d+ migration\(s\), first 1 .*npx --no-install oriki migrate/,
    );
    expect(await tables(connection)).toEqual([]);
  });

  test('rejects a database that is newer, and one whose migrations were edited', async () => {
    const connection = { connectionString: asOwner(await cloneDatabase()) };
    await onServer(
      connection.connectionString,
      `INSERT INTO schema_migrations VALUES (9999, 'later', 'x')`,
    );
    await expect(assertMigrated(connection)).rejects.toThrow(
      /migration 9999 \(later\).*newer version/,
    );
    await onServer(
      connection.connectionString,
      'DELETE FROM schema_migrations WHERE version = 9999',
    );
    await onServer(
      connection.connectionString,
      `UPDATE schema_migrations SET checksum = 'x' WHERE version = 1`,
    );
    await expect(assertMigrated(connection)).rejects.toThrow(/migration 1 .* was changed/);
  });
});
