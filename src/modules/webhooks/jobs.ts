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
    does: 'Delivers events to webhooks as they become due; a run looks at the whole queue, in case a notification was lost.',
    whenStopped: 'Events wait, in their order, until a process delivers.',
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
    does: 'Removes finished deliveries and their events after 30 days, gives up what has waited for a paused webhook for five, and removes signing secrets that were replaced.',
    whenStopped: 'The tables grow; nothing is sent twice, or less.',
    everyMs: 60_000,
    lock: 'job',
    run: ({ db }, { signal }) => cleanUp(db, signal),
  },
];
