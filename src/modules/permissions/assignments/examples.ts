import { exampleRole } from '../roles/examples.ts';
import type { Assignment } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const input = { subject: 'user:17', roleId: exampleRole.id };
const exampleAssignment: Assignment = {
  id: 'assignment_01kf3x2c4e6g8j0m2p4r6t8v0x',
  ...input,
  createdAt: '2026-11-21T09:32:00.000Z',
  expiresAt: null,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createPermissionAssignment: { body: input, data: exampleAssignment },
  listPermissionAssignments: {
    query: { subject: input.subject },
    data: examplePage(exampleAssignment),
  },
  deletePermissionAssignment: { data: { id: exampleAssignment.id, deleted: true } },
};
