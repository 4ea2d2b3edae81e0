import type { Delivery, SentDelivery } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE: Delivery = {
  id: 'delivery_01kf3vd1mde2vrm8v1s4n8h3xw',
  webhookId: 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k',
  eventId: 'email-m-1042',
  eventType: 'email.sent',
  status: 'pending',
  attemptCount: 1,
  createdAt: '2026-11-21T09:41:00.000Z',
  nextAttemptAt: '2026-11-21T09:41:05.412Z',
  finishedAt: null,
  attempts: [
    {
      number: 1,
      at: '2026-11-21T09:41:00.007Z',
      durationMs: 31,
      statusCode: 503,
      error: null,
      response: 'upstream is starting',
    },
  ],
};
const EXAMPLE_SENT: SentDelivery = {
  ...EXAMPLE,
  body: '{"type":"email.sent","timestamp":"2026-11-21T09:41:00.000Z","data":{"messageId":"m-1042"}}',
  redacted: [],
  attempts: EXAMPLE.attempts.map((attempt) => ({
    ...attempt,
    requestHeaders: {
      'content-type': 'application/json',
      'user-agent': 'Oriki-Webhooks',
      'content-length': '91',
      'webhook-id': 'email-m-1042',
      'webhook-timestamp': '1795254060',
      'webhook-signature': 'v1,V/ufPCavlhVHiPJdkS1nkx7JlZqAPdk1AB2d7mqycyI=',
    },
  })),
};
const fresh: Delivery = {
  ...EXAMPLE,
  attemptCount: 0,
  attempts: [],
  nextAttemptAt: EXAMPLE.createdAt,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listDeliveries: {
    query: { status: 'pending', page: 1, limit: 20 },
    data: examplePage(EXAMPLE),
  },
  getDelivery: { data: EXAMPLE_SENT },
  retryDelivery: { data: { ...EXAMPLE, nextAttemptAt: '2026-11-21T09:41:03.000Z' } },
  testWebhook: {
    body: { eventType: 'webhook.test' },
    data: { ...fresh, eventId: 'event_01kf3vd1mcfj5r2q1k0t9b7xyz', eventType: 'webhook.test' },
  },
  recoverDeliveries: {
    body: { since: '2026-11-20T00:00:00Z' },
    data: { recovered: 12, since: '2026-11-20T00:00:00.000Z', complete: true },
  },
  replayDeliveries: {
    body: { status: 'failed', eventType: 'email.sent', from: '2026-11-20T00:00:00Z' },
    data: { replayed: 12, complete: true, next: null },
  },
  backfillWebhook: {
    body: { from: '2026-11-20T00:00:00Z', eventType: 'email.sent' },
    data: { backfilled: 12, complete: true, next: null },
  },
};
