import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { unassignLeavers } from './rule/open-cases.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'cases-of-leavers',
    does: 'Takes open cases from people who are no longer members.',
    whenStopped: 'Open cases stay assigned to people who have left.',
    everyMs: 60_000,
    lock: 'rows of cases',
    run: async ({ db }, { signal }) => ({ unassigned: await unassignLeavers(db, signal) }),
  },
];
