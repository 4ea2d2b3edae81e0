import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Access, PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import { detectionPack } from '../tenants/index.ts';
import type { Followers } from './followers.ts';
import type { TargetProblem } from './global/refresh/origins.ts';
import type { Keys } from './global/refresh/queries.ts';
import type { Screening } from './screen/screening.ts';
import type { Results } from './screen-jobs/screen-jobs.ts';

/** The services that handlers of this module use. */
export type ScreeningServices = {
  screening: Screening;
  followers: Followers;
  targetProblem: TargetProblem;
  /** Encrypts the URLs of lists. */
  originKeys: Keys;
  /** Seals files of names, and encrypts titles of searches. */
  envelopes: Envelopes;
  results: Results;
};

/** Whom the module admits. */
export const access = {
  scopes: {
    'fraud:manage': 'Manage your lists, and choose the screening profile',
    'fraud:screen': 'Screen names, enrol customers, and decide hits',
  },
  rateLimits: {
    lists: { points: 500, windowSeconds: 3600 },
    screening: { points: 10_000, windowSeconds: 3600 },
  },
  plans: { detection_pack: detectionPack },
} as const satisfies Access;

export type Policy = PolicyOf<typeof access>;
export const defineRoute = routesOf<typeof access, ScreeningServices>();
