import type { ModuleTables } from '../module.ts';

/** The module's tables. */
export const TABLES = {
  channels: {},
  // Positions of streams: streams begin again.
  inbox_changes: { staysAtMove: true },
  inbox_counts: {},
  messages: {},
  participants: { externalIds: ['external_id', 'role'] },
  thread_participants: {},
  threads: { externalIds: ['entity_id'] },
} satisfies ModuleTables;
