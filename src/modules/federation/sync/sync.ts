import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf, settled, sharedOf } from '../../../platform/db/places.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
import { importsOf, sharedState } from '../../permissions/index.ts';
import type { OutboxEvent } from '../../webhooks/index.ts';
import { syncEvents, sendEvents } from '../send-events.ts';
import { toFraudConfig } from './push-fraud-config.ts';
import { assertActive, lockGroup, ownMembership } from '../groups/access.ts';
import { selectDetail, type MemberRow } from '../groups/store.ts';
import { toMember } from '../groups/groups.ts';
import { syncTargets } from './targets.ts';
import { importIntoMembers, importFromMember } from '../imports.ts';
import type { PullResult, PushResult, SyncRequest, SyncStatus } from './schemas.ts';
import * as store from './store.ts';

/**
 * Imports the state of other active members into the caller, each from one moment. Only the caller learns which imports
 * were rejected: others see a sync with all of them, or no sync if all were rejected.
 * @throws ApiError NOT_FOUND; FORBIDDEN if the caller is not active; BAD_REQUEST; CONFLICT if the request names one
 * member and its import is rejected
 */
export async function pull(
  tx: Tx,
  orgId: string,
  groupId: string,
  { organizationId }: SyncRequest,
): Promise<PullResult> {
  const { group, member } = await lockGroup(tx, orgId, groupId);
  assertActive(member);
  const sources = await syncTargets(tx, group, orgId, organizationId);
  const pulled: PullResult['members'] = [];
  const changes: OutboxEvent[] = [];
  for (const source of sources) {
    const state = await sharedState(await bucketOf(tx, source.org_id), source.org_id);
    const one = await importFromMember(tx, orgId, source, state);
    const refusal = one.result === 'refused' ? one.refusal : undefined;
    if (refusal && organizationId !== undefined) throw refusal;
    if (one.result !== 'refused') changes.push(...one.events);
    pulled.push({
      organizationId: source.org_id,
      prefix: source.prefix,
      result: one.result,
      reason: refusal?.message ?? null,
    });
  }
  if (pulled.length > 0 && pulled.every(({ result }) => result === 'refused'))
    return { groupId, revision: group.revision, members: pulled };
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  const sourceIds = sources.map((source) => source.org_id);
  await store.markSynced(tx, groupId, [orgId, ...sourceIds], revision, 'pull');
  changes.push(...syncEvents({ groupId, revision, kind: 'pull' }, orgId, sourceIds));
  await sendEvents(tx, orgId, changes);
  return { groupId, revision, members: pulled };
}

/**
 * Imports the caller's state into other active members. A member that has imported the caller's prefix from another
 * group rejects the import, and the caller does not learn of the rejection.
 * @throws ApiError NOT_FOUND; FORBIDDEN if the caller is not active; BAD_REQUEST
 */
export async function push(
  tx: Tx,
  orgId: string,
  groupId: string,
  { organizationId }: SyncRequest,
): Promise<PushResult> {
  const { group, member } = await lockGroup(tx, orgId, groupId);
  assertActive(member);
  const targets = await syncTargets(tx, group, orgId, organizationId);
  const targetIds = targets.map((target) => target.org_id);
  const state = await sharedState(await bucketOf(tx, orgId), orgId);
  const revision = await store.nextRevision(tx, group.org_id, groupId);
  const { refused, events } = await importIntoMembers(tx, targetIds, member, state);
  const accepted = targetIds.filter((one) => !refused.includes(one));
  await store.markSynced(tx, groupId, [orgId, ...accepted], revision, 'push');
  if (refused.length > 0) await store.markRefused(tx, groupId, refused, revision);
  // A rejection is hidden from the caller, because it would disclose the other member's imports from other groups.
  const synced = syncEvents({ groupId, revision, kind: 'push' }, orgId, targetIds).filter(
    (one) => !refused.includes(one.orgId),
  );
  await sendEvents(tx, orgId, [...events, ...synced]);
  return {
    groupId,
    revision,
    members: targets.map(({ org_id, prefix }) => ({ organizationId: org_id, prefix })),
  };
}

/** The maximum number of times that a status is read again because of a concurrent sync. */
const MAX_READS = 10;

/** @throws ApiError NOT_FOUND; SERVICE_UNAVAILABLE while syncs follow each other without a pause */
export async function getSyncStatus(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<SyncStatus> {
  for (let reads = 1; ; reads += 1) {
    const { ownerOrganizationId, status } = await readSyncStatus(db, orgId, groupId);
    // Group and imports may be on two servers. They are from one moment if the group has not changed in between, and if
    // every sync whose imports were seen is committed on the group's server.
    await settled(sharedOf(db));
    const [member] = await selectDetail(db, ownerOrganizationId, groupId);
    if (member?.group.revision === status.revision) return status;
    if (reads === MAX_READS)
      throw new ApiError('SERVICE_UNAVAILABLE', 'the federation group is being synced', {
        retryAfterSeconds: 1,
      });
  }
}

async function readSyncStatus(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<{ ownerOrganizationId: string; status: SyncStatus }> {
  await settled(sharedOf(db));
  const { owner_org_id: owner } = await ownMembership(db, orgId, groupId);
  const members = await selectDetail(db, owner, groupId);
  const own = await found(
    'federation group',
    members.find((row) => row.org_id === orgId),
  );
  const importedOf = await importedRevisions(db, orgId, members);
  const status = {
    groupId,
    revision: own.group.revision,
    fraudConfig: toFraudConfig(own.role === 'owner' ? own.group : own),
    members: members.map((row) => ({
      ...toMember(row),
      ...syncOf(row, orgId),
      importedRevision: importedOf(row),
    })),
  };
  return { ownerOrganizationId: owner, status };
}

/** Returns the revision of each member's state that the organization has imported under the member's prefix. */
async function importedRevisions(
  db: Queryable,
  orgId: string,
  members: MemberRow[],
): Promise<(member: MemberRow) => number | null> {
  const sources = members.map((member) => member.id);
  const imports = await importsOf(await settled(await bucketOf(db, orgId)), sources, [orgId]);
  return ({ id, prefix }) =>
    imports.find((one) => one.source === id && one.prefix === prefix)?.revision ?? null;
}

/**
 * Returns the last sync of a member. Only the member itself sees that it rejected a push; others see an ordinary
 * push.
 */
function syncOf(row: MemberRow, viewer: string) {
  const isOwn = row.org_id === viewer;
  const refusedAt = isOwn ? null : row.refused_at;
  const pushedAt = [row.last_pushed_at, refusedAt]
    .filter((at) => at !== null)
    .toSorted((a, b) => Number(b) - Number(a))[0];
  return {
    revision: isOwn ? row.revision : Math.max(row.revision, row.refused_revision ?? 0),
    lastPulledAt: row.last_pulled_at?.toISOString() ?? null,
    lastPushedAt: pushedAt?.toISOString() ?? null,
  };
}
