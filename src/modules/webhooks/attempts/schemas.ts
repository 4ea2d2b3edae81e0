import { Type, type Static } from 'typebox';
import {
  Instant,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  rangeQuery,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import '../../../platform/calendar/iso-time.ts';
import { Attempt, ATTEMPT_ERRORS } from '../deliveries/schemas.ts';
import { MAX_EVENT_TYPE } from '../event-types.ts';

const OUTCOMES = ['succeeded', 'failed'] as const;
const Outcome = StringEnum('AttemptOutcome', OUTCOMES);

export const WebhookAttempt = Type.Object(
  {
    webhookId: Type.String(),
    deliveryId: Type.String(),
    eventId: Type.String(),
    eventType: Type.String(),
    outcome: Outcome,
    ...Attempt.properties,
  },
  { title: 'WebhookAttempt' },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;
export const AttemptPage = PageOf(WebhookAttempt);

export const AttemptQuery = Type.Object({
  webhookId: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only attempts of this webhook.' }),
  ),
  outcome: Type.Optional(Outcome),
  status: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 599,
      description: 'Only with this status in the answer.',
    }),
  ),
  eventType: Type.Optional(
    Type.String({
      maxLength: MAX_EVENT_TYPE,
      description: 'Exactly this.',
      'x-component': 'EventTypeFilter',
    }),
  ),
  ...rangeQuery('started'),
  ...pageQuery(PAGE_CAP),
  error: Type.Optional(
    StringEnum('AttemptError', ATTEMPT_ERRORS, {
      description: 'Only attempts without a usable answer for this reason.',
    }),
  ),
});
export type AttemptQuery = Static<typeof AttemptQuery>;

const range = {
  from: Type.Optional(
    Instant('ISO 8601; started at or after it. At most 31 days before `to`; without it, 24 hours.'),
  ),
  to: Type.Optional(Instant('ISO 8601; started before it. Without it, now.')),
};
export const StatsQuery = Type.Object(range);
export type StatsQuery = Static<typeof StatsQuery>;

export const BucketQuery = Type.Object({
  ...range,
  bucket: Type.Optional(
    StringEnum('StatsBucket', ['hour', 'day'], {
      default: 'hour',
      description: 'Hours or days in UTC.',
    }),
  ),
});
export type BucketQuery = Static<typeof BucketQuery>;

const latency = Nullable(Type.Integer({ description: 'Milliseconds; null without attempts.' }));
const figures = {
  attempts: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  successRate: Nullable(
    Type.Number({
      description: 'Share of the attempts that succeeded, 0 to 1; null without attempts.',
    }),
  ),
  latencyMs: Type.Object(
    { p50: latency, p95: latency },
    {
      title: 'AttemptLatency',
      description:
        'The duration that half, and 95 %, of all attempts did not exceed, including failed ones.',
    },
  ),
};
const Figures = Type.Object(figures, { title: 'AttemptFigures' });
export type Figures = Static<typeof Figures>;

const applied = {
  from: Timestamp('The figures cover attempts that started at or after this time.'),
  to: Timestamp('And before this time.'),
  complete: Type.Boolean({
    description:
      'False when there are more than 1,000,000 attempts: the figures then cover the newest of them, and `from` is later ' +
      'than requested.',
  }),
  total: Figures,
};

export const WebhookStats = Type.Object(
  {
    webhookId: Type.String(),
    ...applied,
    buckets: Type.Array(
      Type.Object(
        { at: Timestamp('When the hour or the day began.'), ...figures },
        { title: 'StatsOfBucket' },
      ),
      {
        description: 'In order, without empty ones; the first may begin before `from`.',
      },
    ),
  },
  { title: 'WebhookStats' },
);
export type WebhookStats = Static<typeof WebhookStats>;

export const WebhooksStats = Type.Object(
  {
    ...applied,
    webhookCount: Type.Integer({ description: 'Webhooks with attempts.' }),
    webhooks: Type.Array(
      Type.Object(
        {
          webhookId: Type.String(),
          name: Nullable(Type.String(), { description: 'Null when it was deleted.' }),
          ...figures,
        },
        { title: 'StatsOfWebhook' },
      ),
      { description: 'At most 100, those with the most failed attempts first.' },
    ),
    pending: Type.Array(
      Type.Object(
        { webhookId: Type.String(), count: Type.Integer() },
        { title: 'PendingOfWebhook' },
      ),
      {
        description:
          'Deliveries that wait to be sent now, independent of the range. At most 100 webhooks, those with the most first.',
      },
    ),
  },
  { title: 'WebhooksStats' },
);
export type WebhooksStats = Static<typeof WebhooksStats>;
