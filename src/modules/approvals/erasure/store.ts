import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Erased, Erasing } from '../../../platform/db/lists/erasing.ts';
import { RECORD_ACTIONS, SUBJECT_ACTIONS } from '../schemas.ts';

/** Deletes requests for a second person about a subject and its records. Other objects may have the same id. */
export async function eraseRequests(
  tx: Tx,
  { orgId, subjectId, ids, limit }: Erasing,
): Promise<Erased> {
  const records = ids.filter((id) => id !== subjectId);
  const { rows } = await sql`
    DELETE FROM approvals AS a USING (
      SELECT id FROM approvals WHERE org_id = ${orgId}
        AND ((object_id = ${subjectId} AND action = ${anyOf(SUBJECT_ACTIONS)})
          OR (object_id = ${anyOf(records)} AND action = ${anyOf(RECORD_ACTIONS)}))
      LIMIT ${limit} FOR UPDATE
    ) AS due WHERE a.org_id = ${orgId} AND a.id = due.id RETURNING 1`.execute(tx);
  return { count: rows.length };
}
