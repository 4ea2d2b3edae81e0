import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { syncEvents } from '../events.ts';
import { toFraudConfig } from '../fraud/config.ts';
import { assertActive, lockGroup, ownMembership } from '../groups/access.ts';
import { selectGroup, selectMembers, type MemberRow } from '../groups/store.ts';
import { toMember } from '../members/members.ts';
import { counterparts } from './counterparts.ts';
import { inOrder } from './imports.ts';
import { applyImport, exportStates, type State } from './port.ts';
import type { PullResult, PushResult, SyncRequest, SyncStatus } from './schemas.ts';
import * as store from './store.ts';

/** Takes what members offer, as far as it is newer and their prefixes are free. @returns the prefixes that changed */
async function importFrom(
  tx: Tx,
  orgId: string,
  sources: MemberRow[],
  states: Map<string, State>,
): Promise<Set<string>> {
  const groupId = sources[0]!.group_id;
  const offers = sources.map((source) => ({
    prefix: source.prefix,
    sourceOrgId: source.org_id,
    sourceRevision: states.get(source.org_id)!.revision,
  }));
  const claimed = await store.claimPrefixes(tx, orgId, groupId, offers);
  const changed = offers
    .filter(({ prefix }) => claimed.has(prefix))
    .map(({ prefix, sourceOrgId }) => ({ prefix, state: states.get(sourceOrgId)! }));
  if (changed.length > 0) await applyImport(tx, orgId, changed);
  return claimed;
}

/**
 * Brings the modules and roles of other active members to the caller, each as of one revision of theirs.
 * @throws ApiError NOT_FOUND; FORBIDDEN when the caller is not active; BAD_REQUEST
 */
export async function pull(
  tx: Tx,
  orgId: string,
  groupId: string,
  { organizationId }: SyncRequest,
): Promise<PullResult> {
  const { group, member } = await lockGroup(tx, orgId, groupId);
  assertActive(member);
  const sources = await counterparts(tx, group, orgId, organizationId);
  const sourceIds = sources.map((source) => source.org_id);
  const states = await exportStates(tx, sourceIds);
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  await store.markSynced(tx, groupId, [orgId, ...sourceIds], revision, 'pull');
  const events = syncEvents({ groupId, revision, kind: 'pull' }, orgId, sourceIds);
  let changed = new Set<string>();
  await inOrder(tx, [orgId], events, async (one) => {
    if (one === orgId && sources.length > 0) changed = await importFrom(tx, orgId, sources, states);
  });
  const prefixes = sources.map(({ prefix }) => prefix);
  const foreign = await store.selectForeignPrefixes(tx, orgId, groupId, prefixes);
  const resultOf = (prefix: string) =>
    changed.has(prefix) ? 'updated' : foreign.has(prefix) ? 'prefix_in_use' : 'unchanged';
  return {
    groupId,
    revision,
    members: sources.map(({ org_id, prefix }) => ({
      organizationId: org_id,
      prefix,
      result: resultOf(prefix),
    })),
  };
}

/**
 * Brings the caller's modules and roles to other active members. What they have under the caller's prefix from elsewhere
 * stays, and the caller does not learn of it.
 * @throws ApiError NOT_FOUND; FORBIDDEN when the caller is not active; BAD_REQUEST
 */
export async function push(
  tx: Tx,
  orgId: string,
  groupId: string,
  { organizationId }: SyncRequest,
): Promise<PushResult> {
  const { group, member } = await lockGroup(tx, orgId, groupId);
  assertActive(member);
  const targets = await counterparts(tx, group, orgId, organizationId);
  const targetIds = targets.map((target) => target.org_id);
  const states = await exportStates(tx, [orgId]);
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  await store.markSynced(tx, groupId, [orgId, ...targetIds], revision, 'push');
  const events = syncEvents({ groupId, revision, kind: 'push' }, orgId, targetIds);
  await inOrder(tx, targetIds, events, async (one) => {
    if (one !== orgId) await importFrom(tx, one, [member], states);
  });
  return {
    groupId,
    revision,
    members: targets.map(({ org_id, prefix }) => ({ organizationId: org_id, prefix })),
  };
}

/** @throws ApiError NOT_FOUND */
export async function getSyncStatus(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<SyncStatus> {
  const own = await ownMembership(db, orgId, groupId);
  const group = await selectGroup(db, own.owner_org_id, groupId);
  if (!group) throw notFound('federation group');
  const members = await selectMembers(db, group.org_id, groupId);
  const imported = await store.selectImportedRevisions(db, orgId, groupId);
  return {
    groupId,
    revision: group.revision,
    fraudConfig: toFraudConfig(own.role === 'owner' ? group : own),
    members: members.map((row) => ({
      ...toMember(row),
      revision: row.revision,
      lastPulledAt: row.last_pulled_at?.toISOString() ?? null,
      lastPushedAt: row.last_pushed_at?.toISOString() ?? null,
      importedRevision: imported.get(row.org_id) ?? null,
    })),
  };
}
