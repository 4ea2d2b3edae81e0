import { Type, type Static } from 'typebox';
import {
  Instant,
  MapOf,
  Nullable,
  PAGE_CAP,
  PageOf,
  pageQuery,
  rangeQuery,
  Strict,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';
import '../../../platform/calendar/iso-time.ts';
import { TLS_FAILURE_KINDS } from '../../../platform/outbound/error.ts';
import { MAX_EVENT_TYPE } from '../event-types.ts';

/** A cancelled delivery is not visible, because its subscription is deleted. */
const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** The reasons why there is no usable answer. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'dns',
  'connect',
  'reset',
  'tls',
  'protocol',
  'refused_address',
] as const;

export const Attempt = Type.Object(
  {
    number: Type.Integer({ description: 'From 1.' }),
    at: Timestamp('When the request was started.'),
    durationMs: Type.Integer(),
    statusCode: Nullable(Type.Integer({ description: 'Status of the answer; null without one.' })),
    error: Nullable(
      Type.String({
        description:
          'Why there was no usable answer: `timeout`, `dns`, `connect`, `reset`, `tls`, `protocol` or ' +
          '`refused_address` (not a public address).',
      }),
    ),
    response: Nullable(
      Type.String({ description: 'The first 1,024 bytes of the answer’s body, as text.' }),
    ),
    tlsFailure: Type.Optional(
      StringEnum('TlsFailure', TLS_FAILURE_KINDS, {
        description:
          'With `tls`: `expired` (or not valid yet), `wrong_host` (the certificate is for other names), `self_signed`, ' +
          '`unknown_issuer` (an untrusted authority, or an intermediate certificate that the receiver does not ' +
          'send) or `handshake` (anything else). Omitted otherwise.',
      }),
    ),
  },
  { title: 'DeliveryAttempt' },
);

export const Delivery = Type.Object(
  {
    id: Type.String(),
    webhookId: Type.String(),
    eventId: Type.String({ description: 'Sent as `webhook-id`.' }),
    eventType: Type.String(),
    status: StringEnum('DeliveryStatus', DELIVERY_STATUSES),
    attemptCount: Type.Integer(),
    createdAt: Timestamp('When the event was published.'),
    nextAttemptAt: Nullable(
      Timestamp('When it is due; in the past while it waits. Null once finished.'),
    ),
    finishedAt: Nullable(Timestamp('When it succeeded or was given up.')),
    attempts: Type.Array(Attempt),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;
export const DeliveryPage = PageOf(Delivery);

const SentAttempt = Type.Object(
  {
    ...Attempt.properties,
    requestHeaders: Nullable(
      MapOf(Type.String(), {
        description:
          'The sent headers without `host` and `connection`; null in attempts from before they were stored.',
      }),
    ),
  },
  { title: 'SentAttempt' },
);

/** The fields that list redacted values. */
export const redactedFields = {
  redacted: Type.Array(Type.String(), {
    description:
      'Fields that are shown as `[redacted]` here, though they were sent: the signature does not match such a body.',
  }),
};

export const SentDelivery = Type.Object(
  {
    ...Delivery.properties,
    attempts: Type.Array(SentAttempt),
    body: Type.String({ description: 'The text that is sent, the same in every attempt.' }),
    ...redactedFields,
  },
  { title: 'SentDelivery' },
);
export type SentDelivery = Static<typeof SentDelivery>;

const filters = {
  status: Type.Optional(StringEnum('DeliveryStatus', DELIVERY_STATUSES)),
  eventType: Type.Optional(
    Type.String({
      maxLength: MAX_EVENT_TYPE,
      description: 'Exactly this.',
      'x-component': 'EventTypeFilter',
    }),
  ),
  eventId: Type.Optional(Type.String({ maxLength: 64 })),
  ...rangeQuery('published'),
};

export const DeliveryQuery = Type.Object({ ...filters, ...pageQuery(PAGE_CAP) });
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const Recover = Strict({
  since: Instant(
    'ISO 8601. Everything published since then that has not succeeded is sent again immediately.',
  ),
});
export type Recover = Static<typeof Recover>;

export const Recovered = Type.Object(
  {
    recovered: Type.Integer({ description: 'Deliveries that will be sent.' }),
    since: Timestamp('As applied.'),
    complete: Type.Boolean({
      description:
        'false when 10,000 deliveries were processed and there may be more: call again until it is true.',
    }),
  },
  { title: 'RecoveredDeliveries' },
);
export type Recovered = Static<typeof Recovered>;

export const SendTest = Strict({
  eventType: Type.Optional(
    Type.String({
      maxLength: MAX_EVENT_TYPE,
      description: 'A type in the catalog, whose example is sent. Without it `webhook.test`.',
    }),
  ),
});

export const Replay = Strict({
  ...filters,
  after: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The `next` of the call before, with the same filter.',
    }),
  ),
});
export type Replay = Static<typeof Replay>;

export const Replayed = Type.Object(
  {
    replayed: Type.Integer({ description: 'Deliveries that will be sent, at most 10,000.' }),
    complete: Type.Boolean({
      description: 'False when there may be more: call again with `after`.',
    }),
    next: Nullable(
      Type.String({ description: 'The `after` of the next call; null when it is complete.' }),
    ),
  },
  { title: 'ReplayedDeliveries' },
);
export type Replayed = Static<typeof Replayed>;
