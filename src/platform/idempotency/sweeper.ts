import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/logger.ts';
import { deleteExpired } from './store.ts';

const INTERVAL_MS = 60_000;
const BATCH = 1000;

/** Removes expired idempotency records in small batches; any number of processes may do so at once. */
export function startSweeper(db: Database, log: Logger): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const isStopped = (): boolean => stopped;
  const sweep = async (): Promise<void> => {
    try {
      for (let removed = BATCH; removed === BATCH && !isStopped();)
        removed = await deleteExpired(db.read, BATCH);
    } catch (error) {
      log.warn({ err: error }, 'expired idempotency records could not be removed');
    }
  };
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
