import { ORGANIZATION_READ, type Access, type PolicyOf } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import { detectionPack } from '../tenants/index.ts';
import type { TargetProblem } from './global/refresh/origins.ts';
import type { Keys } from './global/refresh/queries.ts';
import type { HasHits } from './tenant/guarded.ts';

/** The lists that this process has in memory. */
type ListMemory = {
  /** Resolves when entries may be added to an organization's list. */
  letIn: (orgId: string, listId: string, count: number) => Promise<void>;
  /** Resolves when memory has the global lists of a committed transaction. */
  catchUp: () => Promise<void>;
};

/** Services in the context of this module's handlers. */
export type ListServices = {
  screening: ListMemory;
  targetProblem: TargetProblem;
  hasHits: HasHits;
  /** Encrypts the URLs of lists. */
  originKeys: Keys;
};

/** Scopes, plan gates and rate limits of the screening routes in every module. */
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
export const defineRoute = routesOf<typeof access, ListServices>();

/** Reads of lists and settings. */
export const LISTS_READ: Policy = {
  ...ORGANIZATION_READ,
  scope: 'fraud:manage',
  plan: 'detection_pack',
  rateLimit: 'lists',
};
export const LISTS_WRITE: Policy = { ...LISTS_READ, idempotency: true };
/** Reads of screenings, subjects and hits. */
export const SCREENING_READ: Policy = {
  ...LISTS_READ,
  scope: 'fraud:screen',
  rateLimit: 'screening',
};
export const SCREENING_WRITE: Policy = { ...SCREENING_READ, idempotency: true };
