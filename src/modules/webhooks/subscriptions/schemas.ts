import { Type, type Static } from 'typebox';
import {
  Nullable,
  Strict,
  StringEnum,
  Timestamp,
  partFields,
  pageQuery,
  PAGE_CAP,
  wordsQuery,
} from '../../../platform/http/schema.ts';
import { MAX_TARGET_LENGTH, TARGET_PATTERN } from '../../../platform/outbound/target.ts';
import { credentialFields, shownFields } from '../credentials/schemas.ts';
import { MAX_EVENT_TYPE } from '../event-types.ts';
import { DataFilter } from '../filter/schemas.ts';

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Display name.',
});
const TARGET =
  'The target of events: https, port 443 or above 1023, a public address, no user or password.';
const url = Type.String({
  maxLength: MAX_TARGET_LENGTH,
  'x-pattern': TARGET_PATTERN,
  description: TARGET,
});
const events = Type.Array(Type.String({ maxLength: MAX_EVENT_TYPE, format: 'event-pattern' }), {
  minItems: 1,
  maxItems: 100,
  description:
    'Event types: lower-case dotted names, `prefix.*` for everything below a prefix, or `*` for all.',
});

const requestFields = { ...credentialFields, filter: Type.Optional(DataFilter) };

export const CreateWebhook = Strict({
  name,
  url,
  events,
  active: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'false creates it paused: events are queued only once it is active.',
    }),
  ),
  ...requestFields,
});
export type CreateWebhook = Static<typeof CreateWebhook>;

export const UpdateWebhook = Strict({
  name: Type.Optional(name),
  url: Type.Optional({
    ...url,
    description: `${TARGET} Another scheme, host or port deletes \`headers\`, \`auth\` and \`clientCertificate\` if the request does not send them again.`,
  }),
  events: Type.Optional({ ...events, description: 'Replaces the existing set.' }),
  active: Type.Optional(
    Type.Boolean({
      description:
        'false pauses: pending deliveries wait, and new events are not queued. true sends ' +
        'pending deliveries that are less than five days old.',
    }),
  ),
  ...requestFields,
});
export type UpdateWebhook = Static<typeof UpdateWebhook>;

const secret = Type.String({
  description:
    'Signing secret: `whsec_` and base64 of 32 bytes (Standard Webhooks). Shown only here.',
});
const base = {
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  active: Type.Boolean(),
};
const settings = {
  ...shownFields,
  filter: Type.Optional({
    ...DataFilter,
    title: 'WebhookAppliedFilter',
    examples: [{ all: [{ path: 'status', op: 'eq', value: 'paid' }] }],
    description: 'Omitted if everything in `events` is delivered.',
  }),
};
const DISABLED_REASONS = ['gone', 'failing'] as const;
export const DisabledReason = StringEnum('WebhookDisabledReason', DISABLED_REASONS);
export type DisabledReason = Static<typeof DisabledReason>;
const createdAt = Timestamp('When it was created.');

const WebhookFailing = Type.Object(
  {
    since: Timestamp('The first failure since the last success.'),
    percent: Type.Integer({
      description: 'The percentage in the last `webhook.failing` event: 0, 50, 75 or 90.',
    }),
    deactivatesAt: Timestamp('From then on, a failed attempt deactivates it.'),
  },
  { title: 'WebhookFailing' },
);

export const Webhook = Type.Object(
  {
    ...base,
    createdAt,
    lastTriggeredAt: Nullable(Timestamp('The latest attempt to deliver; null before the first.')),
    failing: Nullable(WebhookFailing, {
      description:
        'Null if its last attempt succeeded, before the first, and while it is not active.',
    }),
    ...settings,
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const WebhookDetail = Type.Object(
  {
    ...Webhook.properties,
    updatedAt: Timestamp('When it was last changed.'),
    disabledReason: Nullable(
      StringEnum('WebhookDisabledReason', DISABLED_REASONS, {
        description:
          'The reason of its deactivation: its receiver answered 410, or nothing succeeded for five days. Null otherwise.',
      }),
    ),
  },
  { title: 'WebhookDetail' },
);
export type WebhookDetail = Static<typeof WebhookDetail>;

export const Webhooks = Type.Object(
  { webhooks: Type.Array(Webhook), ...partFields },
  { title: 'Webhooks' },
);
export type Webhooks = Static<typeof Webhooks>;

export const WebhookQuery = Type.Object({
  active: Type.Optional(
    Type.Boolean({ description: 'Only active webhooks, or only inactive ones.' }),
  ),
  text: wordsQuery('name'),
  ...pageQuery(PAGE_CAP),
});
export type WebhookQuery = Static<typeof WebhookQuery>;

export const CreatedWebhook = Type.Object(
  { ...base, secret, createdAt, ...settings },
  { title: 'CreatedWebhook' },
);
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const UpdatedWebhook = Type.Object(
  { ...base, updatedAt: Timestamp('When it was last changed.'), ...settings },
  { title: 'UpdatedWebhook' },
);
export type UpdatedWebhook = Static<typeof UpdatedWebhook>;

export const RotatedSecret = Type.Object(
  {
    id: Type.String(),
    secret,
    previousSecretExpiresAt: Timestamp(
      'Until then every delivery is also signed with the replaced secret.',
    ),
  },
  { title: 'RotatedSecret' },
);
export type RotatedSecret = Static<typeof RotatedSecret>;

const EventType = Type.Object(
  {
    type: Type.String(),
    description: Type.String(),
    schema: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'JSON Schema of `data`.',
    }),
    example: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'A complete payload.',
    }),
    redact: Type.Unsafe<readonly string[]>({
      type: 'array',
      items: { type: 'string' },
      description:
        'Fields of `data` that are sent, and shown as `[redacted]` wherever sent data is shown.',
    }),
  },
  { title: 'EventType' },
);
export const EventTypes = Type.Object(
  { eventTypes: Type.Array(EventType) },
  { title: 'EventTypes' },
);
