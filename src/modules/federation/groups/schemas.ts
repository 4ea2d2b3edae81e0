import { Type, type Static } from 'typebox';
import {
  DisplayName,
  PageOf,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

export const Prefix = Type.String({
  pattern: definePattern('^[A-Z]{2,4}$', 'must be two to four capital letters, A to Z'),
  description:
    'Precedes the codes of the member’s modules: `<prefix>:<MODULE>:<ACTION>`. Unique within the group, never ' +
    'changed.',
});

export const memberFields = {
  id: Type.String({ description: 'Id of the membership.' }),
  groupId: Type.String(),
  organizationId: Type.String(),
  prefix: Type.String(),
  role: StringEnum('FederationRole', ['owner', 'member']),
  status: StringEnum('MembershipStatus', ['INVITED', 'ACTIVE']),
  joinedAt: Timestamp('When it was invited; after acceptance, when it accepted.'),
};
export const Member = Type.Object(memberFields, { title: 'FederationMember' });
export type Member = Static<typeof Member>;

export const CreateGroup = Strict({
  name: DisplayName,
  prefix: Prefix,
});
export type CreateGroup = Static<typeof CreateGroup>;

const groupFields = {
  id: Type.String({ description: 'Id of the group.' }),
  name: Type.String(),
  ownerOrganizationId: Type.String({
    description: 'The organization that created it. It cannot be transferred.',
  }),
  createdAt: Timestamp('When it was created.'),
};

export const GroupDetail = Type.Object(
  { ...groupFields, members: Type.Array(Member, { description: 'In the order of invitation.' }) },
  { title: 'FederationGroupDetail' },
);
export type GroupDetail = Static<typeof GroupDetail>;

const { role, status, prefix } = memberFields;
export const GroupSummary = Type.Object(
  {
    ...groupFields,
    role: { ...role, description: 'Of the calling organization.' },
    status: { ...status, description: 'Of the calling organization.' },
    prefix: { ...prefix, description: 'Of the calling organization.' },
    memberCount: Type.Integer({ description: 'Including invited organizations.' }),
  },
  { title: 'FederationGroup' },
);
export type GroupSummary = Static<typeof GroupSummary>;
export const GroupPage = PageOf(GroupSummary);
