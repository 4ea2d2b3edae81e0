import { Type } from 'typebox';
import { examplePage } from '../../../platform/http/schema.ts';
import { defineRoute } from '../access.ts';
import { READ, webhookId } from '../subscriptions/routes.ts';
import { allWebhookStats, listAttempts, webhookStats } from './attempts.ts';
import {
  AttemptPage,
  AttemptQuery,
  BucketQuery,
  StatsQuery,
  WebhooksStats,
  WebhookStats,
  type Figures,
  type WebhookAttempt,
} from './schemas.ts';

const COMMON = { tag: 'Webhook deliveries', extension: true } as const;
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

export const attemptRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/webhooks/attempts',
    operationId: 'listAttempts',
    summary: 'List delivery attempts of all webhooks, newest first',
    description:
      'Includes attempts of deleted webhooks. They are kept as long as their deliveries.',
    policy: READ,
    query: AttemptQuery,
    appended: ['error'],
    status: 200,
    data: AttemptPage,
    example: {
      query: { outcome: 'failed', status: 503, page: 1, limit: 20 },
      data: examplePage(EXAMPLE),
    },
    handle: ({ orgId, query }, db) => listAttempts(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/webhooks/stats',
    operationId: 'getAllWebhookStats',
    summary: 'Show success rate and latency of attempts, over all webhooks and for each',
    policy: READ,
    query: StatsQuery,
    status: 200,
    data: WebhooksStats,
    example: {
      data: {
        ...EXAMPLE_RANGE,
        webhookCount: 1,
        webhooks: [{ webhookId: EXAMPLE_ID, name: 'Ledger', ...EXAMPLE_FIGURES }],
      },
    },
    handle: ({ orgId, query }, db) => allWebhookStats(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/webhooks/:id/stats',
    operationId: 'getWebhookStats',
    summary: 'Show success rate and latency of one webhook’s attempts, by hours or days',
    policy: READ,
    params: Type.Object({ id: webhookId }),
    query: BucketQuery,
    status: 200,
    data: WebhookStats,
    example: {
      query: { bucket: 'hour' },
      data: {
        webhookId: EXAMPLE_ID,
        ...EXAMPLE_RANGE,
        buckets: [{ at: '2026-11-21T09:00:00.000Z', ...EXAMPLE_FIGURES }],
      },
    },
    handle: ({ orgId, params: { id }, query }, db) => webhookStats(db, orgId, id, query),
  }),
];
