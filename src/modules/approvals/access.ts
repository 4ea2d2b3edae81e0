import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';

/** Whom the module admits. */
export const access = {
  scopes: ['approvals:request', 'approvals:manage'],
  rateLimits: { approvals: { points: 1000, windowSeconds: 3600 } },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access>();
