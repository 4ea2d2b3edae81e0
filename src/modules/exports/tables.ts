import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const tables = {
  export_settings: {},
  export_stores: {},
  exports: {},
} satisfies ModuleTables;
