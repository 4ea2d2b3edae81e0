import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export const DUE_CHANNEL = 'deliveries_due';

/**
 * Active subscriptions that any of the patterns covers. Who deletes or changes one meanwhile waits until the
 * transaction ends, and whoever was first is seen here.
 */
export async function selectMatching(tx: Tx, orgId: string, patterns: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM webhooks_to_notify(${orgId}, ${patterns}::text[]) AS id`.execute(tx);
  return rows.map((row) => row.id);
}

export type NewEvent = { id: string; type: string; body: string; createdAt: Date };
export type NewDelivery = { id: string; webhookId: string };

/**
 * The event and its deliveries, due at once.
 * @returns false, and nothing is written, when the organization has an event with this id
 */
export async function insertEvent(
  tx: Tx,
  orgId: string,
  event: NewEvent,
  deliveries: NewDelivery[],
): Promise<boolean> {
  const ids = deliveries.map((delivery) => delivery.id);
  const webhookIds = deliveries.map((delivery) => delivery.webhookId);
  const { rows } = await sql`
    WITH event AS (
      INSERT INTO events (org_id, id, type, body, created_at)
      VALUES (${orgId}, ${event.id}, ${event.type}, ${event.body}, ${event.createdAt})
      ON CONFLICT DO NOTHING RETURNING org_id, id, type
    ), target AS (
      SELECT event.org_id, t.id, t.webhook_id, event.id AS event_id, event.type
      FROM event, unnest(${ids}::text[], ${webhookIds}::text[]) AS t (id, webhook_id)
    ), record AS (
      INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type)
      SELECT org_id, id, webhook_id, event_id, type FROM target
    ), queued AS (
      INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
      SELECT org_id, webhook_id, id, event_id FROM target
    )
    SELECT 1 FROM event`.execute(tx);
  return rows.length > 0;
}

export async function selectEvent(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ type: string; created_at: Date } | undefined> {
  return tx
    .selectFrom('events')
    .select(['type', 'created_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Wakes every dispatcher on this database. */
export async function notifyDue(db: Queryable, payload: string): Promise<void> {
  await sql`SELECT pg_notify(${DUE_CHANNEL}, ${payload})`.execute(db);
}
