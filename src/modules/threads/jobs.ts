import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteChanges, selectPosition } from './streams/store.ts';

/** Age at which changes are removed from the log: older than this, and less than twice as old. */
const KEPT_MS = 60_000;

/** The position that this process has read in the run before, by database. */
const positions = new WeakMap<Database, string>();

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'inbox-changes',
    does: 'Keeps the log of changes that streams of inboxes follow short: removes what was there at the run before of the same process.',
    whenStopped: 'The log grows, and streams read it more slowly.',
    everyMs: KEPT_MS,
    lock: 'rows of inbox_changes',
    async run({ db }) {
      // Read first: a change that is not visible at it stays for another run.
      const position = await selectPosition(db.read);
      const before = positions.get(db);
      const removed = before === undefined ? 0 : await deleteChanges(db.read, before);
      positions.set(db, position);
      return { removed };
    },
  },
];
