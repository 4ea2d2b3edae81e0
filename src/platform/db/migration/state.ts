/** Reads the state of a server's schemas, and their users. */
import { sql as query } from 'kysely';
import type pg from 'pg';
import { HOME } from '../buckets/placement.ts';
import { withClient } from '../client.ts';
import type { ConnectionSettings, Queryable } from '../database.ts';
import { roleFacts, type RoleFacts } from '../roles.ts';
import { A_BUCKET, FIRST_BUCKET, quoted, SHARED } from '../schemas.ts';
import { LISTENING } from '../session/listener.ts';
import { loadMigrations, missingOf, newestOf, SchemaMismatch, type Applied } from './migrations.ts';

export async function isThere(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS yes',
    [table],
  );
  return rows[0]!.yes;
}

/**
 * Reads the migrations of the session's schema. A schema that is too old for this version may have no column `needs`.
 */
export async function readApplied(client: pg.Client): Promise<Applied[]> {
  if (!(await isThere(client, 'schema_migrations'))) return [];
  const { rows } = await client.query<Applied>(
    `SELECT version, name, checksum, (to_jsonb(m) ->> 'needs')::integer AS needs
     FROM schema_migrations AS m ORDER BY version`,
  );
  return rows;
}

/** Reads the migrations of a schema after `newest`. */
export async function readNewer(
  db: Queryable,
  newest: number,
): Promise<Omit<Applied, 'checksum'>[]> {
  const { rows } = await query<Omit<Applied, 'checksum'>>`
    SELECT version, name, needs FROM schema_migrations WHERE version > ${newest} ORDER BY version`.execute(
    db,
  );
  return rows;
}

/** The buckets of a server: their schemas. */
export async function bucketsOn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname::text AS name FROM pg_namespace WHERE nspname ~ $1 ORDER BY 1',
    [A_BUCKET],
  );
  return rows.map(({ name }) => name);
}

/** The role of a connection. */
export async function roleOf(connection: ConnectionSettings): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ role: string }>('SELECT session_user::text AS role');
    return rows[0]!.role;
  });
}

/**
 * Returns the addresses of the service's processes that use the database, as far as the connection's role can see them.
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

/** Returns the buckets on the server of the shared tables. Without those tables, returns the first bucket. */
async function bucketsAtHome(client: pg.Client): Promise<string[]> {
  const table = `${SHARED}.buckets`;
  if (!(await isThere(client, table))) return [FIRST_BUCKET];
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${table} WHERE server = $1 ORDER BY name`,
    [HOME],
  );
  return rows.map(({ name }) => name);
}

/**
 * @param buckets those on a server with buckets only; omit it for the server of the shared tables
 * @returns the role of the connection
 * @throws SchemaMismatch unless this code can work on the server's schemas
 */
export async function assertMigrated(
  connection: ConnectionSettings,
  buckets?: readonly string[],
): Promise<RoleFacts> {
  const known = await loadMigrations();
  const newest = newestOf(known);
  return withClient(connection, async (client) => {
    for (const schema of buckets ?? [...(await bucketsAtHome(client)), SHARED]) {
      await client.query(`SET search_path = ${quoted(schema)}`);
      const own = known.filter(({ isShared }) => isShared === (schema === SHARED));
      const [first, ...others] = missingOf(await readApplied(client), own, newest);
      if (first)
        throw new SchemaMismatch(
          `the database lacks ${others.length + 1} migration(s), first ${first.version} ` +
            `(${first.name}): run "npx --no-install oriki migrate"`,
          true,
        );
    }
    return roleFacts(client);
  });
}
