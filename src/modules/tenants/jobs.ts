import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { tellExpiring } from './expiring.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'key-expiry',
    does: 'Announces API keys that expire within 30, 7 or 1 days to their organizations.',
    whenStopped: 'Organizations get no warning; keys expire all the same.',
    everyMs: 60_000,
    isShared: true,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ told: await tellExpiring(db, signal) }),
  },
];
