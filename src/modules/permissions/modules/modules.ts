import { Changed } from '../../../platform/audit/audit.ts';
import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { getOrganization, type Plan } from '../../tenants/index.ts';
import { beginChange, recordChange } from '../changes/change.ts';
import { assertOwn } from '../ends.ts';
import type { CreateModule, Module, UpdateModule } from './schemas.ts';
import * as store from './store.ts';
import { deleteRow } from '../store.ts';

export const MODULE_PREFIX = 'module';

/** The maximum number of own modules, by plan. */
const MODULE_LIMITS: Record<Plan, number> = { free: 5, pro: 50, enterprise: 500 };

function toModule(row: store.ModuleRow): Module {
  return {
    id: row.id,
    prefix: row.prefix,
    code: row.code,
    name: row.name,
    actions: row.actions,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

async function find(db: Queryable, orgId: string, id: string): Promise<store.ModuleRow> {
  return found('module', isId(MODULE_PREFIX, id) && store.selectModule(db, orgId, id));
}

/** @throws ApiError MODULE_LIMIT_EXCEEDED; CONFLICT when the organization has a module with this code */
export async function createModule(tx: Tx, orgId: string, input: CreateModule): Promise<Module> {
  const change = await beginChange(tx, orgId);
  const { plan } = await getOrganization(tx, orgId);
  const limit = MODULE_LIMITS[plan];
  if (change.modules >= limit)
    throw new ApiError('MODULE_LIMIT_EXCEEDED', `the plan ${plan} allows at most ${limit} modules`);
  try {
    const row = await store.insertModule(tx, {
      org_id: orgId,
      id: newId(MODULE_PREFIX),
      ...input,
    });
    await recordChange(tx, change, 'module', row.id, 'created', true);
    return toModule(row);
  } catch (error) {
    if (violatedConstraint(error) === 'permission_modules_code_unique')
      throw new ApiError('CONFLICT', 'a module with this code exists');
    throw error;
  }
}

/** @throws ApiError NOT_FOUND */
export async function getModule(db: Queryable, orgId: string, id: string): Promise<Module> {
  return toModule(await find(db, orgId, id));
}

/** In the order of creation. */
export async function listModules(db: Queryable, orgId: string, query: PageInput) {
  return paged(query, (page) => store.selectModules(db, orgId, page), toModule);
}

/** Checks that no role and no policy names one of these capabilities. @throws ApiError CONFLICT */
async function assertUnused(tx: Tx, orgId: string, code: string, actions: string[]): Promise<void> {
  const capabilities = actions.map((action) => `${code}:${action}`);
  if (await store.areCapabilitiesUsed(tx, orgId, capabilities))
    throw new ApiError('CONFLICT', 'a role or a policy uses the module or action to be removed');
}

/**
 * Updates a module. A request that changes nothing leaves no trace.
 * @throws ApiError NOT_FOUND; FORBIDDEN for an imported module; CONFLICT when a role or a policy names an action that
 * would be removed
 */
export async function updateModule(
  tx: Tx,
  orgId: string,
  id: string,
  input: UpdateModule,
): Promise<Changed<Module>> {
  const change = await beginChange(tx, orgId);
  const row = await find(tx, orgId, id);
  assertOwn(row, 'module');
  const before = toModule(row);
  const { name = row.name, actions = row.actions } = input;
  if (name === row.name && actions.join(' ') === row.actions.join(' '))
    return new Changed(before, before);
  const removed = row.actions.filter((action) => !actions.includes(action));
  await assertUnused(tx, orgId, row.code, removed);
  const updated = await store.updateModule(tx, orgId, id, { name, actions });
  await recordChange(tx, change, 'module', id, 'updated', true);
  return new Changed(before, toModule(updated));
}

/** @throws ApiError NOT_FOUND; FORBIDDEN for an imported module; CONFLICT when a role or a policy names it */
export async function deleteModule(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<Changed<{ id: string; deleted: true }>> {
  const change = await beginChange(tx, orgId);
  const row = await find(tx, orgId, id);
  assertOwn(row, 'module');
  await assertUnused(tx, orgId, row.code, [...row.actions, '*']);
  await deleteRow(tx, 'permission_modules', orgId, id);
  await recordChange(tx, change, 'module', id, 'deleted', true);
  return new Changed(toModule(row), { id, deleted: true });
}
