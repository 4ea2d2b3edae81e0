import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ActionRow } from '../actions/store.ts';

/** The maximum difference between times of different machines. A link may seem older than its rows. */
const SKEW = sql.raw(`interval '1 minute'`);

/** Selects actions on objects, except actions that only read. */
export async function selectAbout(
  db: Queryable,
  orgId: string,
  objectIds: readonly string[],
): Promise<ActionRow[]> {
  return db
    .selectFrom('audit_actions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('object_id', '=', anyOf(objectIds))
    .where('action', 'not like', '%.read%')
    .orderBy('id')
    .execute();
}

/** Selects the links that cover these rows. A row that waits for its link has none. */
export async function selectLinks(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<{ id: string; seq: number; hash: string }[]> {
  const { rows } = await sql<{ id: string; seq: number; hash: string }>`
    SELECT a.id, l.seq, encode(l.hash, 'hex') AS hash
    FROM audit_actions a CROSS JOIN LATERAL (
      SELECT seq, hash FROM audit_links
      WHERE org_id = ${orgId} AND linked_at >= a.at - ${SKEW} AND a.id = ANY (row_ids)
      ORDER BY linked_at LIMIT 1) AS l
    WHERE a.org_id = ${orgId} AND a.id = ${anyOf(ids)}
      AND NOT EXISTS (SELECT FROM audit_unlinked u WHERE u.org_id = ${orgId} AND u.row_id = a.id)`.execute(
    db,
  );
  return rows;
}

/** Selects the last link of the chain. */
export async function selectLastLink(
  db: Queryable,
  orgId: string,
): Promise<{ seq: number; hash: string } | undefined> {
  const { rows } = await sql<{ seq: number; hash: string }>`
    SELECT seq, encode(hash, 'hex') AS hash FROM audit_links WHERE org_id = ${orgId} ORDER BY seq DESC LIMIT 1`.execute(
    db,
  );
  return rows[0];
}
