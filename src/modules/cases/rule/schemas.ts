import { Type, type Static } from 'typebox';
import { Nullable, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { SUBJECT_KINDS } from '../../monitoring/index.ts';
import { TENANT_ROLE_NAMES } from '../../people/index.ts';

const listKinds = Type.Array(StringEnum('SubjectListKind', SUBJECT_KINDS), {
  uniqueItems: true,
  maxItems: SUBJECT_KINDS.length,
  description: 'Kinds of lists whose hits create a case; if empty, the rule creates none.',
});
const minScore = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Lowest score of a hit that creates a case.',
});

const assignee = Nullable(Type.String({ maxLength: 64 }), {
  description: 'Id of the member to whom the rule assigns new cases; null for none.',
});
const assigneeRole = Nullable(StringEnum('MemberRole', TENANT_ROLE_NAMES), {
  description:
    'The rule assigns each new case to the member of this role who has waited longest for one; null for none.',
});

export const CaseSettings = Type.Object(
  { organizationId: Type.String(), listKinds, minScore, assignee, assigneeRole },
  { title: 'CaseSettings' },
);
export type CaseSettings = Static<typeof CaseSettings>;

export const UpdateCaseSettings = Strict({
  listKinds: Type.Optional(listKinds),
  minScore: Type.Optional(minScore),
  assignee: Type.Optional(assignee),
  assigneeRole: Type.Optional(assigneeRole),
});
export type UpdateCaseSettings = Static<typeof UpdateCaseSettings>;
