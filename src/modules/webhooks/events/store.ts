import { sql, type CompiledQuery, type RawBuilder, type Selectable } from 'kysely';
import { compiled, type Given } from '../../../platform/db/bulk/compiled.ts';
import { givenRows, rowsOf } from '../../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { Events } from '../../../platform/db/types.ts';
import type { DataFilter } from '../filter/schemas.ts';

/** The events of one type of one organization. */
export type Target = { orgId: string; patterns: string[] };

/** A subscription, and its condition on the data of events. */
type Recipient = { id: string; filter: DataFilter | null };
/** The subscriptions; undefined if a transaction is changing the organization's, or waits to do so. */
export type Recipients = Recipient[] | undefined;

function recipientsBy(find: 'webhook_recipients' | 'webhook_recipients_now') {
  type Row = { n: number; id: string | null; filter: DataFilter | null };
  return compiled<readonly { orgId: string; patterns: string }[], Row>((given) => {
    const targets = givenRows(given, (rows) => rows, { orgId: 'text', patterns: 'text' });
    return sql`
      SELECT t.n, w.id, w.filter FROM ${targets.numbered},
        LATERAL ${sql.ref(find)}(t.org_id, string_to_array(t.patterns, ' ')) AS w (id, filter)`;
  });
}
const recipients = recipientsBy('webhook_recipients');
const recipientsNow = recipientsBy('webhook_recipients_now');

/**
 * Selects, for each target, the active subscriptions that any of its patterns covers. A transaction that changes or
 * deletes one waits until this one ends, or is seen here if it was first. The targets must be in the order of their
 * organizations, so that two callers never deadlock.
 * @param atOnce true to skip organizations that would have to be waited for
 */
export async function selectMatching(
  tx: Tx,
  targets: readonly Target[],
  atOnce: boolean,
): Promise<Recipients[]> {
  const select = atOnce ? recipientsNow : recipients;
  // A pattern contains no space.
  const asTexts = targets.map(({ orgId, patterns }) => ({ orgId, patterns: patterns.join(' ') }));
  const { rows } = await tx.executeQuery(select(asTexts));
  const found: Recipients[] = targets.map(() => []);
  for (const { n, id, filter } of rows)
    if (id === null) found[n - 1] = undefined;
    else found[n - 1]!.push({ id, filter });
  return found;
}

export type EventKey = { orgId: string; id: string };
export type KnownEvent = EventKey & { type: string; createdAt: Date };
export type NewEvent = KnownEvent & {
  /** The object that the event is about, if any. */
  objectId: string | null;
  body: string;
  /** The trace of the publishing request, if it is recorded. */
  traceparent: string | null;
};
export type NewDelivery = {
  orgId: string;
  id: string;
  webhookId: string;
  event: Pick<NewEvent, 'id' | 'type'>;
  /** True if the delivery counts as usage of the organization. */
  isCharged: boolean;
};

function insertion(given: Given<readonly NewEvent[]>): RawBuilder<unknown> {
  const { names, from } = givenRows(given, (events) => events, {
    orgId: 'text',
    id: 'text',
    type: 'text',
    body: 'text',
    createdAt: 'timestamptz',
    traceparent: 'text',
    objectId: 'text',
  });
  return sql`INSERT INTO events (${names}) SELECT ${names} FROM ${from}`;
}

/** Inserts events whose ids are new, in their order, which must be the same for all callers. */
export const insertionOfEvents = compiled(insertion);

const insertionOfUnknown = compiled<readonly NewEvent[], EventKey>(
  (given) => sql`${insertion(given)} ON CONFLICT DO NOTHING RETURNING org_id AS "orgId", id`,
);

/**
 * Inserts events in the given order, which must be the same in all transactions. Writes only one of several events
 * with the same id.
 * @returns the written events: those whose organization has no event with their id yet
 */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<EventKey[]> {
  return (await tx.executeQuery(insertionOfUnknown(events))).rows;
}

/** Excludes an event from every other subscription, including those that are later sent older events. */
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

/** The columns of a delivery. */
function toRow({ orgId, id, webhookId, event, isCharged }: NewDelivery) {
  const { id: eventId, type: eventType } = event;
  return { orgId, id, deliveryId: id, webhookId, eventId, eventType, charged: isCharged };
}

const insertionOfRows = compiled<readonly ReturnType<typeof toRow>[]>((given) => {
  const record = givenRows(given, (rows) => rows, {
    orgId: 'text',
    id: 'text',
    webhookId: 'text',
    eventId: 'text',
    eventType: 'text',
    charged: 'boolean',
  });
  const queued = givenRows(given, (rows) => rows, {
    orgId: 'text',
    webhookId: 'text',
    deliveryId: 'text',
    eventId: 'text',
  });
  return sql`
    WITH record AS (
      INSERT INTO deliveries (${record.names}, counted)
      SELECT ${record.names}, true FROM ${record.from}
      RETURNING org_id, id, created_at, charged
    ), queued AS (
      INSERT INTO delivery_queue (${queued.names}) SELECT ${queued.names} FROM ${queued.from}
    ), charged AS (
      SELECT * FROM record WHERE charged
    )
    ${COUNT_DELIVERIES}`;
});

/** The insertion of deliveries that are due immediately. */
export function insertionOfDeliveries(deliveries: readonly NewDelivery[]): CompiledQuery {
  return insertionOfRows(deliveries.map(toRow));
}

export async function selectEvents(tx: Tx, keys: readonly EventKey[]): Promise<KnownEvent[]> {
  const { rows } = await sql<KnownEvent>`
    SELECT e.org_id AS "orgId", e.id, e.type, e.created_at AS "createdAt"
    FROM ${rowsOf(keys, { orgId: 'text', id: 'text' }, 'wanted').joined}
    JOIN events e ON e.org_id = wanted.org_id AND e.id = wanted.id`.execute(tx);
  return rows;
}

export type EventRow = Pick<Selectable<Events>, 'id' | 'type' | 'created_at' | 'object_id'>;

type EventFilter = { type?: string; objectId?: string; from?: Date; to?: Date };

const NEWEST: Order = [
  { column: 'created_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Selects events, newest first. */
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
