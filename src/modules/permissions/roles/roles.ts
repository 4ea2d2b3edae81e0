import { Changed } from '../../../platform/audit/audit.ts';
import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import {
  assertUnchanged,
  revisionOfContent,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertCapabilities, isOwnCapability } from '../capability.ts';
import { assertRoom, beginChange, recordChange } from '../changes/change.ts';
import { cycleError, findPath } from '../graph.ts';
import { assertOwn } from '../ends.ts';
import { denialsFingerprint } from '../sharing/denials.ts';
import type { CreateRole, Role, UpdateRole } from './schemas.ts';
import * as store from './store.ts';
import { deleteRow, selectIds } from '../store.ts';

export const ROLE_PREFIX = 'role';

function roleNotFound(): ApiError {
  return new ApiError('ROLE_NOT_FOUND', 'role not found');
}

function revisionOf({ name, capabilities, inherits, removed }: store.RoleRow): string {
  return revisionOfContent([name, capabilities, inherits, removed]);
}

function toRole(row: store.RoleRow): Role {
  const role = {
    id: row.id,
    prefix: row.prefix,
    retired: row.removed,
    name: row.name,
    capabilities: row.capabilities,
    inherits: row.inherits,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
  return withRevision(role, revisionOf(row));
}

/** @throws ApiError ROLE_NOT_FOUND */
export async function findRole(db: Queryable, orgId: string, id: string): Promise<store.RoleRow> {
  const row = isId(ROLE_PREFIX, id) ? await store.selectRole(db, orgId, id) : undefined;
  if (!row) throw roleNotFound();
  return row;
}

function nameTaken(error: unknown): unknown {
  return violatedConstraint(error) === 'permission_roles_name_unique'
    ? new ApiError('CONFLICT', 'a role with this name exists')
    : error;
}

function capabilityPath(n: number): string {
  return `capabilities[${n}]`;
}

/** @throws ApiError ROLE_NOT_FOUND */
async function assertRoles(tx: Tx, orgId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await selectIds(tx, 'permission_roles', orgId, ids);
  const details = ids.flatMap((id, n) =>
    known.has(id) ? [] : [{ path: `inherits[${n}]`, message: 'role not found' }],
  );
  if (details.length > 0) throw new ApiError('ROLE_NOT_FOUND', 'role not found', { details });
}

/** Checks that none of these parents is the role or inherits from it. @throws ApiError RELATIONSHIP_CYCLE */
async function assertAcyclic(tx: Tx, orgId: string, id: string, inherits: string[]): Promise<void> {
  if (inherits.length === 0) return;
  const inheritance = await store.selectInheritance(tx, orgId);
  for (const parent of inherits) {
    const path = findPath(
      (role) => inheritance.get(role) ?? [],
      parent,
      (role) => role === id,
    );
    if (path) throw cycleError([id, ...path]);
  }
}

/** @throws ApiError CAPABILITY_INVALID; ROLE_NOT_FOUND for a parent; CONFLICT when the name is taken */
export async function createRole(tx: Tx, orgId: string, input: CreateRole): Promise<Role> {
  const change = await beginChange(tx, orgId);
  const { name, capabilities = [], inherits = [] } = input;
  await assertCapabilities(tx, orgId, capabilities, capabilityPath);
  await assertRoles(tx, orgId, inherits);
  await assertRoom(tx, change, 'roles');
  const id = newId(ROLE_PREFIX);
  try {
    const row = await store.insertRole(tx, { org_id: orgId, id, name, capabilities, inherits });
    await recordChange(tx, change, 'role', id, 'created', true);
    return toRole(row);
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws ApiError ROLE_NOT_FOUND */
export async function getRole(db: Queryable, orgId: string, id: string): Promise<Role> {
  return toRole(await findRole(db, orgId, id));
}

/** In the order of creation. */
export async function listRoles(db: Queryable, orgId: string, query: PageInput) {
  return paged(query, (page) => store.selectRoles(db, orgId, page), toRole);
}

function same(a: string[], b: string[]): boolean {
  return a.join(' ') === b.join(' ');
}

/** True when the role differs in the shared state, as `selectShared` defines it. */
async function isSharedChange(tx: Tx, a: store.RoleRow, b: store.RoleRow): Promise<boolean> {
  const own = ({ capabilities }: store.RoleRow) => capabilities.filter(isOwnCapability);
  if (a.name !== b.name || !same(own(a), own(b))) return true;
  const ids = [...new Set([...a.inherits, ...b.inherits])];
  const ownIds = await selectIds(tx, 'permission_roles', a.org_id, ids, true);
  const inherited = ({ inherits }: store.RoleRow) => inherits.filter((id) => ownIds.has(id));
  return !same(inherited(a), inherited(b));
}

/**
 * Updates a role. A request that changes nothing leaves no trace.
 * @throws ApiError ROLE_NOT_FOUND; FORBIDDEN for an imported role; CAPABILITY_INVALID; RELATIONSHIP_CYCLE; CONFLICT
 * when the name is taken
 */
export async function updateRole(
  tx: Tx,
  orgId: string,
  id: string,
  input: UpdateRole,
  seen: Seen = {},
): Promise<Changed<Role>> {
  const change = await beginChange(tx, orgId);
  const row = await findRole(tx, orgId, id);
  assertUnchanged(revisionOf(row), seen, 'the role');
  assertOwn(row, 'role');
  const before = toRole(row);
  const { name = row.name, capabilities = row.capabilities, inherits = row.inherits } = input;
  if (name === row.name && same(capabilities, row.capabilities) && same(inherits, row.inherits))
    return new Changed(before, before);
  await assertCapabilities(tx, orgId, capabilities, capabilityPath);
  await assertRoles(tx, orgId, inherits);
  await assertAcyclic(tx, orgId, id, inherits);
  const denials = await denialsFingerprint(tx, orgId);
  try {
    const updated = await store.updateRole(tx, orgId, id, { name, capabilities, inherits });
    const isShared =
      (await isSharedChange(tx, row, updated)) || denials !== (await denialsFingerprint(tx, orgId));
    await recordChange(tx, change, 'role', id, 'updated', isShared);
    return new Changed(before, toRole(updated));
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws ApiError ROLE_NOT_FOUND; FORBIDDEN for an imported role; CONFLICT while anything references it */
export async function deleteRole(
  tx: Tx,
  orgId: string,
  id: string,
  seen: Seen = {},
): Promise<Changed<{ id: string; deleted: true }>> {
  const change = await beginChange(tx, orgId);
  const row = await findRole(tx, orgId, id);
  assertUnchanged(revisionOf(row), seen, 'the role');
  const { removed, prefix } = row;
  if (!removed) assertOwn({ prefix }, 'role');
  if (await store.isRoleUsed(tx, orgId, id))
    throw new ApiError('CONFLICT', 'the role is assigned, inherited or named by a policy');
  await deleteRow(tx, 'permission_roles', orgId, id);
  await recordChange(tx, change, 'role', id, 'deleted', prefix === null);
  return new Changed(toRole(row), { id, deleted: true });
}
