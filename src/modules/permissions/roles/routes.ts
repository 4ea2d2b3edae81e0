import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';
import { createRole, deleteRole, getRole, listRoles, ROLE_PREFIX, updateRole } from './roles.ts';
import { CreateRole, Role, RolePage, UpdateRole } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true } as const;
const one = {
  ...COMMON,
  path: '/permissions/roles/:id',
  params: Type.Object({ id: idParam('role', ROLE_PREFIX) }),
  notFound: 'ROLE_NOT_FOUND',
} as const;

export const roleRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/roles',
    operationId: 'createPermissionRole',
    audit: {
      action: 'permission_role.create',
      does: 'created a role',
      shows: ['capabilities', 'inherits'],
    },
    summary: 'Create a role',
    description: 'A named set of capabilities. It may inherit those of other roles.',
    policy: WRITE,
    body: CreateRole,
    status: 201,
    data: Role,
    errors: ['CAPABILITY_INVALID', 'ROLE_NOT_FOUND', 'CONFLICT'],
    creates: { resource: 'role', ids: (data: Role) => [data.id] },
    handle: ({ orgId, body }, tx) => createRole(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/permissions/roles',
    operationId: 'listPermissionRoles',
    summary: 'List own and imported roles',
    policy: READ,
    query: PageQuery,
    appended: ['cursor'],
    data: RolePage,
    handle: ({ orgId, query }, db) => listRoles(db, orgId, query),
  }),
  defineRoute({
    ...one,
    method: 'GET',
    operationId: 'getPermissionRole',
    summary: 'Fetch a role',
    policy: READ,
    data: Role,
    handle: ({ orgId, params }, db) => getRole(db, orgId, params.id),
  }),
  defineRoute({
    ...one,
    method: 'PATCH',
    operationId: 'updatePermissionRole',
    audit: {
      action: 'permission_role.update',
      does: 'changed a role',
      shows: ['capabilities', 'inherits'],
      compares: ['name'],
    },
    summary: 'Rename a role, or replace its capabilities or parents',
    description:
      'Roles cannot inherit from themselves, directly or through others: of changes that together close a cycle, one ' +
      'is rejected, and the message names the cycle.',
    policy: WRITE,
    body: UpdateRole,
    data: Role,
    conditional: true,
    errors: [
      'CAPABILITY_INVALID',
      'FORBIDDEN',
      'CONFLICT',
      'RELATIONSHIP_CYCLE',
      'PRECONDITION_FAILED',
    ],
    handle: ({ orgId, params, body, ifMatch }, tx) =>
      updateRole(tx, orgId, params.id, body, { ifMatch }),
  }),
  defineRoute({
    ...one,
    method: 'DELETE',
    operationId: 'deletePermissionRole',
    audit: {
      action: 'permission_role.delete',
      does: 'deleted a role',
      removes: ['capabilities', 'inherits'],
    },
    summary: 'Delete a role that is not assigned or referenced',
    policy: WRITE,
    data: Deleted,
    conditional: true,
    errors: ['FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED'],
    handle: ({ orgId, params, ifMatch }, tx) => deleteRole(tx, orgId, params.id, { ifMatch }),
  }),
]);
