import { Type } from 'typebox';
import { AnyObject, Timestamp } from '../../platform/http/schema.ts';
import { defineEvent, describeEvent, EXAMPLE_TIME } from './events/definition.ts';
import { DisabledReason } from './subscriptions/schemas.ts';

const EXAMPLE_ID = 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k';

export const webhookDisabled = defineEvent('webhook.disabled', {
  description:
    'A subscription was deactivated: its receiver answered 410 Gone, or nothing succeeded for five days. ' +
    'Sent to the other subscriptions of the organization.',
  schema: Type.Object({
    webhookId: Type.String(),
    name: Type.String(),
    reason: DisabledReason,
    disabledAt: Timestamp('When it was deactivated.'),
  }),
  example: { webhookId: EXAMPLE_ID, name: 'Ledger', reason: 'failing', disabledAt: EXAMPLE_TIME },
});

export const webhookFailing = defineEvent('webhook.failing', {
  description:
    'A subscription has only failed for 50, 75 or 90 % of the five days after which it is deactivated: one event for each ' +
    'in a series of failures; if one attempt reaches two, the later one. ' +
    'Sent to the other subscriptions of the organization.',
  schema: Type.Object({
    webhookId: Type.String(),
    name: Type.String(),
    percent: Type.Integer({ description: '50, 75 or 90.' }),
    failingSince: Timestamp('The first failure since the last success.'),
    deactivatesAt: Timestamp('From then on, a failed attempt deactivates it.'),
  }),
  example: {
    webhookId: EXAMPLE_ID,
    name: 'Ledger',
    percent: 50,
    failingSince: '2026-11-18T21:40:00.000Z',
    deactivatesAt: '2026-11-23T21:40:00.000Z',
  },
});

export const webhookTest = defineEvent('webhook.test', {
  description: 'The event that POST /webhooks/:id/test sends, to that subscription only.',
  schema: Type.Object({ webhookId: Type.String() }),
  example: { webhookId: EXAMPLE_ID },
});

/** Describes a common type that the organization's own services publish, with their data. */
function external(type: string, description: string, example: Record<string, unknown>) {
  return describeEvent(type, {
    description: `${description} Published by your own services with POST /events, with their own data.`,
    schema: AnyObject(),
    example,
  });
}

export const events = [
  webhookDisabled,
  webhookFailing,
  webhookTest,
  external('email.sent', 'An e-mail was handed over.', { messageId: 'm-1042' }),
  external('email.failed', 'An e-mail could not be delivered.', { messageId: 'm-1042' }),
  external('file.uploaded', 'A file was stored.', { fileId: 'f-77', bytes: 52_114 }),
];
