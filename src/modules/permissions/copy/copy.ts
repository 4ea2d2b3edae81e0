import type { Tx } from '../../../platform/db/database.ts';
import { selectOwn } from './store.ts';
import { createModule } from '../modules/modules.ts';
import { createPolicy } from '../policies/policies.ts';
import { createRole } from '../roles/roles.ts';

/**
 * Copies the organization's own modules, roles and policies, under new ids, into another organization of the same
 * bucket.
 */
export async function copyPermissions(tx: Tx, orgId: string, toOrgId: string): Promise<void> {
  const { modules, roles, policies } = await selectOwn(tx, orgId);
  for (const { code, name, actions } of modules)
    await createModule(tx, toOrgId, { code, name, actions });
  const newIds = new Map<string, string>();
  // Copies a role after its parents. Roles have no cycles.
  for (let left = roles; left.length > 0;) {
    const ready = left.filter(({ inherits }) => inherits.every((id) => newIds.has(id)));
    if (ready.length === 0) break;
    for (const { id, name, capabilities, inherits } of ready) {
      const copied = inherits.map((old) => newIds.get(old)!);
      newIds.set(id, (await createRole(tx, toOrgId, { name, capabilities, inherits: copied })).id);
    }
    left = left.filter(({ id }) => !newIds.has(id));
  }
  for (const { effect, role_id: role, capability, resource, relation } of policies) {
    const roleId = role === null ? undefined : newIds.get(role);
    if (role !== null && roleId === undefined) continue;
    await createPolicy(tx, toOrgId, {
      effect: effect as 'allow' | 'deny',
      capability,
      resource,
      ...(roleId !== undefined && { roleId }),
      ...(relation !== null && { relation }),
    });
  }
}
