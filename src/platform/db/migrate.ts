import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './client.ts';
import type { ConnectionSettings } from './database.ts';
import { LISTENING } from './session/listener.ts';
import { inTransaction, MigrationBlocked, LOCK_RETRY, type LockRetry } from './lock-retry.ts';
import { statementsOf } from './script/statements.ts';
import { ensureLogin, grantRoles, roleFacts, type RoleFacts, type Roles } from './roles.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
/** Any constant does; it only has to be the same in every Oriki process. */
const ADVISORY_LOCK = 7_311_020_118;

export type Migration = { version: number; name: string; sql: string; checksum: string };

/** The schema and the code do not belong together; the message says what to do. */
export class SchemaMismatch extends Error {
  /** Tells whether migrations are missing, and nothing else is wrong. */
  readonly pending: boolean;
  constructor(message: string, pending = false) {
    super(message);
    this.name = 'SchemaMismatch';
    this.pending = pending;
  }
}

/** All migrations that this version of the code ships, oldest first. */
export async function loadMigrations(dir: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match) throw new Error(`migrations/${file} is not named NNNN_name.sql`);
      const sql = await readFile(join(dir, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: Number(match[1]), name: match[2]!, sql, checksum };
    }),
  );
}

type Applied = { version: number; name: string; checksum: string };

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const exists = await client.query(`SELECT to_regclass('schema_migrations') IS NOT NULL AS yes`);
  if (!exists.rows[0].yes) return [];
  const { rows } = await client.query<Applied>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  return rows;
}

function compare(applied: Applied[], known: Migration[]): Migration[] {
  for (const row of applied) {
    const match = known.find((migration) => migration.version === row.version);
    if (!match)
      throw new SchemaMismatch(
        `the database has migration ${row.version} (${row.name}), which this version of Oriki does not ` +
          'know: it was migrated by a newer version. Start that version, or restore a backup.',
      );
    if (match.checksum !== row.checksum)
      throw new SchemaMismatch(
        `migration ${row.version} (${row.name}) was changed after it had been applied to this database`,
      );
  }
  return known.filter(({ version }) => !applied.some((row) => row.version === version));
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)',
    [version, name, checksum],
  );
}

/** Sent so that the server refuses it if it is more than one statement. */
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

/** Between looks whether it is this process's turn. */
const TURN_MS = 200;

/** The first line of a migration whose statements build or drop indexes while others write. */
const CONCURRENT = /^-- concurrently\n/;

/** Its statements, each with the index that it builds; it may hold nothing else. */
export function concurrentStatements(sql: string): { text: string; builds: string | undefined }[] {
  return statementsOf(sql)
    .map((text) => text.replaceAll(/--.*$/gm, '').trim())
    .map((text) => {
      const [, create, , name] =
        /^(CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) (\w+)\b/.exec(
          text,
        ) ?? [];
      if (name === undefined)
        throw new Error(
          'only CREATE and DROP INDEX CONCURRENTLY IF [NOT] EXISTS can be without a transaction',
        );
      return { text, builds: create!.startsWith('CREATE') ? name : undefined };
    });
}

/**
 * Statement by statement, as PostgreSQL demands of them: each can be repeated, so a crash loses nothing. They hold
 * nobody up, so they wait for as long as it takes. What a failed build leaves behind is removed first: an index that
 * is there and not used.
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
 * Takes the lock of migrations: of several processes one gets it. The others ask again and again instead of waiting in
 * a statement: its snapshot would keep a concurrent build of an index waiting, and each would wait for the other.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS mine',
      [ADVISORY_LOCK],
    );
    if (rows[0]!.mine) return;
    await sleep(TURN_MS);
  }
}

async function applyPending(
  client: pg.Client,
  connection: ConnectionSettings,
  known: Migration[],
  retry: LockRetry,
  onPending: () => Promise<void> = async () => {},
): Promise<Migration[]> {
  await takeTurn(client);
  const pending = compare(await readApplied(client), known);
  if (pending.length > 0) await onPending();
  // Not even if it exists: that alone takes the right to make tables.
  if (pending.length === known.length)
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  for (const migration of pending)
    try {
      if (CONCURRENT.test(migration.sql)) await applyConcurrently(client, migration);
      else await applyWhole(client, connection, migration, retry);
    } catch (error) {
      if (error instanceof MigrationBlocked) throw error;
      throw new Error(`migration ${migration.version} (${migration.name}) failed`, {
        cause: error,
      });
    }
  return pending;
}

/**
 * Brings the schema up to date, statement by statement, each migration in a transaction of its own unless it builds
 * indexes concurrently, under an advisory lock: of several processes starting at once one migrates and the others wait.
 * @param retry how long locks are waited for
 * @returns the migrations that this call applied
 * @throws SchemaMismatch when the database is newer than the code or an applied file was edited; MigrationBlocked
 */
export async function migrate(
  connection: ConnectionSettings,
  migrations?: Migration[],
  retry: LockRetry = LOCK_RETRY,
): Promise<Migration[]> {
  const known = migrations ?? (await loadMigrations());
  return withClient(connection, (client) => applyPending(client, connection, known, retry));
}

/**
 * The same, and gives the role of the service what it needs and no more (`roles.ts`).
 * @param connection of the owner of the schema
 * @param service the role, made with the password if there is one
 * @param onPending called before the first migration, if any is pending
 */
export async function migrateFor(
  connection: ConnectionSettings,
  service: { user: string; password?: string },
  onPending?: () => Promise<void>,
): Promise<{ applied: Migration[]; roles: Roles }> {
  const known = await loadMigrations();
  return withClient(connection, async (client) => {
    const applied = await applyPending(client, connection, known, LOCK_RETRY, onPending);
    const grant = async (): Promise<Roles> => {
      if (service.password !== undefined) await ensureLogin(client, service.user, service.password);
      return grantRoles(client, service.user);
    };
    const blocked = (error: unknown): Error =>
      new MigrationBlocked('granting rights', LOCK_RETRY.attempts, error);
    return { applied, roles: await inTransaction(client, connection, LOCK_RETRY, grant, blocked) };
  });
}

/** The role as which a connection is made. */
export async function roleOf(connection: ConnectionSettings): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ role: string }>('SELECT session_user::text AS role');
    return rows[0]!.role;
  });
}

/**
 * Where the processes of the service that use the database run: the address of each, as far as the role of the
 * connection may see it.
 */
export async function runningProcesses(connection: ConnectionSettings): Promise<string[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ address: string }>(
      `SELECT CASE client_port WHEN -1 THEN 'a local socket'
         ELSE coalesce(host(client_addr), 'an unknown address') END AS address
       FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1 ORDER BY 1`,
      [LISTENING],
    );
    return rows.map(({ address }) => address);
  });
}

/**
 * @returns who the connection is
 * @throws SchemaMismatch unless the schema is exactly the one this code was written for
 */
export async function assertMigrated(connection: ConnectionSettings): Promise<RoleFacts> {
  const known = await loadMigrations();
  return withClient(connection, async (client) => {
    const pending = compare(await readApplied(client), known);
    if (pending.length > 0)
      throw new SchemaMismatch(
        `the database lacks ${pending.length} migration(s), first ${pending[0]!.version} ` +
          `(${pending[0]!.name}): run "npx oriki migrate"`,
        true,
      );
    return roleFacts(client);
  });
}
