import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');
/** Any constant does; it only has to be the same in every Oriki process. */
const ADVISORY_LOCK = 7_311_020_118;

export type Migration = { version: number; name: string; sql: string; checksum: string };

/** The schema and the code do not belong together; the message says what to do. */
export class SchemaMismatch extends Error {
  /** Whether migrations are missing, and nothing else is wrong. */
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

async function withClient<T>(
  connection: ConnectionSettings,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'oriki:migrate',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Brings the schema up to date, each migration in a transaction of its own, under an advisory lock: of
 * several processes starting at once one migrates and the others wait.
 * @returns the migrations that this call applied
 * @throws SchemaMismatch when the database is newer than the code or an applied file was edited
 */
export async function migrate(
  connection: ConnectionSettings,
  migrations?: Migration[],
): Promise<Migration[]> {
  const known = migrations ?? (await loadMigrations());
  return withClient(connection, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const pending = compare(await readApplied(client), known);
    for (const migration of pending) {
      await client.query('BEGIN');
      try {
        await client.query(migration.sql);
        await client.query(
          'INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)',
          [migration.version, migration.name, migration.checksum],
        );
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {});
        throw new Error(`migration ${migration.version} (${migration.name}) failed`, {
          cause: error,
        });
      }
    }
    return pending;
  });
}

/** @throws SchemaMismatch unless the schema is exactly the one this code was written for */
export async function assertMigrated(connection: ConnectionSettings): Promise<void> {
  const known = await loadMigrations();
  const pending = await withClient(connection, async (client) =>
    compare(await readApplied(client), known),
  );
  if (pending.length > 0)
    throw new SchemaMismatch(
      `the database lacks ${pending.length} migration(s), first ${pending[0]!.version} ` +
        `(${pending[0]!.name}): run "npm run oriki -- migrate"`,
      true,
    );
}
