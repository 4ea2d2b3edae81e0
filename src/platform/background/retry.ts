import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock.ts';
import type { DatabaseScope, TransactionOptions, TransactionWork } from '../db/database.ts';
import { isUnavailable } from '../db/failures.ts';
import { backOffMs, type BackOff } from './back-off.ts';

/** The time for which what was paid for is tried: a database that restarts is back by then. */
export const PAID_RETRY_MS = 15_000;
const BETWEEN_TRIES: BackOff = { firstMs: 250, mostMs: 1000 };

/**
 * Tries again while the database cannot be asked, for up to `forMs`; `work` may therefore run more than once.
 * @param passes of an error: it may be tried again
 * @throws what `work` throws otherwise, or at last
 */
export async function retryWhileUnavailable<T>(
  forMs: number,
  work: () => Promise<T>,
  passes: (error: unknown) => boolean = isUnavailable,
): Promise<T> {
  const endsMs = clock.monotonicMs() + forMs;
  for (let failures = 0; ; failures += 1)
    try {
      return await work();
    } catch (error) {
      const pauseMs = backOffMs(failures, BETWEEN_TRIES);
      if (!passes(error) || clock.monotonicMs() + pauseMs > endsMs) throw error;
      await sleep(pauseMs);
    }
}

/**
 * A transaction for what was paid for: while the database cannot be asked it is tried again, for up to `forMs`. `work`
 * may therefore run more than once, and after a commit whose outcome nobody knows: then it fails as it finds its own
 * rows, by a constraint, and the caller must know what that means.
 */
export function retryingTransaction<T>(
  db: DatabaseScope,
  forMs: number,
  work: TransactionWork<T>,
  options?: TransactionOptions,
): Promise<T> {
  return retryWhileUnavailable(forMs, () => db.transaction(work, options));
}
