/** Continues erasures of subjects and of organizations: many in the worker, and each erasure of the list at a start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesLeft, type Outcome } from './erasure/erase.ts';

/** The wait before a retry while another process works on the same erasure. */
const BUSY_MS = 200;
/** The maximum number of reported errors of a run. */
const MOST_REPORTED = 10;

/**
 * Continues an erasure until it is done, only files remain, or a hold keeps the records.
 * @param delay leaves the files to the worker: no answer of the service contains the erased data
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
 * Continues each erasure once. If one fails, the others still run.
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
