import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sessions } from './sessions.ts';

export const jobs: Job<{ db: Database; sessions: Sessions }>[] = [
  {
    name: 'verification-sessions',
    does: 'Ends expired sessions, and runs steps that need nothing or whose process has died.',
    whenStopped: 'Sessions keep personal data longer, and steps wait for a request.',
    everyMs: 2000,
    lock: 'rows of verification_sessions',
    async run({ db, sessions }, { signal }) {
      let runs = 0;
      while (!signal.aborted && (await sessions.runDue(db))) runs += 1;
      return { runs };
    },
  },
];
