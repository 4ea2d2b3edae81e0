import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';

/** Deletes requests for a second person about a subject and its records. */
export async function eraseRequests(tx: Tx, { orgId, ids, limit }: Erasing): Promise<Erased> {
  const { rows } = await sql`
    DELETE FROM approvals AS a USING (
      SELECT id FROM approvals WHERE org_id = ${orgId} AND object_id = ${anyOf(ids)} LIMIT ${limit} FOR UPDATE
    ) AS due WHERE a.org_id = ${orgId} AND a.id = due.id RETURNING 1`.execute(tx);
  return { count: rows.length };
}
