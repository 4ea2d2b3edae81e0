import type { Access } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';

/** Whom the module admits. */
export const access = {
  scopes: ['audit:read'],
  rateLimits: {
    audit: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export const defineRoute = routesOf<typeof access>();
