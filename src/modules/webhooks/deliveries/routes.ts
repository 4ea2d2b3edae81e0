import { Type } from 'typebox';
import { defineRoute } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { DELIVERY_PREFIX } from '../events/outbox.ts';
import { read, webhookId, write } from '../subscriptions/routes.ts';
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  retryDelivery,
  sendTest,
} from './deliveries.ts';
import { Delivery, DeliveryPage, DeliveryQuery, Recover, Recovered } from './schemas.ts';

const common = { tag: 'Webhook deliveries', extension: true } as const;
const params = Type.Object({ id: webhookId });
const deliveryParams = Type.Object({
  id: webhookId,
  deliveryId: idParam('delivery', DELIVERY_PREFIX),
});

const example: Delivery = {
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
const fresh: Delivery = {
  ...example,
  attemptCount: 0,
  attempts: [],
  nextAttemptAt: example.createdAt,
};

export const deliveryRoutes = [
  defineRoute({
    ...common,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    operationId: 'listDeliveries',
    summary: "List a webhook's deliveries with their attempts, newest first",
    description: 'Finished deliveries are kept for 30 days.',
    policy: read,
    params,
    query: DeliveryQuery,
    status: 200,
    data: DeliveryPage,
    example: {
      query: { status: 'pending', page: 1, limit: 20 },
      data: { items: [example], total: 1, page: 1, limit: 20 },
    },
    handle: ({ orgId, params: { id }, query }, db) => listDeliveries(db, orgId, id, query),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/webhooks/:id/deliveries/:deliveryId',
    operationId: 'getDelivery',
    summary: 'Fetch one delivery with its attempts',
    policy: read,
    params: deliveryParams,
    status: 200,
    data: Delivery,
    example: { data: example },
    handle: ({ orgId, params: { id, deliveryId } }, db) => getDelivery(db, orgId, id, deliveryId),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/retry',
    operationId: 'retryDelivery',
    summary: 'Send one delivery again at once',
    description:
      'Also one that has succeeded or was given up: its retry schedule then starts anew. 409 while the ' +
      'webhook is not active.',
    policy: write,
    params: deliveryParams,
    status: 202,
    data: Delivery,
    errors: ['CONFLICT'],
    example: { data: { ...example, nextAttemptAt: '2026-11-21T09:41:03.000Z' } },
    handle: ({ orgId, params: { id, deliveryId } }, tx) => retryDelivery(tx, orgId, id, deliveryId),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/test',
    operationId: 'testWebhook',
    summary: 'Send a webhook.test event to this webhook',
    description: 'Whatever it is subscribed to. 409 while the webhook is not active.',
    policy: write,
    params,
    status: 202,
    data: Delivery,
    errors: ['CONFLICT'],
    example: {
      data: { ...fresh, eventId: 'event_01kf3vd1mcfj5r2q1k0t9b7xyz', eventType: 'webhook.test' },
    },
    creates: { resource: 'delivery', ids: (data: Delivery) => [data.id] },
    handle: ({ orgId, params: { id } }, tx) => sendTest(tx, orgId, id),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/recover',
    operationId: 'recoverDeliveries',
    summary: 'Send again whatever has not succeeded since a point in time',
    description:
      'Deliveries that were given up start their retry schedule anew, pending ones are sent at once. 409 while ' +
      'the webhook is not active.',
    policy: write,
    params,
    body: Recover,
    status: 202,
    data: Recovered,
    errors: ['CONFLICT'],
    example: {
      body: { since: '2026-11-20T00:00:00Z' },
      data: { recovered: 12, since: '2026-11-20T00:00:00.000Z', complete: true },
    },
    handle: ({ orgId, params: { id }, body }, tx) => recoverDeliveries(tx, orgId, id, body),
  }),
];
