import type { Module, ModuleTables } from '../module.ts';
import { subjectAreasOf, tablesOf } from '../module.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { access, type PrivacyServices } from './access.ts';
import { events } from './events.ts';
import { routesWith } from './routes.ts';
import { subjectData } from './subjects.ts';

/** The module's tables. */
const TABLES = {
  subject_exports: {
    service: APPEND,
    personal: {
      people: 'customers',
      columns: { subject_id: 'ids of customers', person_id: 'ids of members' },
      others: ['approval_id', 'reason_code'],
      subject: 'subject_id',
      readers: ['identity:reveal'],
      kept: 'until deleted',
    },
  },
} satisfies ModuleTables;

export type { Hosts } from './register.ts';
export { registerOf } from './register.ts';
export { exportJson, exportPage } from './documents.ts';
export { EXPORT_OPERATION } from './routes.ts';
export { SUBJECT_FORMATS } from './schemas.ts';
export { exportNow, exportRevision } from './subject-export.ts';
export { getSubjectData, subjectTablesOf } from './subjects.ts';

/** Personal data: what is stored about a subject, and which data is stored at all. @param modules all other modules */
export function privacyModule(modules: readonly Module<never>[]) {
  const areas = { ...subjectAreasOf(modules), ...subjectData };
  return {
    ...access,
    tags: {
      Subjects: 'What is stored about one subject, and exports of it.',
    },
    routes: routesWith(areas, { ...tablesOf(modules), ...TABLES }),
    events,
    tables: TABLES,
    subjectData,
    screens: {
      '/register': {
        file: 'operators/register',
        component: 'RegisterScreen',
        navigation: { title: 'Register of processing', scope: 'platform:admin', place: 245 },
      },
    },
  } satisfies Module<PrivacyServices>;
}
