import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { paged } from '../../../platform/http/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { assertRoom, beginChange, deleteEnding, recordChange } from '../changes/change.ts';
import { parseEnd, renewal } from '../ends.ts';
import { findRole } from '../roles/roles.ts';
import type { Assignment, AssignmentQuery, CreateAssignment } from './schemas.ts';
import * as store from './store.ts';
import { updateEnd } from '../store.ts';

export const ASSIGNMENT_PREFIX = 'assignment';

function toAssignment(row: store.AssignmentRow): Assignment {
  return {
    id: row.id,
    subject: row.subject,
    roleId: row.role_id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/**
 * Assigns a role, or changes the end of an existing assignment.
 * @returns `created` is false when the subject already had the role
 * @throws ApiError BAD_REQUEST for an end in the past; ROLE_NOT_FOUND
 */
export async function createAssignment(
  tx: Tx,
  orgId: string,
  { subject, roleId, expiresAt }: CreateAssignment,
): Promise<Assignment & { created: boolean }> {
  const end = parseEnd(expiresAt);
  const change = await beginChange(tx, orgId);
  await findRole(tx, orgId, roleId);
  const known = await store.selectAssignment(tx, orgId, subject, roleId);
  if (known) {
    const how = renewal(known, end);
    if (how === 'same') return { ...toAssignment(known), created: false };
    const isNew = how === 'begun again';
    const row = await updateEnd<store.AssignmentRow>(
      tx,
      'permission_assignments',
      orgId,
      known.id,
      end ?? null,
      isNew,
    );
    await recordChange(tx, change, 'assignment', row.id, 'updated', false);
    return { ...toAssignment(row), created: isNew };
  }
  await assertRoom(tx, change, 'assignments');
  const row = await store.insertAssignment(tx, {
    org_id: orgId,
    id: newId(ASSIGNMENT_PREFIX),
    subject,
    role_id: roleId,
    expires_at: end ?? null,
  });
  await recordChange(tx, change, 'assignment', row.id, 'created', false);
  return { ...toAssignment(row), created: true };
}

/** In the order of creation. */
export async function listAssignments(db: Queryable, orgId: string, query: AssignmentQuery) {
  return paged(query, (page) => store.selectAssignments(db, orgId, query, page), toAssignment);
}

/** @throws ApiError NOT_FOUND */
export function deleteAssignment(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return deleteEnding(tx, orgId, id, 'assignment', ASSIGNMENT_PREFIX);
}
