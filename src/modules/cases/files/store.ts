import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CaseFiles } from '../../../platform/db/types.ts';

/** Inserts a file and its content, each with its envelope. */
export async function insertFile(
  tx: Tx,
  row: Insertable<CaseFiles>,
  content: string,
): Promise<void> {
  await tx.insertInto('case_files').values(row).execute();
  await tx
    .insertInto('case_contents')
    .values({ org_id: row.org_id, file_id: row.id, envelope: content })
    .execute();
}

function filesOf(db: Queryable, orgId: string, caseId: string) {
  return db.selectFrom('case_files').where('org_id', '=', orgId).where('case_id', '=', caseId);
}

export type FileRow = Awaited<ReturnType<typeof selectFiles>>[number];

const SHOWN = ['id', 'envelope', 'bytes', 'added_kind', 'added_by', 'added_at'] as const;

/** Selects the files of a case, oldest first. */
export async function selectFiles(db: Queryable, orgId: string, caseId: string) {
  return filesOf(db, orgId, caseId).select(SHOWN).orderBy('id').execute();
}

export async function selectFile(db: Queryable, orgId: string, caseId: string, id: string) {
  return filesOf(db, orgId, caseId).where('id', '=', id).select(SHOWN).executeTakeFirst();
}

export async function selectContent(
  db: Queryable,
  orgId: string,
  fileId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('case_contents')
    .select('envelope')
    .where('org_id', '=', orgId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  return row?.envelope;
}

export async function countFiles(db: Queryable, orgId: string, caseId: string): Promise<number> {
  const { total } = await filesOf(db, orgId, caseId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function deleteFile(
  tx: Tx,
  orgId: string,
  caseId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('case_files')
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx
    .deleteFrom('case_contents')
    .where('org_id', '=', orgId)
    .where('file_id', '=', id)
    .execute();
  return true;
}
