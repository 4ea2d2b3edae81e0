import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam, PageQuery } from '../../../platform/http/schema.ts';
import {
  createModule,
  deleteModule,
  getModule,
  listModules,
  MODULE_PREFIX,
  updateModule,
} from './modules.ts';
import { CreateModule, Module, ModulePage, UpdateModule } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true } as const;
const one = {
  ...COMMON,
  path: '/permissions/modules/:id',
  params: Type.Object({ id: idParam('module', MODULE_PREFIX) }),
} as const;

export const moduleRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/modules',
    operationId: 'createPermissionModule',
    replay: 'scope',
    audit: {
      action: 'permission_module.create',
      does: 'created a permission module',
      shows: ['code', 'actions'],
    },
    summary: 'Create a module',
    description:
      'A part of your product with its actions. The plan limits the number of modules: free 5, pro 50, ' +
      'enterprise 500; imported modules do not count.',
    policy: WRITE,
    body: CreateModule,
    status: 201,
    data: Module,
    errors: ['MODULE_LIMIT_EXCEEDED', 'CONFLICT'],
    creates: { resource: 'module', ids: (data: Module) => [data.id] },
    handle: ({ orgId, body }, tx) => createModule(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/permissions/modules',
    operationId: 'listPermissionModules',
    summary: 'List own and imported modules',
    policy: READ,
    query: PageQuery,
    appended: ['cursor'],
    data: ModulePage,
    handle: ({ orgId, query }, db) => listModules(db, orgId, query),
  }),
  defineRoute({
    ...one,
    method: 'GET',
    operationId: 'getPermissionModule',
    summary: 'Fetch a module',
    policy: READ,
    data: Module,
    handle: ({ orgId, params }, db) => getModule(db, orgId, params.id),
  }),
  defineRoute({
    ...one,
    method: 'PATCH',
    operationId: 'updatePermissionModule',
    replay: 'scope',
    audit: {
      action: 'permission_module.update',
      does: 'changed a permission module',
      shows: ['code', 'actions'],
      compares: ['name'],
    },
    summary: 'Rename a module, or change its actions',
    description: 'An action that a role or a policy names cannot be removed (409).',
    policy: WRITE,
    body: UpdateModule,
    data: Module,
    errors: ['FORBIDDEN', 'CONFLICT'],
    handle: ({ orgId, params, body }, tx) => updateModule(tx, orgId, params.id, body),
  }),
  defineRoute({
    ...one,
    method: 'DELETE',
    operationId: 'deletePermissionModule',
    audit: {
      action: 'permission_module.delete',
      does: 'deleted a permission module',
      removes: ['code', 'actions'],
    },
    summary: 'Delete a module that no role or policy uses',
    policy: WRITE,
    data: Deleted,
    errors: ['FORBIDDEN', 'CONFLICT'],
    handle: ({ orgId, params }, tx) => deleteModule(tx, orgId, params.id),
  }),
]);
