import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  // Positions of streams: streams begin again.
  live_changes: { staysAtMove: true },
} satisfies ModuleTables;
