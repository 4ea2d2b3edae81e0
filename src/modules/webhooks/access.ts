import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import type { EventType } from '../../platform/http/openapi/events.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { SecretBox } from './secret-box.ts';

/** Services in the context of this module's handlers. */
export type WebhookServices = {
  secrets: SecretBox;
  /** The event types of all modules. */
  eventTypes: readonly EventType[];
  /** Returns the reason why a URL is not allowed as a target, worded for its owner; undefined if it is allowed. */
  targetProblem: (url: string) => string | undefined;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'webhooks:manage': 'Manage webhooks, read events and deliveries, and send them again',
    'events:publish': 'Publish your own events',
  },
  rateLimits: {
    webhooks: { points: 500, windowSeconds: 3600 },
    events: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'webhooks:manage',
  rateLimit: 'webhooks',
};
export const WRITE: Policy = { ...READ, idempotency: true };
export const defineRoute = routesOf<typeof access, WebhookServices>();
