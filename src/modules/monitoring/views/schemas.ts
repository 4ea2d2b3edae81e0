import { Type, type Static } from 'typebox';
import { LIST_KINDS } from '../../../matching/index.ts';
import { ExternalId, Strict, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { HIT_SORTS } from '../hits/queue/schemas.ts';
import { HIT_STATUSES } from '../hits/schemas.ts';

export const VIEW_PREFIX = 'hitview';

const AGES = ['day', 'week', 'month', 'older'] as const;

const Filters = Strict(
  {
    status: Type.Optional(StringEnum('HitStatus', HIT_STATUSES)),
    listId: Type.Optional(Type.String({ maxLength: 200 })),
    kind: Type.Optional(StringEnum('ListKind', LIST_KINDS)),
    subjectId: Type.Optional(ExternalId({ maxLength: 200 })),
    minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    maxScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    age: Type.Optional(
      StringEnum('HitAge', AGES, {
        description:
          'Found in the last 24 hours, one to seven days ago, 7 to 30 days ago, earlier, at the time of reading. ' +
          '`GET /fraud/hits` takes `from` and `to` instead.',
      }),
    ),
    assignee: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Id of a person; `me` for the reader, `none` for unassigned hits. `GET /fraud/hits` takes the id of the reader ' +
          'and `isAssigned=false` instead.',
      }),
    ),
    isOverdue: Type.Optional(Type.Boolean()),
    isWaiting: Type.Optional(Type.Boolean()),
    sort: Type.Optional(StringEnum('HitSort', HIT_SORTS)),
  },
  {
    title: 'HitViewFilters',
    description:
      'Filters and order of the review queue, as in `GET /fraud/hits` but for `age` and `assignee`.',
  },
);

const fields = {
  name: Type.String({ maxLength: 80, pattern: '\\S', description: 'Unique among its views.' }),
  isShared: Type.Boolean({
    description: 'True: a view of the organization. False: a view that only its maker sees.',
  }),
  filters: Filters,
};

export const CreateHitView = Strict(fields);
export type CreateHitView = Static<typeof CreateHitView>;

export const HitView = Type.Object(
  { id: Type.String(), ...fields, createdAt: Timestamp('When it was saved.') },
  { title: 'HitView' },
);
export type HitView = Static<typeof HitView>;

export const HitViews = Type.Object(
  { views: Type.Array(HitView, { description: 'By name: at most 100.' }) },
  { title: 'HitViews' },
);
export const DeletedHitView = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { title: 'DeletedHitView' },
);
