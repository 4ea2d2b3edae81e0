import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeEnded } from './ended/ended.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'permission-ends',
    does: 'Deletes ended assignments and relationships of permissions, with an event for each.',
    whenStopped: 'They stay in lists, but have no effect on checks.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ removed: await removeEnded(db, signal) }),
  },
];
