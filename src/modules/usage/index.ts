export {
  organizationsToCharge,
  takeMonths,
  usageOfMonth,
  type MonthRange,
  type MonthUsage,
} from './months.ts';
export { rollUp, startRollUp } from './roll-up.ts';
export { usageRoutes } from './routes.ts';
export { usageExport } from './store.ts';
export { sumUsage } from './usage.ts';
