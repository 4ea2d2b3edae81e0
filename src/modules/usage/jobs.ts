import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { rollUp } from './roll-up/roll-up.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'usage-sums',
    does: 'Adds what was counted to the sums by day.',
    whenStopped: 'Usage is counted and shown all the same; reading it takes longer and longer.',
    everyMs: 5000,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ counted: await rollUp(db, signal) }),
  },
];
