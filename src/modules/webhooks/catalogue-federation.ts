import { Type, type TSchema } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { own, type EventTypeInfo } from './catalogue-entry.ts';

const GROUP_ID = 'fedgroup_01kf3xz9x7v5t3r1p9m7k5h3f1';
const ORGANIZATION_ID = 'org_01kf3v0b2d4f6h8k0n2q4s6v8x';

/** About one membership. */
function membership(
  type: string,
  description: string,
  extras: { schema: Record<string, TSchema>; example: Record<string, string> } = {
    schema: {},
    example: {},
  },
): EventTypeInfo {
  return own(
    type,
    `${description} Sent to the owner of the group and to the organization that it is about.`,
    Type.Object({
      groupId: Type.String(),
      membershipId: Type.String(),
      organizationId: Type.String({ description: 'Whose membership it is.' }),
      prefix: Type.String(),
      ...extras.schema,
    }),
    {
      groupId: GROUP_ID,
      membershipId: 'fedmember_01kf3y0a2c4e6g8j0m2p4r6t8v',
      organizationId: ORGANIZATION_ID,
      prefix: 'ACME',
      ...extras.example,
    },
  );
}

export const federationEventTypes: EventTypeInfo[] = [
  membership('federation.invited', 'An organization was invited to a federation group.'),
  membership('federation.accepted', 'An organization accepted an invitation and is a member.'),
  membership(
    'federation.removed',
    'A membership ended, or an invitation: the owner removed it, the organization left or declined, or the group was ' +
      'deleted.',
    {
      schema: {
        reason: StringEnum('MembershipEnd', ['removed', 'left', 'declined', 'group_deleted']),
      },
      example: { reason: 'left' },
    },
  ),
  own(
    'federation.synced',
    'Members of a federation group synced. Sent to who began it and to those with whom.',
    Type.Object({
      groupId: Type.String(),
      revision: Type.Integer({ description: 'Of the group; each sync has a higher one.' }),
      kind: StringEnum('SyncKind', ['pull', 'push', 'fraud_config']),
      initiatedBy: Type.String({ description: 'The organization that began it.' }),
      organizationIds: Type.Array(Type.String(), {
        description: 'With whom. To others than who began it, only themselves.',
      }),
    }),
    {
      groupId: GROUP_ID,
      revision: 7,
      kind: 'push',
      initiatedBy: 'org_01kf3tz1x3v5t7r9p1m3k5h7f9',
      organizationIds: [ORGANIZATION_ID],
    },
  ),
];
