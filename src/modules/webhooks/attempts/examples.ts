import type { Figures, WebhookAttempt } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const EXAMPLE_ID = 'webhook_01kf3vbq2ye5rstv5n1v0m2r8k';
const EXAMPLE: WebhookAttempt = {
  webhookId: EXAMPLE_ID,
  deliveryId: 'delivery_01kf3vd1mde2vrm8v1s4n8h3xw',
  eventId: 'email-m-1042',
  eventType: 'email.sent',
  outcome: 'failed',
  number: 1,
  at: '2026-11-21T09:41:00.007Z',
  durationMs: 31,
  statusCode: 503,
  error: null,
  response: 'upstream is starting',
};
const EXAMPLE_FIGURES: Figures = {
  attempts: 200,
  succeeded: 190,
  failed: 10,
  successRate: 0.95,
  latencyMs: { p50: 31, p95: 420 },
};
const EXAMPLE_RANGE = {
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-21T10:00:00.000Z',
  complete: true,
  total: EXAMPLE_FIGURES,
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  listAttempts: {
    query: { outcome: 'failed', status: 503, page: 1, limit: 20 },
    data: examplePage(EXAMPLE),
  },
  getAllWebhookStats: {
    data: {
      ...EXAMPLE_RANGE,
      webhookCount: 1,
      webhooks: [{ webhookId: EXAMPLE_ID, name: 'Ledger', ...EXAMPLE_FIGURES }],
      pending: [{ webhookId: EXAMPLE_ID, count: 2 }],
    },
  },
  getWebhookStats: {
    query: { bucket: 'hour' },
    data: {
      webhookId: EXAMPLE_ID,
      ...EXAMPLE_RANGE,
      buckets: [{ at: '2026-11-21T09:00:00.000Z', ...EXAMPLE_FIGURES }],
    },
  },
};
