import type { Job } from '../../platform/background/job.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Followers } from './followers.ts';
import type { Refresher } from './global/refresh/refresher.ts';
import { removeOldVersions } from './global/versions/versions.ts';
import { recanonicalise } from './canonical-names/recanonicalise.ts';
import { JOBS_CHANNEL, type Results } from './screen-jobs/screen-jobs.ts';
import { giveTurn } from './screen-jobs/turn.ts';
import type { Screening } from './screen/screening.ts';
import { sealReasons } from './hits/reasons.ts';
import { screenChanges } from './monitoring/screen-changes.ts';

/** The runners of a process, by the lists that they take. Servers that fail, slowly perhaps, get one runner at most. */
const RUNNERS = ['all', 'unfailed'] as const;
/** A look for changed lists goes over all lists of all organizations: it takes at most this share of the time. */
const LOOK_SHARE = 0.02;
/** The longest rest after a look: one look that was held up must not keep hits back for minutes. */
const MAX_REST_MS = 5000;

type Needs = {
  db: Database;
  listsDb: Database;
  refresher: Refresher;
  followers: Followers;
  screening: Screening;
  envelopes: Envelopes;
  results: Results;
  /** The secret of the server. */
  secret: string;
  log: Logger;
};

export const jobs: Job<Needs>[] = [
  {
    name: 'list-refresh',
    does: 'Fetches global lists from their origins when they are due, and imports what has changed.',
    whenStopped: 'Names are screened against lists that grow old.',
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
    name: 'rescreening',
    does: 'Screens what has changed on lists against the monitored subjects of every organization.',
    whenStopped: 'Organizations do not hear of monitored subjects who were added to a list.',
    everyMs: 1000,
    lock: 'rows of screening_cursors',
    async run({ db, followers, secret, log }, { signal, restMs }) {
      const { runs, lookMs } = await screenChanges({ db, followers, secret, log }, signal);
      restMs(Math.min(lookMs / LOOK_SHARE, MAX_REST_MS));
      return { runs };
    },
  },
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
  {
    name: 'sealed-reasons',
    does: 'Encrypts the reasons of decisions that an earlier version stored in the clear.',
    whenStopped: 'Reasons of decisions from before an upgrade stay in the clear.',
    everyMs: 60_000,
    lock: 'rows of screening_decisions',
    run: async ({ db, envelopes }, { signal }) => ({
      sealed: await sealReasons(db, envelopes, signal),
    }),
  },
  {
    name: 'canonical-names',
    does: 'Brings stored canonical names to the rules of this version, after an upgrade.',
    whenStopped:
      'Names are matched by the present rules all the same; entries are shown with older canonical names.',
    everyMs: 3_600_000,
    lock: 'rows of screening_entries and global_entries',
    run: async ({ db }, { signal }) => ({ changed: await recanonicalise(db, signal) }),
  },
];
