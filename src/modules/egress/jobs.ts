import type { Job } from '../../platform/background/job.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { deleteUsesBefore } from './store.ts';

const KEPT_MS = 400 * 86_400_000;

export const jobs: Job<{ db: { read: Queryable } }>[] = [
  {
    name: 'egress-uses',
    does: 'Deletes counts of outbound requests to hosts that were not used for 400 days.',
    whenStopped: 'The table grows.',
    everyMs: 86_400_000,
    isShared: true,
    lock: 'job',
    run: async ({ db }) => ({
      deleted: await deleteUsesBefore(db.read, new Date(clock.nowMs() - KEPT_MS)),
    }),
  },
];
