import { EXAMPLE_MEMBER } from '../members/examples.ts';
import type { GroupDetail as GroupDetailData } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const head = {
  id: EXAMPLE_MEMBER.groupId,
  name: 'Lagos lenders',
  ownerOrganizationId: 'org_01kf3tz1x3v5t7r9p1m3k5h7f9',
  createdAt: '2026-11-21T09:30:00.000Z',
};
const owner = {
  id: 'fedmember_01kf3xza1c3e5g7j9n1q3s5v7x',
  groupId: head.id,
  organizationId: head.ownerOrganizationId,
  prefix: 'LEND',
  role: 'owner',
  status: 'ACTIVE',
  joinedAt: head.createdAt,
} as const;
const exampleGroup: GroupDetailData = { ...head, members: [owner] };

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createFederationGroup: { body: { name: head.name, prefix: owner.prefix }, data: exampleGroup },
  listFederationGroups: {
    data: examplePage({
      ...head,
      role: 'member',
      status: 'INVITED',
      prefix: 'ACME',
      memberCount: 2,
    }),
  },
  getFederationGroup: { data: { ...exampleGroup, members: [owner, EXAMPLE_MEMBER] } },
  deleteFederationGroup: { data: { id: head.id, deleted: true } },
};
