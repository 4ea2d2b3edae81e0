import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Selects requester, sealed reason and its code of requests by their ids. */
export async function selectAsked(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('approvals')
    .select(['id', 'asked_kind', 'asked_by', 'envelope', 'reason_code'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Erases the reasons of requests about these objects. */
export async function eraseReasons(
  tx: Tx,
  orgId: string,
  objectIds: readonly string[],
): Promise<void> {
  await sql`UPDATE approvals SET envelope = NULL, answer_envelope = NULL
    WHERE org_id = ${orgId} AND object_id = ${anyOf(objectIds)}
      AND (envelope IS NOT NULL OR answer_envelope IS NOT NULL)`.execute(tx);
}

/** Selects the requests with these ids, and all requests about these objects. */
export async function selectRecords(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  objectIds: readonly string[],
) {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(({ eb, or }) => or([eb('id', '=', anyOf(ids)), eb('object_id', '=', anyOf(objectIds))]))
    .orderBy('id')
    .execute();
}
