/** Lists the locks of pending migrations on tables that exist, without applying them. */
import type pg from 'pg';
import { withClient } from '../client.ts';
import type { ConnectionSettings } from '../database.ts';
import { locksOf, stronger, type LockMode, type RowWork } from './locks.ts';
import { enterSchema, readPending } from './migrate.ts';
import { CONCURRENT, type Migration } from './migrations.ts';
import { statementsOf } from './statements.ts';

/** A lock of a pending migration on a table of a schema. */
export type PlannedLock = {
  schema: string;
  /** Its number and name. */
  migration: string;
  /** The oldest migration of the versions that may continue to run; null if all must stop. */
  needs: number | null;
  /** True if the statements let other sessions write. */
  concurrently: boolean;
  /** Null if the migration locks no existing table, or if the lock is unknown. */
  table: string | null;
  lock: LockMode | null;
  /** The size of the table with its indexes. */
  bytes: number;
  /** Estimated, without the wait for the lock. */
  seconds: number;
};

/** The time of a change of the catalog. */
const STATEMENT_SECONDS = 0.01;
const MIB = 2 ** 20;
/** Bytes of a table per second on a slow disk; measured times are shorter. */
const RATES: Record<RowWork, number> = {
  reads: 100 * MIB,
  'builds an index': 20 * MIB,
  writes: 10 * MIB,
};

type Table = { name: string; heap: number; total: number };

async function tableOf(
  client: pg.Client,
  name: string,
  isIndex: boolean,
): Promise<Table | undefined> {
  const { rows } = await client.query<{ name: string; heap: string; total: string }>(
    `SELECT relname::text AS name, pg_table_size(oid) AS heap, pg_total_relation_size(oid) AS total
     FROM pg_class WHERE relkind IN ('r', 'p') AND oid = CASE WHEN $2
       THEN (SELECT indrelid FROM pg_index WHERE indexrelid = to_regclass($1)) ELSE to_regclass($1) END`,
    [name, isIndex],
  );
  const [row] = rows;
  return row && { name: row.name, heap: Number(row.heap), total: Number(row.total) };
}

async function planOne(
  client: pg.Client,
  schema: string,
  migration: Migration,
  sql: string,
): Promise<PlannedLock[]> {
  const concurrently = CONCURRENT.test(sql);
  const common = {
    schema,
    migration: `${migration.version} ${migration.name}`,
    needs: migration.needs ?? null,
    concurrently,
  };
  const byTable = new Map<string | null, PlannedLock>();
  for (const { table, isIndex = false, mode, work } of statementsOf(sql).flatMap(locksOf)) {
    const found = table === null ? undefined : await tableOf(client, table, isIndex);
    if (table !== null && !found) continue;
    const name = found?.name ?? null;
    const before = byTable.get(name);
    // A concurrent build reads the table twice.
    const passes = concurrently ? 2 : 1;
    const seconds = work && found ? (passes * found.heap) / RATES[work] : 0;
    byTable.set(name, {
      ...common,
      table: name,
      lock: before?.lock ? stronger(before.lock, mode) : mode,
      bytes: found?.total ?? 0,
      seconds: (before?.seconds ?? 0) + STATEMENT_SECONDS + seconds,
    });
  }
  if (byTable.size === 0)
    return [{ ...common, table: null, lock: null, bytes: 0, seconds: STATEMENT_SECONDS }];
  return [...byTable.values()].map((lock) => ({
    ...lock,
    seconds: Math.round(lock.seconds * 100) / 100,
  }));
}

/**
 * Returns the locks of the pending migrations on each schema of a server, in the order in which they are applied. It
 * changes nothing.
 * @param isHome false for a server with buckets only
 * @throws SchemaMismatch
 */
export async function planMigrations(
  connection: ConnectionSettings,
  isHome: boolean,
  migrations?: Migration[],
): Promise<PlannedLock[]> {
  return withClient(connection, async (client) => {
    await client.query('SET default_transaction_read_only = on');
    const { bySchema } = await readPending(client, { isHome, ...(migrations && { migrations }) });
    const planned: PlannedLock[] = [];
    for (const [schema, pending] of bySchema) {
      await enterSchema(client, schema);
      // A schema without tables gets the base, which locks no table.
      for (const migration of pending)
        if (migration.sql !== undefined)
          planned.push(...(await planOne(client, schema, migration, migration.sql)));
    }
    return planned;
  });
}
