import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { KEPT_MS, shortener } from '../../platform/streams/shorten.ts';

const shorten = shortener('live_changes');

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'live-changes',
    does: 'Keeps the log that streams of changes follow short: removes what was there at the run before of the same process.',
    whenStopped: 'The log grows, and streams read it more slowly.',
    everyMs: KEPT_MS,
    lock: 'rows of live_changes',
    run: ({ db }) => shorten(db),
  },
];
