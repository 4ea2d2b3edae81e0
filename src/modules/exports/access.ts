import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { ExportUrls } from './download/urls.ts';

/** The services that handlers of this module use. */
export type ExportServices = { urls: ExportUrls };

/** Whom the module admits. */
export const access = {
  scopes: ['exports:create'],
  rateLimits: {
    exports: { points: 100, windowSeconds: 3600 },
    // An export is asked after every second until it is done.
    'exports-read': { points: 10_000, windowSeconds: 3600 },
  },
  plans: {},
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, ExportServices>();
