/** Continues erasures of subjects and of organizations: many in the worker, and each of the list at a start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesLeft, type Outcome } from './erasure/erase.ts';

/** Waits this long for another process that works on the same erasure. */
const BUSY_MS = 200;
/** Errors of a run that are reported. */
const MOST_REPORTED = 10;

/**
 * Continues an erasure until it is done, only files are left, or a hold keeps the records.
 * @param delay leaves the files to the worker: nothing that the service answers contains what is erased
 */
export async function continueNow(
  work: () => Promise<Outcome>,
  delay: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    while ((await work()) === 'busy') {
      signal?.throwIfAborted();
      await sleep(BUSY_MS);
    }
  } catch (error) {
    if (!(error instanceof FilesLeft)) throw error;
    await delay();
  }
}

/**
 * Continues each erasure once. One that fails delays no other.
 * @param failed delays the next attempt; it throws if the database does not answer, which ends the run
 * @throws AggregateError if some have failed
 */
export async function continueEach<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Outcome>,
  failed: (row: Row, error: unknown) => Promise<void>,
  signal: AbortSignal,
): Promise<{ erased: number }> {
  let erased = 0;
  const failures: unknown[] = [];
  for (const row of rows) {
    if (signal.aborted) break;
    try {
      if ((await work(row)) === 'done') erased += 1;
    } catch (error) {
      failures.push(error);
      await failed(row, error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures.slice(0, MOST_REPORTED), 'erasures continue later');
  return { erased };
}
