import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access as usage } from '../usage/index.ts';

/** The scopes, plan gates and rate limits of the module's routes. */
export const access = {
  scopes: {
    'invoices:read': 'Read invoices',
  },
  rateLimits: usage.rateLimits,
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access>();
