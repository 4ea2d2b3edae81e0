import type { Tx } from '../../../../platform/db/database.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { newId } from '../../../../platform/ids.ts';
import { parseTimestamp } from '../../../../platform/calendar/iso-time.ts';
import { meets } from '../../filter/filter.ts';
import type { DataFilter } from '../../filter/schemas.ts';
import { notifyDue } from '../../events/notify.ts';
import { insertionOfDeliveries } from '../../events/store.ts';
import { lockForChange } from '../../subscriptions/subscriptions.ts';
import type { Backfill, Backfilled } from './schemas.ts';
import * as store from './store.ts';
import { DELIVERY_PREFIX } from '../../events/schemas.ts';

/**
 * The maximum number of events that one call examines, without and with reading their data. Publishers wait about as
 * long as for a replay.
 */
const MAX_LOOKED = 10_000;
export const MAX_READ = 1000;
/** The place of an event in the order of publishing, as in `next`. */
const PLACE = /^(\d{1,16}):([A-Za-z0-9_.-]{1,64})$/;

/** Returns the place in `after`; undefined if it is invalid. */
export function placeOf(after: string): store.Place | undefined {
  const [, micros, id] = PLACE.exec(after) ?? [];
  return id === undefined ? undefined : { micros: Number(micros), id };
}

/**
 * Sends a webhook the events that match it and that it was never sent, oldest first. Publishers wait until the call
 * ends, so no event is sent twice or missed between two calls.
 * @throws ApiError NOT_FOUND, CONFLICT for a paused webhook
 */
export async function backfill(
  tx: Tx,
  orgId: string,
  webhookId: string,
  { from, eventType, after }: Backfill,
): Promise<Backfilled> {
  const webhook = await lockForChange(tx, orgId, webhookId);
  if (!webhook.active)
    throw new ApiError('CONFLICT', 'the webhook is not active: activate it first');
  const filter = webhook.filter as DataFilter | null;
  const limit = filter === null ? MAX_LOOKED : MAX_READ;
  const next = await store.selectNext(tx, orgId, {
    webhookId,
    patterns: webhook.events,
    from: parseTimestamp(from)!,
    ...(eventType !== undefined && { eventType }),
    ...(after !== undefined && { after: placeOf(after)! }),
    withBody: filter !== null,
    limit,
  });
  const fitting = next.filter(
    ({ fits, body }) =>
      fits && (body === null || meets((JSON.parse(body) as { data: object }).data, filter)),
  );
  if (fitting.length > 0)
    await tx.executeQuery(
      insertionOfDeliveries(
        fitting.map(({ id, type }) => ({
          orgId,
          id: newId(DELIVERY_PREFIX),
          webhookId,
          event: { id, type },
          isCharged: true,
        })),
      ),
    );
  notifyDue(orgId, [webhookId]);
  const last = next.length < limit ? undefined : next.at(-1)!;
  return {
    backfilled: fitting.length,
    complete: last === undefined,
    next: last ? `${last.micros}:${last.id}` : null,
  };
}
