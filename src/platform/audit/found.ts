import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Found } from './rows.ts';

/** Counts the results of a query, and returns the first ones. */
export async function found(tx: Tx, ids: RawBuilder<unknown>, limit: number): Promise<Found> {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT id, count(*) OVER () AS count FROM (${ids}) AS found ORDER BY id LIMIT ${limit}`.execute(
    tx,
  );
  return { count: rows[0]?.count ?? 0, ids: rows.map((row) => row.id) };
}
