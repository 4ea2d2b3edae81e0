import type { Module, ModuleTables } from '../module.ts';
import { access, type ExportServices } from './access.ts';
import { downloadRoute } from './download/download.ts';
import { jobs } from './jobs.ts';
import { events } from './events.ts';
import { retention } from './retention/store.ts';
import { exportRoutes } from './routes.ts';
import { settingsRoutes } from './settings/routes.ts';

/** The module's tables. */
const TABLES = {
  export_settings: {},
  export_stores: {},
  exports: {},
} satisfies ModuleTables;

export { ExportUrls } from './download/urls.ts';
export { bucketProblem, openStores } from './files/open-store.ts';
export { hostOfBucket, Objects, reasonOfObject } from './files/objects.ts';
export { lostStores } from './sweep/previous-stores.ts';
export type { Stores } from './files/files.ts';
export { jobResults, removeFilesAbout } from './exports.ts';
export {
  withdrawAll as withdrawAllFiles,
  withdrawFiles as withdrawFilesAbout,
} from './erasure/store.ts';
export { Exporter } from './run/exporter.ts';
export { ALLOWED_FORMATS, MAX_RETENTION_DAYS, MAX_ROWS } from './settings/schemas.ts';
export { getSettings, updateSettings } from './settings/settings.ts';

/** Exports of data as files. */
export const exportsModule = {
  ...access,
  tags: {
    Exports: 'Data as CSV, JSON or XLSX files, made in the background.',
  },
  routes: [...exportRoutes, downloadRoute, ...settingsRoutes],
  events,
  jobs,
  tables: TABLES,
  retention,
  usage: {
    exports: {
      exports: { title: 'Exports completed', each: 'export that was completed', at: 'completedAt' },
    },
  },
  screens: {
    '/exports': {
      file: 'money/exports',
      component: 'Exports',
      navigation: { title: 'Exports', scope: 'exports:create', place: 150 },
    },
  },
} satisfies Module<ExportServices>;
