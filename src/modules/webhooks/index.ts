import type { Module } from '../module.ts';
import { access, type WebhookServices } from './access.ts';
import { jobs } from './jobs.ts';
import { events } from './events.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { KEEP_DAYS } from './deliveries/cleanup.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { eventLogRoutes } from './log/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { deliveriesExport } from './export/deliveries.ts';
import { tables } from './tables.ts';

export { Dispatcher } from './dispatch/dispatcher.ts';
export { DeliveriesUnderWay } from './dispatch/deliveries-under-way.ts';
export { defineEventFormats } from './event-types.ts';
export { defineEvent, type DefinedEvent } from './events/definition.ts';
export { eraseEvents, selectBodies } from './erasure/store.ts';
export { outbox, outboxAll, type OutboxEvent } from './events/outbox.ts';
export { SecretBox } from './secret-box.ts';
export { countWebhooks, selectFailing, webhookUrls } from './subscriptions/store.ts';

/** Events, and their delivery to subscriptions. */
export const webhooksModule = {
  ...access,
  tags: {
    Webhooks: 'Subscriptions to events, which are posted, signed, to an address of yours.',
    'Webhook deliveries': 'Every attempt to deliver an event, and ways to send one again.',
    'Received events': 'Requests to your receiver, signed, for each type of event.',
    Events: 'Events of your own, delivered like those of Oriki.',
  },
  routes: [
    ...subscriptionRoutes,
    ...attemptRoutes,
    ...deliveryRoutes,
    ...eventRoutes,
    ...eventLogRoutes,
  ],
  events,
  jobs,
  tables,
  retention: {
    delivery_bodies: {
      title: 'Events and deliveries',
      days: KEEP_DAYS,
      reason: 'Receivers can have what they missed sent again.',
      remains: 'Nothing but the counts of usage.',
      isFixed: true,
    },
  },
  exports: { webhooks: { title: 'Webhook deliveries', source: deliveriesExport } },
  usage: {
    webhooks: {
      deliveries: {
        title: 'Events for webhooks',
        each:
          'event for one subscription, with any outcome and number of attempts; ' +
          '`POST /webhooks/:id/test` makes one, too; not what ' +
          '[other members of a federation](federation.md#groups-and-members) cause',
        at: 'createdAt',
      },
    },
  },
  liveKinds: { webhook: 'webhooks:manage' },
  screens: {
    '/attempts': {
      file: 'webhooks/attempt-log',
      component: 'AttemptLog',
      navigation: { title: 'Attempts', scope: 'webhooks:manage', place: 84 },
    },
    '/event-types': {
      file: 'webhooks/event-types',
      component: 'EventTypes',
      navigation: { title: 'Event catalogue', scope: 'webhooks:manage', place: 90 },
    },
    '/events': {
      file: 'webhooks/event-log',
      component: 'EventLog',
      navigation: { title: 'Log of events', scope: 'webhooks:manage', place: 82 },
    },
    '/webhooks': {
      file: 'webhooks/webhooks',
      component: 'Webhooks',
      navigation: { title: 'Webhooks', scope: 'webhooks:manage', place: 80 },
    },
    '/webhooks/$id': {
      file: 'webhooks/webhook',
      component: 'WebhookScreen',
    },
  },
} satisfies Module<WebhookServices>;
