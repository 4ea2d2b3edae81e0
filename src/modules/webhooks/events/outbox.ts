import type { LastStatement, Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import type { Leaving } from '../../../platform/db/batches/group-commit.ts';
import { captureTraceparent } from '../../../platform/observability/tracing.ts';
import { externalId } from '../../../platform/http/normalise.ts';
import { newId } from '../../../platform/ids.ts';
import { patternsCovering } from '../event-types.ts';
import type { DefinedEvent } from './definition.ts';
import { DELIVERY_PREFIX, MAX_OBJECT_ID, type PublishEvent } from './schemas.ts';
import { meets } from '../filter/filter.ts';
import * as store from './store.ts';
import { notifyDue } from './notify.ts';

export const EVENT_PREFIX = 'event';

/** The maximum number of deliveries of a shared transaction; an event with more gets a transaction for itself. */
const MAX_DELIVERIES = 2000;

/** An event that Oriki publishes, and the organization whose subscriptions get it. */
export type OutboxEvent = {
  orgId: string;
  event: DefinedEvent;
  /** False for an event that another organization has caused: its deliveries do not count as usage. */
  isCharged?: boolean;
  /** The subscription that the event is about. It does not get the event. */
  exceptWebhookId?: string;
  /** The trace of the cause, if that is not the current trace. */
  traceparent?: string | null;
};

type Published = { id: string; type: string; timestamp: string; duplicate: boolean };

/** An event to write. */
export type Publishing = {
  event: store.NewEvent;
  /** As in the body, for the conditions of subscriptions. */
  data: object;
  isCharged: boolean;
  exceptWebhookId?: string | undefined;
  /** True for an id that Oriki has just made, which no stored event can have. */
  isNew: boolean;
  /** The result, set by `publishAll`. */
  published?: Published;
};

/** Returns the id of the event's object, in NFC: the first text in its data whose name is `id` or ends in `Id`. */
function objectOf(data: object): string | null {
  for (const [name, value] of Object.entries(data))
    if (name === 'id' || name.endsWith('Id'))
      if (typeof value === 'string' && value.length <= MAX_OBJECT_ID) return externalId(value);
  return null;
}

/** Prepares the body, which is sent and signed as it is. */
function prepare(
  {
    orgId,
    isCharged = true,
    exceptWebhookId,
    traceparent = captureTraceparent(),
  }: Omit<OutboxEvent, 'event'>,
  type: string,
  data: object,
  given?: string,
): Publishing {
  const id = given ?? newId(EVENT_PREFIX);
  const createdAt = clock.now();
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const objectId = objectOf(data);
  const event = { orgId, id, type, objectId, body, createdAt, traceparent };
  return { event, data, isCharged, exceptWebhookId, isNew: given === undefined };
}

/** Prepares an event that Oriki publishes. */
function prepareOwn(own: OutboxEvent): Publishing {
  return prepare(own, own.event.definition.type, own.event.data);
}

/** Prepares an event that an organization publishes: of any type, with any data. */
export function preparePublished(orgId: string, { type, data, id }: PublishEvent): Publishing {
  return prepare({ orgId }, type, data, id);
}

function publishedOf(event: store.KnownEvent, duplicate: boolean): Published {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    duplicate,
  };
}

function keyOf({ orgId, id }: store.EventKey): string {
  return `${orgId} ${id}`;
}

