import { Type } from 'typebox';
import type { PolicyOf } from '../../platform/http/policy.ts';
import { defineRoute, type access } from './access.ts';
import { Diagnosis, JobState } from './schemas.ts';

const READ: PolicyOf<typeof access> = {
  scope: 'platform:admin',
  context: 'platform',
  rateLimit: 'none',
  idempotency: false,
};
const COMMON = {
  tag: 'System',
  extension: true,
  status: 200,
  method: 'GET',
  policy: READ,
} as const;

/** For operators: the state of the system. */
export const systemRoutes = [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/diagnosis',
    policy: READ,
    operationId: 'getDiagnosis',
    summary: 'Check configuration, database, keys, providers, lists and disks',
    description:
      'Runs the checks of `oriki doctor` in the answering process, and one of its event streams. They change nothing and take up to some seconds.',
    data: Diagnosis,
    example: {
      data: {
        ok: true,
        checks: [
          {
            check: 'disk',
            status: 'warn',
            message: '1.2 GiB free where ./data is',
            advice: 'make room, or set ORIKI_DATA_DIR to a folder on another disk',
            page: 'operations/capacity.md',
          },
        ],
      },
    },
    handle: ({ services: { diagnose } }) => diagnose(),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/jobs',
    policy: READ,
    operationId: 'listJobs',
    summary: 'Show the background jobs: last and next run, process, failures',
    description: 'The answer of `oriki jobs list`, over all processes.',
    data: Type.Object({ jobs: Type.Array(JobState) }),
    example: {
      data: {
        jobs: [
          {
            name: 'usage-sums',
            lastRunAt: '2026-11-21T09:45:00.000Z',
            nextRunAt: '2026-11-21T09:46:00.000Z',
            holder: 'host-1:4711:01kf3vm9c4e6g8j0m2p4r6t8v0',
            isRunning: false,
            failures: 0,
            error: null,
          },
        ],
      },
    },
    handle: async ({ services: { listJobs } }) => ({ jobs: await listJobs() }),
  }),
];
