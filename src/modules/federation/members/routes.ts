import { Type } from 'typebox';
import { defineRoute, MEMBERS as policy } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { GROUP_PREFIX } from '../groups/access.ts';
import {
  acceptInvitation,
  inviteMember,
  MAX_MEMBERS,
  removalProblems,
  removeMember,
} from './members.ts';
import { InviteMember, RemoveBody, RemovedMember, RemoveQuery } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { Member } from '../groups/schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = {
  tag: 'Federation',
  extension: false,
  policy,
  invalidCode: 'VALIDATION_ERROR',
} as const;
const PATH = '/permissions/federation/groups/:id/members';
const params = Type.Object({ id: idParam('federation-group', GROUP_PREFIX) });

export const memberRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: PATH,
    operationId: 'inviteFederationMember',
    audit: { action: 'federation.invite', does: 'invited an organization to a group' },
    summary: 'Invite an organization to a federation group',
    description:
      `The owner only. The organization becomes a member when it accepts. A group has at most ${MAX_MEMBERS} ` +
      'members, including invited ones; more get 409, and so are an organization that is already in the group and a prefix that ' +
      'is taken. One organization can invite another 10 times a day, over all its groups: then it is 429.',
    params,
    body: InviteMember,
    status: 201,
    data: Member,
    errors: ['CONFLICT'],
    handle: ({ services: { invitations }, orgId, params: { id }, body }, tx) =>
      inviteMember(tx, orgId, id, body, invitations),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/accept`,
    operationId: 'acceptFederationInvitation',
    audit: { action: 'federation.accept', does: 'joined a group of organizations' },
    summary: 'Accept an invitation to a federation group',
    description:
      'With the invited organization’s own key. Any body is ignored, because the key alone determines who accepts.',
    params: Type.Object({ id: idParam('federation-invitation', GROUP_PREFIX) }),
    bodyRule: 'ignored',
    data: Member,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id } }, tx) => acceptInvitation(tx, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: PATH,
    operationId: 'removeFederationMember',
    audit: {
      action: 'federation.remove_member',
      does: 'removed an organization from a group',
      shows: ['organizationId'],
    },
    summary: 'Leave a federation group, decline its invitation, or remove a member from it',
    description:
      'A member, invited or active, removes itself; the owner removes any other member. Imports between the member and ' +
      'others end with the membership, with every grant that depends on them; the prefix is free again.',
    params,
    query: RemoveQuery,
    body: RemoveBody,
    bodyRule: 'optional',
    check: ({ query, body }) => removalProblems(query.organizationId, body.organizationId),
    data: RemovedMember,
    handle: ({ orgId, params: { id }, query, body }, tx) =>
      removeMember(tx, orgId, id, (query.organizationId ?? body.organizationId)!),
  }),
]);
