import { backOffMs } from '../../platform/concurrency/back-off.ts';

/** The waits after failed attempts of an erasure. */
const RETRY = { firstMs: 5000, mostMs: 3_600_000 };

/** Returns the wait before the next attempt. @param failures the number of earlier failed attempts */
export function retryMs(failures: number): number {
  return backOffMs(failures, RETRY);
}
