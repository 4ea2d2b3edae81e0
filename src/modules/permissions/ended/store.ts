import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Organizations of the bucket with assignments or relationships that have ended. */
export async function selectOrgsWithEnded(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    SELECT org_id FROM permission_assignments WHERE expires_at <= now()
    UNION SELECT org_id FROM permission_relationships WHERE expires_at <= now()
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.org_id);
}

/** Deletes what has ended, at most `limit` of a kind. @returns their ids */
export async function deleteEnded(
  tx: Tx,
  orgId: string,
  table: 'permission_assignments' | 'permission_relationships',
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM ${sql.table(table)} WHERE org_id = ${orgId} AND id IN (
      SELECT id FROM ${sql.table(table)} WHERE org_id = ${orgId} AND expires_at <= now() ORDER BY expires_at LIMIT ${limit})
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A subject or an object with a `*` or a `#`, stored before the API rejected these. */
export type Unreadable = { org_id: string; id: string };

/**
 * Assignments and relationships of all organizations whose texts have a `*` or a `#`: the first ones, and their number.
 */
export async function selectUnreadable(
  db: Queryable,
  limit: number,
): Promise<{ first: Unreadable[]; total: number }> {
  const { rows } = await sql<Unreadable & { total: number }>`
    SELECT org_id, id, count(*) OVER () AS total FROM (
      SELECT org_id, id FROM permission_assignments WHERE subject ~ '[*#]'
      UNION ALL
      SELECT org_id, id FROM permission_relationships WHERE subject ~ '[*#]' OR object ~ '[*#]'
    ) AS odd ORDER BY org_id, id LIMIT ${limit}`.execute(db);
  return { first: rows.map(({ org_id, id }) => ({ org_id, id })), total: rows[0]?.total ?? 0 };
}
