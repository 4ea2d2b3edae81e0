import { Type } from 'typebox';
import { defineRoute, read, write } from '../access.ts';
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

const common = { tag: 'Permissions', extension: true } as const;
const one = {
  ...common,
  path: '/permissions/policies/:id',
  params: Type.Object({ id: idParam('policy', POLICY_PREFIX) }),
  status: 200,
} as const;

const input = {
  effect: 'deny',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2025/*',
} as const;
const examplePolicy: PermissionPolicy = {
  id: 'policy_01kf3x4e6g8j0m2p4r6t8v0x2z',
  prefix: null,
  roleId: null,
  ...input,
  relation: null,
  createdAt: '2026-11-21T09:34:00.000Z',
};

export const policyRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/permissions/policies',
    operationId: 'createPermissionPolicy',
    summary: 'Allow or deny a capability on resources',
    description:
      'A policy that denies beats everything that allows. There is one policy for the same role, capability, resource ' +
      'and relation (`POLICY_CONFLICT`): to change its effect, delete it and create another.',
    policy: write,
    body: CreatePolicy,
    check: ({ body }) => resourceProblems(body),
    status: 201,
    data: PermissionPolicy,
    errors: ['CAPABILITY_INVALID', 'ROLE_NOT_FOUND', 'FORBIDDEN', 'POLICY_CONFLICT', 'CONFLICT'],
    example: { body: input, data: examplePolicy },
    creates: { resource: 'policy', ids: (data: PermissionPolicy) => [data.id] },
    handle: ({ orgId, body }, tx) => createPolicy(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/permissions/policies',
    operationId: 'listPermissionPolicies',
    summary: 'List policies, imported ones too',
    policy: read,
    query: PolicyQuery,
    status: 200,
    data: PolicyPage,
    example: {
      query: { capability: input.capability },
      data: { items: [examplePolicy], total: 1, page: 1, limit: 20 },
    },
    handle: ({ orgId, query }, db) => listPolicies(db, orgId, query),
  }),
  defineRoute({
    ...one,
    method: 'GET',
    operationId: 'getPermissionPolicy',
    summary: 'Fetch a policy',
    policy: read,
    data: PermissionPolicy,
    example: { data: examplePolicy },
    handle: ({ orgId, params }, db) => getPolicy(db, orgId, params.id),
  }),
  defineRoute({
    ...one,
    method: 'DELETE',
    operationId: 'deletePermissionPolicy',
    summary: 'Delete a policy',
    policy: write,
    data: Deleted,
    errors: ['FORBIDDEN'],
    example: { data: { id: examplePolicy.id, deleted: true } },
    handle: ({ orgId, params }, tx) => deletePolicy(tx, orgId, params.id),
  }),
];
