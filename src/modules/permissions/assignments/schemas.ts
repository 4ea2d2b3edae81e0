import { Type, type Static } from 'typebox';
import {
  Nullable,
  pageQuery,
  PAGE_CAP,
  PageOf,
  Strict,
  Timestamp,
} from '../../../platform/http/schema.ts';
import { NewEnd, NewSubject, Subject } from '../schemas.ts';

const RoleId = Type.String({ maxLength: 100, description: 'Id of the role.' });

const NewAssignment = { subject: NewSubject, roleId: RoleId };

/** An assignment that a check assumes. */
export const AssumedAssignment = Strict(NewAssignment);

export const CreateAssignment = Strict({ ...NewAssignment, expiresAt: NewEnd });
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
    expiresAt: Type.Optional(
      Nullable(
        Timestamp('When it ends; null for never. Assignments that have ended are deleted soon.'),
      ),
    ),
  },
  { title: 'PermissionAssignment' },
);
export type Assignment = Static<typeof Assignment>;
export const AssignmentPage = PageOf(Assignment);
