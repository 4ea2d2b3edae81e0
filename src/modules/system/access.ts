import type { Static } from 'typebox';
import type { JobState } from '../../platform/background/jobs.ts';
import type { Access } from '../../platform/http/policy.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { Diagnosis } from './schemas.ts';

/** The services that handlers of this module use. */
export type SystemServices = {
  /** Checks everything that this process needs. Concurrent callers share one run. */
  diagnose: () => Promise<Static<typeof Diagnosis>>;
  /** Every background job, of each bucket. */
  listJobs: () => Promise<JobState[]>;
};

/** The callers that the module admits. */
export const access = { scopes: {}, rateLimits: {}, plans: {} } as const satisfies Access;

export const defineRoute = routesOf<typeof access, SystemServices>();
