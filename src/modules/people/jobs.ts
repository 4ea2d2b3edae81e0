import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteEnded } from './invitations/store.ts';
import { deleteExpiredLogoutTokens } from './sign-in/store.ts';
import { deleteOld } from './sessions/store.ts';
import { endOverdueViews } from './sign-in/viewing.ts';

export const jobs: Job<{ db: Database }>[] = [
  {
    name: 'sessions',
    does: 'Deletes sessions that ended a month ago, unused sign-in codes, and expired logout tokens.',
    whenStopped: 'Their rows stay, without effect.',
    everyMs: 3_600_000,
    isShared: true,
    lock: 'job',
    run: async ({ db }) => ({
      removed: (await deleteOld(db.read)) + (await deleteExpiredLogoutTokens(db.read)),
    }),
  },
  {
    name: 'operator-views',
    does: "Records in an organization's audit log that an operator's view of it ended, when its time, the session or the operator's right ended.",
    whenStopped: 'Views end in any case; the audit log does not show it yet.',
    everyMs: 5000,
    isShared: true,
    lock: 'rows of sessions',
    run: async ({ db }, { signal }) => ({ ended: await endOverdueViews(db, signal) }),
  },
  {
    name: 'invitations',
    does: 'Deletes invitations that were accepted, revoked or expired a month ago, with their sealed e-mail address.',
    whenStopped: 'Their rows stay, without effect.',
    everyMs: 3_600_000,
    isShared: true,
    lock: 'job',
    run: async ({ db }) => ({ removed: await deleteEnded(db.read) }),
  },
];
