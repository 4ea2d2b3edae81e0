import { Type, type Static } from 'typebox';
import { Nullable, Timestamp } from '../../../../platform/http/schema.ts';

const decidedFields = {
  today: Type.Integer({ description: 'Decisions since midnight, UTC.' }),
  week: Type.Integer({ description: 'Decisions of the last seven days, with today.' }),
  month: Type.Integer({ description: 'Decisions of the last 30 days, with today.' }),
  secondsToDecide: Nullable(
    Type.Object({
      median: Type.Integer({ description: 'Half of them took at most this time.' }),
      p90: Type.Integer({ description: 'Nine of ten took at most this time.' }),
    }),
    {
      description:
        'Time from the opening of the hit to its decision, of the last 30 days; null if all were on decided hits.',
    },
  ),
};

export const TeamDecisions = Type.Object(
  {
    since: Type.Object({
      today: Timestamp('Midnight, UTC.'),
      week: Timestamp('The beginning of the last seven days.'),
      month: Timestamp('The beginning of the last 30 days.'),
    }),
    complete: Type.Boolean({
      description: 'False: only the newest 200,000 decisions are counted.',
    }),
    all: Type.Object(decidedFields),
    people: Type.Array(
      Type.Object({
        actorId: Type.String({ description: 'Id of the person or key.' }),
        ...decidedFields,
      }),
      { description: 'At most 200 actors, those with the most decisions first.' },
    ),
  },
  { title: 'TeamDecisions' },
);
export type TeamDecisions = Static<typeof TeamDecisions>;

const agesFields = {
  total: Type.Integer(),
  day: Type.Integer({ description: 'Found within the last day.' }),
  threeDays: Type.Integer({ description: 'Found one to three days ago.' }),
  week: Type.Integer({ description: 'Found three to seven days ago.' }),
  month: Type.Integer({ description: 'Found seven to 30 days ago.' }),
  older: Type.Integer({ description: 'Found more than 30 days ago.' }),
  overdue: Type.Integer({ description: 'Past their due date.' }),
};
const BacklogAges = Type.Object(agesFields);
export type BacklogAges = Static<typeof BacklogAges>;

export const Backlog = Type.Object(
  {
    complete: Type.Boolean({ description: 'False: only 1,000,000 hits are counted.' }),
    all: BacklogAges,
    assignees: Type.Array(
      Type.Object({
        assignee: Nullable(Type.String(), { description: 'Id of a person; null: unassigned.' }),
        ...agesFields,
      }),
      { description: 'At most 200, those with the most open hits first.' },
    ),
  },
  { title: 'HitBacklog' },
);
export type Backlog = Static<typeof Backlog>;
