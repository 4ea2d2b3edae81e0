import type { Tx } from '../../../platform/db/database.ts';
import { isSame } from '../../../platform/db/buckets/history.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { newId } from '../../../platform/ids.ts';
import { assertImportsWithin, beginChange } from '../changes/change.ts';
import { MODULE_PREFIX } from '../modules/modules.ts';
import { POLICY_PREFIX } from '../policies/policies.ts';
import { ROLE_PREFIX } from '../roles/roles.ts';
import type { SharedState, Touched } from '../schemas.ts';
import { denialsFingerprint } from '../sharing/denials.ts';
import { recordImport } from './record.ts';
import * as store from './store.ts';
import { removeStaleImports } from './tombstones.ts';

export type Imported = {
  /** False when this version was already imported, so nothing has changed. */
  applied: boolean;
  /** For the caller to send. */
  events: OutboxEvent[];
};

/** Inserts and updates what the source shares. Stale rows are already gone. */
async function writeState(
  tx: Tx,
  orgId: string,
  prefix: string,
  state: SharedState,
): Promise<Touched[]> {
  const known = await store.selectImportedRoles(tx, orgId, prefix);
  const active = new Map(
    known.filter(({ removed }) => !removed).map(({ sourceId, id }) => [sourceId, id]),
  );
  const ids = new Map(state.roles.map(({ id }) => [id, active.get(id) ?? newId(ROLE_PREFIX)]));
  const roles = await store.upsertRoles(
    tx,
    orgId,
    prefix,
    state.roles.map(({ id, name, capabilities, inherits }) => ({
      id: ids.get(id)!,
      sourceId: id,
      name,
      capabilities: capabilities.map((capability) => `${prefix}:${capability}`),
      inherits: inherits.map((parent) => ids.get(parent)!),
    })),
  );
  const policies = await store.insertPolicies(
    tx,
    orgId,
    prefix,
    state.policies.map((policy) => ({
      ...policy,
      id: newId(POLICY_PREFIX),
      sourceId: policy.id,
      roleId: policy.roleId === null ? null : ids.get(policy.roleId)!,
      capability: `${prefix}:${policy.capability}`,
    })),
  );
  const returned = known
    .filter(({ removed, sourceId }) => removed && ids.has(sourceId) && !active.has(sourceId))
    .map(({ id, sourceId }) => ({ tombstone: id, id: ids.get(sourceId)! }));
  return [...roles, ...policies, ...(await store.connectTombstones(tx, orgId, returned))];
}

/**
 * Makes the organization's imports from another organization equal to `state`, in the caller's transaction, all or
 * nothing. Removes modules, roles and policies that are not in `state`, with every own grant that depends on them. Own
 * denials stay in force (`removeStaleImports`). Before the call, the caller must check under a lock that the membership
 * is active, and read `state` under that lock. An older revision than the imported one then means that a database has
 * lost its last commits.
 * @param prefix of the other organization in the federation; part of every imported capability
 * @param source the membership; while it uses the prefix, no other membership can use it
 * @throws ApiError CONFLICT if another source uses the prefix, or there would be too many imported modules, roles or
 * policies
 */
export async function importState(
  tx: Tx,
  orgId: string,
  prefix: string,
  source: string,
  state: SharedState,
): Promise<Imported> {
  const change = await beginChange(tx, orgId);
  const last = await store.selectImport(tx, orgId, prefix);
  if (last && last.source !== source)
    throw new ApiError('CONFLICT', 'the prefix is in use by imports from another group');
  if (last && isSame(last, state)) return { applied: false, events: [] };
  const fingerprint = await denialsFingerprint(tx, orgId);
  const modules = state.modules.map((module) => ({ ...module, id: newId(MODULE_PREFIX) }));
  const written = await store.upsertModules(tx, orgId, prefix, modules);
  const stale = await removeStaleImports(tx, orgId, [prefix], state);
  written.push(...(await writeState(tx, orgId, prefix, state)));
  await assertImportsWithin(tx, orgId);
  const { revision, stamp } = state;
  await store.upsertImport(tx, orgId, prefix, { source, revision, stamp });
  const isShared = fingerprint !== (await denialsFingerprint(tx, orgId));
  const action = last ? 'updated' : 'created';
  const events = await recordImport(tx, change, [prefix], action, [...written, ...stale], isShared);
  return { applied: true, events };
}

/**
 * Removes everything that was imported from these sources, like an import of an empty state. Runs in the caller's
 * transaction, which removes the memberships. For several organizations call it in the order of their ids.
 * @returns the prefixes that are free now, and events for the caller to send
 */
export async function removeImports(
  tx: Tx,
  orgId: string,
  sources: string[],
): Promise<{ prefixes: string[]; events: OutboxEvent[] }> {
  const change = await beginChange(tx, orgId);
  const prefixes = await store.deleteImports(tx, orgId, sources);
  if (prefixes.length === 0) return { prefixes, events: [] };
  const fingerprint = await denialsFingerprint(tx, orgId);
  const touched = await removeStaleImports(tx, orgId, prefixes);
  const isShared = fingerprint !== (await denialsFingerprint(tx, orgId));
  return {
    prefixes,
    events: await recordImport(tx, change, prefixes, 'deleted', touched, isShared),
  };
}
