import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { MonthCost } from './schemas.ts';

/** The services that handlers of this module use. */
export type UsageServices = {
  /** The cost of the running month so far; null without prices. */
  monthCost: (db: Queryable, orgId: string) => Promise<MonthCost | null>;
};

/** Whom the module admits. */
export const access = {
  scopes: ['usage:write', 'usage:read'],
  rateLimits: {
    usage: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, UsageServices>();
