import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { startPeriodic } from '../../../platform/periodic.ts';
import { GIVE_UP_DAYS } from '../dispatch/retry.ts';
import { deleteExpiredSecrets } from '../subscriptions/store.ts';
import * as store from './store.ts';

const KEEP_DAYS = 30;
const BATCH = 1000;

/**
 * Removes finished deliveries and their events after 30 days and secrets that sign no more, and gives up what
 * has waited for a paused subscription for five, in small batches; any number of processes may do so at once.
 */
export async function cleanUp(db: Database, stopped: () => boolean): Promise<void> {
  for (let removed = BATCH; removed === BATCH && !stopped();)
    removed = await store.deleteFinished(db.read, KEEP_DAYS, BATCH);
  for (let removed = BATCH; removed === BATCH && !stopped();)
    removed = await store.deleteEvents(db.read, KEEP_DAYS, BATCH);
  await deleteExpiredSecrets(db.read);
  for (const { org_id: orgId, webhook_id: webhookId } of await store.selectStale(
    db.read,
    GIVE_UP_DAYS,
    BATCH,
  )) {
    if (stopped()) return;
    await db.transaction(async (tx) => {
      await store.lockLane(tx, orgId, webhookId);
      await store.expirePaused(tx, orgId, webhookId, GIVE_UP_DAYS);
    });
  }
}

export function startCleanup(db: Database, log: Logger): { stop: () => Promise<void> } {
  return startPeriodic({
    everyMs: 60_000,
    problem: 'old webhook deliveries could not be removed',
    log,
    work: (stopped) => cleanUp(db, stopped),
  });
}
