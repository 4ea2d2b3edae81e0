import type { Database } from '../../platform/db/database.ts';
import type { Module } from '../module.ts';
import { access, type UsageServices } from './access.ts';
import { jobs } from './jobs.ts';
import { usageRoutes } from './routes.ts';
import { usageExport } from './store.ts';
import { TABLES } from './tables.ts';
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
export { rollUp } from './roll-up/roll-up.ts';
export { sumUsage, usageOfRunningMonth } from './usage.ts';

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
