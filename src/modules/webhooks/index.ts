import type { AnyRoute } from '../../platform/http/route.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { eventRoutes } from './events/routes.ts';
import type { WebhookParts } from './parts.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

export { eventTypes } from './catalogue.ts';
export { Dispatcher } from './dispatch/dispatcher.ts';
export { deliveriesExport } from './export/deliveries.ts';
export { outbox, outboxAll, type OutboxEvent } from './events/outbox.ts';
export { DUE_CHANNEL } from './events/notify.ts';
export { jobs } from './jobs.ts';
export type { WebhookParts } from './parts.ts';
export { SecretBox } from './secret-box.ts';
export { rewrapSecrets } from './secrets.ts';

export function webhookRoutes(parts: WebhookParts): AnyRoute[] {
  return [...subscriptionRoutes(parts), ...deliveryRoutes, ...eventRoutes];
}
