import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { cleanUp } from './deliveries/cleanup.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'webhook-cleanup',
    does: 'Removes finished deliveries and their events after 30 days, and gives up what has waited for a paused webhook for five.',
    whenStopped: 'The tables grow; nothing is sent twice, or less.',
    everyMs: 60_000,
    lock: 'job',
    run: ({ db }, { signal }) => cleanUp(db, signal),
  },
];
