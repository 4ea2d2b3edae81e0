import type { Operations } from '../../../clients/typescript/src/index.ts';
import { api } from '../data/client.ts';
import { totalText } from '../texts/text.ts';
import { answerOf, idOf, listOf } from './define.ts';

export type Delivery = Operations['listDeliveries']['data']['items'][number];
export type DeliveryFilters = Pick<
  Operations['listDeliveries']['input'],
  'status' | 'eventType' | 'from' | 'to'
>;

export type LoggedEvent = Operations['listEvents']['data']['items'][number];
type EventFilters = Pick<Operations['listEvents']['input'], 'type' | 'objectId' | 'from' | 'to'>;
export type LoggedAttempt = Operations['listAttempts']['data']['items'][number];
type AttemptFilters = Omit<Operations['listAttempts']['input'], 'limit' | 'cursor' | 'offset'>;

const DAYS = 30;
const DAY_MS = 86_400_000;

export const WEBHOOKS = answerOf('webhooks', api.webhooks.list, {});
export const ACTIVE_WEBHOOKS = answerOf('webhooks', api.webhooks.list, { active: true });
export const EVENT_TYPES = {
  ...answerOf('event types', (_, options) => api.webhooks.listEventTypes(options), {}),
  staleTime: Infinity,
};

export function webhookWith(id: string) {
  return answerOf('webhook', api.webhooks.get, { id });
}

/** Success and latency of a webhook by day, over 30 days. */
export function figuresOf(id: string) {
  return answerOf(
    'webhook figures',
    (input, options) => {
      const from = new Date(Date.now() - DAYS * DAY_MS).toISOString();
      return api.webhookDeliveries.getStats({ ...input, from, bucket: 'day' }, options);
    },
    { id },
  );
}

/** Returns the time of the next attempt, after which a delivery has another state. */
function dueAt({ status, nextAttemptAt }: Delivery): number | undefined {
  return status === 'pending' && nextAttemptAt !== null ? Date.parse(nextAttemptAt) : undefined;
}

/** The deliveries to a webhook, newest first. */
export function deliveriesOf(id: string, filters: DeliveryFilters) {
  return listOf('deliveries', api.webhookDeliveries.list, { id, ...filters }, idOf, { dueAt });
}

/** A delivery with its body and its attempts. */
export function deliveryWith({ id, webhookId }: Pick<Delivery, 'id' | 'webhookId'>) {
  return answerOf('delivery', api.webhookDeliveries.get, { id: webhookId, deliveryId: id });
}

/** The numbers of failed and of pending deliveries since a time. */
export function missedOf(id: string, from: string) {
  return answerOf(
    'deliveries',
    async (input, options) => {
      const [failed, pending] = await Promise.all(
        (['failed', 'pending'] as const).map((status) =>
          api.webhookDeliveries.list({ ...input, status, limit: 1 }, options),
        ),
      );
      return {
        failed: totalText(failed!),
        pending: totalText(pending!),
        isNone: failed!.total + pending!.total === 0,
      };
    },
    { id, from },
  );
}

/** Success over the last day by webhook, and what waits. */
export const ALL_FIGURES = answerOf(
  'all webhook figures',
  (_, options) => api.webhookDeliveries.getAllStats({}, options),
  {},
);

/** The events of the organization, newest first. */
export function eventsWith(filters: EventFilters) {
  return listOf('events', api.events.list, filters, idOf);
}

/** An event with its data and its deliveries. */
export function eventWith(id: string) {
  return answerOf('event', api.events.get, { id });
}

/** The attempts to deliver to all webhooks, newest first. */
export function attemptsWith(filters: AttemptFilters) {
  return listOf(
    'attempts',
    api.webhookDeliveries.listAttempts,
    filters,
    ({ deliveryId, number }) => `${deliveryId} ${number}`,
  );
}
