import { sql } from 'kysely';
import { anyOf } from '../../../../platform/db/bulk/arrays.ts';
import { distinctValues } from '../../../../platform/db/bulk/distinct.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';

/**
 * Sets the reviewer and the due date of these hits, which the caller has locked. @returns the ids of those that exist
 */
export async function assign(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
  change: { assignee?: string | null; due_at?: Date | null },
): Promise<{ id: string }[]> {
  return tx
    .updateTable('screening_hits')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .returning('id')
    .execute();
}

/** Selects the people of all organizations to whom open hits are assigned. */
export async function selectAssignees(db: Queryable): Promise<{ orgId: string; userId: string }[]> {
  const where = sql`status = 'open'`;
  const rows = await distinctValues(db, { table: 'screening_hits', column: 'assignee', where });
  return rows.map(({ orgId, value: userId }) => ({ orgId, userId }));
}

/** Takes up to `limit` open hits from a person. @returns their ids */
export async function unassign(
  tx: Tx,
  orgId: string,
  userId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE screening_hits t SET assignee = NULL
    FROM (SELECT id FROM screening_hits WHERE org_id = ${orgId} AND status = 'open' AND assignee = ${userId}
      ORDER BY id LIMIT ${limit} FOR UPDATE) AS h
    WHERE t.org_id = ${orgId} AND t.id = h.id RETURNING t.id`.execute(tx);
  return rows.map(({ id }) => id);
}
