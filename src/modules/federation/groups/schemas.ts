import { Type, type Static } from 'typebox';
import { DisplayName, PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { Member, memberFields, Prefix } from '../members/schemas.ts';

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
