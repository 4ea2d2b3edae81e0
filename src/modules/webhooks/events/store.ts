import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export const DUE_CHANNEL = 'deliveries_due';

/** Events of one type of one organization. */
export type Target = { orgId: string; patterns: string[] };

/**
 * Active subscriptions that any of a target's patterns covers, for each target. Who deletes or changes one meanwhile
 * waits until the transaction ends, and whoever was first is seen here. The targets must be in the order of their
 * organizations, or two callers could wait for each other.
 */
export async function selectMatching(tx: Tx, targets: Target[]): Promise<string[][]> {
  const orgIds = arrayText(targets.map(({ orgId }) => orgId));
  // A pattern contains no space.
  const patterns = arrayText(targets.map((target) => target.patterns.join(' ')));
  const { rows } = await sql<{ n: number; id: string }>`
    SELECT t.n, w.id FROM unnest(${orgIds}::text[], ${patterns}::text[]) WITH ORDINALITY AS t (org_id, patterns, n),
      LATERAL webhooks_to_notify(t.org_id, string_to_array(t.patterns, ' ')) AS w (id)`.execute(tx);
  const found: string[][] = targets.map(() => []);
  for (const { n, id } of rows) found[n - 1]!.push(id);
  return found;
}

export type NewEvent = {
  orgId: string;
  id: string;
  type: string;
  body: string;
  createdAt: Date;
  /** Of the request that publishes it, if its trace is recorded. */
  traceparent: string | null;
};
export type NewDelivery = {
  orgId: string;
  id: string;
  webhookId: string;
  event: Pick<NewEvent, 'id' | 'type'>;
  /** Whether it is usage of the organization. */
  isCharged: boolean;
};

/** @returns how many were written: those whose organization has no event with their id yet */
export async function insertEvents(tx: Tx, events: NewEvent[]): Promise<number> {
  const column = (pick: (event: NewEvent) => string | Date | null) => arrayText(events.map(pick));
  const { numAffectedRows } = await sql`
    INSERT INTO events (org_id, id, type, body, created_at, traceparent)
    SELECT * FROM unnest(${column((e) => e.orgId)}::text[], ${column((e) => e.id)}::text[],
      ${column((e) => e.type)}::text[], ${column((e) => e.body)}::text[],
      ${column((e) => e.createdAt)}::timestamptz[], ${column((e) => e.traceparent)}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
  return Number(numAffectedRows);
}

/** Deliveries of events, due at once. */
export async function insertDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
  const column = (pick: (delivery: NewDelivery) => string) => arrayText(deliveries.map(pick));
  await sql`
    WITH target AS (
      SELECT * FROM unnest(${column((d) => d.orgId)}::text[], ${column((d) => d.id)}::text[],
        ${column((d) => d.webhookId)}::text[], ${column((d) => d.event.id)}::text[],
        ${column((d) => d.event.type)}::text[], ${column((d) => String(d.isCharged))}::boolean[])
        AS t (org_id, id, webhook_id, event_id, event_type, charged)
    ), record AS (
      INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, charged)
      SELECT org_id, id, webhook_id, event_id, event_type, charged FROM target
    )
    INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
    SELECT org_id, webhook_id, id, event_id FROM target`.execute(tx);
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
