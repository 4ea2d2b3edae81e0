import { Type, type Static } from 'typebox';
import {
  ExternalId,
  Instant,
  Nullable,
  PAGE_CAP,
  pageQuery,
  rangeQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../../platform/http/schema.ts';
import { LIST_KINDS } from '../../../../matching/index.ts';
import { HIT_STATUSES } from '../schemas.ts';

export const HIT_SORTS = [
  'newest',
  'oldest',
  'highest_score',
  'lowest_score',
  'subject',
  'subject_reverse',
] as const;
export type HitSort = (typeof HIT_SORTS)[number];

export const HitQuery = Type.Object({
  subjectId: Type.Optional(
    ExternalId({ maxLength: 200, description: 'Only hits of this subject.' }),
  ),
  status: Type.Optional(
    StringEnum('HitStatus', HIT_STATUSES, { description: 'Only hits in this status.' }),
  ),
  listId: Type.Optional(Type.String({ maxLength: 200, description: 'Only hits on this list.' })),
  kind: Type.Optional(
    StringEnum('ListKind', LIST_KINDS, { description: 'Only hits on lists of this kind.' }),
  ),
  minScore: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'Only hits with at least this score.' }),
  ),
  ...rangeQuery('first found'),
  ...pageQuery(PAGE_CAP),
  maxScore: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'Only hits with at most this score.' }),
  ),
  assignee: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only hits assigned to this person.' }),
  ),
  isAssigned: Type.Optional(
    Type.Boolean({ description: 'True: only assigned hits. False: only unassigned hits.' }),
  ),
  isOverdue: Type.Optional(
    Type.Boolean({
      description: 'True: only open hits after their due date. False: only other hits.',
    }),
  ),
  isWaiting: Type.Optional(
    Type.Boolean({
      description:
        'True: only hits with an open request for a second person. False: only other hits.',
    }),
  ),
  sort: Type.Optional(
    StringEnum('HitSort', HIT_SORTS, {
      default: 'newest',
      description:
        '`newest`, `oldest`: by the time when they were found. `subject`, `subject_reverse`: by the id of the subject.',
    }),
  ),
  withSubject: Type.Optional(
    Type.Boolean({ description: 'Adds name, date of birth and country of the subject.' }),
  ),
});
export type HitQuery = Static<typeof HitQuery>;

/** The maximum number of hits assigned together. */
const MAX_ASSIGNED = 100;

export const AssignHits = Strict({
  ids: Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: MAX_ASSIGNED,
    uniqueItems: true,
    description: 'Ids of hits.',
  }),
  assignee: Type.Optional(
    Nullable(Type.String({ maxLength: 64 }), { description: 'Id of a member; null for no one.' }),
  ),
  dueAt: Type.Optional(
    Nullable(Instant('ISO 8601; the due date.'), { description: 'Null for none.' }),
  ),
});
export type AssignHits = Static<typeof AssignHits>;

export const AssignedHits = Type.Object(
  {
    ids: Type.Array(Type.String()),
    assignee: Type.Optional(Nullable(Type.String())),
    dueAt: Type.Optional(Nullable(Timestamp('The due date.'))),
  },
  { title: 'AssignedHits' },
);
export type AssignedHits = Static<typeof AssignedHits>;
