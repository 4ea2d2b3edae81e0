import { type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { PermissionAssignments } from '../../../platform/db/types.ts';

export type AssignmentRow = Selectable<PermissionAssignments>;

export async function insertAssignment(
  tx: Tx,
  row: { org_id: string; id: string; subject: string; role_id: string; expires_at: Date | null },
): Promise<AssignmentRow> {
  return tx
    .insertInto('permission_assignments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function selectAssignment(
  tx: Tx,
  orgId: string,
  subject: string,
  roleId: string,
): Promise<AssignmentRow | undefined> {
  return tx
    .selectFrom('permission_assignments')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject', '=', subject)
    .where('role_id', '=', roleId)
    .executeTakeFirst();
}

/** In the order of creation. */
export async function selectAssignments(
  db: Queryable,
  orgId: string,
  filter: { subject?: string; roleId?: string },
  page: Page,
): Promise<Listed<AssignmentRow>> {
  let all = db.selectFrom('permission_assignments').where('org_id', '=', orgId);
  if (filter.subject !== undefined) all = all.where('subject', '=', filter.subject);
  if (filter.roleId !== undefined) all = all.where('role_id', '=', filter.roleId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}
