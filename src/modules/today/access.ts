import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { IdentityServices } from '../identity/index.ts';

/** The services in the context of this module's handlers. */
export type TodayServices = Pick<IdentityServices, 'chain'>;

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {},
  // A page reads it again after each change.
  rateLimits: { today: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access, TodayServices>();

/** Each part has its own scope. */
export const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'today',
  idempotency: false,
};
