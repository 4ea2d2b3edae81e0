import { Type, type Static } from 'typebox';
import '../../platform/calendar/iso-time.ts';
import { ACTOR_KINDS } from '../../platform/audit/action.ts';
import {
  AnyObject,
  ExternalId,
  Instant,
  Nullable,
  PageOf,
  PATH_SEGMENT,
  Strict,
  StringEnum,
  Timestamp,
} from '../../platform/http/schema.ts';
import { definePattern } from '../../platform/http/validate.ts';
import { consentWithdrawnAt } from '../identity/index.ts';
import { LastDecision } from '../monitoring/index.ts';
import { CASE_STATUSES, ITEM_KINDS, ORIGINS, OUTCOMES } from './words.ts';

export const CASE_PREFIX = 'case';

/** The maximum number of items in one request. */
const MAX_ITEMS = 100;
const MAX_NOTE = 10_000;

const Status = StringEnum('CaseStatus', CASE_STATUSES);
const Outcome = StringEnum('CaseOutcome', OUTCOMES);
/** The priorities, lowest first. The database stores the index in this list, from 0. */
export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const;
export type CasePriority = (typeof PRIORITIES)[number];

const Priority = StringEnum('CasePriority', PRIORITIES);

export const noteText = Type.String({
  maxLength: MAX_NOTE,
  pattern: '\\S',
  description: 'Free text, stored encrypted.',
});
export const expectedRevision = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description:
    'The `revision` of the case that the caller has read. If it has changed, the answer is 409 with the new one, and ' +
    'nothing changes.',
});
const subjectId = ExternalId({
  minLength: 1,
  maxLength: 200,
  pattern: PATH_SEGMENT,
  description: 'Your own id of the case’s subject, which need not be enrolled.',
});
const itemIds = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: MAX_ITEMS,
  uniqueItems: true,
  description: 'Ids of hits, screenings, verifications, dead letters and threads.',
});
const assignee = Type.String({ maxLength: 64, description: 'Id of a member.' });
const dueAt = Instant('ISO 8601; the due date.');
/** The form of a type or a tag. */
export const LABEL = {
  maxLength: 40,
  pattern: definePattern(
    '^[a-z0-9][a-z0-9_-]*$',
    'must be lower-case letters, digits, hyphens and underscores',
  ),
};
const caseType = Type.String({
  ...LABEL,
  description: 'Your own kind of case, such as `onboarding`. Use no personal data.',
});
const tags = Type.Array(Type.String(LABEL), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Your own labels. Use no personal data.',
});
const snoozedUntil = Instant(
  'ISO 8601, at most 366 days ahead; until then, `isSnoozed=false` omits the case.',
);

export const CreateCase = Strict({
  subjectId,
  itemIds: Type.Optional(itemIds),
  assignee: Type.Optional(assignee),
  dueAt: Type.Optional(dueAt),
  priority: Type.Optional(Priority),
  note: Type.Optional(noteText),
  type: Type.Optional(caseType),
  tags: Type.Optional(tags),
});
export type CreateCase = Static<typeof CreateCase>;

export const TakeOverCase = Strict({
  reason: Type.String({
    maxLength: 2000,
    pattern: '\\S',
    description: 'The reason for taking the case over, stored encrypted as a note.',
  }),
});

export const UpdateCase = Strict({
  expectedRevision,
  status: Type.Optional(Status),
  outcome: Type.Optional(
    StringEnum('CaseOutcome', OUTCOMES, {
      description: 'Required with the status `CLOSED`, and rejected otherwise.',
    }),
  ),
  assignee: Type.Optional(Nullable(assignee)),
  dueAt: Type.Optional(Nullable(dueAt)),
  priority: Type.Optional(
    Nullable(Priority, { description: 'Replaces the computed priority; null restores it.' }),
  ),
  type: Type.Optional(Nullable(caseType)),
  tags: Type.Optional(tags),
  snoozedUntil: Type.Optional(
    Nullable(snoozedUntil, {
      description: 'The time until which the case is snoozed; null ends it.',
    }),
  ),
});
export type UpdateCase = Static<typeof UpdateCase>;

export const AddItems = Strict({ ids: { ...itemIds, minItems: 1 } as typeof itemIds });
export type AddItems = Static<typeof AddItems>;

export const Who = Type.Object(
  { kind: StringEnum('ActorKind', ACTOR_KINDS), id: Type.String() },
  { title: 'CaseActor' },
);

