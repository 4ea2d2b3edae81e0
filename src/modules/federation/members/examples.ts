import type { Member as MemberData } from './schemas.ts';

export const EXAMPLE_MEMBER: MemberData = {
  id: 'fedmember_01kf3y0a2c4e6g8j0m2p4r6t8v',
  groupId: 'fedgroup_01kf3xz9x7v5t3r1p9m7k5h3f1',
  organizationId: 'org_01kf3v0b2d4f6h8k0n2q4s6v8x',
  prefix: 'ACME',
  role: 'member',
  status: 'INVITED',
  joinedAt: '2026-11-21T09:40:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
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
};
