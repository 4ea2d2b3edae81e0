import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';

/** @returns false when there is no such screening */
export async function updateTitle(
  tx: Tx,
  orgId: string,
  id: string,
  envelope: string | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('screenings')
    .set({ title_envelope: envelope })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the titles of a subject's screenings away. @returns false if there were none */
export async function eraseTitles(tx: Tx, orgId: string, subjectId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('screenings')
    .set({ title_envelope: null })
    .where('org_id', '=', orgId)
    .where('subject_id', 'is not', null)
    .where(hasExternalId('subject_id', subjectId))
    .where('title_envelope', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Those of these screenings that have a title. */
export async function selectTitles(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('screenings')
    .select(['id', 'title_envelope'])
    .where('org_id', '=', orgId)
    .where('id', '=', sql<string>`ANY (${arrayText(ids)}::text[])`)
    .where('title_envelope', 'is not', null)
    .execute();
}
