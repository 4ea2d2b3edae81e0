import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { allowTriggers } from '../buckets/citus.ts';
import { withClient } from '../client.ts';
import type { ConnectionSettings } from '../database.ts';
import { inTransaction, MigrationBlocked, LOCK_RETRY, type LockRetry } from './lock-retry.ts';
import {
  CONCURRENT,
  concurrentStatements,
  loadMigrations,
  missingOf,
  OF_SHARED,
  type Migration,
} from './migrations.ts';
import { statementsOf } from './statements.ts';
import { ensureLogin, grantRoles, type Roles } from '../roles.ts';
import { A_SCHEMA, FIRST_BUCKET, quoted, SHARED } from '../schemas.ts';
import type { Tables } from '../tables.ts';
import { bucketsOn, isThere, readApplied } from './state.ts';

/**
 * The key of the advisory lock of migrations: an arbitrary constant, the same in every process; docs/locks.md lists all
 * keys.
 */
const ADVISORY_LOCK = 7_311_020_118;

/** Creates a schema unless it exists. Even IF NOT EXISTS requires the right to create one. */
async function ensureSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS exists',
    [schema],
  );
  if (!rows[0]!.exists) await client.query(`CREATE SCHEMA ${quoted(schema)}`);
}

/**
 * Sets the session to the tables of a schema. Those of the first bucket may still be where versions before buckets
 * created them. The session then finds them without a path, and a migration moves them.
 */
async function enterSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name::text FROM unnest(current_schemas(false)) WITH ORDINALITY AS found (name, place)
     WHERE $1 = $2 AND name::text !~ $3
       AND to_regclass(format('%I.schema_migrations', name)) IS NOT NULL
     ORDER BY place LIMIT 1`,
    [schema, FIRST_BUCKET, A_SCHEMA],
  );
  await client.query("SELECT set_config('oriki.bucket', $1, false)", [schema]);
  await client.query(`SET search_path = ${quoted(rows[0]?.name ?? schema)}`);
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)',
    [version, name, checksum],
  );
}

/** A query that the server rejects if it has more than one statement. */
function alone(text: string): pg.QueryConfig {
  return { text, queryMode: 'extended' } as pg.QueryConfig;
}

async function applyWhole(
  client: pg.Client,
  connection: ConnectionSettings,
  migration: Migration,
  retry: LockRetry,
): Promise<void> {
  const apply = async (): Promise<void> => {
    for (const text of statementsOf(migration.sql)) await client.query(alone(text));
    await record(client, migration);
  };
  const { version, name } = migration;
  await inTransaction(
    client,
    connection,
    retry,
    apply,
    (error) => new MigrationBlocked(`migration ${version} (${name})`, retry.attempts, error),
  );
}

/** The code of errors that migrations raise themselves. */
const RAISED = 'P0001';

/** Thrown when existing rows block a migration. It has changed nothing, and the message names the repair. */
export class MigrationRefused extends Error {
  constructor({ version, name }: Migration, message: string, cause: unknown) {
    super(`migration ${version} (${name}) stopped before any change: ${message.trim()}`, {
      cause,
    });
    this.name = 'MigrationRefused';
  }
}

/** Between checks for this process's turn. */
const TURN_MS = 200;

/**
 * Applies a migration statement by statement, as PostgreSQL requires for concurrent builds. Each can be repeated, so a
 * crash loses nothing. They block no other session, so they wait without a limit. An invalid index from a failed build
 * is removed first.
 */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const { text, builds } of concurrentStatements(migration.sql)) {
    if (builds !== undefined) {
      const { rowCount } = await client.query(
        'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
        [builds],
      );
      if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${builds}`);
    }
    await client.query(text);
  }
  await record(client, migration);
}

/**
 * Takes a session lock, by default the migration lock, so that one of several processes proceeds. The others poll
 * instead of waiting inside a statement: the snapshot of such a statement would block a concurrent index build, and
 * both would wait for each other.
 */
export async function takeTurn(client: pg.Client, lock = ADVISORY_LOCK): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS mine',
      [lock],
    );
    if (rows[0]!.mine) return;
    await sleep(TURN_MS);
  }
}

