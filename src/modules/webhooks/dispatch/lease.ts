/**
 * The times that make delivery safe. One dispatcher at a time serves a queue, for the time of its lease. No two
 * processes compare clocks: all times are durations, each measured from a moment before the query to the database.
 */

/**
 * A request starts within this time of the read that allowed it, or not at all. Changes that must stop requests wait
 * for the same time. If reads are slower, the queue's `send_within_ms` is higher, up to the second value.
 */
export const SEND_WITHIN_MS = 100;
export const MAX_SEND_WITHIN_MS = 5000;
/** A lease lasts this much longer than a request, which leaves time to renew it. */
const SLACK_MS = 15_000;
export const RENEW_EVERY_MS = 5000;
/** A queue without deliveries for this long is released. */
export const LINGER_MS = 10_000;
const MARGIN_MS = 1000;

/**
 * Other processes wait this long before taking the queues of a process whose session has ended: if it is alive, it
 * has a new database session by then.
 */
export const RECONNECTS_WITHIN_MS = 1000;

/**
 * Returns the length of a lease, which is also the longest time after a machine's death until another process sends
 * again.
 */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + SLACK_MS;
}

/** Requests may start within this time after asking for a lease: they must time out before the lease ends. */
export const USABLE_MS = SLACK_MS - MARGIN_MS;
