import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import { type DatabaseScope, type TransactionOptions, type TransactionWork } from './database.ts';
import { isUnavailable } from './failures.ts';

/** How long what was paid for is tried: a database that restarts is back by then. */
export const PERSIST_MS = 15_000;
/** Between two tries. */
export const RETRY_MS = 250;

/**
 * Tries again while the database cannot be asked, for up to `forMs`; `work` may therefore run more than once.
 * @throws what `work` throws otherwise, or at last
 */
export async function retryWhileUnavailable<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const endsMs = clock.monotonicMs() + forMs;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || clock.monotonicMs() + RETRY_MS > endsMs) throw error;
      await sleep(RETRY_MS);
    }
}

/**
 * A transaction for what was paid for: while the database cannot be asked it is tried again, for up to `forMs`. `work`
 * may therefore run more than once, and after a commit whose outcome nobody knows: then it fails as it finds its own
 * rows, by a constraint, and the caller must know what that means.
 */
export function persist<T>(
  db: DatabaseScope,
  forMs: number,
  work: TransactionWork<T>,
  options?: TransactionOptions,
): Promise<T> {
  return retryWhileUnavailable(forMs, () => db.transaction(work, options));
}
