import type { Module } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const INPUT = { code: 'INVOICES', name: 'Invoices', actions: ['READ', 'APPROVE', 'REFUND'] };
const EXAMPLE_MODULE: Module = {
  id: 'module_01kf3x0a2c4e6g8j0m2p4r6t8v',
  prefix: null,
  ...INPUT,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionModule: { body: INPUT, data: EXAMPLE_MODULE },
  listPermissionModules: { data: examplePage(EXAMPLE_MODULE) },
  getPermissionModule: { data: EXAMPLE_MODULE },
  updatePermissionModule: {
    body: { actions: [...INPUT.actions, 'EXPORT'] },
    data: { ...EXAMPLE_MODULE, actions: [...INPUT.actions, 'EXPORT'] },
  },
  deletePermissionModule: { data: { id: EXAMPLE_MODULE.id, deleted: true } },
};
