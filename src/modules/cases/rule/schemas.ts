import { Type, type Static } from 'typebox';
import { Strict, StringEnum } from '../../../platform/http/schema.ts';
import { SUBJECT_KINDS } from '../../monitoring/index.ts';

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

export const CaseSettings = Type.Object(
  { organizationId: Type.String(), listKinds, minScore },
  { title: 'CaseSettings' },
);
export type CaseSettings = Static<typeof CaseSettings>;

export const UpdateCaseSettings = Strict({
  listKinds: Type.Optional(listKinds),
  minScore: Type.Optional(minScore),
});
export type UpdateCaseSettings = Static<typeof UpdateCaseSettings>;
