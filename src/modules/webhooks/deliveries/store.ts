import { sql, type RawBuilder, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Deliveries } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

type AttemptRow = {
  number: number;
  /** ISO 8601. */
  at: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  response: string | null;
};
export type DeliveryRow = Selectable<Deliveries> & {
  /** Null when it is not pending. */
  due_at: Date | null;
  /** In order. */
  attempts: AttemptRow[];
};

export type DeliveryFilter = {
  id?: string;
  status?: 'pending' | 'succeeded' | 'failed';
  eventType?: string;
  eventId?: string;
  from?: Date;
  to?: Date;
};

function filtered(db: Queryable, orgId: string, webhookId: string, filter: DeliveryFilter) {
  let query = db
    .selectFrom('deliveries as d')
    .leftJoin('delivery_queue as q', (on) =>
      on.onRef('q.org_id', '=', 'd.org_id').onRef('q.delivery_id', '=', 'd.id'),
    )
    .where('d.org_id', '=', orgId)
    .where('d.webhook_id', '=', webhookId);
  if (filter.id !== undefined) query = query.where('d.id', '=', filter.id);
  if (filter.status === 'pending') query = query.where('q.delivery_id', 'is not', null);
  if (filter.status === 'succeeded')
    query = query.where('q.delivery_id', 'is', null).where('d.failed_at', 'is', null);
  if (filter.status === 'failed') query = query.where('d.failed_at', 'is not', null);
  if (filter.eventType !== undefined) query = query.where('d.event_type', '=', filter.eventType);
  if (filter.eventId !== undefined) query = query.where('d.event_id', '=', filter.eventId);
  if (filter.from !== undefined) query = query.where('d.created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('d.created_at', '<', filter.to);
  return query;
}

/** Newest first, with their attempts as of the same moment. */
export async function selectDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<DeliveryRow[]> {
  return filtered(db, orgId, webhookId, filter)
    .selectAll('d')
    .select(['q.due_at', attemptsOfDelivery])
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

const attemptsOfDelivery = sql<AttemptRow[]>`(
  SELECT coalesce(json_agg(json_build_object(
    'number', a.number,
    'at', to_char(a.attempted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'response', a.response)
    ORDER BY a.number), '[]')
  FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id)`.as('attempts');

export async function countDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const { total } = await filtered(db, orgId, webhookId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Serialises with whoever records attempts of this subscription: both lock its queue before they touch
 * deliveries, so that neither overwrites the other.
 */
export async function lockQueue(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await sql`SELECT 1 FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId} FOR NO KEY UPDATE`.execute(tx);
}

/** Most deliveries that one call of `requeueFailed` or `makePendingDue` touches: a transaction of about a second. */
export const MAX_REQUEUED = 10_000;

/** Makes one delivery due at once; a finished one starts the schedule anew. The queue must be locked. */
export async function requeueOne(
  tx: Tx,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<void> {
  await requeue(tx, orgId, webhookId, sql`id = ${id}`, 1);
}

/**
 * Makes failed deliveries due at once, on a schedule that starts anew, the oldest first. The queue must be locked.
 * @returns how many, at most `MAX_REQUEUED`
 */
export async function requeueFailed(
  tx: Tx,
  orgId: string,
  webhookId: string,
  since: Date,
): Promise<number> {
  const failed = sql`failed_at IS NOT NULL AND created_at >= ${since}`;
  return requeue(tx, orgId, webhookId, failed, MAX_REQUEUED);
}

async function requeue(
  tx: Tx,
  orgId: string,
  webhookId: string,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ id: string; event_id: string; attempts: number }>`
    SELECT d.id, d.event_id, (
      SELECT coalesce(max(a.number), 0) FROM delivery_attempts a
      WHERE a.org_id = ${orgId} AND a.delivery_id = d.id) AS attempts
    FROM deliveries d WHERE d.org_id = ${orgId} AND d.webhook_id = ${webhookId} AND ${which}
    ORDER BY d.id LIMIT ${limit} FOR NO KEY UPDATE OF d`.execute(tx);
  const ids = arrayText(rows.map(({ id }) => id));
  await sql`
    WITH queued AS (
      INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id, attempts)
      SELECT ${orgId}, ${webhookId}, c.id, c.event_id, c.attempts
      FROM unnest(${ids}::text[], ${arrayText(rows.map((row) => row.event_id))}::text[],
        ${arrayText(rows.map(({ attempts }) => attempts))}::integer[]) AS c (id, event_id, attempts)
      ON CONFLICT (org_id, delivery_id) DO UPDATE SET due_at = excluded.due_at
    )
    UPDATE deliveries SET failed_at = NULL
    WHERE org_id = ${orgId} AND id = ANY (${ids}::text[]) AND failed_at IS NOT NULL`.execute(tx);
  return rows.length;
}

/**
 * Makes what is pending due at once; it keeps its place in the schedule. The queue must be locked.
 * @returns how many are pending, and how many of them were waiting, at most `MAX_REQUEUED`
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
      -- What is being sent is what has been due for longest; another due time than was read has it sent again.
      SELECT delivery_id FROM pending WHERE due_at <= now() ORDER BY due_at LIMIT 1000
    ), made_due AS (
      UPDATE delivery_queue q SET due_at = least(q.due_at + interval '1 microsecond', now())
      WHERE q.org_id = ${orgId} AND q.delivery_id IN (
        SELECT delivery_id FROM waiting UNION ALL SELECT delivery_id FROM under_way)
    )
    SELECT (SELECT count(*) FROM pending) AS pending, (SELECT count(*) FROM waiting) AS "madeDue"`.execute(
    tx,
  );
  return rows[0]!;
}

/** Takes everything of a subscription that is being deleted out of the queue. */
export async function cancelPending(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await tx
    .deleteFrom('delivery_queue')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** Gives up what has been pending for a paused subscription for too long. */
export async function expirePaused(
  tx: Tx,
  orgId: string,
  webhookId: string,
  days: number,
): Promise<void> {
  await sql`
    WITH old AS (
      DELETE FROM delivery_queue q USING deliveries d
      WHERE q.org_id = ${orgId} AND q.webhook_id = ${webhookId}
        AND d.org_id = q.org_id AND d.id = q.delivery_id
        AND d.created_at < now() - make_interval(days => ${days})
      RETURNING q.delivery_id)
    UPDATE deliveries d SET failed_at = now()
    FROM old WHERE d.org_id = ${orgId} AND d.id = old.delivery_id`.execute(tx);
}

/** Paused subscriptions that have something pending older than this. */
export async function selectStale(
  db: Queryable,
  days: number,
  limit: number,
): Promise<{ org_id: string; webhook_id: string }[]> {
  const { rows } = await sql<{ org_id: string; webhook_id: string }>`
    SELECT w.org_id, w.id AS webhook_id FROM webhooks w
    WHERE NOT w.active AND EXISTS (
      SELECT 1 FROM delivery_queue q JOIN deliveries d ON d.org_id = q.org_id AND d.id = q.delivery_id
      WHERE q.org_id = w.org_id AND q.webhook_id = w.id
        AND d.created_at < now() - make_interval(days => ${days}))
    LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Removes finished deliveries and their attempts.
 * @returns how many, at most `limit`
 */
export async function deleteFinished(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH old AS (
      SELECT org_id, id FROM deliveries d
      WHERE created_at < now() - make_interval(days => ${days})
        AND coalesce(failed_at, '-infinity') < now() - make_interval(days => ${days})
        -- Looked up for each row until there are enough: as joins they would read whole tables for each batch.
        AND (SELECT q.delivery_id FROM delivery_queue q WHERE q.org_id = d.org_id AND q.delivery_id = d.id) IS NULL
        AND coalesce((
          SELECT max(a.attempted_at) FROM delivery_attempts a WHERE a.org_id = d.org_id AND a.delivery_id = d.id),
          '-infinity') < now() - make_interval(days => ${days})
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), attempts AS (
      DELETE FROM delivery_attempts a USING old WHERE a.org_id = old.org_id AND a.delivery_id = old.id
    ), gone AS (
      DELETE FROM deliveries d USING old WHERE d.org_id = old.org_id AND d.id = old.id RETURNING 1
    )
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]!.count;
}

/** Removes events of that age that no delivery needs any more. */
export async function deleteEvents(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM events WHERE (org_id, id) IN (
        SELECT e.org_id, e.id FROM events e
        WHERE e.created_at < now() - make_interval(days => ${days})
          AND (SELECT 1 FROM deliveries d WHERE d.org_id = e.org_id AND d.event_id = e.id LIMIT 1) IS NULL
        LIMIT ${limit})
      RETURNING 1)
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]!.count;
}
