import { examplePage } from '../../platform/http/schema.ts';
import type { Assignment } from './assignments/schemas.ts';
import type { Module } from './modules/schemas.ts';
import type { PermissionPolicy } from './policies/schemas.ts';
import type { Relationship } from './relationships/schemas.ts';
import type { Role } from './roles/schemas.ts';

const MODULE_INPUT = { code: 'INVOICES', name: 'Invoices', actions: ['READ', 'APPROVE', 'REFUND'] };
const EXAMPLE_MODULE: Module = {
  id: 'module_01kf3x0a2c4e6g8j0m2p4r6t8v',
  prefix: null,
  ...MODULE_INPUT,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

const RELATIONSHIP_INPUT = { subject: 'user:17', relation: 'member', object: 'group:finance' };
const EXAMPLE_RELATIONSHIP: Relationship = {
  id: 'relationship_01kf3x3d5f7h9k1n3q5s7v9x1z',
  ...RELATIONSHIP_INPUT,
  createdAt: '2026-11-21T09:33:00.000Z',
  expiresAt: null,
};

const ROLE_INPUT = { name: 'Accountant', capabilities: ['INVOICES:READ', 'INVOICES:APPROVE'] };
const EXAMPLE_ROLE: Role = {
  id: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
  prefix: null,
  retired: false,
  ...ROLE_INPUT,
  inherits: [],
  createdAt: '2026-11-21T09:31:00.000Z',
  updatedAt: '2026-11-21T09:31:00.000Z',
};

const ASSIGNMENT_INPUT = { subject: 'user:17', roleId: EXAMPLE_ROLE.id };
const EXAMPLE_ASSIGNMENT: Assignment = {
  id: 'assignment_01kf3x2c4e6g8j0m2p4r6t8v0x',
  ...ASSIGNMENT_INPUT,
  createdAt: '2026-11-21T09:32:00.000Z',
  expiresAt: null,
};

const POLICY_INPUT = {
  effect: 'deny',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2025/*',
} as const;
const EXAMPLE_POLICY: PermissionPolicy = {
  id: 'policy_01kf3x4e6g8j0m2p4r6t8v0x2z',
  prefix: null,
  roleId: null,
  ...POLICY_INPUT,
  relation: null,
  createdAt: '2026-11-21T09:34:00.000Z',
};

const QUESTION = {
  subject: 'user:17',
  capability: 'INVOICES:APPROVE',
  resource: 'invoices/2026/42',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionAssignment: { body: ASSIGNMENT_INPUT, data: EXAMPLE_ASSIGNMENT },
  listPermissionAssignments: {
    query: { subject: ASSIGNMENT_INPUT.subject },
    data: examplePage(EXAMPLE_ASSIGNMENT),
  },
  deletePermissionAssignment: { data: { id: EXAMPLE_ASSIGNMENT.id, deleted: true } },
  createPermissionModule: { body: MODULE_INPUT, data: EXAMPLE_MODULE },
  listPermissionModules: { data: examplePage(EXAMPLE_MODULE) },
  getPermissionModule: { data: EXAMPLE_MODULE },
  updatePermissionModule: {
    body: { actions: [...MODULE_INPUT.actions, 'EXPORT'] },
    data: { ...EXAMPLE_MODULE, actions: [...MODULE_INPUT.actions, 'EXPORT'] },
  },
  deletePermissionModule: { data: { id: EXAMPLE_MODULE.id, deleted: true } },
  createPermissionRelationship: { body: RELATIONSHIP_INPUT, data: EXAMPLE_RELATIONSHIP },
  listPermissionRelationships: {
    query: { object: RELATIONSHIP_INPUT.object },
    data: examplePage(EXAMPLE_RELATIONSHIP),
  },
  deletePermissionRelationship: { data: { id: EXAMPLE_RELATIONSHIP.id, deleted: true } },
  createPermissionRole: { body: ROLE_INPUT, data: EXAMPLE_ROLE },
  listPermissionRoles: { data: examplePage(EXAMPLE_ROLE) },
  getPermissionRole: { data: EXAMPLE_ROLE },
  updatePermissionRole: {
    body: { name: 'Senior accountant' },
    data: { ...EXAMPLE_ROLE, name: 'Senior accountant' },
  },
  deletePermissionRole: { data: { id: EXAMPLE_ROLE.id, deleted: true } },
  createPermissionPolicy: { body: POLICY_INPUT, data: EXAMPLE_POLICY },
  listPermissionPolicies: {
    query: { capability: POLICY_INPUT.capability },
    data: examplePage(EXAMPLE_POLICY),
  },
  getPermissionPolicy: { data: EXAMPLE_POLICY },
  deletePermissionPolicy: { data: { id: EXAMPLE_POLICY.id, deleted: true } },
  checkPermission: {
    body: { ...QUESTION, explain: true },
    data: {
      allowed: true,
      reason: 'role_grants',
      revision: 12,
      explanation: {
        actingAs: ['user:17', 'group:finance'],
        rules: [
          {
            effect: 'allow',
            policyId: null,
            roleId: 'role_01kf3x1b3d5f7h9k1m3p5r7t9v',
            capability: 'INVOICES:APPROVE',
            resource: null,
            relation: null,
            path: ['user:17', 'group:finance', 'role_01kf3x1b3d5f7h9k1m3p5r7t9v'],
          },
        ],
        truncated: false,
      },
    },
  },
  checkPermissions: {
    body: { checks: [QUESTION] },
    data: { revision: 12, results: [{ allowed: true, reason: 'role_grants' }] },
  },
};
