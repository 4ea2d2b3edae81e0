import { Type } from 'typebox';
import { defineRoute, READ, WRITE } from '../access.ts';
import { Deleted, idParam } from '../../../platform/http/schema.ts';

import {
  ASSIGNMENT_PREFIX,
  createAssignment,
  deleteAssignment,
  listAssignments,
} from './assignments.ts';
import { Assignment, AssignmentPage, AssignmentQuery, CreateAssignment } from './schemas.ts';
import { EXAMPLES } from '../examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Permissions', extension: true } as const;

export const assignmentRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/permissions/assignments',
    operationId: 'createPermissionAssignment',
    audit: {
      action: 'permission_assignment.create',
      does: 'assigned a role',
      shows: ['subject', 'roleId'],
    },
    summary: 'Assign a role to a subject',
    description:
      'Every `member` of the subject also has the role. If the subject already has it, the answer is 200, and its end changes if ' +
      '`expiresAt` differs.',
    policy: WRITE,
    body: CreateAssignment,
    status: 201,
    okWhen: ({ created }) => created === false,
    data: Assignment,
    errors: ['ROLE_NOT_FOUND', 'CONFLICT'],
    creates: { resource: 'assignment', ids: (data: Assignment) => [data.id] },
    handle: ({ orgId, body }, tx) => createAssignment(tx, orgId, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/permissions/assignments',
    operationId: 'listPermissionAssignments',
    summary: 'List role assignments',
    policy: READ,
    query: AssignmentQuery,
    appended: ['cursor'],
    data: AssignmentPage,
    handle: ({ orgId, query }, db) => listAssignments(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/permissions/assignments/:id',
    operationId: 'deletePermissionAssignment',
    audit: { action: 'permission_assignment.delete', does: 'removed a role assignment' },
    summary: 'Remove a role assignment',
    policy: WRITE,
    params: Type.Object({ id: idParam('assignment', ASSIGNMENT_PREFIX) }),
    data: Deleted,
    handle: ({ orgId, params }, tx) => deleteAssignment(tx, orgId, params.id),
  }),
]);
