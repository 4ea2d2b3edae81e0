import { Type, type Static } from 'typebox';
import { Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';

export const Prefix = Type.String({
  pattern: definePattern('^[A-Z]{2,4}$', 'must be two to four capital letters, A to Z'),
  description:
    'Stands before the codes of the member’s modules: `<prefix>:<MODULE>:<ACTION>`. Unique within the group, never ' +
    'changed.',
});

function OrganizationId(description: string) {
  return Type.String({ minLength: 1, description });
}

export const InviteMember = Strict({
  organizationId: OrganizationId('The organization to invite.'),
  prefix: Prefix,
});
export type InviteMember = Static<typeof InviteMember>;

const target = Type.Optional(
  OrganizationId(
    'The member to remove; in the query or in the body, and in both only if the same.',
  ),
);
export const RemoveQuery = Type.Object({ organizationId: target });
export const RemoveBody = Strict({ organizationId: target });

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

export const RemovedMember = Type.Object(
  {
    id: Type.String({ description: 'Id of the ended membership.' }),
    organizationId: Type.String(),
    removed: Type.Literal(true),
  },
  { title: 'RemovedFederationMember' },
);
export type RemovedMember = Static<typeof RemovedMember>;
