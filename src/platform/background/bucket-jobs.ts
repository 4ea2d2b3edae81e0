import type { Job } from './job.ts';
import type { Database } from '../db/database.ts';
import { forgetDecisions, recover } from '../db/buckets/recovery.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'prepared-transactions',
    does: 'Ends transactions over several servers that a crash has left prepared.',
    whenStopped: 'The rows of such a transaction stay locked.',
    everyMs: 2000,
    isShared: true,
    lock: 'job',
    run: async ({ db }) => ({ ended: db.buckets ? await recover(db.buckets) : 0 }),
  },
  {
    name: 'transaction-decisions',
    does: 'Deletes decisions of transactions over several servers after 30 days.',
    whenStopped: 'The table grows.',
    everyMs: 3_600_000,
    lock: 'job',
    async run({ db }) {
      for (const each of db.buckets ? [db, db.buckets.shared] : [db]) await forgetDecisions(each);
    },
  },
];
