import { sql, type RawBuilder, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { selectPage, type Listed, type Order } from '../../../platform/db/lists/keyset.ts';
import type { Events } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';
import type { DataFilter } from '../filter/schemas.ts';

/** Events of one type of one organization. */
export type Target = { orgId: string; patterns: string[] };

/** A subscription, and the condition on the data of what it gets. */
type Recipient = { id: string; filter: DataFilter | null };
/** Subscriptions; undefined where somebody changes the organization's, or waits to. */
export type Recipients = Recipient[] | undefined;

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
  const find = sql.ref(atOnce ? 'webhook_recipients_now' : 'webhook_recipients');
  const { rows } = await sql<{ n: number; id: string | null; filter: DataFilter | null }>`
    SELECT t.n, w.id, w.filter FROM unnest(${orgIds}::text[], ${patterns}::text[]) WITH ORDINALITY AS t (org_id, patterns, n),
      LATERAL ${find}(t.org_id, string_to_array(t.patterns, ' ')) AS w (id, filter)`.execute(tx);
  const found: Recipients[] = targets.map(() => []);
  for (const { n, id, filter } of rows)
    if (id === null) found[n - 1] = undefined;
    else found[n - 1]!.push({ id, filter });
  return found;
}

export type EventKey = { orgId: string; id: string };
export type KnownEvent = EventKey & { type: string; createdAt: Date };
export type NewEvent = KnownEvent & {
  /** The object that it is about, if it is about one. */
  objectId: string | null;
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

/** Inserts events whose ids are new, in their order, which must be the same for everybody. */
export function insertionOfEvents(events: readonly NewEvent[]): RawBuilder<unknown> {
  const column = (pick: (event: NewEvent) => string | Date | null) => arrayText(events.map(pick));
  return sql`
    INSERT INTO events (org_id, id, type, body, created_at, traceparent, object_id)
    SELECT * FROM unnest(${column((e) => e.orgId)}::text[], ${column((e) => e.id)}::text[],
      ${column((e) => e.type)}::text[], ${column((e) => e.body)}::text[],
      ${column((e) => e.createdAt)}::timestamptz[], ${column((e) => e.traceparent)}::text[],
      ${column((e) => e.objectId)}::text[])`;
}

/**
 * Inserts events. Among those with the same id, one may be written. In their order, which must be the same for
 * everybody.
 * @returns those that were written: those whose organization has no event with their id yet
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    ${insertionOfEvents(events)} ON CONFLICT DO NOTHING RETURNING org_id AS "orgId", id`.execute(
    tx,
  );
  return rows;
}

/** Keeps an event from every other subscription, also from those that are sent older events later. */
export async function reserveEvent(
  tx: Tx,
  orgId: string,
  id: string,
  webhookId: string,
): Promise<void> {
  await tx
    .updateTable('events')
    .set({ only_webhook_id: webhookId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
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
    WITH record AS (
      INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, charged, counted)
      SELECT t.*, true FROM unnest(${column((d) => d.orgId)}::text[], ${column((d) => d.id)}::text[],
        ${column((d) => d.webhookId)}::text[], ${column((d) => d.event.id)}::text[],
        ${column((d) => d.event.type)}::text[], ${column((d) => String(d.isCharged))}::boolean[]) AS t
      RETURNING org_id, id, created_at, charged
    ), queued AS (
      INSERT INTO delivery_queue (org_id, webhook_id, delivery_id, event_id)
      SELECT * FROM unnest(${column((d) => d.orgId)}::text[], ${column((d) => d.webhookId)}::text[],
        ${column((d) => d.id)}::text[], ${column((d) => d.event.id)}::text[])
    ), charged AS (
      SELECT * FROM record WHERE charged
    )
    ${COUNT_DELIVERIES}`;
}

export async function selectEvents(tx: Tx, keys: readonly EventKey[]): Promise<KnownEvent[]> {
  const { rows } = await sql<KnownEvent>`
    SELECT e.org_id AS "orgId", e.id, e.type, e.created_at AS "createdAt"
    FROM unnest(${arrayText(keys.map(({ orgId }) => orgId))}::text[], ${arrayText(keys.map(({ id }) => id))}::text[])
      AS wanted (org_id, id)
    JOIN events e ON e.org_id = wanted.org_id AND e.id = wanted.id`.execute(tx);
  return rows;
}

export type EventRow = Pick<Selectable<Events>, 'id' | 'type' | 'created_at' | 'object_id'>;

type EventFilter = { type?: string; objectId?: string; from?: Date; to?: Date };

const NEWEST: Order = [
  { column: 'created_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Newest first. */
export async function selectEventPage(
  db: Queryable,
  orgId: string,
  { type, objectId, from, to }: EventFilter,
  page: Page,
): Promise<Listed<EventRow>> {
  let all = db.selectFrom('events').where('org_id', '=', orgId);
  if (type !== undefined) all = all.where('type', '=', type);
  if (objectId !== undefined) all = all.where('object_id', '=', objectId);
  if (from) all = all.where('created_at', '>=', from);
  if (to) all = all.where('created_at', '<', to);
  const shown = all.select(['id', 'type', 'created_at', 'object_id']);
  return selectPage(db, { shown, counted: all }, NEWEST, page);
}

export async function selectEvent(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(EventRow & { body: string }) | undefined> {
  return db
    .selectFrom('events')
    .select(['id', 'type', 'created_at', 'object_id', 'body'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}
