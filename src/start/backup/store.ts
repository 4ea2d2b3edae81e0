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
