import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { parseTimestamp } from '../../../platform/iso-time.ts';
import { webhookTest } from '../events.ts';
import { DELIVERY_PREFIX, outboxTo } from '../events/outbox.ts';
import { notifyDue } from '../events/notify.ts';
import { getWebhook, lockWebhook } from '../subscriptions/subscriptions.ts';
import type { Delivery, DeliveryQuery, Recover, Recovered } from './schemas.ts';
import * as store from './store.ts';

function absent(): ApiError {
  return notFound('delivery');
}

function toDelivery(row: store.DeliveryRow): Delivery {
  const { attempts } = row;
  const last = attempts.at(-1);
  const status = row.due_at ? 'pending' : row.failed_at ? 'failed' : 'succeeded';
  const finishedAt =
    row.failed_at ??
    (status === 'succeeded' && last ? new Date(Date.parse(last.at) + last.durationMs) : null);
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status,
    attemptCount: attempts.length,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.due_at?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    attempts,
  };
}

/**
 * Newest first.
 * @throws ApiError NOT_FOUND for an unknown subscription
 */
export async function listDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  { page: number, limit, from, to, ...filter }: DeliveryQuery,
) {
  await getWebhook(db, orgId, webhookId);
  const page = appliedPage({
    ...(number === undefined ? {} : { page: number }),
    ...(limit === undefined ? {} : { limit }),
  });
  const chosen = {
    ...filter,
    ...(from === undefined ? {} : { from: parseTimestamp(from)! }),
    ...(to === undefined ? {} : { to: parseTimestamp(to)! }),
  };
  const rows = await store.selectDeliveries(db, orgId, webhookId, chosen, page);
  const total = await store.countDeliveries(db, orgId, webhookId, chosen);
  return toPage(rows.map(toDelivery), total, page);
}

/** @throws ApiError NOT_FOUND for an unknown subscription or delivery */
export async function getDelivery(
  db: Queryable,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<Delivery> {
  await getWebhook(db, orgId, webhookId);
  if (!isId(DELIVERY_PREFIX, id)) throw absent();
  const [row] = await store.selectDeliveries(db, orgId, webhookId, { id }, appliedPage({}));
  if (!row) throw absent();
  return toDelivery(row);
}

/** @throws ApiError NOT_FOUND, CONFLICT for a paused subscription: nothing could be sent */
async function lockActive(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  const { active } = await lockWebhook(tx, orgId, webhookId);
  if (!active) throw new ApiError('CONFLICT', 'the webhook is not active: activate it first');
  await store.lockQueue(tx, orgId, webhookId);
}

/**
 * Sends one delivery again at once, whatever became of it.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused subscription
 */
export async function retryDelivery(
  tx: Tx,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<Delivery> {
  await getDelivery(tx, orgId, webhookId, id);
  await lockActive(tx, orgId, webhookId);
  await store.requeueOne(tx, orgId, webhookId, id);
  notifyDue(orgId, [webhookId]);
  return getDelivery(tx, orgId, webhookId, id);
}

/**
 * Sends again at once whatever was published since then and has not succeeded.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused subscription
 */
export async function recoverDeliveries(
  tx: Tx,
  orgId: string,
  webhookId: string,
  input: Recover,
): Promise<Recovered> {
  await lockActive(tx, orgId, webhookId);
  const since = parseTimestamp(input.since)!;
  // In this order: what failed is pending afterwards.
  const { pending, madeDue } = await store.makePendingDue(tx, orgId, webhookId, since);
  const failed = await store.requeueFailed(tx, orgId, webhookId, since);
  notifyDue(orgId, [webhookId]);
  return {
    recovered: pending + failed,
    since: since.toISOString(),
    complete: failed < store.MAX_REQUEUED && madeDue < store.MAX_REQUEUED,
  };
}

/**
 * Sends a `webhook.test` event to this subscription alone, whatever it is subscribed to.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused subscription
 */
export async function sendTest(tx: Tx, orgId: string, webhookId: string): Promise<Delivery> {
  await lockActive(tx, orgId, webhookId);
  const deliveryId = await outboxTo(tx, orgId, webhookId, webhookTest({ webhookId }));
  return getDelivery(tx, orgId, webhookId, deliveryId);
}
