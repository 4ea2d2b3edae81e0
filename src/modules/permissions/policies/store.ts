import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed } from '../../../platform/db/lists/keyset.ts';
import type { PermissionPolicies } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type PolicyRow = Selectable<PermissionPolicies>;
export type PolicyFields = {
  effect: string;
  role_id: string | null;
  capability: string;
  resource: string;
  relation: string | null;
};

/** @throws a violation of `permission_policies_unique` */
export async function insertPolicy(
  tx: Tx,
  row: { org_id: string; id: string } & PolicyFields,
): Promise<PolicyRow> {
  return tx.insertInto('permission_policies').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectPolicy(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<PolicyRow | undefined> {
  return db
    .selectFrom('permission_policies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The own policy with these fields, of either effect. */
export async function selectSamePolicy(
  tx: Tx,
  orgId: string,
  { role_id, capability, resource, relation }: PolicyFields,
): Promise<PolicyRow | undefined> {
  return tx
    .selectFrom('permission_policies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('prefix', 'is', null)
    .where('role_id', 'is not distinct from', role_id)
    .where('capability', '=', capability)
    .where('resource', '=', resource)
    .where('relation', 'is not distinct from', relation)
    .executeTakeFirst();
}

/** In the order of creation. */
export async function selectPolicies(
  db: Queryable,
  orgId: string,
  filter: { roleId?: string; capability?: string },
  page: Page,
): Promise<Listed<PolicyRow>> {
  let all = db.selectFrom('permission_policies').where('org_id', '=', orgId);
  if (filter.roleId !== undefined) all = all.where('role_id', '=', filter.roleId);
  if (filter.capability !== undefined) all = all.where('capability', '=', filter.capability);
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}

export async function deletePolicy(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('permission_policies')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
