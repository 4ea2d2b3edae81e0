import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  export_settings: {},
  export_stores: {},
  exports: {},
} satisfies ModuleTables;
