import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';

import { GROUP_PREFIX } from './access.ts';
import { createGroup, deleteGroup, getGroup, listGroups } from './groups.ts';
import {
  CreateGroup,
  GroupDetail,
  GroupPage,
  type GroupDetail as GroupDetailData,
} from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Federation', extension: true } as const;
const PATH = '/permissions/federation/groups';
const params = Type.Object({ id: idParam('federation-group', GROUP_PREFIX) });

export const groupRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: PATH,
    operationId: 'createFederationGroup',
    audit: { action: 'federation.create_group', does: 'created a group of organizations' },
    summary: 'Create a federation group',
    description: 'The prefix is the owner’s in the group.',
    policy: WRITE,
    body: CreateGroup,
    status: 201,
    data: GroupDetail,
    errors: ['CONFLICT'],
    creates: { resource: 'federation-group', ids: (data: GroupDetailData) => [data.id] },
    handle: ({ orgId, body }, tx) => createGroup(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: PATH,
    operationId: 'listFederationGroups',
    summary: 'List federation groups that the organization belongs to or is invited to',
    policy: READ,
    query: PageQuery,
    appended: ['cursor'],
    data: GroupPage,
    handle: ({ orgId, query }, db) => listGroups(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: `${PATH}/:id`,
    operationId: 'getFederationGroup',
    summary: 'Fetch a federation group and its members',
    description: 'For members and invited organizations; any other caller gets 404.',
    policy: READ,
    params,
    data: GroupDetail,
    handle: ({ orgId, params: { id } }, db) => getGroup(db, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: `${PATH}/:id`,
    operationId: 'deleteFederationGroup',
    audit: { action: 'federation.delete_group', does: 'deleted a group of organizations' },
    summary: 'Delete a federation group',
    description:
      'The owner only. Removes memberships, imports between members, and the grants that depend on them, in one step.',
    policy: WRITE,
    params,
    data: Deleted,
    handle: ({ orgId, params: { id } }, tx) => deleteGroup(tx, orgId, id),
  }),
]);