/** Returns the events in the order in which all transactions write them. */
function inOrder(publishings: readonly Publishing[]): store.NewEvent[] {
  return publishings.map(({ event }) => event).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The events of one organization and type, which have the same recipients. */
type Group = store.Target & { all: Publishing[] };

/**
 * Groups events in the order in which all transactions lock organizations and write events, which prevents deadlocks.
 */
function groupsOf(publishings: readonly Publishing[]): Group[] {
  const groups = new Map<string, Group>();
  for (const publishing of publishings) {
    const { orgId, type } = publishing.event;
    const key = `${orgId} ${type}`;
    const group = groups.get(key) ?? { orgId, patterns: patternsCovering(type), all: [] };
    groups.set(key, group);
    group.all.push(publishing);
  }
  return [...groups.values()].toSorted((a, b) => (a.orgId < b.orgId ? -1 : 1));
}

/**
 * Leaves events of locked organizations, and events whose deliveries would make the transaction long, for later
 * transactions.
 */
function leaveSome(
  groups: Group[],
  matching: readonly store.Recipients[],
  { leave, waits }: Leaving<Publishing>,
): void {
  let deliveries = 0;
  for (const [i, group] of groups.entries()) {
    const more = matching[i]?.length ?? Infinity;
    group.all = group.all.filter((publishing) => {
      const stays = deliveries + more <= MAX_DELIVERIES || (waits && deliveries === 0);
      if (stays) deliveries += more;
      else leave(publishing, group.orgId);
      return stays;
    });
  }
}

/**
 * Writes the new events.
 * @returns the new ones, and the vanished ones: their id existed at first and has since been deleted, so nothing was
 * written
 */
async function writeNew(
  tx: Tx,
  publishings: readonly Publishing[],
): Promise<{ fresh: Set<Publishing>; vanished: Publishing[] }> {
  const byKey = Map.groupBy(publishings, ({ event }) => keyOf(event));
  const firsts = [...byKey.values()].map(([first]) => first!);
  const inserted = new Set((await store.insertEvents(tx, inOrder(firsts))).map(keyOf));
  const fresh = new Set(firsts.filter(({ event }) => inserted.has(keyOf(event))));
  const known = new Map([...fresh].map(({ event }) => [keyOf(event), event as store.KnownEvent]));
  const others = firsts.filter((publishing) => !fresh.has(publishing));
  if (others.length > 0)
    for (const event of await store.selectEvents(
      tx,
      others.map(({ event: { orgId, id } }) => ({ orgId, id })),
    ))
      known.set(keyOf(event), event);
  const vanished: Publishing[] = [];
  for (const publishing of publishings) {
    const event = known.get(keyOf(publishing.event));
    if (event) publishing.published = publishedOf(event, !fresh.has(publishing));
    else vanished.push(publishing);
  }
  return { fresh, vanished };
}

/**
 * The transactional outbox: writes events of any organizations, and their deliveries to all matching subscriptions,
 * in the caller's transaction. They are sent if and only if it commits, at least once to each. Concurrent changes of
 * the subscriptions wait until then. An event with an existing id, or one earlier in the batch, is a duplicate.
 * @param last if given, events with new ids and the deliveries leave together with COMMIT
 */
export async function publishAll(
  tx: Tx,
  publishings: readonly Publishing[],
  last?: LastStatement,
  leaving?: Leaving<Publishing>,
): Promise<void> {
  if (publishings.length === 0) return;
  const groups = groupsOf(publishings);
  const looking = store.selectMatching(tx, groups, leaving?.waits === false);
  // Without `leaving`, events are written while recipients are selected.
  if (leaving) leaveSome(groups, await looking, leaving);
  const written = new Set<Publishing>();
  const writing = async (): Promise<void> => {
    let rest = groups.flatMap(({ all }) => all);
    if (last && rest.length > 0 && rest.every(({ isNew }) => isNew)) {
      last(store.insertionOfEvents(inOrder(rest)));
      for (const publishing of rest) {
        publishing.published = publishedOf(publishing.event, false);
        written.add(publishing);
      }
      return;
    }
    while (rest.length > 0) {
      const { fresh, vanished } = await writeNew(tx, rest);
      for (const publishing of fresh) written.add(publishing);
      rest = vanished;
    }
  };
  const [matching] = await Promise.all([looking, writing()]);
  const recipients = new Map<string, Set<string>>();
  const deliveries = groups.flatMap(({ orgId, all }, i) => {
    const fresh = all.filter((publishing) => written.has(publishing));
    return fresh.flatMap((publishing) => {
      const webhookIds = matching[i]!.filter(({ filter }) => meets(publishing.data, filter)).map(
        ({ id }) => id,
      );
      for (const id of webhookIds) getSet(recipients, orgId).add(id);
      return deliveriesOf(publishing, webhookIds);
    });
  });
  for (const [orgId, webhookIds] of recipients) notifyDue(orgId, webhookIds);
  if (deliveries.length === 0) return;
  const insertion = store.insertionOfDeliveries(deliveries);
  if (last) last(insertion);
  else await tx.executeQuery(insertion);
}

function getSet(sets: Map<string, Set<string>>, key: string): Set<string> {
  let set = sets.get(key);
  if (!set) sets.set(key, (set = new Set()));
  return set;
}

function deliveriesOf(
  { event, isCharged, exceptWebhookId }: Publishing,
  webhookIds: readonly string[],
): store.NewDelivery[] {
  const others = webhookIds.filter((webhookId) => webhookId !== exceptWebhookId);
  return others.map((webhookId) => ({
    orgId: event.orgId,
    id: newId(DELIVERY_PREFIX),
    webhookId,
    event,
    isCharged,
  }));
}

/** `publishAll` for one of Oriki's events, to all subscriptions except `exceptWebhookId`. */
export async function outbox(
  tx: Tx,
  orgId: string,
  event: DefinedEvent,
  exceptWebhookId?: string,
): Promise<void> {
  await outboxAll(tx, [
    { orgId, event, ...(exceptWebhookId !== undefined && { exceptWebhookId }) },
  ]);
}

/** `publishAll` for Oriki's events to many organizations at once. */
export async function outboxAll(
  tx: Tx,
  events: OutboxEvent[],
  last?: LastStatement,
): Promise<void> {
  await publishAll(tx, events.map(prepareOwn), last);
}

/**
 * Writes a new event for one subscription, independent of its patterns.
 * @returns the delivery's id
 */
export async function outboxTo(
  tx: Tx,
  orgId: string,
  webhookId: string,
  { type, data }: { type: string; data: object },
): Promise<string> {
  const publishing = prepare({ orgId }, type, data);
  const deliveries = deliveriesOf(publishing, [webhookId]);
  await store.insertEvents(tx, [publishing.event]);
  await store.reserveEvent(tx, orgId, publishing.event.id, webhookId);
  await tx.executeQuery(store.insertionOfDeliveries(deliveries));
  notifyDue(orgId, [webhookId]);
  return deliveries[0]!.id;
}
