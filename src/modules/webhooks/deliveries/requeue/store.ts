import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { fits, type DeliveryFilter } from '../store.ts';

/** The maximum number of deliveries that one call changes: a transaction of about a second. */
export const MAX_REQUEUED = 10_000;

/** Makes one delivery due immediately; a finished one restarts its schedule. The queue must be locked. */
export async function requeueOne(
  tx: Tx,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<void> {
  await requeue(tx, orgId, webhookId, sql`d.id = ${id}`, 1);
}

/**
 * Makes failed deliveries due immediately and restarts their schedules, oldest first. The queue must be locked.
 * @returns their number, at most `MAX_REQUEUED`
 */
export async function requeueFailed(
  tx: Tx,
  orgId: string,
  webhookId: string,
  since: Date,
): Promise<number> {
  const failed = sql`d.failed_at IS NOT NULL AND d.created_at >= ${since}`;
  return (await requeue(tx, orgId, webhookId, failed, MAX_REQUEUED)).length;
}

/**
 * Makes deliveries that match a filter due immediately, in any state, oldest first. Finished ones restart their
 * schedules. The queue must be locked.
 * @param after only deliveries after this one
 * @returns their ids in order, at most `MAX_REQUEUED`
 */
export async function requeueFitting(
  tx: Tx,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  after = '',
): Promise<string[]> {
  return requeue(tx, orgId, webhookId, sql`${fits(filter)} AND d.id > ${after}`, MAX_REQUEUED);
}

async function requeue(
  tx: Tx,
  orgId: string,
  webhookId: string,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; event_id: string; attempts: number }>`
    SELECT d.id, d.event_id, (
      SELECT coalesce(max(a.number), 0) FROM delivery_attempts a
      WHERE a.org_id = ${orgId} AND a.delivery_id = d.id) AS attempts
    FROM deliveries d LEFT JOIN delivery_queue q ON q.org_id = d.org_id AND q.delivery_id = d.id
    WHERE d.org_id = ${orgId} AND d.webhook_id = ${webhookId} AND ${which}
    ORDER BY d.id LIMIT ${limit} FOR NO KEY UPDATE OF d`.execute(tx);
  const found = rows.map(({ id }) => id);
  await sql`
    WITH queued AS (
      INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id, attempts)
      SELECT ${orgId}, ${webhookId}, c.id, c.event_id, c.attempts
      FROM ${rowsOf(rows, { id: 'text', event_id: 'text', attempts: 'integer' }, 'c').from}
      ON CONFLICT (org_id, delivery_id) DO UPDATE SET due_at = excluded.due_at
    )
    UPDATE deliveries SET failed_at = NULL
    WHERE org_id = ${orgId} AND id = ${anyOf(found)} AND failed_at IS NOT NULL`.execute(tx);
  return found;
}

/**
 * Makes pending deliveries due immediately; they keep their place in the schedule. The queue must be locked.
 * @returns the number of pending deliveries, and of those that were waiting, at most `MAX_REQUEUED`
 */
export async function makePendingDue(
  tx: Tx,
  orgId: string,
  webhookId: string,
  since: Date,
): Promise<{ pending: number; madeDue: number }> {
  const { rows } = await sql<{ pending: number; madeDue: number }>`
    WITH pending AS (
      SELECT q.delivery_id, q.due_at FROM delivery_queue q
      JOIN deliveries d ON d.org_id = q.org_id AND d.id = q.delivery_id
      WHERE q.org_id = ${orgId} AND q.webhook_id = ${webhookId} AND d.created_at >= ${since}
    ), waiting AS (
      SELECT delivery_id FROM pending WHERE due_at > now() ORDER BY due_at LIMIT ${MAX_REQUEUED}
    ), under_way AS (
      -- Deliveries that are being sent are those due longest. A new due time makes the dispatcher send them again.
      SELECT delivery_id FROM pending WHERE due_at <= now() ORDER BY due_at LIMIT 1000
    ), made_due AS (
      UPDATE delivery_queue q SET due_at = least((q.due_at AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC', now())
      WHERE q.org_id = ${orgId} AND q.delivery_id IN (
        SELECT delivery_id FROM waiting UNION ALL SELECT delivery_id FROM under_way)
    )
    SELECT (SELECT count(*) FROM pending) AS pending, (SELECT count(*) FROM waiting) AS "madeDue"`.execute(
    tx,
  );
  return rows[0]!;
}
