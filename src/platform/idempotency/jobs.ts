import type { Database } from '../db/database.ts';
import { type Job, drain } from '../background/job.ts';
import { deleteDeadClaims, deleteExpired } from './store.ts';

const BATCH = 1000;

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'idempotency-records',
    does: 'Deletes recorded answers after 24 hours, and claims of processes that died.',
    whenStopped: 'The table grows; expired answers are still not replayed.',
    everyMs: 60_000,
    lock: 'job',
    async run({ db }, { signal }) {
      const removed = await drain(BATCH, signal, () => deleteExpired(db.read, BATCH));
      await deleteDeadClaims(db.read);
      return { removed };
    },
  },
];
