import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { LiveStreams } from './streams.ts';

/** The services in the context of this module's handlers. */
export type LiveServices = { liveStreams: LiveStreams };

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {},
  // A browser opens a stream whenever its page becomes visible again.
  rateLimits: { live: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access, LiveServices>();

/** Each kind of change has its own scope. */
export const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'live',
  idempotency: false,
};