async function applyPending(
  client: pg.Client,
  connection: ConnectionSettings,
  schema: string,
  known: Migration[],
  retry: LockRetry,
  onPending: () => Promise<void>,
): Promise<Migration[]> {
  await enterSchema(client, schema);
  const pending = missingOf(await readApplied(client), known);
  if (pending.length > 0) await onPending();
  // Not even with IF NOT EXISTS, which requires the right to create tables.
  if (pending.length === known.length)
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  for (const migration of pending)
    try {
      // The migration before may have moved the tables.
      await enterSchema(client, schema);
      if (CONCURRENT.test(migration.sql)) await applyConcurrently(client, migration);
      else await applyWhole(client, connection, migration, retry);
    } catch (error) {
      if (error instanceof MigrationBlocked) throw error;
      const { code, message, hint } = error as { code?: string; message: string; hint?: string };
      if (code === RAISED)
        throw new MigrationRefused(migration, `${message}\n${hint ?? ''}`, error);
      throw new Error(`migration ${migration.version} (${migration.name}) failed`, {
        cause: error,
      });
    }
  return pending;
}

export type MigrateOptions = {
  /** By default, all migrations of this version. */
  migrations?: Migration[];
  /** The time to wait for locks. */
  retry?: LockRetry;
  /** A bucket to create, if it does not exist. */
  bucket?: string;
  /** False for a server with buckets only: then only existing buckets are migrated. */
  isHome?: boolean;
  /** Called before the first pending migration. */
  onPending?: () => Promise<void>;
};

async function migrateServer(
  client: pg.Client,
  connection: ConnectionSettings,
  { migrations, retry = LOCK_RETRY, bucket, isHome = true, onPending }: MigrateOptions,
): Promise<Migration[]> {
  const known = migrations ?? (await loadMigrations());
  await takeTurn(client);
  await allowTriggers(client);
  let told: Promise<void> | undefined;
  const tell = (): Promise<void> => (told ??= onPending?.() ?? Promise.resolve());
  const apply = (schema: string, isShared: boolean): Promise<Migration[]> => {
    const own = known.filter(({ sql }) => OF_SHARED.test(sql) === isShared);
    return applyPending(client, connection, schema, own, retry, tell);
  };
  const buckets = new Set(await bucketsOn(client));
  // Later the first bucket may be on another server.
  if (isHome && !(await isThere(client, `${SHARED}.organizations`))) buckets.add(FIRST_BUCKET);
  if (bucket !== undefined) buckets.add(bucket);
  // Migrations of the first bucket move tables to the shared schema.
  for (const schema of isHome ? [...buckets, SHARED] : buckets) await ensureSchema(client, schema);
  const applied: Migration[] = [];
  for (const name of [...buckets].toSorted()) applied.push(...(await apply(name, false)));
  if (isHome) applied.push(...(await apply(SHARED, true)));
  return applied;
}

/**
 * Migrates the schemas of one server statement by statement. Each migration has its own transaction, unless it builds
 * indexes concurrently. An advisory lock lets one of several processes migrate while the others wait.
 * @returns the migrations that this call applied, once for each schema
 * @throws SchemaMismatch when the database is newer than the code or an applied file was edited; MigrationBlocked;
 * MigrationRefused
 */
export async function migrate(
  connection: ConnectionSettings,
  options: MigrateOptions = {},
): Promise<Migration[]> {
  return withClient(connection, (client) => migrateServer(client, connection, options));
}

/**
 * Migrates, and then gives the service's role exactly the rights that it needs (`roles.ts`).
 * @param connection of the owner of the schemas
 * @param service the role, created with the password if there is one
 * @param tables those of the modules
 */
export async function migrateFor(
  connection: ConnectionSettings,
  service: { user: string; password?: string },
  tables: Tables,
  options: MigrateOptions = {},
): Promise<{ applied: Migration[]; roles: Roles }> {
  return withClient(connection, async (client) => {
    const applied = await migrateServer(client, connection, options);
    const grant = async (): Promise<Roles> => {
      if (service.password !== undefined) await ensureLogin(client, service.user, service.password);
      return grantRoles(client, service.user, tables);
    };
    const blocked = (error: unknown): Error =>
      new MigrationBlocked('granting rights', LOCK_RETRY.attempts, error);
    return { applied, roles: await inTransaction(client, connection, LOCK_RETRY, grant, blocked) };
  });
}
