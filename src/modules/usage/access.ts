import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { MonthCost } from './schemas.ts';
import type { UsageOf } from './store.ts';

/** Services in the context of this module's handlers. */
export type UsageServices = {
  /** Returns the cost of the current month so far; null without prices. */
  monthCost: (db: Queryable, of: UsageOf) => Promise<MonthCost | null>;
};

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'usage:write': 'Report usage of your services',
    'usage:read': 'Read usage',
  },
  rateLimits: {
    usage: { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, UsageServices>();
