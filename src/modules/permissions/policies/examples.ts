import type { PermissionPolicy } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const INPUT = {
  effect: 'deny',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2025/*',
} as const;
const EXAMPLE_POLICY: PermissionPolicy = {
  id: 'policy_01kf3x4e6g8j0m2p4r6t8v0x2z',
  prefix: null,
  roleId: null,
  ...INPUT,
  relation: null,
  createdAt: '2026-11-21T09:34:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionPolicy: { body: INPUT, data: EXAMPLE_POLICY },
  listPermissionPolicies: {
    query: { capability: INPUT.capability },
    data: examplePage(EXAMPLE_POLICY),
  },
  getPermissionPolicy: { data: EXAMPLE_POLICY },
  deletePermissionPolicy: { data: { id: EXAMPLE_POLICY.id, deleted: true } },
};
