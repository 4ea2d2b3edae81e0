import { Type, type Static } from 'typebox';
import { pageQuery, PAGE_CAP, PageOf, Strict, Timestamp } from '../../../platform/http/schema.ts';
import { Subject } from '../schemas.ts';

const RoleId = Type.String({ maxLength: 100, description: 'Id of the role.' });

export const CreateAssignment = Strict({ subject: Subject, roleId: RoleId });
export type CreateAssignment = Static<typeof CreateAssignment>;

export const AssignmentQuery = Type.Object({
  subject: Type.Optional(Subject),
  roleId: Type.Optional(RoleId),
  ...pageQuery(PAGE_CAP),
});
export type AssignmentQuery = Static<typeof AssignmentQuery>;

export const Assignment = Type.Object(
  {
    id: Type.String({ description: 'Id of the assignment.' }),
    subject: Type.String(),
    roleId: Type.String(),
    createdAt: Timestamp('When the role was assigned.'),
  },
  { title: 'PermissionAssignment' },
);
export type Assignment = Static<typeof Assignment>;
export const AssignmentPage = PageOf(Assignment);
