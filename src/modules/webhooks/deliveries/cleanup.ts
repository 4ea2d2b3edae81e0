import type { Database } from '../../../platform/db/database.ts';
import { drain } from '../../../platform/background/job.ts';
import { GIVE_UP_DAYS } from '../retry.ts';
import { deleteExpiredSecrets, expirePaused, lockQueue } from '../subscriptions/store.ts';
import * as store from './store.ts';

/** Days after which finished deliveries and their events are deleted. */
export const KEEP_DAYS = 30;
const BATCH = 1000;

/**
 * Deletes finished deliveries and their events after 30 days, and expired secrets. Fails deliveries that have waited
 * for a paused subscription for five days. Works in small batches; any number of processes may run it at once.
 */
export async function cleanUp(
  db: Database,
  signal?: AbortSignal,
): Promise<{ deliveries: number; events: number }> {
  const deliveries = await drain(BATCH, signal, () =>
    store.deleteFinished(db.read, KEEP_DAYS, BATCH),
  );
  const events = await drain(BATCH, signal, () => store.deleteEvents(db.read, KEEP_DAYS, BATCH));
  await deleteExpiredSecrets(db.read);
  for (const { org_id: orgId, webhook_id: webhookId } of await store.selectStale(
    db.read,
    GIVE_UP_DAYS,
    BATCH,
  )) {
    if (signal?.aborted) break;
    await db.transaction(async (tx) => {
      await lockQueue(tx, orgId, webhookId);
      await expirePaused(tx, orgId, webhookId, GIVE_UP_DAYS);
    });
  }
  return { deliveries, events };
}
