import type { Module, ModuleTables } from '../module.ts';
import { access, type LiveServices, liveRoutes } from './routes.ts';
import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { KEPT_MS, shortener } from '../../platform/streams/log-follower.ts';

const shorten = shortener('live_changes');

const jobs: Job<{ db: Database }>[] = [
  {
    name: 'live-changes',
    does: 'Keeps the log of changes short: deletes changes older than the previous run of the same process.',
    whenStopped: 'The log grows, and streams read it more slowly.',
    everyMs: KEPT_MS,
    lock: 'rows of live_changes',
    run: ({ db }) => shorten(db),
  },
];

/** The module's tables. */
const TABLES = {
  // Positions of streams; after a move, streams begin again.
  live_changes: { staysAtMove: true },
} satisfies ModuleTables;

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
