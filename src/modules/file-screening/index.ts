import { access } from '../lists/index.ts';
import type { Module } from '../module.ts';
import type { FileScreeningServices } from './access.ts';
import { events } from './events.ts';
import { screeningJobsExport } from './export/store.ts';
import { jobs } from './jobs.ts';
import { jobRoutes } from './jobs/routes.ts';
import { tables } from './tables.ts';

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
  exports: { screening_jobs: { title: 'Results of screening jobs', source: screeningJobsExport } },
  screens: {
    '/files': {
      file: 'search/files',
      component: 'Files',
      navigation: { title: 'Files of names', scope: 'fraud:screen', place: 50 },
    },
  },
} satisfies Module<FileScreeningServices>;
