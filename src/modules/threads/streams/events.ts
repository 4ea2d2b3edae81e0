import { eventText } from '../../../platform/http/event-stream.ts';
import type { Positions } from '../../../platform/streams/positions.ts';
import { toItem } from '../inbox/inbox.ts';
import type { Listener } from './connection-registry.ts';
import type { ItemRow, Missed } from './store.ts';

/** Threads of one inbox that are sent at a time. A stream buffers at most this many in memory. */
export const PAGE = 100;

/** Formats threads as events in their current state, each with the id of the position before all of them. */
export function itemsText(rows: ItemRow[], id: string): string {
  const text = (row: ItemRow): string =>
    row.has_left
      ? eventText('removed', { threadId: row.thread_id }, id)
      : eventText('item', toItem(row), id);
  return rows.map(text).join('');
}

/**
 * Formats the changes that a listener has missed, and moves its position accordingly.
 * @param missed has one thread more than a page if more pages follow
 * @param count the unread count, sent with the last page
 */
export function missedText(
  listener: Listener,
  missed: Missed,
  count: number,
  positions: Positions,
): string {
  const { since, page } = listener;
  const until = page?.until ?? missed.position;
  const shown = missed.items.slice(0, PAGE);
  let text = '';
  // A stream without a position has missed no change.
  if (typeof since === 'string') {
    if (missed.anew && !page) text = eventText('reset', {}, positions.toId(since));
    text += itemsText(shown, positions.toId(since));
  }
  if (missed.items.length > PAGE) {
    listener.page = { until, after: shown.at(-1)!.thread_id };
    return text;
  }
  // Changes that were made while several pages were sent are still missing.
  listener.since = page ? until : undefined;
  delete listener.page;
  return text + eventText('unread', { count }, positions.toId(until));
}
