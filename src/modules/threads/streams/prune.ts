import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { startPeriodic } from '../../../platform/periodic.ts';
import { deleteChanges, selectPosition } from './store.ts';

/** What is older than this, and less than twice as old, is removed from the log of changes. */
const KEPT_MS = 60_000;

/** Keeps the log of changes short; any number of processes may do so at once. */
export function startPruning(db: Database, log: Logger): { stop: () => Promise<void> } {
  let before: string | undefined;
  return startPeriodic({
    everyMs: KEPT_MS,
    problem: 'the log of changes of inboxes could not be shortened',
    log,
    async work() {
      // Taken first: a change that is not visible in it stays for another turn.
      const next = await selectPosition(db.read);
      if (before !== undefined) await deleteChanges(db.read, before);
      before = next;
    },
  });
}
