import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { startPeriodic } from '../periodic.ts';
import { deleteDeadClaims, deleteExpired } from './store.ts';

const BATCH = 1000;

/** Removes expired idempotency records in small batches; any number of processes may do so at once. */
export function startSweeper(db: Database, log: Logger): { stop: () => Promise<void> } {
  return startPeriodic({
    everyMs: 60_000,
    problem: 'expired idempotency records could not be removed',
    log,
    async work(stopped) {
      for (let removed = BATCH; removed === BATCH && !stopped();)
        removed = await deleteExpired(db.read, BATCH);
      await deleteDeadClaims(db.read);
    },
  });
}
