import { access } from '../lists/index.ts';
import type { Module, ModuleTables } from '../module.ts';
import { openCell } from '../screening/index.ts';
import type { FileScreeningServices } from './jobs/routes.ts';
import { events } from './events.ts';
import { eraseJobRows } from './erasure/store.ts';
import { screeningJobsExport } from './export/store.ts';
import { jobs } from './jobs.ts';
import { jobRoutes } from './jobs/routes.ts';
import { rewrapScreeningFiles } from './jobs/pieces.ts';

/** The module's tables. */
const tables = {
  screening_job_pieces: {
    sealed: { envelope: rewrapScreeningFiles },
    personal: {
      people: 'customers',
      columns: { envelope: 'files of names' },
      others: ['job_id'],
      readers: [],
      kept: 'until the job ends',
    },
  },
  screening_job_rows: {
    personal: {
      people: 'customers',
      columns: { ref: 'references of rows', reason: 'why a row was not screened' },
      others: ['job_id', 'screening_id'],
      subject: { column: 'screening_id', table: 'screenings', key: 'id' },
      erasure: { by: eraseJobRows, remains: 'The line of the row.' },
      readers: ['fraud:screen'],
      kept: 'until deleted',
      recipients: ['export files'],
    },
  },
  screening_jobs: {},
} satisfies ModuleTables;

export * as bulk from './bulk/index.ts';
export type { Results } from './jobs/screen-jobs.ts';

/** Screens every name of a file. */
export const fileScreeningModule = {
  ...access,
  tags: {},
  routes: jobRoutes,
  events,
  jobs,
  tables,
  exports: {
    screening_jobs: {
      title: 'Results of screening jobs',
      source: { ...screeningJobsExport, open: openCell },
    },
  },
  screens: {
    '/files': {
      file: 'search/files',
      component: 'Files',
      navigation: { title: 'Files of names', scope: 'fraud:screen', place: 50 },
    },
  },
} satisfies Module<FileScreeningServices>;
