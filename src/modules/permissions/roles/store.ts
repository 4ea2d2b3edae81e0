import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { PermissionRoles } from '../../../platform/db/types.ts';

export type RoleRow = Selectable<PermissionRoles>;
export type RoleFields = { name: string; capabilities: string[]; inherits: string[] };

/** @throws a violation of `permission_roles_name_unique` */
export async function insertRole(
  tx: Tx,
  row: { org_id: string; id: string } & RoleFields,
): Promise<RoleRow> {
  return tx.insertInto('permission_roles').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectRole(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<RoleRow | undefined> {
  return db
    .selectFrom('permission_roles')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** In the order of creation. */
export async function selectRoles(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<RoleRow>> {
  const all = db.selectFrom('permission_roles').where('org_id', '=', orgId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}

/** @throws a violation of `permission_roles_name_unique` */
export async function updateRole(
  tx: Tx,
  orgId: string,
  id: string,
  change: RoleFields,
): Promise<RoleRow> {
  return tx
    .updateTable('permission_roles')
    .set({ ...change, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
