import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { LiveStreams } from './streams.ts';

/** The services that handlers of this module use. */
export type LiveServices = { liveStreams: LiveStreams };

/** Whom the module admits. */
export const access = {
  scopes: [],
  // A browser opens one whenever its page is looked at again.
  rateLimits: { live: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access, LiveServices>();

/** Each kind of change has a scope of its own. */
export const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'live',
  idempotency: false,
};