const fields = {
  id: Type.String(),
  subjectId: Type.String(),
  consentWithdrawnAt,
  status: Status,
  outcome: Nullable(Outcome, { description: 'Null until it is closed.' }),
  priority: StringEnum('CasePriority', PRIORITIES, {
    description: 'Computed from the kinds of lists, the scores and the age, unless it was set.',
  }),
  isPrioritySet: Type.Boolean({ description: 'True if it was set by a caller.' }),
  assignee: Nullable(Type.String(), {
    description: 'Id of a person; it stays when the person is no longer a member.',
  }),
  dueAt: Nullable(Timestamp('The due date.')),
  type: Nullable(Type.String(), { description: 'Your own kind of case.' }),
  tags: Type.Array(Type.String(), { description: 'Your own labels, in their order.' }),
  snoozedUntil: Nullable(Timestamp('When it returns.'), {
    description: 'Null unless it is snoozed now. A new hit ends it.',
  }),
  claim: Nullable(
    Type.Object(
      { by: Who, until: Timestamp('When it ends unless it is renewed.') },
      { title: 'CaseClaim' },
    ),
    { description: 'The member who works on it now.' },
  ),
  origin: StringEnum('CaseOrigin', ORIGINS),
  createdBy: Who,
  revision: Type.Integer({
    description:
      'Grows with each change of state, assignee, due date, priority, type, tags, snooze and items, and with decisions ' +
      'in the case.',
  }),
  createdAt: Timestamp('When it was made.'),
  updatedAt: Timestamp('When it last changed.'),
  closedAt: Nullable(Timestamp('When it was closed.')),
};

export const CaseSummary = Type.Object(fields, { title: 'CaseSummary' });
export type CaseSummary = Static<typeof CaseSummary>;
export const CasePage = PageOf(CaseSummary);

const HitFacts = Type.Object(
  {
    subjectId: Type.String(),
    listKind: Type.String(),
    listId: Type.String(),
    entryId: Type.String(),
    listedName: Nullable(Type.String(), {
      description: 'The name on the list; null once the subject is deleted.',
    }),
    score: Type.Number(),
    revision: Type.Integer({ description: 'For `expectedRevision` of a decision.' }),
    decision: Type.Optional(
      Nullable(LastDecision, {
        description: 'The newest decision on it; null while it is open, and if there is none.',
      }),
    ),
  },
  { title: 'CaseHit' },
);

export const CaseItem = Type.Object(
  {
    id: Type.String(),
    kind: StringEnum('CaseItemKind', ITEM_KINDS),
    state: Nullable(Type.String(), {
      description: 'Its current status or outcome; null if it no longer exists.',
    }),
    hit: Nullable(HitFacts, { description: 'Only for a hit.' }),
    title: Nullable(Type.String(), {
      description: 'The title of a screening; null without one, and for other items.',
    }),
    addedBy: Who,
    addedAt: Timestamp('When it was added.'),
  },
  { title: 'CaseItem' },
);
export type CaseItem = Static<typeof CaseItem>;

export const CaseNote = Type.Object(
  {
    id: Type.String(),
    text: Nullable(Type.String(), {
      description: 'Null once the subject is deleted, or when its key is lost.',
    }),
    by: Who,
    createdAt: Timestamp('When the note was added.'),
  },
  { title: 'CaseNote' },
);
export type CaseNote = Static<typeof CaseNote>;

export const CaseFile = Type.Object(
  {
    id: Type.String(),
    name: Nullable(Type.String(), { description: 'Null when its key is lost.' }),
    contentType: Nullable(Type.String()),
    sha256: Nullable(Type.String({ description: 'SHA-256 of the content, in hexadecimal.' })),
    size: Type.Integer({ description: 'Bytes.' }),
    addedBy: Who,
    addedAt: Timestamp('When it was attached.'),
  },
  { title: 'CaseFile' },
);
export type CaseFile = Static<typeof CaseFile>;

export const CaseChange = Type.Object(
  {
    id: Type.String(),
    change: Type.String({
      description:
        '`created`, `updated`, `closed`, `reopened`, `claimed`, `released`, `items_added`, `item_removed`, `noted`, ' +
        '`decided`, `file_added`, `file_removed`, `erased`.',
    }),
    detail: AnyObject({ description: 'Ids and states.' }),
    by: Who,
    at: Timestamp('The time of the change.'),
  },
  { title: 'CaseChange' },
);

export const Case = Type.Object(
  {
    ...fields,
    subject: Type.Object(
      {
        id: Type.String(),
        isEnrolled: Type.Boolean(),
        label: Nullable(Type.String(), {
          description: 'The initials of the enrolled subject’s name.',
        }),
      },
      { title: 'CaseSubject' },
    ),
    items: Type.Array(CaseItem, {
      description: 'In the order of their addition; at most 100.',
    }),
    notes: Type.Array(CaseNote, { description: 'Oldest first; at most 25.' }),
    files: Type.Array(CaseFile, { description: 'Oldest first.' }),
    history: Type.Array(CaseChange, {
      description: 'The newest changes, oldest first; at most 100.',
    }),
    historyTotal: Type.Integer({ description: 'Number of all changes.' }),
    itemsTotal: Type.Integer({ description: 'Number of all items.' }),
    notesTotal: Type.Integer({ description: 'Number of all notes.' }),
    itemsNext: Nullable(Type.String(), {
      description: '`itemsAfter` of the next items; null when there are no more.',
    }),
    notesNext: Nullable(Type.String(), {
      description: '`notesAfter` of the next notes; null when there are no more.',
    }),
    historyNext: Nullable(Type.String(), {
      description: '`historyBefore` of older changes; null when there are no more.',
    }),
  },
  { title: 'Case' },
);
export type Case = Static<typeof Case>;
