import { Type, type Static } from 'typebox';
import { Strict } from '../../../platform/http/schema.ts';
import { Prefix } from '../groups/schemas.ts';

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

export const RemovedMember = Type.Object(
  {
    id: Type.String({ description: 'Id of the ended membership.' }),
    organizationId: Type.String(),
    removed: Type.Literal(true),
  },
  { title: 'RemovedFederationMember' },
);
export type RemovedMember = Static<typeof RemovedMember>;
