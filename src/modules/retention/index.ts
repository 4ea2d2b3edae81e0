import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { Module, ModuleTables } from '../module.ts';
import { access, type RetentionServices } from './access.ts';
import { holdContext } from './holds/holds.ts';
import { holdRoutes } from './holds/routes.ts';
import { subjectData } from './holds/subject-data.ts';
import { jobs } from './jobs.ts';
import { periodRoutes } from './routes.ts';

export type { HeldCases } from './access.ts';
export { assertNotHeld, holdRevision, keepHolds, readHeld } from './holds/holds.ts';
export { listClasses, listPeriods, updateClass } from './periods.ts';
export { planOf } from './plan.ts';
export { nextSize } from './run/run.ts';
export { MAX_DAYS, type RetentionClass } from './schemas.ts';

const rewrapReasons = rewrapColumn(
  { table: 'legal_holds', key: ['org_id', 'id'], subject: 'subject_id' },
  (row) => holdContext(row.org_id, row.id),
);

/** The module's tables. */
const tables = {
  retention_classes: { isShared: true, tenant: ['SELECT'] },
  retention_choices: {},
  legal_holds: {
    sealed: { envelope: rewrapReasons },
    personal: {
      people: 'customers',
      columns: {
        object_id: 'ids of customers, of cases and of organizations',
        subject_id: 'ids of customers',
        set_by: 'ids of members',
        envelope: 'reasons of legal holds',
        lifted_by: 'ids of members',
      },
      others: ['kind', 'set_kind', 'lifted_kind', 'approval_id'],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['retention:manage'],
      kept: 'until deleted',
    },
  },
} satisfies ModuleTables;

/** The periods of records, and the holds that keep records longer. */
export const retentionModule = {
  ...access,
  tags: { Retention: 'How long records are kept, and legal holds that keep them longer.' },
  routes: [...periodRoutes, ...holdRoutes],
  jobs,
  tables,
  subjectData,
  screens: {
    '/retention': {
      file: 'people/retention',
      component: 'Retention',
      navigation: { title: 'Retention', scope: 'retention:manage', place: 122 },
    },
    '/platform-retention': {
      file: 'operators/platform-retention',
      component: 'PlatformRetention',
      navigation: { title: 'Retention classes', scope: 'platform:admin', place: 235 },
    },
  },
} satisfies Module<RetentionServices>;
