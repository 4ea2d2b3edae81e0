import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Timestamp, totalFields } from '../../platform/http/schema.ts';
import { KINDS } from '../identity/index.ts';
import { LIST_KINDS } from '../../matching/index.ts';
import { Backlog, HitsByDay, OpenHits, TeamDecisions } from '../monitoring/index.ts';

const TodayWebhooks = Type.Object(
  {
    active: Type.Integer(),
    failing: Type.Integer({
      description: 'Active, but no delivery has succeeded since a failure.',
    }),
    paused: Type.Integer({ description: 'Paused by a caller.' }),
    deactivated: Type.Integer({ description: 'Deactivated because the receiver failed.' }),
  },
  { title: 'TodayWebhooks' },
);

const VerificationAvailability = Type.Object(
  {
    kind: StringEnum('VerificationKind', KINDS),
    country: Type.String(),
    available: Type.Boolean({
      description: 'False while all its providers have failed, or requested a pause.',
    }),
  },
  { title: 'VerificationAvailability' },
);

const TodayLists = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: StringEnum('ListKind', LIST_KINDS),
        entryCount: Type.Integer(),
        changedAt: Timestamp('When it or its entries last changed, or were last imported.'),
      }),
      { description: 'The first 100 of them.' },
    ),
    ...totalFields,
  },
  { title: 'TodayLists' },
);

const TodayUsage = Type.Object(
  {
    from: Type.String({
      format: 'date',
      description: 'The first day of this month, in the time zone of billing.',
    }),
    items: Type.Array(
      Type.Object({
        service: Type.String(),
        metric: Type.String(),
        quantity: Type.String({ description: 'Sum of the month so far, an exact decimal.' }),
      }),
      { description: 'The first 100 of them.' },
    ),
    ...totalFields,
  },
  { title: 'TodayUsage' },
);

/** Counts end here. */
export const MOST_WORK = 100;

function Count(description: string) {
  return Type.Integer({ description: `${description} ${MOST_WORK} means at least ${MOST_WORK}.` });
}

const FailingWebhook = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    active: Type.Boolean({ description: 'False if it was deactivated because it failed.' }),
    since: Nullable(Timestamp('When its deliveries began to fail.')),
  },
  { title: 'FailingWebhook' },
);
const LateList = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    since: Timestamp('When its origin was last read successfully.'),
  },
  { title: 'LateList' },
);

export const Work = Type.Object(
  {
    openHits: Nullable(Count('Open hits.'), { description: 'With `fraud:screen`.' }),
    cases: Nullable(
      Type.Object(
        {
          mine: Count('Open cases that are assigned to the caller and not snoozed.'),
          unassigned: Count('Open cases without assignee that are not snoozed.'),
          overdue: Count('Open cases that are past their due date.'),
        },
        { title: 'CaseWork' },
      ),
      { description: 'With `cases:manage`.' },
    ),
    approvals: Nullable(Count('Requests of others that wait for a second person.'), {
      description: 'With `approvals:request`.',
    }),
  },
  { title: 'Work' },
);

export const Today = Type.Object(
  {
    openHits: Nullable(OpenHits, { description: 'With `fraud:screen`.' }),
    hitsByDay: Nullable(HitsByDay, { description: 'The last 30 days, with `fraud:screen`.' }),
    webhooks: Nullable(TodayWebhooks, { description: 'With `webhooks:manage`.' }),
    verifications: Nullable(Type.Array(VerificationAvailability), {
      description: 'As seen by the process that answers; with `identity:verify`.',
    }),
    ownLists: Nullable(TodayLists, {
      description: 'The organization’s own lists, with `fraud:manage`.',
    }),
    globalLists: Nullable(TodayLists, {
      description: 'The global lists, with `fraud:screen`.',
    }),
    usage: Nullable(TodayUsage, { description: 'This month, with `usage:read`.' }),
    failingWebhooks: Nullable(Type.Array(FailingWebhook), {
      description:
        'Webhooks that fail or were deactivated because they failed, the first 20; with `webhooks:manage`.',
    }),
    lateLists: Nullable(Type.Array(LateList), {
      description:
        'Global lists that are overdue (`isOverdue` of a screening’s lists), the first 20; with `fraud:screen`.',
    }),
  },
  { title: 'Today' },
);
export const Team = Type.Object(
  {
    decisions: TeamDecisions,
    backlog: Backlog,
    overdueCases: Type.Object(
      {
        total: Type.Integer({ description: '10,000 means at least 10,000.' }),
        assignees: Type.Array(
          Type.Object({
            assignee: Nullable(Type.String(), { description: 'Id of a person; null: unassigned.' }),
            count: Type.Integer(),
          }),
          { description: 'At most 200, those with the most overdue cases first.' },
        ),
      },
      { title: 'OverdueCases' },
    ),
  },
  { title: 'Team' },
);
export type Team = Static<typeof Team>;
export type Today = Static<typeof Today>;
export type Work = Static<typeof Work>;
