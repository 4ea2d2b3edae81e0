import { Type } from 'typebox';
import { defineRoute, type WebhookServices, READ, WRITE } from '../access.ts';
import { idParam } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { webhookId } from '../subscriptions/routes.ts';
import { backfill, placeOf } from './backfill/backfill.ts';
import { Backfill, Backfilled } from './backfill/schemas.ts';
import {
  getSentDelivery,
  listDeliveries,
  recoverDeliveries,
  replayDeliveries,
  retryDelivery,
  sendTest,
} from './deliveries.ts';
import {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  Recover,
  Recovered,
  Replay,
  Replayed,
  SendTest,
  SentDelivery,
} from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { DELIVERY_PREFIX } from '../events/schemas.ts';
import { withExamples } from '../../../platform/http/route.ts';

const COMMON = { tag: 'Webhook deliveries', extension: true } as const;
const params = Type.Object({ id: webhookId });
const deliveryParams = Type.Object({
  id: webhookId,
  deliveryId: idParam('delivery', DELIVERY_PREFIX),
});

/** Returns the type of the catalogue with this name. */
function typeOf({ eventTypes }: WebhookServices, name: string | undefined) {
  return eventTypes.find(({ type }) => type === name);
}

export const deliveryRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    operationId: 'listDeliveries',
    summary: "List a webhook's deliveries with their attempts, newest first",
    description: 'Finished deliveries are kept for 30 days.',
    policy: READ,
    params,
    query: DeliveryQuery,
    appended: ['cursor'],
    data: DeliveryPage,
    handle: ({ orgId, params: { id }, query }, db) => listDeliveries(db, orgId, id, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/webhooks/:id/deliveries/:deliveryId',
    operationId: 'getDelivery',
    summary: 'Fetch one delivery with its attempts, and the sent body and headers',
    description: 'Until 30 days after it has finished.',
    policy: READ,
    params: deliveryParams,
    data: SentDelivery,
    handle: ({ orgId, params: { id, deliveryId }, services }, db) =>
      getSentDelivery(db, orgId, id, deliveryId, services.eventTypes),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/webhooks/:id/deliveries/:deliveryId/retry',
    operationId: 'retryDelivery',
    audit: { action: 'delivery.retry', does: 'sent a delivery again', shows: ['status'] },
    summary: 'Send one delivery again immediately',
    description:
      'Also works for one that has succeeded or was given up: its retry schedule then starts again. 409 while the ' +
      'webhook is not active.',
    policy: WRITE,
    params: deliveryParams,
    status: 202,
    data: Delivery,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id, deliveryId } }, tx) => retryDelivery(tx, orgId, id, deliveryId),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/webhooks/:id/test',
    operationId: 'testWebhook',
    audit: { action: 'webhook.test', does: 'sent a test to a webhook' },
    summary: 'Send a test event to this webhook',
    description:
      'For any subscription: sends `webhook.test`, or the example of `eventType`, signed like any other event. 409 while ' +
      'the webhook is not active.',
    policy: WRITE,
    params,
    body: SendTest,
    bodyRule: 'optional',
    check: ({ services, body: { eventType } }) =>
      eventType === undefined || typeOf(services, eventType)
        ? []
        : [{ path: 'eventType', message: 'is not a type in the catalog' }],
    status: 202,
    data: Delivery,
    errors: ['CONFLICT'],
    creates: { resource: 'delivery', ids: (data: Delivery) => [data.id] },
    handle: ({ services, orgId, params: { id }, body }, tx) =>
      sendTest(tx, orgId, id, typeOf(services, body.eventType)),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/webhooks/:id/recover',
    operationId: 'recoverDeliveries',
    audit: {
      action: 'webhook.recover',
      does: 'sent failed deliveries of a webhook again',
      shows: ['recovered', 'since', 'complete'],
    },
    summary: 'Send everything again that has not succeeded since a point in time',
    description:
      'Deliveries that were given up start their retry schedule again, pending ones are sent immediately. 409 while ' +
      'the webhook is not active.',
    policy: WRITE,
    params,
    body: Recover,
    status: 202,
    data: Recovered,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id }, body }, tx) => recoverDeliveries(tx, orgId, id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/webhooks/:id/replay',
    operationId: 'replayDeliveries',
    audit: {
      action: 'webhook.replay',
      does: 'sent deliveries of a webhook again',
      shows: ['replayed', 'complete'],
    },
    summary: 'Send all deliveries again that match a filter',
    description:
      'The filter is that of the list of deliveries, with at least one field. Successful deliveries are also sent ' +
      'again, unless `status` excludes them. Finished ones start their retry schedule again, pending ones are ' +
      'sent immediately. 409 while the webhook is not active.',
    policy: WRITE,
    params,
    body: Replay,
    check: ({ body: { after, ...filter } }) => [
      ...(Object.keys(filter).length === 0
        ? [{ path: '', message: 'must have one of status, eventType, eventId, from and to' }]
        : []),
      ...(after !== undefined && !isId(DELIVERY_PREFIX, after)
        ? [{ path: 'after', message: 'must be the next of an answer' }]
        : []),
    ],
    status: 202,
    data: Replayed,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id }, body }, tx) => replayDeliveries(tx, orgId, id, body),
  }),
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/webhooks/:id/backfill',
    operationId: 'backfillWebhook',
    audit: {
      action: 'webhook.backfill',
      does: 'sent earlier events to a webhook',
      shows: ['backfilled', 'complete'],
    },
    summary: 'Send a webhook the earlier events that it never got',
    description:
      'For a webhook that was created, or subscribed to more, after they were published: events of the last 30 days that match ' +
      'its current `events` and `filter`, oldest first. Each becomes a new delivery. Events that it already got ' +
      'are skipped, however often this is called. 409 while the webhook is not active.',
    policy: WRITE,
    params,
    body: Backfill,
    check: ({ body: { after } }) =>
      after !== undefined && !placeOf(after)
        ? [{ path: 'after', message: 'must be the next of an answer' }]
        : [],
    status: 202,
    data: Backfilled,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id }, body }, tx) => backfill(tx, orgId, id, body),
  }),
]);
