import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  api_keys: { isShared: true, tenant: [] },
  organizations: { isShared: true, tenant: ['SELECT'] },
} satisfies ModuleTables;
