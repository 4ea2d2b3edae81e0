import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import type { EventType } from '../../platform/http/openapi/events.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { SecretBox } from './secret-box.ts';

/** The services that handlers of this module use. */
export type WebhookServices = {
  secrets: SecretBox;
  /** Those of all modules. */
  eventTypes: readonly EventType[];
  /** The fault of a URL as a target, in words for its owner; undefined if there is none. */
  targetProblem: (url: string) => string | undefined;
};

/** Whom the module admits. */
export const access = {
  scopes: ['webhooks:manage', 'events:publish'],
  rateLimits: {
    webhooks: { points: 500, windowSeconds: 3600 },
    events: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, WebhookServices>();
