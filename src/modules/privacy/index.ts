import { rewrapColumn } from '../../platform/crypto/rewrap.ts';
import type { Module, ModuleTables } from '../module.ts';
import { recordClassesOf, subjectAreasOf, tablesOf } from '../module.ts';
import { APPEND } from '../../platform/db/tables.ts';
import { access, type PrivacyServices } from './access.ts';
import { erasureJobs, type ErasureServices } from './erasure/jobs.ts';
import { erasedTablesOf } from './erasure/order.ts';
import { erasureContext } from './erasure/request.ts';
import { eventsArea } from './events-area.ts';
import { events } from './events.ts';
import { leavingJob } from './organization/jobs.ts';
import { leavingPlanOf } from './organization/plan.ts';
import { leavingContext } from './organization/request.ts';
import { routesWith } from './routes.ts';
import { subjectDataWith } from './subjects.ts';
import { heldCases } from '../cases/index.ts';

const rewrapReasons = rewrapColumn({ table: 'subject_erasures', key: ['org_id', 'id'] }, (row) =>
  erasureContext(row.org_id, row.id),
);
const rewrapLeaving = rewrapColumn(
  { table: 'organization_erasures', key: ['org_id', 'id'] },
  (row) => leavingContext(row.org_id, row.id),
);

/** The module's tables. */
const TABLES = {
  subject_exports: {
    service: [...APPEND, 'DELETE'],
    personal: {
      people: 'customers',
      columns: { subject_id: 'ids of customers', person_id: 'ids of members' },
      others: ['approval_id', 'reason_code'],
      subject: 'subject_id',
      erasure: 'deleted',
      readers: ['identity:reveal'],
      kept: 'until deleted',
    },
  },
  organization_erasures: {
    tenant: ['SELECT'],
    sealed: { envelope: rewrapLeaving },
    personal: {
      people: 'any',
      columns: { requested_by: 'accounts of operators', envelope: 'reasons of erasures' },
      others: ['counts', 'receipt', 'signature'],
      readers: [],
      kept: 'always',
    },
    keptAfterLeaving: 'The receipt proves the erasure.',
  },
  subject_erasures: {
    sealed: { envelope: rewrapReasons },
    personal: {
      people: 'customers',
      columns: {
        subject_id: 'ids of customers',
        person_id: 'ids of members',
        envelope: 'reasons of erasures',
        receipt: 'receipts of erasures',
        ids: 'ids of customers and of records about them, during the erasure',
      },
      others: ['approval_id', 'reason_code', 'counts', 'signature'],
      subject: 'subject_id',
      erasure: { kept: 'The receipt proves the erasure.', until: null },
      readers: ['identity:reveal'],
      kept: 'always',
    },
  },
} satisfies ModuleTables;

export { continueErasure, type EraseTools } from './erasure/erase.ts';
export { ErasureList } from './erasure/list.ts';
export { repeatErasures } from './erasure/repeat.ts';
export { getErasure, requestErasure } from './erasure/request.ts';
export { ERASE_OPERATION } from './erasure/routes.ts';
export { erasedTablesOf };
export { countMissing, restoreList } from './listed.ts';
export { continueLeaving, type LeaveTools } from './organization/erase.ts';
export { leavingPlanOf } from './organization/plan.ts';
export { repeatLeaving } from './organization/repeat.ts';
export { findReceipt, requestLeaving } from './organization/request.ts';
export type { Hosts } from './register.ts';
export { registerOf } from './register.ts';
export { exportJson, exportPage } from './documents.ts';
export { EXPORT_OPERATION } from './routes.ts';
export { SUBJECT_FORMATS } from './schemas.ts';
export { exportNow, exportRevision } from './subject-export.ts';
export { getSubjectData, subjectTablesOf } from './subjects.ts';

/**
 * Personal data: export and erasure of a subject's data, and the register of stored data. @param modules all other
 * modules
 */
export function privacyModule(modules: readonly Module<never>[]) {
  const tables = { ...tablesOf(modules), ...TABLES };
  const erased = erasedTablesOf(tables);
  const own = { ...subjectDataWith({ tables: erased, heldCases }), events: eventsArea(erased) };
  const areas = { ...subjectAreasOf(modules), ...own };
  return {
    ...access,
    tags: {
      Subjects: 'What is stored about one subject, and exports of it.',
    },
    routes: routesWith(areas, tables, recordClassesOf(modules)),
    events,
    jobs: [...erasureJobs(erased), leavingJob(leavingPlanOf(tables))],
    tables: TABLES,
    subjectData: own,
    screens: {
      '/register': {
        file: 'operators/register',
        component: 'RegisterScreen',
        navigation: { title: 'Register of processing', scope: 'platform:admin', place: 245 },
      },
    },
  } satisfies Module<PrivacyServices, ErasureServices>;
}
