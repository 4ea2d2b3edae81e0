import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { paged } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { parseTimestamp, withRange } from '../../../platform/calendar/iso-time.ts';
import type { TlsFailure } from '../../../platform/outbound/error.ts';
import { sentHeaders } from '../signature.ts';
import type { EventType } from '../../../platform/http/openapi/events.ts';
import { webhookTest } from '../events.ts';
import { redactBody } from '../events/redaction.ts';
import { outboxTo } from '../events/outbox.ts';
import { notifyDue } from '../events/notify.ts';
import { getWebhook, lockWebhook } from '../subscriptions/subscriptions.ts';
import type {
  Delivery,
  DeliveryQuery,
  Recover,
  Recovered,
  Replay,
  Replayed,
  SentDelivery,
} from './schemas.ts';
import * as requeuing from './requeue/store.ts';
import { lockQueue } from '../subscriptions/store.ts';
import * as store from './store.ts';
import { DELIVERY_PREFIX } from '../events/schemas.ts';

function absent(): ApiError {
  return notFound('delivery');
}

function toAttempt<Row extends { tlsFailure: TlsFailure | null }>({ tlsFailure, ...row }: Row) {
  return { ...row, ...(tlsFailure && { tlsFailure }) };
}

export function toDelivery(row: store.DeliveryRow): Delivery {
  const attempts = row.attempts.map(({ signature: _signature, ...attempt }) => toAttempt(attempt));
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
 * Lists deliveries, newest first.
 * @throws ApiError NOT_FOUND for an unknown subscription
 */
export async function listDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  query: DeliveryQuery,
) {
  await getWebhook(db, orgId, webhookId);
  return paged(
    query,
    (page) => store.selectDeliveries(db, orgId, webhookId, withRange(query), page),
    toDelivery,
  );
}

/** @throws ApiError NOT_FOUND for an unknown subscription or delivery */
async function getDelivery(
  db: Queryable,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<Delivery> {
  return toDelivery(await findDelivery(db, orgId, webhookId, id));
}

/** @throws ApiError NOT_FOUND for an unknown subscription or delivery */
async function findDelivery(
  db: Queryable,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<store.DeliveryRow> {
  await getWebhook(db, orgId, webhookId);
  if (!isId(DELIVERY_PREFIX, id)) throw absent();
  const row = await store.selectDelivery(db, orgId, webhookId, id);
  if (!row) throw absent();
  return row;
}

/**
 * Returns a delivery with the body that is sent and the headers of each request.
 * @throws ApiError NOT_FOUND for an unknown subscription or delivery
 */
export async function getSentDelivery(
  db: Queryable,
  orgId: string,
  webhookId: string,
  id: string,
  types: readonly EventType[],
): Promise<SentDelivery> {
  const row = await findDelivery(db, orgId, webhookId, id);
  const body = await store.selectBody(db, orgId, row.event_id);
  const event = { eventId: row.event_id, body };
  const attempts = row.attempts.map(({ signature, ...attempt }) => ({
    ...toAttempt(attempt),
    requestHeaders: signature === null ? null : sentHeaders(event, new Date(attempt.at), signature),
  }));
  return { ...toDelivery(row), attempts, ...redactBody(body, row.event_type, types) };
}

/** @throws ApiError NOT_FOUND, CONFLICT for a paused subscription, which sends nothing */
async function lockActive(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  const { active } = await lockWebhook(tx, orgId, webhookId);
  if (!active) throw new ApiError('CONFLICT', 'the webhook is not active: activate it first');
  await lockQueue(tx, orgId, webhookId);
}

/**
 * Makes one delivery due immediately, in any state.
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
  await requeuing.requeueOne(tx, orgId, webhookId, id);
  notifyDue(orgId, [webhookId]);
  return getDelivery(tx, orgId, webhookId, id);
}

/**
 * Makes all unsuccessful deliveries that were published since then due immediately.
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
  // Keep this order, because requeuing makes failed deliveries pending.
  const { pending, madeDue } = await requeuing.makePendingDue(tx, orgId, webhookId, since);
  const failed = await requeuing.requeueFailed(tx, orgId, webhookId, since);
  notifyDue(orgId, [webhookId]);
  return {
    recovered: pending + failed,
    since: since.toISOString(),
    complete: failed < requeuing.MAX_REQUEUED && madeDue < requeuing.MAX_REQUEUED,
  };
}

/**
 * Makes all deliveries that match the filter due immediately, including successful ones; oldest first.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused subscription
 */
export async function replayDeliveries(
  tx: Tx,
  orgId: string,
  webhookId: string,
  { after, ...filter }: Replay,
): Promise<Replayed> {
  await lockActive(tx, orgId, webhookId);
  const ids = await requeuing.requeueFitting(tx, orgId, webhookId, withRange(filter), after);
  notifyDue(orgId, [webhookId]);
  const complete = ids.length < requeuing.MAX_REQUEUED;
  return { replayed: ids.length, complete, next: complete ? null : ids.at(-1)! };
}

/**
 * Sends an event to this subscription alone, independent of its patterns: the example of `eventType`, or
 * `webhook.test`.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused subscription
 */
export async function sendTest(
  tx: Tx,
  orgId: string,
  webhookId: string,
  eventType: EventType = webhookTest,
): Promise<Delivery> {
  await lockActive(tx, orgId, webhookId);
  const { type, example } = eventType;
  const data = type === webhookTest.type ? { webhookId } : example.data;
  const deliveryId = await outboxTo(tx, orgId, webhookId, { type, data });
  return getDelivery(tx, orgId, webhookId, deliveryId);
}
