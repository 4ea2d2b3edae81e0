import { Type, type Static } from 'typebox';
import { Nullable, PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { email, memberRoles } from '../members/schemas.ts';

const MAX_HOURS = 30 * 24;

export const CreateInvitation = Strict({
  roles: memberRoles,
  email: Type.Optional(
    Nullable(email, { description: 'E-mail address that the identity provider must confirm.' }),
  ),
  expiresInHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_HOURS,
      default: 72,
      description: 'Hours for which it can be accepted.',
    }),
  ),
});
export type CreateInvitation = Omit<Static<typeof CreateInvitation>, 'roles'> & { roles: string[] };

const seen = {
  id: Type.String({ description: 'Id of the invitation; not a secret.' }),
  email: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  invitedBy: Type.String({ description: 'Id of the person or the key, or `cli`.' }),
  createdAt: Timestamp('When it was made.'),
  expiresAt: Timestamp('When it ends.'),
};
export const Invitation = Type.Object(seen, { title: 'MemberInvitation' });
export type Invitation = Static<typeof Invitation>;
export const InvitationPage = PageOf(Invitation);

export const CreatedInvitation = Type.Object(
  {
    ...seen,
    token: Type.String({ description: 'Works once; shown only in this answer.' }),
    url: Type.String({
      description: 'Link for the person; the token is in its fragment.',
    }),
  },
  { title: 'CreatedMemberInvitation' },
);
export type CreatedInvitation = Static<typeof CreatedInvitation>;
