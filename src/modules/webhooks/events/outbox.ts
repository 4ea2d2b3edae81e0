import type { LastStatement, Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import type { Leaving } from '../../../platform/db/group-commit.ts';
import { captureTraceparent } from '../../../platform/observability/tracing.ts';
import { newId } from '../../../platform/ids.ts';
import { patternsCovering } from '../event-types.ts';
import type { DefinedEvent } from './definition.ts';
import { MAX_OBJECT_ID, type PublishEvent } from './schemas.ts';
import { meets } from '../filter/filter.ts';
import * as store from './store.ts';
import { notifyDue } from './notify.ts';
import { DELIVERY_PREFIX } from '../deliveries/schemas.ts';

export const EVENT_PREFIX = 'event';

/** The most deliveries of a transaction that is shared with others; an event that has more is alone in one. */
const MAX_DELIVERIES = 2000;

/** An event of Oriki's own, and the organization whose subscriptions get it. */
export type OutboxEvent = {
  orgId: string;
  event: DefinedEvent;
  /** False for an event that another organization has caused: its deliveries are not usage. */
  isCharged?: boolean;
  /** The subscription that the event is about: it does not get it. */
  exceptWebhookId?: string;
  /** Trace of what caused it, if that is not what runs here. */
  traceparent?: string | null;
};

type Published = { id: string; type: string; timestamp: string; duplicate: boolean };

/** An event on its way into the database. */
export type Publishing = {
  event: store.NewEvent;
  /** As it is in the body, for the conditions of subscriptions. */
  data: object;
  isCharged: boolean;
  exceptWebhookId?: string | undefined;
  /** True for an id that was made here, which no event can have already. */
  isNew: boolean;
  /** Its fate, set by `publishAll`. */
  published?: Published;
};

/** The object that an event is about: the first field of its data that is `id`, or ends in `Id`, with a text. */
function objectOf(data: object): string | null {
  for (const [name, value] of Object.entries(data))
    if (name === 'id' || name.endsWith('Id'))
      if (typeof value === 'string' && value.length <= MAX_OBJECT_ID) return value;
  return null;
}

/** Makes the body that is sent and signed, once. */
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

/** Prepares an event of Oriki's own. */
function prepareOwn(own: OutboxEvent): Publishing {
  return prepare(own, own.event.definition.type, own.event.data);
}

/** Prepares an event that an organization publishes itself: of any type, with any data. */
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

/** The events, in the order in which everybody writes them. */
function inOrder(publishings: readonly Publishing[]): store.NewEvent[] {
  return publishings.map(({ event }) => event).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Those of one organization and type have the same recipients. */
type Group = store.Target & { all: Publishing[] };

/** In the order in which everybody locks organizations, and writes events, so that no two wait for each other. */
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

/** Leaves those of locked organizations, and those whose deliveries would make the transaction long. */
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
 * Writes those events that are new.
 * @returns they, and those of which an event with their id was there and has been removed since: nothing was written
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
 * The transactional outbox: writes events of any organizations and their deliveries to all matching subscriptions in
 * the caller's transaction. They leave if and only if that commits, at least once to each. Concurrent changes of the
 * subscriptions wait until then. An event whose id exists already, or comes before in the same batch, is the same.
 * @param last where given, events with new ids and the deliveries leave together with COMMIT
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
  // Otherwise the events are written meanwhile.
  if (leaving) leaveSome(groups, await looking, leaving);
  const written = new Set<Publishing>();
  const writing = async (): Promise<void> => {
    let rest = groups.flatMap(({ all }) => all);
    if (last && rest.length > 0 && rest.every(({ isNew }) => isNew)) {
      const insertion = store.insertionOfEvents(inOrder(rest));
      last((final) => insertion.compile(final));
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
  if (last) last((final) => insertion.compile(final));
  else await insertion.execute(tx);
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

/** `publishAll` for one event of Oriki's own, for all subscriptions but the one that it is about, if it is about one. */
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

/** `publishAll` for events of Oriki's own to many organizations at once. */
export async function outboxAll(
  tx: Tx,
  events: OutboxEvent[],
  last?: LastStatement,
): Promise<void> {
  await publishAll(tx, events.map(prepareOwn), last);
}

/**
 * Writes a new event for one subscription, whatever that is subscribed to.
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
  await store.insertionOfDeliveries(deliveries).execute(tx);
  notifyDue(orgId, [webhookId]);
  return deliveries[0]!.id;
}
