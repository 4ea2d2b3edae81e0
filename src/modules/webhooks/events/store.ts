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

/** @returns false, and nothing is written, when the organization has an event with this id */
export async function insertEvent(tx: Tx, orgId: string, event: NewEvent): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO events (org_id, id, type, body, created_at)
    VALUES (${orgId}, ${event.id}, ${event.type}, ${event.body}, ${event.createdAt})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Deliveries of an event, due at once. */
export async function insertDeliveries(
  tx: Tx,
  orgId: string,
  event: Pick<NewEvent, 'id' | 'type'>,
  deliveries: NewDelivery[],
): Promise<void> {
  const ids = deliveries.map((delivery) => delivery.id);
  const webhookIds = deliveries.map((delivery) => delivery.webhookId);
  await sql`
    WITH target AS (
      SELECT * FROM unnest(${ids}::text[], ${webhookIds}::text[]) AS t (id, webhook_id)
    ), record AS (
      INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type)
      SELECT ${orgId}, id, webhook_id, ${event.id}, ${event.type} FROM target
    )
    INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
    SELECT ${orgId}, webhook_id, id, ${event.id} FROM target`.execute(tx);
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
