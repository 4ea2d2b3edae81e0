import { examplePage } from '../../platform/http/schema.ts';
import type { GroupDetail as GroupDetailData, Member as MemberData } from './groups/schemas.ts';

const EXAMPLE_MEMBER: MemberData = {
  id: 'fedmember_01kf3y0a2c4e6g8j0m2p4r6t8v',
  groupId: 'fedgroup_01kf3xz9x7v5t3r1p9m7k5h3f1',
  organizationId: 'org_01kf3v0b2d4f6h8k0n2q4s6v8x',
  prefix: 'ACME',
  role: 'member',
  status: 'INVITED',
  joinedAt: '2026-11-21T09:40:00.000Z',
};
const { groupId, organizationId, prefix } = EXAMPLE_MEMBER;
const EXAMPLE_CONFIG = {
  kinds: ['sanctions', 'pep'],
  threshold: 80,
  profile: 'lenient' as const,
  shareDecisions: true,
};

const head = { groupId, revision: 7 };

const groupHead = {
  id: EXAMPLE_MEMBER.groupId,
  name: 'Lagos lenders',
  ownerOrganizationId: 'org_01kf3tz1x3v5t7r9p1m3k5h7f9',
  createdAt: '2026-11-21T09:30:00.000Z',
};
const owner = {
  id: 'fedmember_01kf3xza1c3e5g7j9n1q3s5v7x',
  groupId: groupHead.id,
  organizationId: groupHead.ownerOrganizationId,
  prefix: 'LEND',
  role: 'owner',
  status: 'ACTIVE',
  joinedAt: groupHead.createdAt,
} as const;
const exampleGroup: GroupDetailData = { ...groupHead, members: [owner] };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  pushFederationFraudConfig: {
    body: EXAMPLE_CONFIG,
    data: {
      groupId,
      revision: 8,
      fraudConfig: { revision: 8, ...EXAMPLE_CONFIG },
      members: [{ organizationId, prefix }],
    },
  },
  getFederationSyncStatus: {
    data: {
      ...head,
      fraudConfig: {
        revision: 5,
        kinds: ['sanctions', 'pep'],
        threshold: 80,
        shareDecisions: true,
        profile: null,
      },
      members: [
        {
          ...EXAMPLE_MEMBER,
          status: 'ACTIVE',
          revision: 7,
          lastPulledAt: '2026-11-21T09:45:00.000Z',
          lastPushedAt: null,
          importedRevision: 12,
        },
      ],
    },
  },
  pullFederation: {
    body: { organizationId },
    data: { ...head, members: [{ organizationId, prefix, result: 'updated', reason: null }] },
  },
  pushFederation: {
    body: { organizationId },
    data: { ...head, members: [{ organizationId, prefix }] },
  },
  inviteFederationMember: {
    body: { organizationId: EXAMPLE_MEMBER.organizationId, prefix: EXAMPLE_MEMBER.prefix },
    data: EXAMPLE_MEMBER,
  },
  acceptFederationInvitation: { data: { ...EXAMPLE_MEMBER, status: 'ACTIVE' } },
  removeFederationMember: {
    body: { organizationId: EXAMPLE_MEMBER.organizationId },
    data: {
      id: EXAMPLE_MEMBER.id,
      organizationId: EXAMPLE_MEMBER.organizationId,
      removed: true,
    },
  },
  createFederationGroup: {
    body: { name: groupHead.name, prefix: owner.prefix },
    data: exampleGroup,
  },
  listFederationGroups: {
    data: examplePage({
      ...groupHead,
      role: 'member',
      status: 'INVITED',
      prefix: 'ACME',
      memberCount: 2,
    }),
  },
  getFederationGroup: { data: { ...exampleGroup, members: [owner, EXAMPLE_MEMBER] } },
  deleteFederationGroup: { data: { id: groupHead.id, deleted: true } },
};
