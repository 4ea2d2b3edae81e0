import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Instant,
  PAGE_CAP,
  pageQuery,
  rangeQuery,
  StringEnum,
} from '../../../platform/http/schema.ts';
import { definePattern } from '../../../platform/http/validate.ts';
import { LABEL, PRIORITIES } from '../schemas.ts';
import { CASE_SORTS, CASE_STATUSES, OUTCOMES } from '../words.ts';

const PLACE = definePattern('^[A-Za-z0-9_]{1,64}$', 'must be a cursor from an earlier answer');
const ITEMS_PLACE = definePattern(
  '^[0-9]{1,16}_[A-Za-z0-9_]{1,64}$',
  'must be the itemsNext of an answer',
);

function idPlace(description: string) {
  return Type.Optional(Type.String({ pattern: PLACE, description }));
}

/** The places after which the pages of a case begin. */
export const CasePlace = Type.Object({
  itemsAfter: Type.Optional(
    Type.String({
      pattern: ITEMS_PLACE,
      description: '`itemsNext` of the answer before: returns the items after it.',
    }),
  ),
  notesAfter: idPlace('`notesNext` of the answer before: returns the notes after it.'),
  historyBefore: idPlace('`historyNext` of the answer before: returns the changes before it.'),
});
export type CasePlace = Static<typeof CasePlace>;

export const CaseQuery = Type.Object({
  status: Type.Optional(
    StringEnum('CaseStatus', CASE_STATUSES, { description: 'Only cases in this status.' }),
  ),
  outcome: Type.Optional(
    StringEnum('CaseOutcome', OUTCOMES, { description: 'Only cases with this outcome.' }),
  ),
  priority: Type.Optional(
    StringEnum('CasePriority', PRIORITIES, { description: 'Only cases of this priority.' }),
  ),
  assignee: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only cases assigned to this person.' }),
  ),
  subjectId: Type.Optional(
    ExternalId({ maxLength: 200, description: 'Only cases about this subject.' }),
  ),
  itemId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only cases with this hit, screening or other item.',
    }),
  ),
  dueBefore: Type.Optional(Instant('ISO 8601; only cases that are due before this time.')),
  claimed: Type.Optional(
    Type.Boolean({ description: 'True: only claimed cases. False: only unclaimed cases.' }),
  ),
  isOpen: Type.Optional(
    Type.Boolean({
      description: 'True: only cases that are not closed. False: only closed cases.',
    }),
  ),
  isAssigned: Type.Optional(
    Type.Boolean({ description: 'True: only assigned cases. False: only unassigned cases.' }),
  ),
  sort: Type.Optional(
    StringEnum('CaseSort', CASE_SORTS, {
      default: 'newest',
      description:
        'The order: `newest` or `oldest` first, `due`: only cases with a due date, the earliest first, or `snooze`: only ' +
        'cases that were snoozed, the earliest end first.',
    }),
  ),
  type: Type.Optional(Type.String({ ...LABEL, description: 'Only cases of this type.' })),
  tag: Type.Optional(Type.String({ ...LABEL, description: 'Only cases with this tag.' })),
  isSnoozed: Type.Optional(
    Type.Boolean({
      description: 'True: only cases that are snoozed now. False: only the others.',
    }),
  ),
  ...rangeQuery('made'),
  ...pageQuery(PAGE_CAP),
});
export type CaseQuery = Static<typeof CaseQuery>;
