import { ANY_SCOPE, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { IdentityServices } from '../identity/index.ts';

/** The services that handlers of this module use. */
export type TodayServices = Pick<IdentityServices, 'chain'>;

/** Whom the module admits. */
export const access = {
  scopes: [],
  // A page asks again with each change that it is told.
  rateLimits: { today: { points: 10_000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access, TodayServices>();

/** Each part has a scope of its own. */
export const READ: PolicyOf<typeof access> = {
  scope: ANY_SCOPE,
  context: 'organization',
  rateLimit: 'today',
  idempotency: false,
};
