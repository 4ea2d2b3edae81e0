import { clock } from '../../../platform/clock.ts';
import { type Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import type { Followers } from '../access.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import { runRescreening } from './rescreening-run.ts';
import { selectGlobalRevisions } from '../../lists/index.ts';
import { selectDue } from './store.ts';

/** Rescreening runs after one check; the next check finds more. */
const MAX_DUE = 1000;

/**
 * Screens the changes of lists, until now, against the subjects of every organization. A failed run does not delay
 * others, and is retried when its lease ends.
 * @returns the number of runs, and the time of the check
 */
export async function screenChanges(
  { db, log, ...more }: { db: Database; followers: Followers; secret: string; log: Logger },
  signal: AbortSignal = new AbortController().signal,
): Promise<{ runs: number; lookMs: number }> {
  const beganMs = clock.monotonicMs();
  const due = await selectDue(db.read, await selectGlobalRevisions(db.read), MAX_DUE);
  const lookMs = clock.monotonicMs() - beganMs;
  let runs = 0;
  for (const one of due) {
    if (signal.aborted) break;
    try {
      await traceJob('screen changes', null, () => runRescreening(db, one, more, signal));
      runs += 1;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, ...one }, 'subjects could not be screened against a changed list');
    }
  }
  return { runs, lookMs };
}
