import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Selects requester and sealed reason of requests by their ids. */
export async function selectAsked(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('approvals')
    .select(['id', 'asked_kind', 'asked_by', 'envelope'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`ANY (${arrayText([...ids])}::text[])`)
    .execute();
}

/** Erases the reasons of requests about these objects. */
export async function eraseReasons(
  tx: Tx,
  orgId: string,
  objectIds: readonly string[],
): Promise<void> {
  await sql`UPDATE approvals SET envelope = NULL, answer_envelope = NULL
    WHERE org_id = ${orgId} AND object_id = ANY (${arrayText([...objectIds])}::text[])
      AND (envelope IS NOT NULL OR answer_envelope IS NOT NULL)`.execute(tx);
}

type SealedRow = { org_id: string; id: string; envelope: string };

/** The reasons in a column, as a table for `rewrapTable`. */
export function sealedReasons(column: 'envelope' | 'answer_envelope') {
  const sealed = sql.ref(column);
  return {
    async select(
      db: Queryable,
      keyId: string,
      after: Pick<SealedRow, 'org_id' | 'id'> = { org_id: '', id: '' },
      limit: number,
    ): Promise<SealedRow[]> {
      const { rows } = await sql<SealedRow>`
        SELECT org_id, id, ${sealed} AS envelope FROM approvals
        WHERE ${sealed} IS NOT NULL AND (org_id, id) > (${after.org_id}, ${after.id})
          AND NOT starts_with(${sealed}, ${`${keyId}|`})
        ORDER BY org_id, id LIMIT ${limit}`.execute(db);
      return rows;
    },
    async replace(
      db: Queryable,
      { org_id, id, envelope }: SealedRow,
      replacement: string,
    ): Promise<boolean> {
      const { rows } = await sql`UPDATE approvals SET ${sealed} = ${replacement}
        WHERE org_id = ${org_id} AND id = ${id} AND ${sealed} = ${envelope} RETURNING 1`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}
