import type { Job } from '../../../../platform/background/job.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { ContentSealer } from '../../../tenants/index.ts';
import { screeningContents } from './seal-clear.ts';

const sealer = new ContentSealer();

export const jobs: Job<{ db: Database; envelopes: Envelopes }>[] = [
  {
    name: 'sealed-screenings',
    does: 'Seals screenings from before, in organizations that seal contents.',
    whenStopped: 'Screenings from before keep names in the clear.',
    everyMs: 60_000,
    lock: 'job',
    run: async ({ db, envelopes }, { signal }) => ({
      sealed: await sealer.run(db, screeningContents(envelopes), signal),
    }),
  },
];
