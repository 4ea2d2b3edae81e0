import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { announce, assertWithin, beginImport } from '../changes/change.ts';
import { recordChanges, type Counted, type Head } from '../changes/store.ts';
import { MODULE_PREFIX } from '../modules/modules.ts';
import { POLICY_PREFIX } from '../policies/policies.ts';
import { ROLE_PREFIX } from '../roles/roles.ts';
import type { ChangeKind, SharedState, Touched } from '../schemas.ts';
import * as store from './store.ts';

/**
 * What the organization shares with members of its federations, as of one moment: its own modules, and its own roles
 * and policies as far as they name these. A policy that allows everybody is not shared: everybody is somebody else there.
 * `revision` grows with every change of the organization's own permissions, whether it is of what is shared or not.
 */
export function sharedState(db: Queryable, orgId: string): Promise<SharedState> {
  return store.selectShared(db, orgId);
}

export type Imported = {
  /** False: this revision, or a later one, was imported already, and nothing has changed. */
  applied: boolean;
  /** What is imported now. */
  revision: number;
  /** Codes of modules that are not there any more. */
  removedModules: string[];
};

const prefixed = (prefix: string, capability: string): string => `${prefix}:${capability}`;

async function replace(tx: Tx, head: Head, prefix: string, state: SharedState): Promise<string[]> {
  const orgId = head.org_id;
  const modules = await store.replaceModules(
    tx,
    orgId,
    prefix,
    state.modules.map((module) => ({ ...module, id: newId(MODULE_PREFIX) })),
  );
  const before = await store.selectImportedRoles(tx, orgId, prefix);
  const ids = new Map(state.roles.map(({ id }) => [id, before.get(id) ?? newId(ROLE_PREFIX)]));
  const roleIds = [...before].flatMap(([sourceId, id]) => (ids.has(sourceId) ? [] : [id]));
  const roles = await store.upsertRoles(
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
  const keptPolicies = state.policies.map(({ id }) => id);
  const policies = await store.deletePolicies(tx, orgId, prefix, {
    roleIds,
    keptPolicies,
  });
  const assignments = await store.deleteAssignmentsOf(tx, orgId, roleIds);
  roles.push(...(await store.cleanRoles(tx, orgId, prefix, roleIds)));
  roles.push(...(await store.deleteRoles(tx, orgId, roleIds)));
  policies.push(
    ...(await store.insertPolicies(
      tx,
      orgId,
      prefix,
      state.policies.map((policy) => ({
        ...policy,
        id: newId(POLICY_PREFIX),
        sourceId: policy.id,
        roleId: policy.roleId === null ? null : ids.get(policy.roleId)!,
        capability: prefixed(prefix, policy.capability),
      })),
    )),
  );
  await record(tx, head, {
    module: modules,
    role: roles,
    policy: policies,
    assignment: assignments,
  });
  return modules.flatMap(({ what, code }) => (what === 'gone' ? [code] : []));
}

/** Imported modules do not count: the limit is about the organization's own. */
const COUNTED: Partial<Record<ChangeKind, Counted>> = {
  role: 'roles',
  policy: 'policies',
  assignment: 'assignments',
};

/** Logs what was touched, with the counts that follow. @throws ApiError CONFLICT when there would be too many */
export async function record(
  tx: Tx,
  head: Head,
  touched: Partial<Record<ChangeKind, Touched[]>>,
): Promise<void> {
  const kinds = Object.entries(touched) as [ChangeKind, Touched[]][];
  const added: Partial<Record<Counted, number>> = {};
  for (const [kind, list] of kinds) {
    const counted = COUNTED[kind];
    if (!counted) continue;
    const created = list.filter(({ what }) => what === 'created').length;
    added[counted] = created - list.filter(({ what }) => what === 'gone').length;
    assertWithin(head, counted, added[counted]);
  }
  const changes = kinds.flatMap(([kind, list]) => list.map(({ id }) => ({ kind, id })));
  await recordChanges(tx, head.org_id, head.revision, changes, added);
}

/**
 * Makes what `orgId` has of another organization's modules, roles and policies equal to `state`, in the caller's
 * transaction, all or nothing. What is not in `state` any more is removed, with the assignments of removed roles and
 * every grant of the organization's own that names it. An older revision than the one imported changes nothing.
 * The caller has made certain, under a lock, that the membership is active.
 * @param prefix of the other organization in the federation; part of every capability that is imported
 * @param source names the membership; while one uses the prefix, no other can
 * @throws ApiError CONFLICT when the prefix is used by another source, or there would be too many roles or policies
 */
export async function importState(
  tx: Tx,
  orgId: string,
  prefix: string,
  source: string,
  state: SharedState,
): Promise<Imported> {
  const isAsNew = (row: store.ImportRow | undefined): row is store.ImportRow =>
    row !== undefined && row.source === source && row.revision >= state.revision;
  const unchanged = ({ revision }: store.ImportRow): Imported => ({
    applied: false,
    revision,
    removedModules: [],
  });
  // What changes nothing must not move the revision, or members would import each other's imports for ever.
  const before = await store.selectImport(tx, orgId, prefix);
  if (isAsNew(before)) return unchanged(before);
  const head = await beginImport(tx, orgId);
  const last = await store.selectImport(tx, orgId, prefix);
  if (last && last.source !== source)
    throw new ApiError('CONFLICT', 'the prefix is used by what was imported from another group');
  if (isAsNew(last)) return unchanged(last);
  const removedModules = await replace(tx, head, prefix, state);
  const { revision } = state;
  await store.upsertImport(tx, orgId, prefix, { source, revision });
  await announce(tx, head, 'import', [prefix], last ? 'updated' : 'created');
  return { applied: true, revision, removedModules };
}

export type ImportOf = store.ImportOf;

/** What organizations, or one of them, have of these sources; in the order of their ids. */
export function importsOf(db: Queryable, sources: string[], orgId?: string): Promise<ImportOf[]> {
  return store.selectImportsOf(db, sources, orgId);
}
