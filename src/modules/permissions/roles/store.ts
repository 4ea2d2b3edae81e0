import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { PermissionRoles } from '../../../platform/db/types.ts';
import { pageReader, rowReader, updateById } from '../../../platform/db/lists/row-by-id.ts';

export type RoleRow = Selectable<PermissionRoles>;
export type RoleFields = { name: string; capabilities: string[]; inherits: string[] };

/** @throws a violation of `permission_roles_name_unique` */
export async function insertRole(
  tx: Tx,
  row: { org_id: string; id: string } & RoleFields,
): Promise<RoleRow> {
  return tx.insertInto('permission_roles').values(row).returningAll().executeTakeFirstOrThrow();
}

export const selectRole = rowReader('permission_roles');

/** In the order of creation. */
export const selectRoles = pageReader('permission_roles');

/** @throws a violation of `permission_roles_name_unique` */
export async function updateRole(
  tx: Tx,
  orgId: string,
  id: string,
  change: RoleFields,
): Promise<RoleRow> {
  const values = { ...change, updated_at: sql`now()` };
  return updateById(tx, 'permission_roles', orgId, id, values);
}

/** The parents of each role that has any. */
export async function selectInheritance(tx: Tx, orgId: string): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('permission_roles')
    .select(['id', 'inherits'])
    .where('org_id', '=', orgId)
    .where('inherits', '!=', sql<string[]>`'{}'`)
    .execute();
  return new Map(rows.map(({ id, inherits }) => [id, inherits]));
}

/** True when the role is assigned, inherited or named by a policy. */
export async function isRoleUsed(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM permission_assignments WHERE org_id = ${orgId} AND role_id = ${id})
      OR EXISTS (SELECT FROM permission_policies WHERE org_id = ${orgId} AND role_id = ${id})
      OR EXISTS (SELECT FROM permission_roles WHERE org_id = ${orgId} AND ${id} = ANY (inherits)) AS used`.execute(
    tx,
  );
  return rows[0]!.used;
}
