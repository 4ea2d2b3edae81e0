import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { defineEvent } from '../webhooks/index.ts';
import { CASE_STATUSES, ORIGINS, OUTCOMES } from './words.ts';

const caseId = Type.String({ description: 'Id of the case.' });
const EXAMPLE_ID = 'case_01kf3w4h6j8k0m2n4p6q8r0s2t';

export const caseCreated = defineEvent('case.created', {
  description: 'A case was created, by a person, a key or the rule.',
  schema: Type.Object({
    caseId,
    subjectId: Type.String(),
    origin: StringEnum('CaseOrigin', ORIGINS),
  }),
  example: { caseId: EXAMPLE_ID, subjectId: 'customer-17', origin: 'rule' },
});

export const caseUpdated = defineEvent('case.updated', {
  description:
    'The state, assignee, due date, priority, type, tags, snooze or items of a case changed, or hits in it were decided.',
  schema: Type.Object({
    caseId,
    status: StringEnum('CaseStatus', CASE_STATUSES),
    revision: Type.Integer(),
  }),
  example: { caseId: EXAMPLE_ID, status: 'IN_REVIEW', revision: 2 },
});

export const caseClosed = defineEvent('case.closed', {
  description: 'A case was closed.',
  schema: Type.Object({
    caseId,
    outcome: StringEnum('CaseOutcome', OUTCOMES),
    revision: Type.Integer(),
  }),
  example: { caseId: EXAMPLE_ID, outcome: 'FALSE_POSITIVE', revision: 3 },
});

export const events = [caseCreated, caseUpdated, caseClosed];
