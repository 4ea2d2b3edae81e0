import { Type } from 'typebox';
import { defineRoute, read, write } from '../access.ts';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';
import { exampleMember } from '../members/routes.ts';
import { GROUP_PREFIX } from './access.ts';
import { createGroup, deleteGroup, getGroup, listGroups } from './groups.ts';
import {
  CreateGroup,
  GroupDetail,
  GroupPage,
  type GroupDetail as GroupDetailData,
} from './schemas.ts';

const common = { tag: 'Federation', extension: true } as const;
const PATH = '/permissions/federation/groups';
const params = Type.Object({ id: idParam('federation-group', GROUP_PREFIX) });

const head = {
  id: exampleMember.groupId,
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

export const groupRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: PATH,
    operationId: 'createFederationGroup',
    summary: 'Create a federation group',
    description: "The prefix is the owner's own in the group.",
    policy: write,
    body: CreateGroup,
    status: 201,
    data: GroupDetail,
    errors: ['CONFLICT'],
    example: { body: { name: head.name, prefix: owner.prefix }, data: exampleGroup },
    creates: { resource: 'federation-group', ids: (data: GroupDetailData) => [data.id] },
    handle: ({ orgId, body }, tx) => createGroup(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: PATH,
    operationId: 'listFederationGroups',
    summary: 'List federation groups that the organization belongs to or is invited to',
    policy: read,
    query: PageQuery,
    status: 200,
    data: GroupPage,
    example: {
      data: {
        items: [{ ...head, role: 'member', status: 'INVITED', prefix: 'ACME', memberCount: 2 }],
        total: 1,
        page: 1,
        limit: 20,
      },
    },
    handle: ({ orgId, query }, db) => listGroups(db, orgId, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: `${PATH}/:id`,
    operationId: 'getFederationGroup',
    summary: 'Fetch a federation group and its members',
    description: 'Members and invited organizations; for anybody else there is no such group.',
    policy: read,
    params,
    status: 200,
    data: GroupDetail,
    example: { data: { ...exampleGroup, members: [owner, exampleMember] } },
    handle: ({ orgId, params: { id } }, db) => getGroup(db, orgId, id),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: `${PATH}/:id`,
    operationId: 'deleteFederationGroup',
    summary: 'Delete a federation group',
    description:
      'The owner only. Memberships, what members have of each other, and the grants that name it go at once.',
    policy: write,
    params,
    status: 200,
    data: Deleted,
    example: { data: { id: head.id, deleted: true } },
    handle: ({ orgId, params: { id } }, tx) => deleteGroup(tx, orgId, id),
  }),
];
