import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { assertImportsWithin, beginChange } from '../changes/change.ts';
import { dropWhatIsGone, type TouchedBy } from '../leaving/going.ts';
import { dropPolicies, reviveRoles, selectImportedRoles } from '../leaving/store.ts';
import { MODULE_PREFIX } from '../modules/modules.ts';
import { POLICY_PREFIX } from '../policies/policies.ts';
import { ROLE_PREFIX } from '../roles/roles.ts';
import type { SharedState } from '../schemas.ts';
import { denialsOf, markOfDenials } from './denials.ts';
import { recordImport } from './record.ts';
import * as store from './store.ts';

/**
 * What the organization shares with members of its federations, as of one moment: its own modules, and its own roles
 * and policies as far as they name these. A policy that allows everybody is not shared: everybody is somebody else there.
 * What an own role is denied by way of an imported one that it inherits from is shared as a policy about the own one.
 * `revision` grows with every change of what is shared.
 */
export async function sharedState(db: Queryable, orgId: string): Promise<SharedState> {
  const { denials, heirs, ...state } = await store.selectShared(db, orgId);
  return { ...state, policies: [...state.policies, ...(await denialsOf({ denials, heirs }))] };
}

export type Imported = {
  /** False: this revision, or a later one, was imported already, and nothing has changed. */
  applied: boolean;
  /** What is imported now. */
  revision: number;
  /** Codes of modules that are not there any more. */
  removedModules: string[];
  /** For the caller to send. */
  events: OutboxEvent[];
};

function prefixed(prefix: string, capability: string): string {
  return `${prefix}:${capability}`;
}

async function replace(
  tx: Tx,
  orgId: string,
  prefix: string,
  state: SharedState,
): Promise<{ removedModules: string[]; touched: TouchedBy[] }> {
  const module = await store.replaceModules(
    tx,
    orgId,
    prefix,
    state.modules.map((one) => ({ ...one, id: newId(MODULE_PREFIX) })),
  );
  const before = await selectImportedRoles(tx, orgId, [prefix]);
  const idsBefore = new Map(before.map(({ sourceId, id }) => [sourceId, id]));
  const ids = new Map(state.roles.map(({ id }) => [id, idsBefore.get(id) ?? newId(ROLE_PREFIX)]));
  const role = await store.upsertRoles(
    tx,
    orgId,
    prefix,
    state.roles.map(({ id, name, capabilities, inherits }) => ({
      id: ids.get(id)!,
      sourceId: id,
      name,
      capabilities: capabilities.map((capability) => prefixed(prefix, capability)),
      inherits: inherits.map((parent) => ids.get(parent)!),
    })),
  );
  const kept = state.policies.map(({ id }) => id);
  const policy = await dropPolicies(tx, orgId, [prefix], kept);
  const dropped = await dropWhatIsGone(tx, orgId, [prefix], before, new Set(ids.values()));
  policy.push(
    ...(await store.insertPolicies(
      tx,
      orgId,
      prefix,
      state.policies.map((one) => ({
        ...one,
        id: newId(POLICY_PREFIX),
        sourceId: one.id,
        roleId: one.roleId === null ? null : ids.get(one.roleId)!,
        capability: prefixed(prefix, one.capability),
      })),
    )),
  );
  const created = role.filter(({ what }) => what === 'created').map(({ id }) => id);
  const revived = created.length === 0 ? {} : await reviveRoles(tx, orgId, created);
  return {
    removedModules: module.flatMap(({ what, code }) => (what === 'gone' ? [code] : [])),
    touched: [{ module, role, policy }, dropped, revived],
  };
}

/**
 * Makes what `orgId` has of another organization's modules, roles and policies equal to `state`, in the caller's
 * transaction, all or nothing. What is not in `state` any more is removed, with the assignments of removed roles and
 * every grant of the organization's own that names it; what the organization denies stays denied (`dropWhatIsGone`).
 * An older revision than the one imported changes nothing.
 * The caller has made certain, under a lock, that the membership is active.
 * @param prefix of the other organization in the federation; part of every capability that is imported
 * @param source names the membership; while one uses the prefix, no other can
 * @throws ApiError CONFLICT when the prefix is used by another source, or there would be too many imported modules, roles or policies
 */
export async function importState(
  tx: Tx,
  orgId: string,
  prefix: string,
  source: string,
  state: SharedState,
): Promise<Imported> {
  const head = await beginChange(tx, orgId);
  const last = await store.selectImport(tx, orgId, prefix);
  if (last && last.source !== source)
    throw new ApiError('CONFLICT', 'the prefix is used by what was imported from another group');
  if (last && last.revision >= state.revision)
    return { applied: false, revision: last.revision, removedModules: [], events: [] };
  const denials = await markOfDenials(tx, orgId);
  const { removedModules, touched } = await replace(tx, orgId, prefix, state);
  await assertImportsWithin(tx, orgId);
  const { revision } = state;
  await store.upsertImport(tx, orgId, prefix, { source, revision });
  const isShared = denials !== (await markOfDenials(tx, orgId));
  const action = last ? 'updated' : 'created';
  const events = await recordImport(tx, head, [prefix], action, touched, isShared);
  return { applied: true, revision, removedModules, events };
}

export type ImportOf = store.ImportOf;

/** What organizations, or one of them, have of these sources; in the order of their ids. */
export function importsOf(db: Queryable, sources: string[], orgId?: string): Promise<ImportOf[]> {
  return store.selectImportsOf(db, sources, orgId);
}
