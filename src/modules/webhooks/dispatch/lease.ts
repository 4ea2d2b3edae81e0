/**
 * The timing that makes delivery safe. One dispatcher at a time serves a queue, as long as its lease runs; no
 * two processes compare clocks: durations only, each measured from before the question to the database.
 */

/**
 * A request starts within this time of the read that allowed it, or not at all; changes that must stop requests
 * wait as long. Where reading takes longer, the queue says so (`send_within_ms`), up to the second value.
 */
export const SEND_WITHIN_MS = 100;
export const MAX_SEND_WITHIN_MS = 5000;
/** A lease outlasts a request by this, which leaves time to renew it. */
const SLACK_MS = 15_000;
export const RENEW_EVERY_MS = 5000;
/** A queue that has had nothing to send for this long is given back. */
export const LINGER_MS = 10_000;
const MARGIN_MS = 1000;

/**
 * A process that has lost its database session has another one after this time, unless it is dead: others leave its
 * queues alone for so long after they have seen that its session has ended.
 */
export const RECONNECTS_WITHIN_MS = 1000;

/** The length of a lease; also the longest time after a machine's death until another process sends again. */
export function leaseMs(timeoutMs: number): number {
  return timeoutMs + SLACK_MS;
}

/** The time after asking for a lease for which requests may start: they must end, by time-out, before it does. */
export const USABLE_MS = SLACK_MS - MARGIN_MS;
