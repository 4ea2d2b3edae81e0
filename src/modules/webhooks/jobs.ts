import type { Job } from '../../platform/background/job.ts';
import type { Database } from '../../platform/db/database.ts';
import { cleanUp } from './deliveries/cleanup.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import { DUE_CHANNEL } from './events/notify.ts';

/** The time for which one run delivers; the next run continues. */
const RUN_MS = 1000;

export const jobs: Job<{ db: Database; dispatcher: Dispatcher }>[] = [
  {
    name: 'webhook-deliveries',
    does: 'Sends events to webhooks when their deliveries are due. A run reads the whole queue, in case a notification was lost.',
    whenStopped: 'Events wait, in their order, until a process sends them.',
    everyMs: RUN_MS,
    trigger: DUE_CHANNEL,
    notified: ({ dispatcher }, payload) => dispatcher.notified(payload),
    lock: 'rows of webhook_lanes',
    run: async ({ dispatcher }, { signal }) => ({
      attempts: await dispatcher.deliverDue(RUN_MS, signal),
    }),
  },
  {
    name: 'webhook-cleanup',
    does: 'Deletes finished deliveries and their events after 30 days, fails deliveries that have waited five days for a paused webhook, and deletes replaced signing secrets.',
    whenStopped: 'The tables grow. Each delivery is still sent once.',
    everyMs: 60_000,
    lock: 'job',
    run: ({ db }, { signal }) => cleanUp(db, signal),
  },
];
