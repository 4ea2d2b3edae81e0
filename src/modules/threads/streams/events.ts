import { eventText } from '../../../platform/http/event-stream.ts';
import type { Positions } from '../../../platform/streams/positions.ts';
import { toItem } from '../inbox/inbox.ts';
import type { Listener } from './connection-registry.ts';
import type { ItemRow, Missed } from './store.ts';

/** Threads of one inbox that are sent at a time: what a stream can be behind with in memory. */
export const PAGE = 100;

/** Threads as they are now, each with the id of the position before all of them. */
export function itemsText(rows: ItemRow[], id: string): string {
  const text = (row: ItemRow): string =>
    row.has_left
      ? eventText('removed', { threadId: row.thread_id }, id)
      : eventText('item', toItem(row), id);
  return rows.map(text).join('');
}

/**
 * Sends a listener what it missed; moves its place accordingly.
 * @param missed one thread more than a page when there is more to come
 * @param count what is unread, sent with the last page
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
  // Without a position there is nothing that was missed.
  if (typeof since === 'string') {
    if (missed.anew && !page) text = eventText('reset', {}, positions.toId(since));
    text += itemsText(shown, positions.toId(since));
  }
  if (missed.items.length > PAGE) {
    listener.page = { until, after: shown.at(-1)!.thread_id };
    return text;
  }
  // Changes from while several pages were sent are still missing.
  listener.since = page ? until : undefined;
  delete listener.page;
  return text + eventText('unread', { count }, positions.toId(until));
}
