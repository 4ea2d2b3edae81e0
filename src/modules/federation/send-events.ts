import type { Tx } from '../../platform/db/database.ts';
import { bucketsOf } from '../../platform/db/places.ts';
import { outboxAll, type DefinedEvent, type OutboxEvent } from '../webhooks/index.ts';
import { federationRemoved, federationSynced } from './events.ts';
import type { MemberRow } from './groups/store.ts';

/**
 * Sends events only to the organizations that they concern. Charges only `actor`, whose request has caused them, for
 * its deliveries.
 */
export async function sendEvents(tx: Tx, actor: string, events: OutboxEvent[]): Promise<void> {
  const orgIds = new Set(events.map(({ orgId }) => orgId));
  for (const [own, among] of await bucketsOf(tx, [...orgIds])) {
    const theirs = events.filter(({ orgId }) => among.includes(orgId));
    await outboxAll(
      own,
      theirs.map((one) => ({ ...one, isCharged: one.orgId === actor })),
    );
  }
}

type Membership = {
  groupId: string;
  membershipId: string;
  organizationId: string;
  prefix: string;
};

/** Returns the events for the owner of the group and for the member itself. */
export function membershipEvents(
  member: MemberRow,
  define: (data: Membership) => DefinedEvent,
): OutboxEvent[] {
  const event = define({
    groupId: member.group_id,
    membershipId: member.id,
    organizationId: member.org_id,
    prefix: member.prefix,
  });
  return [member.owner_org_id, member.org_id].map((orgId) => ({ orgId, event }));
}

/** Returns the events for each member about its membership, and for the owner about all memberships. */
export function deletionEvents(members: MemberRow[]): OutboxEvent[] {
  return members
    .filter(({ role }) => role === 'member')
    .flatMap((member) =>
      membershipEvents(member, (data) => federationRemoved({ ...data, reason: 'group_deleted' })),
    );
}

/**
 * Returns one event for the organization that started the sync, which lists its partners, and one for each partner,
 * which contains that organization.
 */
export function syncEvents(
  sync: { groupId: string; revision: number; kind: 'pull' | 'push' | 'fraud_config' },
  initiator: string,
  others: string[],
): OutboxEvent[] {
  const to = (orgId: string, organizationIds: string[]): OutboxEvent => ({
    orgId,
    event: federationSynced({ ...sync, initiatedBy: initiator, organizationIds }),
  });
  return [to(initiator, others), ...others.map((one) => to(one, [one]))];
}
