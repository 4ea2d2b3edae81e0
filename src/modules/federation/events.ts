import type { Tx } from '../../platform/db/database.ts';
import { outboxAll, type OutboxEvent } from '../webhooks/index.ts';
import type { MemberRow } from './groups/store.ts';

/** Events go to the organizations that they are about and to nobody else. */
export type Addressed = { orgId: string; event: Omit<OutboxEvent, 'id'> };

/** Sends them. Only `actor`, whose request has caused them, is charged for its deliveries. */
export async function tell(tx: Tx, actor: string, events: Addressed[]): Promise<void> {
  await outboxAll(
    tx,
    events.map((one) => ({ ...one, isCharged: one.orgId === actor })),
  );
}

export type RemovalReason = 'removed' | 'left' | 'declined' | 'group_deleted';

/** To the owner of the group and to the member itself. */
export function membershipEvents(
  type: 'federation.invited' | 'federation.accepted' | 'federation.removed',
  member: MemberRow,
  more: { reason?: RemovalReason } = {},
): Addressed[] {
  const data = {
    groupId: member.group_id,
    membershipId: member.id,
    organizationId: member.org_id,
    prefix: member.prefix,
    ...more,
  };
  return [member.owner_org_id, member.org_id].map((orgId) => ({ orgId, event: { type, data } }));
}

/** To each member, of its own membership, and to the owner, of all of them. */
export function deletionEvents(members: MemberRow[]): Addressed[] {
  return members
    .filter(({ role }) => role === 'member')
    .flatMap((member) =>
      membershipEvents('federation.removed', member, { reason: 'group_deleted' }),
    );
}

const SYNC_KINDS = ['pull', 'push', 'fraud_config'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

/** To who began the sync, with whom it was made; and to each of those, naming who began it. */
export function syncEvents(
  sync: { groupId: string; revision: number; kind: SyncKind },
  initiator: string,
  others: string[],
): Addressed[] {
  const to = (orgId: string, organizationIds: string[]): Addressed => ({
    orgId,
    event: {
      type: 'federation.synced',
      data: { ...sync, initiatedBy: initiator, organizationIds },
    },
  });
  return [to(initiator, others), ...others.map((one) => to(one, [one]))];
}
