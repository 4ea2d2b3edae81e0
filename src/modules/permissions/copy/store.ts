import type { Tx } from '../../../platform/db/database.ts';

/** Selects the organization's own things, in the order of creation. */
export async function selectOwn(tx: Tx, orgId: string) {
  const modules = await tx
    .selectFrom('permission_modules')
    .select(['code', 'name', 'actions'])
    .where('org_id', '=', orgId)
    .where('prefix', 'is', null)
    .orderBy('id')
    .execute();
  const roles = await tx
    .selectFrom('permission_roles')
    .select(['id', 'name', 'capabilities', 'inherits'])
    .where('org_id', '=', orgId)
    .where('prefix', 'is', null)
    .where('removed', '=', false)
    .orderBy('id')
    .execute();
  const policies = await tx
    .selectFrom('permission_policies')
    .select(['effect', 'role_id', 'capability', 'resource', 'relation'])
    .where('org_id', '=', orgId)
    .where('prefix', 'is', null)
    .orderBy('id')
    .execute();
  return { modules, roles, policies };
}
