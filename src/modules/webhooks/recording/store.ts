import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

type Leased = { orgId: string; webhookId: string; fence: number };

/** Another due time than was read: somebody wants it sent again at once. */
const requeued = sql`((extract(epoch FROM q.due_at) * 1000000)::int8 <> attempt.due_us)`;

export type AttemptRecord = Leased & {
  deliveryId: string;
  number: number;
  attemptedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
  /** When it was due when it was read. */
  dueUs: number;
  result: 'succeeded' | 'failed' | 'retry';
  /** With `retry`. */
  step: number;
  waitMs: number;
};

export type QueueRecord = Leased & {
  lastTriggeredAt: Date;
  succeeded: boolean;
  /** Time of the first failure after the last success in this batch. */
  failedAt: Date | null;
};

export type RecordedQueue = { webhookId: string; failingSince: Date | null };

/**
 * Writes a batch of attempts and what follows from them, in one statement. Queues whose lease has passed to another
 * holder are left out, with all their attempts, and so are queues that somebody has locked: one that takes long to
 * change must not hold up the others. Repeating it changes nothing. Locks queues, then queue rows, then deliveries, as
 * everybody does who changes them.
 * @param attempts at most one a delivery
 * @returns the queues that were written
 */
export async function recordAttempts(
  db: Queryable | Tx,
  attempts: readonly AttemptRecord[],
  queues: readonly QueueRecord[],
): Promise<RecordedQueue[]> {
  const places = new Map(queues.map((queue, i) => [queue.webhookId, i + 1]));
  const orgIds = arrayText(queues.map((queue) => queue.orgId));
  const { rows } = await sql<RecordedQueue>`
    WITH batch AS (
      SELECT * FROM unnest(${orgIds}::text[], ${arrayText(queues.map((queue) => queue.webhookId))}::text[],
        ${arrayText(queues.map((queue) => queue.fence))}::bigint[],
        ${arrayText(queues.map((queue) => queue.lastTriggeredAt))}::timestamptz[],
        ${arrayText(queues.map((queue) => queue.succeeded))}::bool[],
        ${arrayText(queues.map((queue) => queue.failedAt))}::timestamptz[])
        WITH ORDINALITY AS t (org_id, webhook_id, fence, last_triggered_at, succeeded, failed_at, place)
    ), held AS (
      SELECT batch.* FROM webhook_lanes l
      JOIN batch ON batch.org_id = l.org_id AND batch.webhook_id = l.webhook_id AND batch.fence = l.fence
      FOR NO KEY UPDATE OF l SKIP LOCKED
    ), attempt AS (
      SELECT (${orgIds}::text[])[a.place] AS org_id, now() + make_interval(secs => a.wait_ms / 1000) AS retry_at, a.*
      FROM unnest(
        ${arrayText(attempts.map((a) => places.get(a.webhookId)!))}::int[],
        ${arrayText(attempts.map((a) => a.deliveryId))}::text[], ${arrayText(attempts.map((a) => a.number))}::int[],
        ${arrayText(attempts.map((a) => a.attemptedAt.getTime()))}::float8[],
        ${arrayText(attempts.map((a) => a.durationMs))}::int[], ${arrayText(attempts.map((a) => a.statusCode))}::int[],
        ${arrayText(attempts.map((a) => a.error))}::text[], ${arrayText(attempts.map((a) => a.response))}::text[],
        ${arrayText(attempts.map((a) => a.result))}::text[], ${arrayText(attempts.map((a) => a.step))}::int[],
        ${arrayText(attempts.map((a) => a.waitMs))}::float8[], ${arrayText(attempts.map((a) => a.dueUs))}::int8[])
        AS a (place, delivery_id, number, attempted_at, duration_ms, status_code, error, response,
              result, step, wait_ms, due_us)
      -- IS TRUE keeps this a hashed subplan; as a join it would compare every attempt with every queue.
      WHERE (a.place IN (SELECT place FROM held)) IS TRUE
    ), logged AS (
      INSERT INTO delivery_attempts
        (org_id, delivery_id, number, attempted_at, duration_ms, status_code, error, response)
      SELECT org_id, delivery_id, number, to_timestamp(attempted_at / 1000), duration_ms, status_code,
        error, response
      FROM attempt
      ON CONFLICT DO NOTHING
    ), done AS (
      DELETE FROM delivery_queue q USING attempt
      WHERE q.org_id = attempt.org_id AND q.delivery_id = attempt.delivery_id
        AND (attempt.result = 'succeeded'
          OR attempt.result = 'failed' AND NOT ${requeued})
      RETURNING q.org_id, q.delivery_id, attempt.result
    ), again AS (
      UPDATE delivery_queue q
      SET step = attempt.step, attempts = attempt.number,
        due_at = CASE WHEN ${requeued} THEN q.due_at ELSE attempt.retry_at END
      FROM attempt
      WHERE q.org_id = attempt.org_id AND q.delivery_id = attempt.delivery_id
        AND (attempt.result = 'retry'
          OR attempt.result = 'failed' AND ${requeued})
    ), given_up AS (
      UPDATE deliveries d SET failed_at = now()
      FROM done WHERE d.org_id = done.org_id AND d.id = done.delivery_id AND done.result = 'failed'
    )
    UPDATE webhook_lanes l
    SET last_triggered_at = greatest(l.last_triggered_at, held.last_triggered_at),
      failing_since = CASE WHEN held.succeeded THEN held.failed_at ELSE coalesce(l.failing_since, held.failed_at) END
    FROM held WHERE l.org_id = held.org_id AND l.webhook_id = held.webhook_id
    RETURNING l.webhook_id AS "webhookId", l.failing_since AS "failingSince"`.execute(db);
  return rows;
}

/** Tells whether the queue has only failed for that long. */
export async function hasFailedFor(
  tx: Tx,
  orgId: string,
  webhookId: string,
  days: number,
): Promise<boolean> {
  const { rows } = await sql<{ failed: boolean | null }>`
    SELECT failing_since <= now() - make_interval(days => ${days}) AS failed FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId}`.execute(tx);
  return rows[0]?.failed ?? false;
}
