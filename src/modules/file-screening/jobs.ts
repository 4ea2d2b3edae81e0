import type { Job } from '../../platform/background/job.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Screening } from '../screening/index.ts';
import { JOBS_CHANNEL, type Results } from './jobs/screen-jobs.ts';
import { giveTurn } from './jobs/turn.ts';

type Needs = {
  db: Database;
  screening: Screening;
  envelopes: Envelopes;
  results: Results;
  log: Logger;
};

export const jobs: Job<Needs>[] = [
  {
    name: 'screening-jobs',
    does: 'Screens the files of screening jobs, in turns, and gives way to requests.',
    whenStopped: 'Screening jobs wait as PENDING.',
    everyMs: 2000,
    trigger: JOBS_CHANNEL,
    lock: 'rows of screening_jobs',
    async run(services, { signal }) {
      let runs = 0;
      while (!signal.aborted && (await giveTurn(services, signal))) runs += 1;
      return { runs };
    },
  },
];
