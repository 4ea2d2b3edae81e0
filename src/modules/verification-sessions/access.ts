import { browserRoutesOf } from '../../platform/http/browser/route.ts';
import { routesOf } from '../../platform/http/route.ts';
import { access, type IdentityServices } from '../identity/index.ts';
import type { Sessions } from './sessions.ts';

/** The services that handlers of this module use. */
export type SessionServices = IdentityServices & { sessions: Sessions };

/** The limits of browsers count by address: many phones share one. */
export const rateLimits = {
  ...access.rateLimits,
  'verification-pages': { points: 10_000, windowSeconds: 3600 },
} as const;

export const defineBrowserRoute = browserRoutesOf<SessionServices>();
export const defineRoute = routesOf<typeof access, SessionServices>();
