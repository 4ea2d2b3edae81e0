import { Type, type TSchema } from 'typebox';
import { AnyObject, StringEnum, Timestamp } from '../../platform/http/schema.ts';

export type EventTypeInfo = {
  type: string;
  description: string;
  /** Of `data`. */
  schema: TSchema;
  /** A whole payload, as it is posted. */
  example: { type: string; timestamp: string; data: Record<string, unknown> };
};

const at = '2026-11-21T09:40:00.000Z';

function own(
  type: string,
  description: string,
  schema: TSchema,
  data: Record<string, unknown>,
): EventTypeInfo {
  return { type, description, schema, example: { type, timestamp: at, data } };
}

/** A type that the organization's own services publish; the payload is theirs. */
function external(type: string, description: string, data: Record<string, unknown>): EventTypeInfo {
  return own(
    type,
    `${description} Published by your own services with POST /events; the data is theirs.`,
    AnyObject(),
    data,
  );
}

const exampleId = 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k';

/**
 * The catalogue of `GET /webhooks/event-types`. Other types can be published and subscribed to just as
 * well; these are the ones that mean something to Oriki or are customary.
 */
export const eventTypes: EventTypeInfo[] = [
  own(
    'webhook.disabled',
    'A subscription was deactivated: its receiver answered 410 Gone, or nothing succeeded for five days. ' +
      'Sent to the other subscriptions of the organization.',
    Type.Object({
      webhookId: Type.String(),
      name: Type.String(),
      reason: StringEnum(['gone', 'failing']),
      disabledAt: Timestamp('When it was deactivated.'),
    }),
    { webhookId: exampleId, name: 'Ledger', reason: 'failing', disabledAt: at },
  ),
  own(
    'webhook.test',
    'What POST /webhooks/:id/test sends, to that subscription only.',
    Type.Object({ webhookId: Type.String() }),
    { webhookId: exampleId },
  ),
  external('email.sent', 'An e-mail was handed over.', { messageId: 'm-1042' }),
  external('email.failed', 'An e-mail could not be delivered.', { messageId: 'm-1042' }),
  external('file.uploaded', 'A file was stored.', { fileId: 'f-77', bytes: 52_114 }),
];

/** The event that lets people try a subscription. */
export function testEvent(webhookId: string): { type: string; data: { webhookId: string } } {
  return { type: 'webhook.test', data: { webhookId } };
}
