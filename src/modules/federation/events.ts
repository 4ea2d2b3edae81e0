import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';

const EXAMPLE_GROUP = 'fedgroup_01kf3xz9x7v5t3r1p9m7k5h3f1';
const EXAMPLE_ORGANIZATION = 'org_01kf3v0b2d4f6h8k0n2q4s6v8x';
const RECIPIENTS = 'Sent to the owner of the group and to the organization concerned.';

/** Fields of an event about one membership. */
const membership = {
  groupId: Type.String(),
  membershipId: Type.String(),
  organizationId: Type.String({ description: 'The organization of the membership.' }),
  prefix: Type.String(),
};
const EXAMPLE = {
  groupId: EXAMPLE_GROUP,
  membershipId: 'fedmember_01kf3y0a2c4e6g8j0m2p4r6t8v',
  organizationId: EXAMPLE_ORGANIZATION,
  prefix: 'ACME',
};

export const federationInvited = defineEvent('federation.invited', {
  description: `An organization was invited to a federation group. ${RECIPIENTS}`,
  schema: Type.Object(membership),
  example: EXAMPLE,
});

export const federationAccepted = defineEvent('federation.accepted', {
  description: `An organization accepted an invitation and is a member. ${RECIPIENTS}`,
  schema: Type.Object(membership),
  example: EXAMPLE,
});

export const federationRemoved = defineEvent('federation.removed', {
  description:
    'A membership ended, or an invitation: the owner removed it, the organization left or declined, or the group was ' +
    `deleted. ${RECIPIENTS}`,
  schema: Type.Object({
    ...membership,
    reason: StringEnum('MembershipEnd', ['removed', 'left', 'declined', 'group_deleted']),
  }),
  example: { ...EXAMPLE, reason: 'left' },
});

export const federationSynced = defineEvent('federation.synced', {
  description:
    'Members of a federation group synced. Sent to the organization that started it and to its counterparts.',
  schema: Type.Object({
    groupId: Type.String(),
    revision: Type.Integer({ description: 'Revision of the group; each sync has a higher one.' }),
    kind: StringEnum('SyncKind', ['pull', 'push', 'fraud_config']),
    initiatedBy: Type.String({ description: 'The organization that started it.' }),
    organizationIds: Type.Array(Type.String(), {
      description: 'The counterparts. For recipients other than the starter, only themselves.',
    }),
  }),
  example: {
    groupId: EXAMPLE_GROUP,
    revision: 7,
    kind: 'push',
    initiatedBy: 'org_01kf3tz1x3v5t7r9p1m3k5h7f9',
    organizationIds: [EXAMPLE_ORGANIZATION],
  },
});

export const events = [federationInvited, federationAccepted, federationRemoved, federationSynced];
