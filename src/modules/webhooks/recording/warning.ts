import type { Tx } from '../../../platform/db/database.ts';
import { limitLockWaits } from '../../../platform/db/lock-timeout.ts';
import { deactivatesAt, GIVE_UP_MS, WARNING_PERCENTS } from '../dispatch/retry.ts';
import { webhookFailing } from '../events.ts';
import { outbox } from '../events/outbox.ts';
import { noteChange } from '../../live/index.ts';
import { lockSubscriptions, lockWebhook } from '../subscriptions/store.ts';
import { DISABLE_LOCK_WAIT_MS } from '../subscriptions/subscriptions.ts';
import { noteWarning } from './store.ts';

/** The last step on the way to its deactivation that a webhook which has failed for so long has passed; 0 before all. */
export function warningDue(failedMs: number): number {
  return WARNING_PERCENTS.findLast((percent) => failedMs >= (GIVE_UP_MS * percent) / 100) ?? 0;
}

/**
 * Tells the organization's other subscriptions that this one goes on failing; once for each step of a series of failures,
 * as the note of it and the event commit together.
 * @returns false, with nothing done, when that was told, or does not hold any more
 */
export async function warn(
  tx: Tx,
  orgId: string,
  webhookId: string,
  percent: number,
): Promise<boolean> {
  await limitLockWaits(tx, DISABLE_LOCK_WAIT_MS);
  // In the order in which whoever changes the subscription locks: publishing, below, would wait for it with the queue.
  await lockSubscriptions(tx, orgId);
  const row = await lockWebhook(tx, orgId, webhookId);
  if (!row?.active) return false;
  const seconds = (GIVE_UP_MS * percent) / 100_000;
  const since = await noteWarning(tx, orgId, webhookId, percent, seconds);
  if (!since) return false;
  const event = webhookFailing({
    webhookId,
    name: row.name,
    percent,
    failingSince: since.toISOString(),
    deactivatesAt: deactivatesAt(since),
  });
  await outbox(tx, orgId, event, webhookId);
  await noteChange(tx, orgId, 'webhook', [webhookId]);
  return true;
}
