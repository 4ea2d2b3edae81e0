import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  NEWEST_ID,
  selectPage,
  type Listed,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { rowById } from '../../../platform/db/lists/row-by-id.ts';
import type { LegalHolds } from '../../../platform/db/types.ts';

export type HoldRow = Selectable<LegalHolds>;

export async function insertHold(tx: Tx, row: HoldRow): Promise<void> {
  await tx.insertInto('legal_holds').values(row).execute();
}

export async function selectHold(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<HoldRow | undefined> {
  return rowById(db, 'legal_holds', orgId, id).executeTakeFirst();
}

export async function lockHold(tx: Tx, orgId: string, id: string): Promise<HoldRow | undefined> {
  return rowById(tx, 'legal_holds', orgId, id).forUpdate().executeTakeFirst();
}

function active(db: Queryable, orgId: string) {
  return db.selectFrom('legal_holds').where('org_id', '=', orgId).where('lifted_at', 'is', null);
}

/** Selects the holds in force. @param since omits holds that were set before this time */
export async function selectActive(db: Queryable, orgId: string, since = new Date(0)) {
  return active(db, orgId)
    .select(['kind', 'object_id', 'subject_id'])
    .where('set_at', '>', since)
    .execute();
}

export async function countActive(db: Queryable, orgId: string): Promise<number> {
  const { total } = await active(db, orgId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns true if a hold keeps the records of a subject, or of one of several. */
export async function isHeld(
  db: Queryable,
  orgId: string,
  subjectId: string | readonly string[],
): Promise<boolean> {
  const row = await active(db, orgId)
    .select('id')
    .where((eb) =>
      eb.or([eb('subject_id', 'is', null), eb('subject_id', '=', anyOf([subjectId].flat()))]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects holds, newest first. `keepingSubjectId`: also those on the organization, which keep the subject's records. */
export async function selectHolds(
  db: Queryable,
  orgId: string,
  {
    subjectId,
    keepingSubjectId: kept,
    active: isActive,
  }: { subjectId?: string; keepingSubjectId?: string; active?: boolean },
  page: Page,
): Promise<Listed<HoldRow>> {
  let all = db.selectFrom('legal_holds').where('org_id', '=', orgId);
  if (subjectId !== undefined) all = all.where('subject_id', '=', subjectId);
  if (kept !== undefined)
    all = all.where((eb) => eb.or([eb('subject_id', 'is', null), eb('subject_id', '=', kept)]));
  if (isActive !== undefined) all = all.where(sql<boolean>`(lifted_at IS NULL) = ${isActive}`);
  return selectPage(db, { shown: all.selectAll(), counted: all }, NEWEST_ID, page);
}

/** Lifts a locked hold. */
export async function liftHold(
  tx: Tx,
  { org_id: orgId, id, lifted_kind, lifted_by, lifted_at, approval_id }: HoldRow,
): Promise<void> {
  await tx
    .updateTable('legal_holds')
    .set({ lifted_kind, lifted_by, lifted_at, approval_id })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
