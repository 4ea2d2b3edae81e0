import { sql, type RawBuilder } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** Events of one type of one organization. */
export type Target = { orgId: string; patterns: string[] };

/** Ids of subscriptions; undefined where somebody changes the organization's, or waits to. */
export type Recipients = string[] | undefined;

/**
 * Active subscriptions that any of a target's patterns covers, for each target. Who deletes or changes one meanwhile
 * waits until the transaction ends, and whoever was first is seen here. The targets must be in the order of their
 * organizations, or two callers could wait for each other.
 * @param atOnce true if to do without those that would have to be waited for
 */
export async function selectMatching(
  tx: Tx,
  targets: readonly Target[],
  atOnce: boolean,
): Promise<Recipients[]> {
  const orgIds = arrayText(targets.map(({ orgId }) => orgId));
  // A pattern contains no space.
  const patterns = arrayText(targets.map((target) => target.patterns.join(' ')));
  const find = sql.ref(atOnce ? 'webhooks_to_notify_now' : 'webhooks_to_notify');
  const { rows } = await sql<{ n: number; id: string | null }>`
    SELECT t.n, w.id FROM unnest(${orgIds}::text[], ${patterns}::text[]) WITH ORDINALITY AS t (org_id, patterns, n),
      LATERAL ${find}(t.org_id, string_to_array(t.patterns, ' ')) AS w (id)`.execute(tx);
  const found: Recipients[] = targets.map(() => []);
  for (const { n, id } of rows)
    if (id === null) found[n - 1] = undefined;
    else found[n - 1]!.push(id);
  return found;
}

export type EventKey = { orgId: string; id: string };
export type KnownEvent = EventKey & { type: string; createdAt: Date };
export type NewEvent = KnownEvent & {
  body: string;
  /** Trace of the request that publishes it, if that is recorded. */
  traceparent: string | null;
};
export type NewDelivery = {
  orgId: string;
  id: string;
  webhookId: string;
  event: Pick<NewEvent, 'id' | 'type'>;
  /** Tells whether it is usage of the organization. */
  isCharged: boolean;
};

/**
 * Inserts events. Among those with the same id, one may be written. In their order, which must be the same for
 * everybody.
 * @returns those that were written: those whose organization has no event with their id yet
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<EventKey[]> {
  const column = (pick: (event: NewEvent) => string | Date | null) => arrayText(events.map(pick));
  const { rows } = await sql<EventKey>`
    INSERT INTO events (org_id, id, type, body, created_at, traceparent)
    SELECT * FROM unnest(${column((e) => e.orgId)}::text[], ${column((e) => e.id)}::text[],
      ${column((e) => e.type)}::text[], ${column((e) => e.body)}::text[],
      ${column((e) => e.createdAt)}::timestamptz[], ${column((e) => e.traceparent)}::text[])
    ON CONFLICT DO NOTHING RETURNING org_id AS "orgId", id`.execute(tx);
  return rows;
}

const COUNT_DELIVERIES = countingAtOnce({
  from: sql`charged`,
  at: sql`created_at`,
  service: sql.lit('webhooks'),
  metric: sql.lit('deliveries'),
});

/** Deliveries of events, due at once. */
export function insertionOfDeliveries(deliveries: readonly NewDelivery[]): RawBuilder<unknown> {
  const column = (pick: (delivery: NewDelivery) => string) => arrayText(deliveries.map(pick));
  return sql`
    WITH target AS (
      SELECT * FROM unnest(${column((d) => d.orgId)}::text[], ${column((d) => d.id)}::text[],
        ${column((d) => d.webhookId)}::text[], ${column((d) => d.event.id)}::text[],
        ${column((d) => d.event.type)}::text[], ${column((d) => String(d.isCharged))}::boolean[])
        AS t (org_id, id, webhook_id, event_id, event_type, charged)
    ), record AS (
      INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, charged, counted)
      SELECT org_id, id, webhook_id, event_id, event_type, charged, true FROM target
      RETURNING org_id, id, created_at, charged
    ), charged AS (
      SELECT * FROM record WHERE charged
    ), usage AS (${COUNT_DELIVERIES})
    INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
    SELECT org_id, webhook_id, id, event_id FROM target`;
}

export async function selectEvents(tx: Tx, keys: readonly EventKey[]): Promise<KnownEvent[]> {
  const { rows } = await sql<KnownEvent>`
    SELECT e.org_id AS "orgId", e.id, e.type, e.created_at AS "createdAt"
    FROM unnest(${arrayText(keys.map(({ orgId }) => orgId))}::text[], ${arrayText(keys.map(({ id }) => id))}::text[])
      AS wanted (org_id, id)
    JOIN events e ON e.org_id = wanted.org_id AND e.id = wanted.id`.execute(tx);
  return rows;
}
