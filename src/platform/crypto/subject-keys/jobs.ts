import type { Job } from '../../background/job.ts';
import type { Database } from '../../db/database.ts';
import type { Envelopes } from '../envelopes.ts';
import { coverer, type Rewrap } from '../rewrap.ts';
import { isCovered, setCovered } from '../store.ts';

export type CoverServices = {
  db: Database;
  envelopes: Envelopes;
  /** The rewraps of all modules. */
  rewraps: readonly Rewrap[];
};

export const jobs: Job<CoverServices>[] = [
  {
    name: 'subject-keys',
    does: 'Adds keys of subjects to older values.',
    whenStopped: 'Old values have none; `oriki kek rewrap` also adds them.',
    everyMs: 3_600_000,
    lock: 'job',
    async run({ db, envelopes, rewraps }, { signal }) {
      if (!envelopes.covers || (await isCovered(db))) return undefined;
      let rewrapped = 0;
      for (const rewrap of rewraps)
        if (rewrap.ofSubjects)
          rewrapped += (await rewrap(db, coverer(envelopes), '', signal)).rewrapped;
      // Other processes may still be starting with keys of subjects, until a run finds no envelope.
      if (rewrapped === 0) await setCovered(db);
      return { rewrapped };
    },
  },
];
