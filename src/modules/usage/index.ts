import type { Database } from '../../platform/db/database.ts';
import type { Module, ModuleTables } from '../module.ts';
import { access, type UsageServices } from './access.ts';
import { usageRoutes } from './routes.ts';
import { usageExport } from './store.ts';
import { APPEND } from '../../platform/db/tables.ts';
import type { Job } from '../../platform/background/job.ts';
import { rollUp } from './usage.ts';

const jobs: Job<{ db: Database }>[] = [
  {
    name: 'usage-sums',
    does: 'Adds new usage to the daily sums.',
    whenStopped: 'Usage is counted and shown in any case; reading it takes more and more time.',
    everyMs: 5000,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ counted: await rollUp(db, signal) }),
  },
];

/** The reason to keep the sums: invoices depend on them. */
const SUMS = { keptAfterLeaving: 'Sums that invoices follow from, without personal data.' };

/** The module's tables. */
const TABLES = {
  // The view of all sums, for operators' queries.
  usage_by_day: { tenant: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] },
  // The worker sums up and charges. Sums grow with the rows that they count, and are not deleted.
  usage_daily: { service: [...APPEND, 'UPDATE'], tenant: ['SELECT'], ...SUMS },
  usage_months: { tenant: ['SELECT'], ...SUMS },
  usage_pending: { waiting: { as: 'usage' }, ...SUMS },
  usage_pending_unkeyed: { waiting: { as: 'usage' }, ...SUMS },
  usage_records: { service: [...APPEND, 'DELETE'], tenant: APPEND },
} satisfies ModuleTables;

export { access };
export type { MonthCost } from './schemas.ts';
export {
  leaveMonth,
  monthHasNews,
  monthsToCharge,
  organizationsToCharge,
  otherMetrics,
  takeMonth,
  usageOfMonth,
  type MonthRange,
  type UsageOf,
} from './months.ts';
export { sumUsage, usageOfRunningMonth, rollUp } from './usage.ts';

/** Counts usage. */
export const usageModule = {
  ...access,
  tags: {
    Usage: 'Usage, counted by day, service and metric.',
  },
  routes: [...usageRoutes],
  jobs,
  tables: TABLES,
  exports: { usage: { title: 'Usage', source: usageExport } },
  screens: {
    '/usage': {
      file: 'money/usage',
      component: 'Usage',
      navigation: { title: 'Usage', scope: 'usage:read', place: 130 },
    },
  },
} satisfies Module<UsageServices, { db: Database }>;
