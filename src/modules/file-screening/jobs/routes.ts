import { Type } from 'typebox';
import { Deleted, idParam } from '../../../platform/http/schema.ts';
import { cancelJob, createJob, getJob, listJobs, prepareJob, type Results } from './screen-jobs.ts';
import { CreateJob, JOB_PREFIX, JobPage, JobQuery, ScreeningJob } from './schemas.ts';
import { EXAMPLES } from './examples.ts';
import { SCREENING_READ, SCREENING_WRITE, access } from '../../lists/index.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { routesOf, withExamples } from '../../../platform/http/route.ts';

/** Services in the context of this module's handlers. */
export type FileScreeningServices = {
  /** Encrypts files of names. */
  envelopes: Envelopes;
  results: Results;
};

const defineRoute = routesOf<typeof access, FileScreeningServices>();

const COMMON = { tag: 'Screening', extension: true } as const;
const params = Type.Object({ id: idParam('screening-job', JOB_PREFIX) });
/** Base64 of a 10 MiB file, in the units of the server's limit. */
const ONE_FILE = 14;

/** Routes for files of names that are screened in the background. */
export const jobRoutes = withExamples(EXAMPLES, [
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
    policy: SCREENING_WRITE,
    body: CreateJob,
    bodyLimitFactor: ONE_FILE,
    heavy: 'bulk',
    status: 201,
    data: ScreeningJob,
    errors: ['CONFLICT', 'SERVICE_DISABLED'],
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
    policy: SCREENING_READ,
    query: JobQuery,
    data: JobPage,
    handle: ({ orgId, query }, db) => listJobs(db, orgId, query),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/fraud/screen/jobs/:id',
    operationId: 'getScreeningJob',
    summary: 'Fetch a screening job',
    policy: SCREENING_READ,
    params,
    data: ScreeningJob,
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
    policy: SCREENING_WRITE,
    params,
    data: Deleted,
    errors: ['CONFLICT'],
    handle: ({ orgId, params: { id } }, tx) => cancelJob(tx, orgId, id),
  }),
]);
