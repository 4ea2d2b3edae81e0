import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { allowTriggers } from '../buckets/citus.ts';
import { withClient } from '../client.ts';
import type { ConnectionSettings } from '../database.ts';
import { inTransaction, MigrationBlocked, LOCK_RETRY, type LockRetry } from './lock-retry.ts';
import {
  CONCURRENT,
  concurrentStatements,
  loadBase,
  loadMigrations,
  missingOf,
  newestOf,
  ReplacedSchema,
  type Migration,
} from './migrations.ts';
import { statementsOf } from './statements.ts';
import { ensureLogin, grantRoles, rolesOf, type Roles } from '../roles.ts';
import { FIRST_BUCKET, quoted, SHARED } from '../schemas.ts';
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

/** Sets the session to the tables of a schema. */
export async function enterSchema(client: pg.Client, schema: string): Promise<void> {
  await client.query("SELECT set_config('oriki.bucket', $1, false)", [schema]);
  await client.query(`SET search_path = ${quoted(schema)}`);
}

async function record(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `INSERT INTO schema_migrations (version, name, checksum, needs)
     SELECT version, name, checksum, needs
     FROM jsonb_to_recordset($1) AS m (version integer, name text, checksum text, needs integer)`,
    [JSON.stringify(migrations.map((migration) => ({ ...migration, sql: undefined })))],
  );
}

/** A query that the server rejects if it has more than one statement. */
function alone(text: string): pg.QueryConfig {
  return { text, queryMode: 'extended' } as pg.QueryConfig;
}

/** Runs the statements of migrations and records these migrations, in one transaction. */
async function applyWhole(
  client: pg.Client,
  connection: ConnectionSettings,
  migrations: readonly Migration[],
  statements: readonly string[],
  retry: LockRetry,
): Promise<void> {
  const apply = async (): Promise<void> => {
    for (const text of statements) await client.query(alone(text));
    await record(client, migrations);
  };
  const { version, name } = migrations.at(-1)!;
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
 * Applies a migration statement by statement, as PostgreSQL requires for concurrent builds. Each statement can be
 * repeated, so a crash loses nothing. The statements block no other session, so they wait without a limit. An invalid
 * index from a failed build is removed first.
 */
async function applyConcurrently(
  client: pg.Client,
  migration: Migration,
  sql: string,
): Promise<void> {
  for (const { text, builds } of concurrentStatements(sql)) {
    if (builds !== undefined) {
      const { rowCount } = await client.query(
        'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
        [builds],
      );
      if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${builds}`);
    }
    await client.query(text);
  }
  await record(client, [migration]);
}

/**
 * Takes a session lock, by default the migration lock. Of several processes, one proceeds. The others poll instead of
 * waiting inside a statement. Otherwise the snapshot of that statement would block a concurrent index build, and both
 * would wait for each other.
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

/**
 * Returns true if a version without buckets has its tables in `public`. The column `checksum` distinguishes them from
 * tables of other programs.
 */
async function isInPublic(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute
     WHERE attrelid = to_regclass('public.schema_migrations') AND attname = 'checksum'`,
  );
  return rowCount! > 0;
}

/** Applies the migrations that a schema lacks. */
async function applyPending(
  client: pg.Client,
  connection: ConnectionSettings,
  schema: string,
  pending: readonly Migration[],
  retry: LockRetry,
): Promise<void> {
  const replaced = pending.filter(({ sql }) => sql === undefined);
  if (replaced.length > 0)
    await applyWhole(client, connection, replaced, await loadBase(schema), retry);
  for (const migration of pending)
    try {
      const { sql } = migration;
      if (sql === undefined) continue;
      if (CONCURRENT.test(sql)) await applyConcurrently(client, migration, sql);
      else await applyWhole(client, connection, [migration], statementsOf(sql), retry);
    } catch (error) {
      if (error instanceof MigrationBlocked) throw error;
      const { code, message, hint } = error as { code?: string; message: string; hint?: string };
      if (code === RAISED)
        throw new MigrationRefused(migration, `${message}\n${hint ?? ''}`, error);
      throw new Error(`migration ${migration.version} (${migration.name}) failed`, {
        cause: error,
      });
    }
}

export type MigrateOptions = {
  /** By default, all migrations of this version. */
  migrations?: Migration[];
  /** The time to wait for locks. */
  retry?: LockRetry;
  /** A bucket to create, if it does not exist. */
  bucket?: string;
  /** False for a server that has only buckets; then only existing buckets are migrated. */
  isHome?: boolean;
  /** Called once, before the first migration is applied, with the pending migrations of every schema. */
  onPending?: (pending: Migration[]) => Promise<void>;
};

/** The migrations that each schema of a server lacks, in the order of application. */
export type Pending = {
  bySchema: Map<string, Migration[]>;
  /** True if a schema has migrations that this code does not know. */
  isNewer: boolean;
};

/**
 * Reads which migrations the schemas of a server lack, and changes nothing.
 * @throws SchemaMismatch when this version rejects one of the schemas
 */
export async function readPending(
  client: pg.Client,
  { migrations, bucket, isHome = true }: MigrateOptions,
): Promise<Pending> {
  const known = migrations ?? (await loadMigrations());
  const isFirst = isHome && !(await isThere(client, `${SHARED}.organizations`));
  if (isFirst && (await isInPublic(client))) throw new ReplacedSchema();
  const buckets = new Set(await bucketsOn(client));
  // Later the first bucket may be on another server.
  if (isFirst) buckets.add(FIRST_BUCKET);
  if (bucket !== undefined) buckets.add(bucket);
  const found: Pending = { bySchema: new Map(), isNewer: false };
  for (const schema of [...[...buckets].toSorted(), ...(isHome ? [SHARED] : [])]) {
    await enterSchema(client, schema);
    const own = known.filter(({ isShared }) => isShared === (schema === SHARED));
    const before = await readApplied(client);
    const missing = missingOf(before, own, newestOf(known));
    found.bySchema.set(schema, missing);
    found.isNewer ||= before.length > own.length - missing.length;
  }
  return found;
}

/** Applied migrations, once for each schema, and whether a schema has others that this code does not know. */
type Migrated = { applied: Migration[]; isNewer: boolean };

async function migrateServer(
  client: pg.Client,
  connection: ConnectionSettings,
  options: MigrateOptions,
): Promise<Migrated> {
  const { retry = LOCK_RETRY, onPending } = options;
  await takeTurn(client);
  // Every schema is read before the first one changes. If this version rejects one, the database stays unchanged.
  const { bySchema, isNewer } = await readPending(client, options);
  const applied = [...bySchema.values()].flat();
  if (applied.length > 0)
    await onPending?.([...new Set(applied)].toSorted((one, other) => one.version - other.version));
  await allowTriggers(client);
  for (const [schema, missing] of bySchema) {
    await ensureSchema(client, schema);
    await enterSchema(client, schema);
    // The statement does not run even with IF NOT EXISTS, which requires the right to create tables.
    if (!(await isThere(client, 'schema_migrations')))
      await client.query(`CREATE TABLE schema_migrations (
        version integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now(),
        needs integer
      )`);
    await applyPending(client, connection, schema, missing, retry);
  }
  return { applied, isNewer };
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
