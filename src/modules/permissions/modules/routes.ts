import { Type } from 'typebox';
import { defineRoute, read, write } from '../access.ts';
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

const common = { tag: 'Permissions', extension: true } as const;
const one = {
  ...common,
  path: '/permissions/modules/:id',
  params: Type.Object({ id: idParam('module', MODULE_PREFIX) }),
  status: 200,
} as const;

const input = { code: 'INVOICES', name: 'Invoices', actions: ['READ', 'APPROVE', 'REFUND'] };
const exampleModule: Module = {
  id: 'module_01kf3x0a2c4e6g8j0m2p4r6t8v',
  prefix: null,
  ...input,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

export const moduleRoutes = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/permissions/modules',
    operationId: 'createPermissionModule',
    summary: 'Create a module',
    description:
      'A part of your product and what can be done in it. The plan limits how many there are: free 5, pro 50, ' +
      'enterprise 500; imported modules do not count.',
    policy: write,
    body: CreateModule,
    status: 201,
    data: Module,
    errors: ['MODULE_LIMIT_EXCEEDED', 'CONFLICT'],
    example: { body: input, data: exampleModule },
    creates: { resource: 'module', ids: (data: Module) => [data.id] },
    handle: ({ orgId, body }, tx) => createModule(tx, orgId, body),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/permissions/modules',
    operationId: 'listPermissionModules',
    summary: 'List modules, imported ones too',
    policy: read,
    query: PageQuery,
    status: 200,
    data: ModulePage,
    example: { data: { items: [exampleModule], total: 1, page: 1, limit: 20 } },
    handle: ({ orgId, query }, db) => listModules(db, orgId, query),
  }),
  defineRoute({
    ...one,
    method: 'GET',
    operationId: 'getPermissionModule',
    summary: 'Fetch a module',
    policy: read,
    data: Module,
    example: { data: exampleModule },
    handle: ({ orgId, params }, db) => getModule(db, orgId, params.id),
  }),
  defineRoute({
    ...one,
    method: 'PATCH',
    operationId: 'updatePermissionModule',
    summary: 'Rename a module, or change its actions',
    description: 'An action that a role or a policy names cannot be removed (409).',
    policy: write,
    body: UpdateModule,
    data: Module,
    errors: ['FORBIDDEN', 'CONFLICT'],
    example: {
      body: { actions: [...input.actions, 'EXPORT'] },
      data: { ...exampleModule, actions: [...input.actions, 'EXPORT'] },
    },
    handle: ({ orgId, params, body }, tx) => updateModule(tx, orgId, params.id, body),
  }),
  defineRoute({
    ...one,
    method: 'DELETE',
    operationId: 'deletePermissionModule',
    summary: 'Delete a module that no role and no policy names',
    policy: write,
    data: Deleted,
    errors: ['FORBIDDEN', 'CONFLICT'],
    example: { data: { id: exampleModule.id, deleted: true } },
    handle: ({ orgId, params }, tx) => deleteModule(tx, orgId, params.id),
  }),
];
