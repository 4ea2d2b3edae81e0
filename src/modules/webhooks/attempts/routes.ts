import { Type } from 'typebox';

import { defineRoute, READ } from '../access.ts';
import { webhookId } from '../subscriptions/routes.ts';
import { allWebhookStats, listAttempts, webhookStats } from './attempts.ts';
import {
  AttemptPage,
  AttemptQuery,
  BucketQuery,
  StatsQuery,
  WebhooksStats,
  WebhookStats,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Webhook deliveries', extension: true } as const;

export const attemptRoutes = withExamples(EXAMPLES, [
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
    data: AttemptPage,
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
    data: WebhooksStats,
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
    data: WebhookStats,
    handle: ({ orgId, params: { id }, query }, db) => webhookStats(db, orgId, id, query),
  }),
]);
