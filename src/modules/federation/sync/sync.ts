import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { importsOf, sharedState } from '../../permissions/index.ts';
import { syncEvents } from '../events.ts';
import { toFraudConfig } from '../fraud/config.ts';
import { assertActive, lockGroup, ownMembership } from '../groups/access.ts';
import { selectGroup, selectMembers } from '../groups/store.ts';
import { toMember } from '../members/members.ts';
import { counterparts } from './counterparts.ts';
import { inOrder, take } from './imports.ts';
import type { PullResult, PushResult, SyncRequest, SyncStatus } from './schemas.ts';
import * as store from './store.ts';

/**
 * Brings the modules and roles of other active members to the caller, each as of one revision of theirs.
 * @throws ApiError NOT_FOUND; FORBIDDEN when the caller is not active; BAD_REQUEST; CONFLICT when one member is named
 *   and what the caller has stands in the way
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
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  await store.markSynced(tx, groupId, [orgId, ...sourceIds], revision, 'pull');
  const events = syncEvents({ groupId, revision, kind: 'pull' }, orgId, sourceIds);
  const pulled: PullResult['members'] = [];
  await inOrder(tx, [orgId], events, async (one) => {
    if (one !== orgId) return;
    for (const source of sources) {
      const taken = await take(tx, orgId, source, await sharedState(tx, source.org_id));
      const refusal = taken.result === 'refused' ? taken.refusal : undefined;
      if (refusal && organizationId !== undefined) throw refusal;
      pulled.push({
        organizationId: source.org_id,
        prefix: source.prefix,
        result: taken.result,
        reason: refusal?.message ?? null,
      });
    }
  });
  return { groupId, revision, members: pulled };
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
  const state = await sharedState(tx, orgId);
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  await store.markSynced(tx, groupId, [orgId, ...targetIds], revision, 'push');
  const events = syncEvents({ groupId, revision, kind: 'push' }, orgId, targetIds);
  await inOrder(tx, targetIds, events, async (one) => {
    // What stands in the way there is the other's business, and to tell would disclose it.
    if (one !== orgId) await take(tx, one, member, state);
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
  const ids = members.map(({ id }) => id);
  const imports = await importsOf(db, ids, orgId);
  const imported = new Map(imports.map(({ source, revision }) => [source, revision]));
  return {
    groupId,
    revision: group.revision,
    fraudConfig: toFraudConfig(own.role === 'owner' ? group : own),
    members: members.map((row) => ({
      ...toMember(row),
      revision: row.revision,
      lastPulledAt: row.last_pulled_at?.toISOString() ?? null,
      lastPushedAt: row.last_pushed_at?.toISOString() ?? null,
      importedRevision: imported.get(row.id) ?? null,
    })),
  };
}
