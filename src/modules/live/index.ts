import type { Module } from '../module.ts';
import { access, type LiveServices } from './access.ts';
import { jobs } from './jobs.ts';
import { liveRoutes } from './routes.ts';
import { TABLES } from './tables.ts';

export { MAX_IDS } from './schemas.ts';
export { LIVE_CHANNEL, noteChange, noteChanges } from './note.ts';
export { LiveStreams, type OtherLog } from './streams.ts';

/** The stream of changes in an organization. */
export const liveModule = {
  ...access,
  tags: { Live: 'Changes of the organization, as they happen.' },
  routes: liveRoutes,
  jobs,
  tables: TABLES,
} satisfies Module<LiveServices>;
