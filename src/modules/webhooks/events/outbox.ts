import type { Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
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
};

export type Published = { id: string; type: string; timestamp: string; duplicate: boolean };

/**
 * Writes an event and one delivery for each of `recipients` in the caller's transaction.
 * The body that is sent and signed is made here, once.
 * @param recipients ids of webhooks, perhaps still being looked for: the event is written meanwhile
 */
export async function writeEvent(
  tx: Tx,
  orgId: string,
  { type, data, id = newId(EVENT_PREFIX) }: OutboxEvent,
  recipients: string[] | Promise<string[]>,
): Promise<{ event: Published; deliveryIds: string[] }> {
  const createdAt = clock.now();
  const timestamp = createdAt.toISOString();
  const body = JSON.stringify({ type, timestamp, data });
  const [webhookIds, inserted] = await Promise.all([
    recipients,
    store.insertEvent(tx, orgId, { id, type, body, createdAt }),
  ]);
  if (!inserted) {
    const first = await store.selectEvent(tx, orgId, id);
    // It was so old that it has been removed in between.
    if (!first) return writeEvent(tx, orgId, { type, data, id }, webhookIds);
    const event = { id, type: first.type, timestamp: first.created_at.toISOString() };
    return { event: { ...event, duplicate: true }, deliveryIds: [] };
  }
  const deliveries = webhookIds.map((webhookId) => ({ id: newId(DELIVERY_PREFIX), webhookId }));
  if (deliveries.length > 0) await store.insertDeliveries(tx, orgId, { id, type }, deliveries);
  wake(orgId, webhookIds);
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
  const recipients = store.selectMatching(tx, orgId, patternsCovering(event.type));
  return (await writeEvent(tx, orgId, event, recipients)).event;
}
