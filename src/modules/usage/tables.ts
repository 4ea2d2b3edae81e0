import { APPEND } from '../../platform/db/tables.ts';
import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  // The view of all sums, for operators' queries.
  usage_by_day: { tenant: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] },
  // The worker sums up and charges. Sums grow with the rows that they count, and are not deleted.
  usage_daily: { service: [...APPEND, 'UPDATE'], tenant: ['SELECT'] },
  usage_months: { tenant: ['SELECT'] },
  usage_pending: { waiting: { as: 'usage' } },
  usage_pending_unkeyed: { waiting: { as: 'usage' } },
  usage_records: { service: APPEND },
} satisfies ModuleTables;
