import type { Tx } from '../../../../platform/db/database.ts';
import { limitLockWaits } from '../../../../platform/db/retry.ts';
import { deactivatesAt, GIVE_UP_MS, WARNING_PERCENTS } from '../../retry.ts';
import { webhookFailing } from '../../events.ts';
import { outbox } from '../../events/outbox.ts';
import { noteChange } from '../../../live/index.ts';
import { lockSubscriptions, lockWebhook } from '../../subscriptions/store.ts';
import { DISABLE_LOCK_WAIT_MS } from '../../subscriptions/subscriptions.ts';
import { noteWarning } from './store.ts';

/**
 * Returns the last warning step, in per cent, that a webhook with failures for this long has passed; 0 before the
 * first.
 */
export function warningDue(failedMs: number): number {
  return WARNING_PERCENTS.findLast((percent) => failedMs >= (GIVE_UP_MS * percent) / 100) ?? 0;
}

/**
 * Sends the organization's other subscriptions an event that this one continues to fail. Each step of a series of
 * failures is reported once, because its record and the event commit together.
 * @returns false, with nothing done, if the step was reported before or the webhook no longer fails
 */
export async function warn(
  tx: Tx,
  orgId: string,
  webhookId: string,
  percent: number,
): Promise<boolean> {
  await limitLockWaits(tx, DISABLE_LOCK_WAIT_MS);
  // This is the order of locks of transactions that change the subscription. Otherwise publishing, below, would wait
  // for a lock while it holds the queue.
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
