import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { startPeriodic } from '../../platform/periodic.ts';
import * as store from './store.ts';

const BATCH = 10_000;

/** Moves what was counted before the call into the sums. Of several processes one does it, the others wait. */
export async function rollUp(db: Database): Promise<void> {
  for (let moved = BATCH; moved === BATCH;)
    moved = await db.transaction(async (tx) => {
      await store.lockRollUp(tx);
      return store.movePending(tx, BATCH);
    });
}

/** Moves what is counted into the sums; any number of processes may do so, one at a time does it. */
export function startRollUp(db: Database, log: Logger): { stop: () => Promise<void> } {
  return startPeriodic({
    everyMs: 5000,
    problem: 'usage could not be summed up',
    log,
    async work(stopped) {
      for (let moved = BATCH; moved === BATCH && !stopped();)
        moved = await db.transaction(async (tx) =>
          (await store.tryLockRollUp(tx)) ? store.movePending(tx, BATCH) : 0,
        );
    },
  });
}
