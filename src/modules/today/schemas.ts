import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Timestamp, totalFields } from '../../platform/http/schema.ts';
import { KINDS } from '../identity/index.ts';
import { HitsByDay, LIST_KINDS, OpenHits } from '../screening/index.ts';

const TodayWebhooks = Type.Object(
  {
    active: Type.Integer(),
    failing: Type.Integer({ description: 'Active, and nothing has arrived since a failure.' }),
    paused: Type.Integer({ description: 'Switched off by somebody.' }),
    deactivated: Type.Integer({ description: 'Switched off because the receiver failed.' }),
  },
  { title: 'TodayWebhooks' },
);

const VerificationAvailability = Type.Object(
  {
    kind: StringEnum('VerificationKind', KINDS),
    country: Type.String(),
    available: Type.Boolean({
      description: 'False while everybody who could answer has failed, or wished a pause.',
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

export const Today = Type.Object(
  {
    openHits: Nullable(OpenHits, { description: 'With `fraud:screen`.' }),
    hitsByDay: Nullable(HitsByDay, { description: 'The last 30 days, with `fraud:screen`.' }),
    webhooks: Nullable(TodayWebhooks, { description: 'With `webhooks:manage`.' }),
    verifications: Nullable(Type.Array(VerificationAvailability), {
      description: 'As the process that answers sees it; with `identity:verify`.',
    }),
    ownLists: Nullable(TodayLists, {
      description: 'The own lists of the organization, with `fraud:manage`.',
    }),
    globalLists: Nullable(TodayLists, {
      description: 'The lists that everybody is screened against, with `fraud:screen`.',
    }),
    usage: Nullable(TodayUsage, { description: 'This month, with `usage:read`.' }),
  },
  { title: 'Today' },
);
export type Today = Static<typeof Today>;
