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
  newestOf,
  OF_SHARED,
  type Migration,
} from './migrations.ts';
import { statementsOf } from './statements.ts';
import { ensureLogin, grantRoles, rolesOf, type Roles } from '../roles.ts';
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

/** Returns true if the table of migrations has the column that older versions did not create. */
async function hasNeeds(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'needs'`,
  );
  return rowCount === 1;
}

async function record(
  client: pg.Client,
  { version, name, checksum, needs }: Migration,
): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum, needs) VALUES ($1, $2, $3, $4)',
    [version, name, checksum, needs ?? null],
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
  newest: number,
  retry: LockRetry,
  onPending: (pending: Migration[]) => Promise<void>,
): Promise<{ pending: Migration[]; isNewer: boolean }> {
  await enterSchema(client, schema);
  const before = await readApplied(client);
  const pending = missingOf(before, known, newest);
  const isNewer = before.length > known.length - pending.length;
  if (pending.length > 0) await onPending(pending);
  // Not even with IF NOT EXISTS, which requires the right to create tables.
  if (pending.length === known.length)
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(),
      needs integer
    )`);
  if (pending.length > 0 && !(await hasNeeds(client)))
    await client.query('ALTER TABLE schema_migrations ADD COLUMN needs integer');
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
  return { pending, isNewer };
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
  /** Called once, before the first migration is applied, with the pending migrations of every schema. */
  onPending?: (pending: Migration[]) => Promise<void>;
};

/** Applied migrations, once for each schema, and whether a schema has others that this code does not know. */
type Migrated = { applied: Migration[]; isNewer: boolean };

async function migrateServer(
  client: pg.Client,
  connection: ConnectionSettings,
  { migrations, retry = LOCK_RETRY, bucket, isHome = true, onPending }: MigrateOptions,
): Promise<Migrated> {
  const known = migrations ?? (await loadMigrations());
  const newest = newestOf(known);
  await takeTurn(client);
  await allowTriggers(client);
  let told: Promise<void> | undefined;
  const tell = ([first]: Migration[]): Promise<void> =>
    (told ??=
      onPending?.(known.filter(({ version }) => version >= first!.version)) ?? Promise.resolve());
  const all: Migrated = { applied: [], isNewer: false };
  const apply = async (schema: string, isShared: boolean): Promise<void> => {
    const own = known.filter(({ sql }) => OF_SHARED.test(sql) === isShared);
    const found = await applyPending(client, connection, schema, own, newest, retry, tell);
    all.applied.push(...found.pending);
    all.isNewer ||= found.isNewer;
  };
  const buckets = new Set(await bucketsOn(client));
  // Later the first bucket may be on another server.
  if (isHome && !(await isThere(client, `${SHARED}.organizations`))) buckets.add(FIRST_BUCKET);
  if (bucket !== undefined) buckets.add(bucket);
  // Migrations of the first bucket move tables to the shared schema.
  for (const schema of isHome ? [...buckets, SHARED] : buckets) await ensureSchema(client, schema);
  for (const name of [...buckets].toSorted()) await apply(name, false);
  if (isHome) await apply(SHARED, true);
  return all;
}

/**
 * Migrates the schemas of one server statement by statement. Each migration has its own transaction, unless it builds
 * indexes concurrently. An advisory lock lets one of several processes migrate while the others wait.
 * @returns the migrations that this call applied, once for each schema
 * @throws SchemaMismatch when the database is too new for the code or an applied file was edited; MigrationBlocked;
 * MigrationRefused
 */
export async function migrate(
  connection: ConnectionSettings,
  options: MigrateOptions = {},
): Promise<Migration[]> {
  return withClient(
    connection,
    async (client) => (await migrateServer(client, connection, options)).applied,
  );
}

/**
 * Migrates, and then gives the service's role exactly the rights that it needs (`roles.ts`). A newer schema keeps the
 * rights that the newer version has granted.
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
    const { applied, isNewer } = await migrateServer(client, connection, options);
    const grant = async (): Promise<Roles> => {
      if (isNewer) return rolesOf(client, service.user);
      if (service.password !== undefined) await ensureLogin(client, service.user, service.password);
      return grantRoles(client, service.user, tables);
    };
    const blocked = (error: unknown): Error =>
      new MigrationBlocked('granting rights', LOCK_RETRY.attempts, error);
    return { applied, roles: await inTransaction(client, connection, LOCK_RETRY, grant, blocked) };
  });
}
