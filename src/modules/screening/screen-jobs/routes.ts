import { Type } from 'typebox';
import { defineRoute, type Policy } from '../access.ts';
import { Deleted, examplePage, idParam } from '../../../platform/http/schema.ts';
import { cancelJob, createJob, getJob, listJobs, prepareJob } from './screen-jobs.ts';
import { CreateJob, JOB_PREFIX, JobPage, JobQuery, ScreeningJob } from './schemas.ts';

const READ: Policy = {
  scope: 'fraud:screen',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'screening',
  idempotency: false,
};
const WRITE: Policy = { ...READ, idempotency: true };
const COMMON = { tag: 'Screening', extension: true, status: 200 } as const;
const params = Type.Object({ id: idParam('screening-job', JOB_PREFIX) });
/** Base64 of a file of 10 MiB, in units of the server's limit. */
const ONE_FILE = 14;

const PENDING: ScreeningJob = {
  id: 'screenjob_01kf3vm9c4e6g8j0m2p4r6t8v0',
  state: 'PENDING',
  fileFormat: 'csv',
  fileSize: 28,
  lines: 2,
  readAs: { encoding: 'utf-8', delimiter: 'comma', dateFormat: null, warnings: [] },
  kinds: null,
  threshold: null,
  limit: 20,
  resultFormat: 'CSV',
  rows: { read: 0, done: 0, failed: 0, incomplete: 0 },
  outcomes: { clear: 0, review: 0, block: 0 },
  listsChanged: false,
  exportId: null,
  error: null,
  createdAt: '2026-11-21T09:45:00.000Z',
  completedAt: null,
};
const COMPLETED: ScreeningJob = {
  ...PENDING,
  state: 'COMPLETED',
  rows: { read: 1, done: 1, failed: 0, incomplete: 0 },
  outcomes: { clear: 1, review: 0, block: 0 },
  exportId: 'export_01kf3w8k2m4p6r8t0v2x4z6b8d',
  completedAt: '2026-11-21T09:45:02.118Z',
};

/** Files of names that are screened in the background. */
export const jobRoutes = [
  defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/fraud/screen/jobs',
    operationId: 'createScreeningJob',
    audit: {
      action: 'screening.create_job',
      does: 'started a screening job',
      shows: ['fileFormat', 'lines'],
    },
    summary: 'Screen a file of names in the background',
    description:
      'Each row is screened as with `screenNames`, and stored. The results become an export (`screening_jobs`) when the ' +
      'last row is done. Its id is `exportId`; reading it requires the scope `exports:create`. At most ten jobs may be ' +
      'unfinished at a time.',
    policy: WRITE,
    body: CreateJob,
    bodyLimitFactor: ONE_FILE,
    heavy: 'bulk',
    status: 201,
    data: ScreeningJob,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
    example: {
      body: {
        file: Buffer.from('ref,name\n17,Sean OBrien Smith').toString('base64'),
        fileFormat: 'csv',
      },
      data: PENDING,
    },
    creates: { resource: 'screening-job', ids: (data: ScreeningJob) => [data.id] },
    prepare: ({ services: { envelopes, results }, orgId, body }, db) =>
      prepareJob(db, { envelopes, results }, orgId, body),
    handle: ({ orgId, body }, tx, prepared) => createJob(tx, orgId, body, prepared),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screen/jobs',
    operationId: 'listScreeningJobs',
    summary: 'List screening jobs, newest first',
    policy: READ,
    query: JobQuery,
    data: JobPage,
    example: { query: { state: 'COMPLETED' }, data: examplePage(COMPLETED) },
    handle: ({ orgId, query }, db) => listJobs(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screen/jobs/:id',
    operationId: 'getScreeningJob',
    summary: 'Fetch a screening job',
    policy: READ,
    params,
    data: ScreeningJob,
    example: { data: COMPLETED },
    handle: ({ orgId, params: { id } }, db) => getJob(db, orgId, id),
  }),
  defineRoute({
    ...COMMON,
    method: 'DELETE',
    path: '/fraud/screen/jobs/:id',
    operationId: 'cancelScreeningJob',
    audit: { action: 'screening.cancel_job', does: 'cancelled a screening job' },
    summary: 'Cancel a screening job that is not finished',
    description:
      'Deletes its file and its rows; stored screenings stay. 409 once it is completed or failed.',
    policy: WRITE,
    params,
    data: Deleted,
    errors: ['CONFLICT'],
    example: { data: { id: PENDING.id, deleted: true } },
    handle: ({ orgId, params: { id } }, tx) => cancelJob(tx, orgId, id),
  }),
];
