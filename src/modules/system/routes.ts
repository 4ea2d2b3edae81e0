import { Type, type Static } from 'typebox';
import { PLATFORM_READ, type Access } from '../../platform/http/policy.ts';
import { Diagnosis, JobState as ShownJobState } from './schemas.ts';
import type { JobState } from '../../platform/background/jobs.ts';
import { EXAMPLES } from './examples.ts';

import { routesOf, withExamples } from '../../platform/http/route.ts';

/** The services that handlers of this module use. */
export type SystemServices = {
  /** Checks everything that this process needs. Concurrent callers share one run. */
  diagnose: () => Promise<Static<typeof Diagnosis>>;
  /** Every background job, of each bucket. */
  listJobs: () => Promise<JobState[]>;
};

/** The callers that the module admits. */
export const access = { scopes: {}, rateLimits: {}, plans: {} } as const satisfies Access;

const defineRoute = routesOf<typeof access, SystemServices>();

const COMMON = {
  tag: 'System',
  extension: true,
  method: 'GET',
  policy: PLATFORM_READ,
} as const;

/** For operators: the state of the system. */
export const systemRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/diagnosis',
    policy: PLATFORM_READ,
    operationId: 'getDiagnosis',
    summary: 'Check configuration, database, keys, providers, lists and disks',
    description:
      'Runs the checks of `oriki doctor` in the answering process, and one of its event streams. They change nothing and take up to some seconds.',
    data: Diagnosis,
    handle: ({ services: { diagnose } }) => diagnose(),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/jobs',
    policy: PLATFORM_READ,
    operationId: 'listJobs',
    summary: 'Show the background jobs: last and next run, process, failures',
    description: 'The answer of `oriki jobs list`, over all processes.',
    data: Type.Object({ jobs: Type.Array(ShownJobState) }),
    handle: async ({ services: { listJobs } }) => ({ jobs: await listJobs() }),
  }),
]);
