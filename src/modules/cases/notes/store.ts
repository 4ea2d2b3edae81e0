import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CaseNotes } from '../../../platform/db/types.ts';

export async function insertNote(tx: Tx, row: Insertable<CaseNotes>): Promise<void> {
  await tx.insertInto('case_notes').values(row).execute();
}

export async function countNotes(db: Queryable, orgId: string, caseId: string): Promise<number> {
  const { total } = await db
    .selectFrom('case_notes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Selects notes, oldest first. @param after only notes after this id; empty for the first page */
export async function selectNotes(
  db: Queryable,
  orgId: string,
  caseId: string,
  after: string,
  limit: number,
) {
  return db
    .selectFrom('case_notes')
    .select(['id', 'envelope', 'author_kind', 'author_id', 'created_at'])
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
