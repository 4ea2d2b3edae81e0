import type { ModuleTables } from '../module.ts';
import { rewrapOrigins } from './global/refresh/queries.ts';

/** The module's tables. */
export const tables = {
  global_entries: { isShared: true, tenant: ['SELECT'] },
  global_list_changes: { isShared: true },
  // Tenants read the age of lists; the rest is the operator's.
  global_list_origins: {
    isShared: true,
    tenant: ['SELECT(checked_at)', 'SELECT(every_seconds)', 'SELECT(list_id)'],
    sealed: { queries: rewrapOrigins },
  },
  global_list_versions: { isShared: true, tenant: ['SELECT'] },
  global_lists: { isShared: true, tenant: ['SELECT'] },
  global_previous_entries: { isShared: true, tenant: ['SELECT'] },
  import_staging: { isShared: true },
  screening_entries: {},
  screening_lists: {},
} satisfies ModuleTables;
