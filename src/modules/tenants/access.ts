import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';

/** Whom the module admits. */
export const access = {
  scopes: [],
  rateLimits: {},
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access>();
