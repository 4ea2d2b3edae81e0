import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeEnded } from './ended/ended.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'permission-ends',
    does: 'Removes assignments and relationships of permissions that have ended, and tells of each.',
    whenStopped: 'They stay in lists, and count in no check all the same.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db }, { signal }) => ({ removed: await removeEnded(db, signal) }),
  },
];
