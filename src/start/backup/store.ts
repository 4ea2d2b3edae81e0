import { sql } from 'kysely';
import pg from 'pg';
import type { Queryable } from '../../platform/db/database.ts';
import { quoted } from '../../platform/db/schemas.ts';

/** Returns the number of rows of each table. */
export async function countTables(
  db: Queryable,
  names: readonly string[],
): Promise<Record<string, number>> {
  if (names.length === 0) return {};
  const counts = names.map(
    (name) => sql`(SELECT count(*) FROM ${sql.table(name)}) AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(counts)}`.execute(db);
  return rows[0]!;
}

/** Returns the number of schemas of Oriki in a database. */
export async function countSchemas(client: pg.Client, pattern: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_namespace WHERE nspname ~ $1',
    [pattern],
  );
  return rows[0]!.count;
}

export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${quoted(name)} TEMPLATE template0`);
}

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
}

/** Takes the lock of a drill for the session, and drops the databases of drills whose lock is free. */
export async function dropAbandoned(
  client: pg.Client,
  prefix: string,
  name: string,
): Promise<void> {
  const isFree = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is';
  await client.query(isFree, [name]);
  const { rows } = await client.query<{ database: string; of: string }>(
    `SELECT datname AS database, substring(datname FROM '^' || $1 || '[0-9a-f]{8}') AS of FROM pg_database
     WHERE datname ~ ('^' || $1 || '[0-9a-f]{8}_') AND pg_catalog.pg_get_userbyid(datdba) = current_user`,
    [prefix],
  );
  for (const { database, of } of rows) {
    if (of === name) continue;
    const { rows: found } = await client.query<{ is: boolean }>(isFree, [of]);
    if (found[0]!.is) await dropDatabase(client, database);
  }
}
