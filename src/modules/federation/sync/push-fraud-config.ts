import type { Tx } from '../../../platform/db/database.ts';
import type { FraudConfig, FraudConfigInput, FraudConfigPush } from '../fraud/schemas.ts';
import * as fraudStore from '../fraud/store.ts';
import { assertOwner, lockGroup } from '../groups/access.ts';
import { syncEvents, sendEvents } from '../send-events.ts';
import type { SyncRequest } from './schemas.ts';
import { markSynced, nextRevision } from './store.ts';
import { syncTargets } from './targets.ts';

/** @returns null if there is no configuration */
export function toFraudConfig(row: fraudStore.ConfigColumns): FraudConfig | null {
  if (row.fraud_revision === null) return null;
  return {
    revision: row.fraud_revision,
    kinds: row.fraud_kinds as FraudConfig['kinds'],
    threshold: row.fraud_threshold,
    profile: row.fraud_profile as FraudConfig['profile'],
    shareDecisions: row.fraud_decisions,
  };
}

/**
 * Applies the request's changes to the group's fraud configuration, and copies the result to active members.
 * @throws ApiError NOT_FOUND; FORBIDDEN if the caller is not the owner; BAD_REQUEST
 */
export async function pushFraudConfig(
  tx: Tx,
  orgId: string,
  groupId: string,
  input: SyncRequest & FraudConfigInput,
): Promise<FraudConfigPush> {
  const { group, member } = await lockGroup(tx, orgId, groupId);
  assertOwner(member);
  const targets = await syncTargets(tx, group, orgId, input.organizationId);
  const targetIds = targets.map((target) => target.org_id);
  const revision = await nextRevision(tx, orgId, groupId);
  const config: fraudStore.ConfigColumns = {
    fraud_kinds: input.kinds === undefined ? group.fraud_kinds : input.kinds,
    fraud_threshold: input.threshold === undefined ? group.fraud_threshold : input.threshold,
    fraud_profile: input.profile === undefined ? group.fraud_profile : input.profile,
    fraud_decisions: input.shareDecisions ?? group.fraud_decisions,
    fraud_revision: revision,
  };
  await fraudStore.updateGroupConfig(tx, orgId, groupId, config);
  await fraudStore.updateMemberConfigs(tx, groupId, targetIds, config);
  await markSynced(tx, groupId, [orgId, ...targetIds], revision, 'push');
  const events = syncEvents({ groupId, revision, kind: 'fraud_config' }, orgId, targetIds);
  await sendEvents(tx, orgId, events);
  return {
    groupId,
    revision,
    fraudConfig: toFraudConfig(config)!,
    members: targets.map((row) => ({ organizationId: row.org_id, prefix: row.prefix })),
  };
}
