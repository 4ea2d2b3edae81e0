import { Type } from 'typebox';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';
import { CHANGE_MEMBERS, defineRoute, READ_MEMBERS } from '../access.ts';
import { invite, INVITATION_PREFIX, listInvitations, revokeInvitation } from './invitations.ts';
import { CreatedInvitation, CreateInvitation, InvitationPage } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'People', extension: true } as const;

/** The routes for invitations to an organization. */
export const invitationRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/invitations',
    operationId: 'createMemberInvitation',
    replay: 'actor',
    summary: 'Invite a person',
    description:
      'The person who opens the link signs in at an identity provider of the organization and then is a member. Oriki ' +
      'sends no mail. A caller cannot grant scopes that it lacks: 403. It needs a second person where ' +
      '`member.change_roles` does, and works only while its maker could make it.',
    audit: { action: 'invitation.create', does: 'invited a person', shows: ['roles', 'expiresAt'] },
    policy: CHANGE_MEMBERS,
    body: CreateInvitation,
    status: 201,
    data: CreatedInvitation,
    errors: ['APPROVAL_REQUIRED'],
    creates: { resource: 'member-invitation', ids: (data: CreatedInvitation) => [data.id] },
    handle: ({ orgId, body, principal, actor, services: { profiles }, origin }, tx) =>
      invite(tx, orgId, body, {
        profiles,
        by: { id: principal.id, grantor: principal, actor },
        origin,
      }),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/invitations',
    operationId: 'listMemberInvitations',
    audit: { action: 'invitation.read', does: 'read the invitations', seldom: true },
    summary: 'List the open invitations',
    policy: READ_MEMBERS,
    query: PageQuery,
    data: InvitationPage,
    handle: ({ orgId, query, services }, db) =>
      listInvitations(db, orgId, query, services.profiles),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/invitations/:id',
    operationId: 'revokeMemberInvitation',
    summary: 'Revoke an invitation',
    audit: { action: 'invitation.revoke', does: 'revoked an invitation' },
    policy: { ...CHANGE_MEMBERS, stepUp: false },
    params: Type.Object({ id: idParam('member-invitation', INVITATION_PREFIX) }),
    data: Deleted,
    handle: ({ orgId, params }, tx) => revokeInvitation(tx, orgId, params.id),
  }),
]);
