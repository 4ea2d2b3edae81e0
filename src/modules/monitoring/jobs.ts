import type { Job } from '../../platform/background/job.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Followers } from './access.ts';
import { unassignLeavers } from './hits/queue/assign.ts';
import { sealReasons } from './hits/reasons.ts';
import { storeMissingWords } from './subjects/words/words.ts';
import { screenChanges } from './rescreening/screen-changes.ts';

/** A check for changed lists reads all lists of all organizations, so it takes at most this share of the time. */
const LOOK_SHARE = 0.02;
/** Maximum pause after a check: a slow one must not delay hits for minutes. */
const MAX_REST_MS = 5000;

type Needs = {
  db: Database;
  followers: Followers;
  envelopes: Envelopes;
  /** The server's secret. */
  secret: string;
  log: Logger;
};

export const jobs: Job<Needs>[] = [
  {
    name: 'rescreening',
    does: 'Screens changes of lists against the enrolled subjects of every organization.',
    whenStopped: 'No hit opens for enrolled subjects who were added to a list.',
    everyMs: 1000,
    lock: 'rows of screening_cursors',
    async run({ db, followers, secret, log }, { signal, restMs }) {
      const { runs, lookMs } = await screenChanges({ db, followers, secret, log }, signal);
      restMs(Math.min(lookMs / LOOK_SHARE, MAX_REST_MS));
      return { runs };
    },
  },
  {
    name: 'hits-of-leavers',
    does: 'Takes open hits from people who are no longer members.',
    whenStopped: 'Open hits stay assigned to people who have left.',
    everyMs: 60_000,
    lock: 'rows of screening_hits',
    run: async ({ db }, { signal }) => ({ unassigned: await unassignLeavers(db, signal) }),
  },
  {
    name: 'sealed-reasons',
    does: 'Encrypts the reasons of decisions that an earlier version stored in the clear.',
    whenStopped: 'Reasons of decisions made before an upgrade stay in the clear.',
    everyMs: 60_000,
    lock: 'rows of screening_decisions',
    run: async ({ db, envelopes }, { signal }) => ({
      sealed: await sealReasons(db, envelopes, signal),
    }),
  },
  {
    name: 'subject-words',
    does: 'Stores the words by which people search subjects that an earlier version enrolled or that were merged.',
    whenStopped: 'A search does not find subjects enrolled before an upgrade.',
    everyMs: 60_000,
    lock: 'rows of screening_subjects',
    run: async ({ db }, { signal }) => ({ subjects: await storeMissingWords(db, signal) }),
  },
];
