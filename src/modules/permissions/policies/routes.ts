import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import {
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  POLICY_PREFIX,
  resourceProblems,
} from './policies.ts';
import { CreatePolicy, PermissionPolicy, PolicyPage, PolicyQuery } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true } as const;
const one = {
  ...COMMON,
  path: '/permissions/policies/:id',
  params: Type.Object({ id: idParam('policy', POLICY_PREFIX) }),
} as const;

export const policyRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/policies',
    operationId: 'createPermissionPolicy',
    audit: {
      action: 'permission_policy.create',
      does: 'created a policy',
      shows: ['effect', 'roleId', 'capability'],
    },
    summary: 'Allow or deny a capability on resources',
    description:
      'A denying policy overrides everything that allows. Only one policy can exist for the same role, capability, resource ' +
      'and relation (`POLICY_CONFLICT`): to change its effect, delete it and create another.',
    policy: WRITE,
    body: CreatePolicy,
    check: ({ body }) => resourceProblems(body),
    status: 201,
    data: PermissionPolicy,
    errors: ['CAPABILITY_INVALID', 'ROLE_NOT_FOUND', 'FORBIDDEN', 'POLICY_CONFLICT', 'CONFLICT'],
    creates: { resource: 'policy', ids: (data: PermissionPolicy) => [data.id] },
    handle: ({ orgId, body }, tx) => createPolicy(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/permissions/policies',
    operationId: 'listPermissionPolicies',
    summary: 'List own and imported policies',
    policy: READ,
    query: PolicyQuery,
    appended: ['cursor'],
    data: PolicyPage,
    handle: ({ orgId, query }, db) => listPolicies(db, orgId, query),
  }),
  defineRoute({
    ...one,
    method: 'GET',
    operationId: 'getPermissionPolicy',
    summary: 'Fetch a policy',
    policy: READ,
    data: PermissionPolicy,
    handle: ({ orgId, params }, db) => getPolicy(db, orgId, params.id),
  }),
  defineRoute({
    ...one,
    method: 'DELETE',
    operationId: 'deletePermissionPolicy',
    audit: {
      action: 'permission_policy.delete',
      does: 'deleted a policy',
      removes: ['effect', 'roleId', 'capability'],
    },
    summary: 'Delete a policy',
    policy: WRITE,
    data: Deleted,
    errors: ['FORBIDDEN'],
    handle: ({ orgId, params }, tx) => deletePolicy(tx, orgId, params.id),
  }),
]);
