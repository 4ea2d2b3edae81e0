import type { Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import { causeToKeep } from '../../../platform/observability/tracing.ts';
import { newId } from '../../../platform/ids.ts';
import { patternsCovering } from '../event-types.ts';
import * as store from './store.ts';
import { wake } from './wake.ts';

export const EVENT_PREFIX = 'event';
export const DELIVERY_PREFIX = 'delivery';

export type OutboxEvent = {
  type: string;
  /** No personal data: it is stored, sent and logged by receivers in the clear. */
  data: Record<string, unknown>;
  /** Of the organization's own choice; an id that exists already makes this the same event. */
  id?: string | undefined;
  /** What caused it, in traces, if that is not what runs here. */
  cause?: string | null;
};

export type Published = { id: string; type: string; timestamp: string; duplicate: boolean };

/** The body that is sent and signed is made here, once. */
function toRow(
  orgId: string,
  { type, data, id = newId(EVENT_PREFIX), cause = causeToKeep() }: OutboxEvent,
) {
  const createdAt = clock.now();
  const timestamp = createdAt.toISOString();
  const body = JSON.stringify({ type, timestamp, data });
  const row = { orgId, id, type, body, createdAt, traceparent: cause };
  return { timestamp, row: row satisfies store.NewEvent };
}

/** One delivery for each of the webhooks, and the news of it once the transaction has committed. */
function deliveriesOf(
  event: store.NewEvent,
  webhookIds: string[],
  isCharged = true,
): store.NewDelivery[] {
  const { orgId } = event;
  wake(orgId, webhookIds);
  return webhookIds.map((webhookId) => ({
    orgId,
    id: newId(DELIVERY_PREFIX),
    webhookId,
    event,
    isCharged,
  }));
}

/**
 * Writes an event and one delivery for each of `recipients` in the caller's transaction.
 * @param recipients ids of webhooks, perhaps still being looked for: the event is written meanwhile
 */
export async function writeEvent(
  tx: Tx,
  orgId: string,
  event: OutboxEvent,
  recipients: string[] | Promise<string[]>,
): Promise<{ event: Published; deliveryIds: string[] }> {
  const { row, timestamp } = toRow(orgId, event);
  const { id, type } = row;
  const [webhookIds, inserted] = await Promise.all([recipients, store.insertEvents(tx, [row])]);
  if (inserted === 0) {
    const first = await store.selectEvent(tx, orgId, id);
    // It was so old that it has been removed in between.
    if (!first) return writeEvent(tx, orgId, event, webhookIds);
    const known = { id, type: first.type, timestamp: first.created_at.toISOString() };
    return { event: { ...known, duplicate: true }, deliveryIds: [] };
  }
  const deliveries = deliveriesOf(row, webhookIds);
  if (deliveries.length > 0) await store.insertDeliveries(tx, deliveries);
  return {
    event: { id, type, timestamp, duplicate: false },
    deliveryIds: deliveries.map((delivery) => delivery.id),
  };
}

/**
 * The transactional outbox: writes the event and its deliveries to all matching subscriptions in the
 * caller's transaction. It leaves if and only if that commits, at least once to each. Concurrent changes of
 * the subscriptions wait until then.
 */
export async function outbox(tx: Tx, orgId: string, event: OutboxEvent): Promise<Published> {
  const recipients = store.selectMatching(tx, [{ orgId, patterns: patternsCovering(event.type) }]);
  return (
    await writeEvent(
      tx,
      orgId,
      event,
      recipients.then(([ids]) => ids!),
    )
  ).event;
}

/**
 * `outbox` for events of many organizations at once, all of them new: in statements, not in statements an event.
 * Deliveries of an event with `isCharged` false, which another organization has caused, are not usage.
 */
export async function outboxAll(
  tx: Tx,
  events: { orgId: string; event: Omit<OutboxEvent, 'id'>; isCharged?: boolean }[],
): Promise<void> {
  if (events.length === 0) return;
  type Group = { orgId: string; isCharged: boolean; patterns: string[]; rows: store.NewEvent[] };
  const byType = new Map<string, Group>();
  for (const { orgId, event, isCharged = true } of events) {
    const key = `${orgId} ${event.type} ${isCharged}`;
    const patterns = patternsCovering(event.type);
    const group = byType.get(key) ?? { orgId, isCharged, patterns, rows: [] };
    byType.set(key, group);
    group.rows.push(toRow(orgId, event).row);
  }
  const groups = [...byType.values()].toSorted((a, b) => (a.orgId < b.orgId ? -1 : 1));
  const [matching] = await Promise.all([
    store.selectMatching(tx, groups),
    store.insertEvents(
      tx,
      groups.flatMap(({ rows }) => rows),
    ),
  ]);
  const deliveries = groups.flatMap(({ rows, isCharged }, i) =>
    rows.flatMap((event) => deliveriesOf(event, matching[i]!, isCharged)),
  );
  if (deliveries.length > 0) await store.insertDeliveries(tx, deliveries);
}
