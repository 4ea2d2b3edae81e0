export {
  leaveMonth,
  monthHasNews,
  monthsToCharge,
  organizationsToCharge,
  otherMetrics,
  takeMonth,
  usageOfMonth,
  type MonthRange,
} from './months.ts';
export { jobs } from './jobs.ts';
export { rollUp } from './roll-up.ts';
export { usageRoutes } from './routes.ts';
export { usageExport } from './store.ts';
export { sumUsage } from './usage.ts';
