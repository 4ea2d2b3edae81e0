import type { Queryable } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import type { EventType } from '../../../platform/http/openapi/events.ts';
import { paged } from '../../../platform/http/schema.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { toDelivery } from '../deliveries/deliveries.ts';
import { selectDeliveriesOfEvent } from '../deliveries/store.ts';
import { shownData } from '../events/redaction.ts';
import * as store from '../events/store.ts';
import type { EventDetail, EventQuery, LoggedEvent } from './schemas.ts';

/** The maximum number of deliveries shown with their event. */
const SHOWN_DELIVERIES = 100;
/** The format of event ids, which organizations may choose. */
const EVENT_ID = /^[A-Za-z0-9_.-]{1,64}$/;

function toLogged({ id, type, created_at, object_id }: store.EventRow): LoggedEvent {
  return { id, type, timestamp: created_at.toISOString(), objectId: object_id };
}

/** Lists events, newest first. */
export async function listEvents(db: Queryable, orgId: string, query: EventQuery) {
  return paged(query, (page) => store.selectEventPage(db, orgId, withRange(query), page), toLogged);
}

/**
 * Returns an event with its data and its deliveries.
 * @throws ApiError NOT_FOUND
 */
export async function getEvent(
  db: Queryable,
  orgId: string,
  id: string,
  types: readonly EventType[],
): Promise<EventDetail> {
  const event = await found('event', EVENT_ID.test(id) && store.selectEvent(db, orgId, id));
  const { rows, total } = await selectDeliveriesOfEvent(db, orgId, id, SHOWN_DELIVERIES);
  return {
    ...toLogged(event),
    ...shownData(event.body, event.type, types),
    deliveryCount: total,
    deliveries: rows.map(toDelivery).map(({ attempts: _attempts, ...delivery }) => delivery),
  };
}
