import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, type ErrorDetail, found } from '../../../platform/errors/index.ts';
import { paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertCapabilities, isOwnCapability } from '../capability.ts';
import { assertRoom, beginChange, recordChange } from '../changes/change.ts';
import { assertOwn } from '../ends.ts';
import { EVERYTHING, patternProblem } from '../resource.ts';
import { findRole } from '../roles/roles.ts';
import { deniesOwnRole } from '../sharing/denials.ts';
import type { CreatePolicy, PermissionPolicy, PolicyQuery } from './schemas.ts';
import * as store from './store.ts';
import { deleteRow } from '../store.ts';

export const POLICY_PREFIX = 'policy';

function toPolicy(row: store.PolicyRow): PermissionPolicy {
  return {
    id: row.id,
    prefix: row.prefix,
    effect: row.effect as PermissionPolicy['effect'],
    roleId: row.role_id,
    capability: row.capability,
    resource: row.resource,
    relation: row.relation,
    createdAt: row.created_at.toISOString(),
  };
}

/** The problems of a policy that its schema does not find. */
export function resourceProblems({ resource = EVERYTHING }: CreatePolicy): ErrorDetail[] {
  const message = patternProblem(resource);
  return message === undefined ? [] : [{ path: 'resource', message }];
}

/** True when the shared state contains the policy, as `selectShared` and `denialsOf` define it. */
async function isShared(
  tx: Tx,
  { org_id: orgId, id, capability, effect }: store.PolicyRow,
  role: { prefix: string | null } | undefined,
): Promise<boolean> {
  if (!isOwnCapability(capability)) return false;
  if (!role) return effect === 'deny';
  return role.prefix === null || (await deniesOwnRole(tx, orgId, id));
}

/**
 * Creates a policy.
 * @throws ApiError CAPABILITY_INVALID; ROLE_NOT_FOUND; FORBIDDEN for a policy that allows something to an imported
 * role; POLICY_CONFLICT when a policy for the same role, capability, resource and relation exists
 */
export async function createPolicy(
  tx: Tx,
  orgId: string,
  input: CreatePolicy,
): Promise<PermissionPolicy> {
  const change = await beginChange(tx, orgId);
  const { effect, roleId, capability, resource = EVERYTHING, relation = null } = input;
  await assertCapabilities(tx, orgId, [capability], () => 'capability');
  const role = roleId === undefined ? undefined : await findRole(tx, orgId, roleId);
  if (role && effect === 'allow') assertOwn(role, 'role');
  const fields = { effect, role_id: role?.id ?? null, capability, resource, relation };
  const [known] = await store.selectSamePolicies(tx, orgId, [fields]);
  if (known)
    throw new ApiError(
      'POLICY_CONFLICT',
      `the policy ${known.id} has the same role, capability, resource and relation, with effect ${known.effect}`,
    );
  await assertRoom(tx, change, 'policies');
  const id = newId(POLICY_PREFIX);
  const row = await store.insertPolicy(tx, { org_id: orgId, id, ...fields });
  await recordChange(tx, change, 'policy', id, 'created', await isShared(tx, row, role));
  return toPolicy(row);
}

async function find(db: Queryable, orgId: string, id: string): Promise<store.PolicyRow> {
  return found('policy', isId(POLICY_PREFIX, id) && store.selectPolicy(db, orgId, id));
}

/** @throws ApiError NOT_FOUND */
export async function getPolicy(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<PermissionPolicy> {
  return toPolicy(await find(db, orgId, id));
}

/** In the order of creation. */
export async function listPolicies(db: Queryable, orgId: string, query: PolicyQuery) {
  return paged(query, (page) => store.selectPolicies(db, orgId, query, page), toPolicy);
}

/** @throws ApiError NOT_FOUND; FORBIDDEN for an imported policy */
export async function deletePolicy(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<Changed<{ id: string; deleted: true }>> {
  const change = await beginChange(tx, orgId);
  const row = await find(tx, orgId, id);
  assertOwn(row, 'policy');
  const role = row.role_id === null ? undefined : await findRole(tx, orgId, row.role_id);
  const wasShared = await isShared(tx, row, role);
  await deleteRow(tx, 'permission_policies', orgId, id);
  await recordChange(tx, change, 'policy', id, 'deleted', wasShared);
  return new Changed(toPolicy(row), { id, deleted: true });
}
