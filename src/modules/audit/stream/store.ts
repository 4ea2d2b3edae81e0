import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { AuditActions } from '../../../platform/db/types.ts';

export type WaitingLink = { org_id: string; seq: number; hash: string; row_ids: string[] };

/** Links that the stream must still get, in the order of each chain. */
export async function selectWaiting(db: Queryable, limit: number): Promise<WaitingLink[]> {
  const { rows } = await sql<WaitingLink>`
    SELECT l.org_id, l.seq, encode(l.hash, 'hex') AS hash, l.row_ids
    FROM (SELECT org_id, seq FROM audit_unstreamed ORDER BY org_id, seq LIMIT ${limit}) AS u
    JOIN audit_links l ON l.org_id = u.org_id AND l.seq = u.seq
    ORDER BY l.org_id, l.seq`.execute(db);
  return rows;
}

/** The actions in a link, by id. */
export async function selectLinked(
  db: Queryable,
  { org_id, row_ids }: WaitingLink,
): Promise<Selectable<AuditActions>[]> {
  return db
    .selectFrom('audit_actions')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('id', '=', anyOf(row_ids))
    .orderBy('id')
    .execute();
}

export async function deleteWaiting(db: Queryable, { org_id, seq }: WaitingLink): Promise<void> {
  await db
    .deleteFrom('audit_unstreamed')
    .where('org_id', '=', org_id)
    .where('seq', '=', seq)
    .execute();
}
