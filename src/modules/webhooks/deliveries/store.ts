import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Deliveries, DeliveryAttempts } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type AttemptRow = Selectable<DeliveryAttempts>;
export type DeliveryRow = Selectable<Deliveries> & { due_at: Date | null };

export type DeliveryFilter = {
  id?: string;
  status?: string;
  eventType?: string;
  eventId?: string;
  from?: Date;
  to?: Date;
};

function filtered(db: Queryable, orgId: string, webhookId: string, filter: DeliveryFilter) {
  let query = db
    .selectFrom('deliveries as d')
    .where('d.org_id', '=', orgId)
    .where('d.webhook_id', '=', webhookId);
  if (filter.id !== undefined) query = query.where('d.id', '=', filter.id);
  if (filter.status !== undefined) query = query.where('d.status', '=', filter.status);
  if (filter.eventType !== undefined) query = query.where('d.event_type', '=', filter.eventType);
  if (filter.eventId !== undefined) query = query.where('d.event_id', '=', filter.eventId);
  if (filter.from !== undefined) query = query.where('d.created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('d.created_at', '<', filter.to);
  return query;
}

/** Newest first. */
export async function selectDeliveries(
  db: Queryable,
  orgId: string,
  webhookId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<DeliveryRow[]> {
  return filtered(db, orgId, webhookId, filter)
    .leftJoin('delivery_queue as q', (on) =>
      on.onRef('q.org_id', '=', 'd.org_id').onRef('q.delivery_id', '=', 'd.id'),
    )
    .selectAll('d')
    .select('q.due_at')
    .orderBy('d.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

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

/** In order of delivery and number. */
export async function selectAttempts(
  db: Queryable,
  orgId: string,
  deliveryIds: string[],
): Promise<AttemptRow[]> {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', sql<string>`ANY (${deliveryIds}::text[])`)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
}

/**
 * Serialises with whoever records attempts of this subscription: both lock its lane before they touch
 * deliveries, so that neither overwrites the other.
 */
export async function lockLane(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await sql`SELECT 1 FROM webhook_lanes
    WHERE org_id = ${orgId} AND webhook_id = ${webhookId} FOR NO KEY UPDATE`.execute(tx);
}

export type Requeue = { deliveryId: string } | { notSucceededSince: Date };

/**
 * Makes deliveries due at once: finished ones start the schedule anew, pending ones keep their place in it.
 * The lane must be locked.
 * @returns how many
 */
export async function requeue(
  tx: Tx,
  orgId: string,
  webhookId: string,
  what: Requeue,
): Promise<number> {
  const chosen =
    'deliveryId' in what
      ? sql`id = ${what.deliveryId}`
      : sql`created_at >= ${what.notSucceededSince} AND status <> 'succeeded'`;
  const { rows } = await sql<{ count: number }>`
    WITH chosen AS (
      SELECT id, event_id, attempt_count, status FROM deliveries
      WHERE org_id = ${orgId} AND webhook_id = ${webhookId} AND ${chosen}
    ), queued AS (
      INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id, attempts)
      SELECT ${orgId}, ${webhookId}, id, event_id, attempt_count FROM chosen
      ON CONFLICT (org_id, delivery_id) DO UPDATE SET due_at = least(delivery_queue.due_at, now())
    ), reopened AS (
      UPDATE deliveries d SET status = 'pending', finished_at = NULL
      FROM chosen WHERE d.org_id = ${orgId} AND d.id = chosen.id AND chosen.status <> 'pending'
    )
    SELECT count(*) AS count FROM chosen`.execute(tx);
  return rows[0]!.count;
}

/** Ends everything that is pending for a subscription that is being deleted. */
export async function cancelPending(tx: Tx, orgId: string, webhookId: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM delivery_queue WHERE org_id = ${orgId} AND webhook_id = ${webhookId}
      RETURNING delivery_id)
    UPDATE deliveries d SET status = 'cancelled', finished_at = now()
    FROM gone WHERE d.org_id = ${orgId} AND d.id = gone.delivery_id`.execute(tx);
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
    UPDATE deliveries d SET status = 'failed', finished_at = now()
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
 * Removes finished deliveries and their attempts, the oldest first.
 * @returns how many, at most `limit`
 */
export async function deleteFinished(db: Queryable, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH old AS (
      SELECT org_id, id FROM deliveries
      WHERE created_at < now() - make_interval(days => ${days})
        AND finished_at < now() - make_interval(days => ${days})
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
          AND NOT EXISTS (
            SELECT 1 FROM deliveries d WHERE d.org_id = e.org_id AND d.event_id = e.id)
        LIMIT ${limit})
      RETURNING 1)
    SELECT count(*) AS count FROM gone`.execute(db);
  return rows[0]!.count;
}
