import { Type } from 'typebox';
import { Deleted, idParam, PageQuery, examplePage } from '../../../platform/http/schema.ts';
import { CHANGE_MEMBERS, defineRoute, READ_MEMBERS } from '../access.ts';
import { invite, INVITATION_PREFIX, listInvitations, revokeInvitation } from './invitations.ts';
import { CreatedInvitation, CreateInvitation, InvitationPage, type Invitation } from './schemas.ts';

const EXAMPLE: Invitation = {
  id: 'inv_01kf3vm9c4e6g8j0m2p4r6t8v0',
  email: 'ada.obi@example.com',
  roles: ['analyst'],
  invitedBy: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-24T09:30:00.000Z',
};
const TOKEN = 'ori_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlZCBhbnl3aGU';
const COMMON = { tag: 'People', extension: true } as const;

/** The routes for invitations to an organization. */
export const invitationRoutes = [
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
    example: {
      body: { roles: ['analyst'], email: EXAMPLE.email, expiresInHours: 72 },
      data: {
        ...EXAMPLE,
        token: TOKEN,
        url: `https://oriki.example.com/console/session/link#invitation=${TOKEN}`,
      },
    },
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
    status: 200,
    data: InvitationPage,
    example: { data: examplePage(EXAMPLE) },
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
    status: 200,
    data: Deleted,
    example: { data: { id: EXAMPLE.id, deleted: true } },
    handle: ({ orgId, params }, tx) => revokeInvitation(tx, orgId, params.id),
  }),
];
