import { type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { PermissionPolicies } from '../../../platform/db/types.ts';
import { rowReader } from '../../../platform/db/lists/row-by-id.ts';

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

export const selectPolicy = rowReader('permission_policies');

/** A policy without its effect. */
type About = Omit<PolicyFields, 'effect'>;

/** Selects the own policies with the same role, capability, resource and relation as one of these, of either effect. */
export async function selectSamePolicies(
  db: Queryable,
  orgId: string,
  about: About[],
): Promise<PolicyRow[]> {
  return db
    .selectFrom('permission_policies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('prefix', 'is', null)
    .where(({ eb, and, or }) =>
      or(
        about.map(({ role_id, capability, resource, relation }) =>
          and([
            eb('role_id', 'is not distinct from', role_id),
            eb('capability', '=', capability),
            eb('resource', '=', resource),
            eb('relation', 'is not distinct from', relation),
          ]),
        ),
      ),
    )
    .execute();
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
