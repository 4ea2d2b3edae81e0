import { clock } from '../../../platform/clock.ts';
import { type Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { traceJob } from '../../../platform/observability/tracing.ts';
import { startPeriodic } from '../../../platform/periodic.ts';
import { runPass } from './pass.ts';
import { selectDue, type Due } from './store.ts';

/** Passes after one look; more are found by the next. */
const MAX_DUE = 1000;
const LOOK_EVERY_MS = 1000;
/** A look goes over all lists of all organizations: it takes at most this share of the time. */
const LOOK_SHARE = 0.02;

/** A pass that fails holds up no other: it is tried again when its lease ends. */
async function runPasses(
  db: Database,
  due: Due[],
  log: Logger,
  stopped: () => boolean,
): Promise<void> {
  for (const one of due) {
    if (stopped()) return;
    try {
      await traceJob('screen changes', null, () => runPass(db, one, stopped));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.warn({ err: error, ...one }, 'subjects could not be screened against a changed list');
    }
  }
}

/** Screens what has changed on lists, until now, against the subjects of every organization. */
export async function screenChanges(db: Database, log: Logger): Promise<void> {
  await runPasses(db, await selectDue(db.read, MAX_DUE), log, () => false);
}

/**
 * Looks for changed lists once a second, or less often where a look takes more than 20 ms, and screens what has changed
 * on them. Any number of processes may do so at once.
 */
export function startWatcher(db: Database, log: Logger): { stop: () => Promise<void> } {
  let nextMs = 0;
  return startPeriodic({
    everyMs: LOOK_EVERY_MS,
    problem: 'changed lists could not be looked for',
    log,
    async work(stopped) {
      const beganMs = clock.monotonicMs();
      if (beganMs < nextMs) return;
      const due = await selectDue(db.read, MAX_DUE);
      nextMs = beganMs + (clock.monotonicMs() - beganMs) / LOOK_SHARE;
      await runPasses(db, due, log, stopped);
    },
  });
}
