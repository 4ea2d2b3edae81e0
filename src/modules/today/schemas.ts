import { Type, type Static } from 'typebox';
import { Nullable, StringEnum, Timestamp, totalFields } from '../../platform/http/schema.ts';
import { KINDS } from '../identity/index.ts';
import { LIST_KINDS } from '../../matching/index.ts';
import { HitsByDay, OpenHits } from '../monitoring/index.ts';

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
  },
  { title: 'Today' },
);
export type Today = Static<typeof Today>;
