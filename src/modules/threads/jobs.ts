import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { KEPT_MS, shortener } from '../../platform/streams/shorten.ts';

const shorten = shortener('inbox_changes');

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'inbox-changes',
    does: 'Keeps the log of changes that streams of inboxes follow short: removes what was there at the run before of the same process.',
    whenStopped: 'The log grows, and streams read it more slowly.',
    everyMs: KEPT_MS,
    lock: 'rows of inbox_changes',
    run: ({ db }) => shorten(db),
  },
];
