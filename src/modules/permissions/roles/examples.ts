import type { Role } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const INPUT = { name: 'Accountant', capabilities: ['INVOICES:READ', 'INVOICES:APPROVE'] };
export const exampleRole: Role = {
  id: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
  prefix: null,
  retired: false,
  ...INPUT,
  inherits: [],
  createdAt: '2026-11-21T09:31:00.000Z',
  updatedAt: '2026-11-21T09:31:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionRole: { body: INPUT, data: exampleRole },
  listPermissionRoles: { data: examplePage(exampleRole) },
  getPermissionRole: { data: exampleRole },
  updatePermissionRole: {
    body: { name: 'Senior accountant' },
    data: { ...exampleRole, name: 'Senior accountant' },
  },
  deletePermissionRole: { data: { id: exampleRole.id, deleted: true } },
};
