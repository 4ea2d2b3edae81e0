import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { recanonicalise } from './canonical-names/recanonicalise.ts';
import type { Refresher } from './global/refresh/refresher.ts';
import { removeOldVersions } from './global/versions/versions.ts';

/** The two runners of a process, by the lists that they refresh. Failing or slow servers occupy at most one of them. */
const RUNNERS = ['all', 'unfailed'] as const;

type Needs = { db: Database; listsDb: Database; refresher: Refresher };

export const jobs: Job<Needs>[] = [
  {
    name: 'list-refresh',
    does: 'Fetches global lists from their origins when they are due, and imports what has changed.',
    whenStopped: 'Names are screened against outdated lists.',
    everyMs: 5000,
    isShared: true,
    lock: 'rows of global_list_origins',
    runners: () => RUNNERS.length,
    async run({ refresher }, { signal, index }) {
      let refreshed = 0;
      while (!signal.aborted && (await refresher.refreshDue(signal, RUNNERS[index])))
        refreshed += 1;
      return { refreshed };
    },
  },
  {
    name: 'list-versions',
    does: 'Deletes versions of global lists after their retention.',
    whenStopped: 'The tables of versions grow.',
    everyMs: 60_000,
    isShared: true,
    lock: 'job',
    run: async ({ listsDb }, { signal }) => ({
      removed: await removeOldVersions(listsDb, signal),
    }),
  },
  {
    name: 'canonical-names',
    does: 'Updates stored canonical names to the rules of this version, after an upgrade.',
    whenStopped:
      'Screening uses the current rules in any case; entries are shown with older canonical names.',
    everyMs: 3_600_000,
    lock: 'rows of screening_entries and global_entries',
    run: async ({ db }, { signal }) => ({ changed: await recanonicalise(db, signal) }),
  },
];
