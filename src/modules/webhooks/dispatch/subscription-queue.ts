import { clock } from '../../../platform/clock.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';
import { NO_ADDITIONS, type Additions } from '../credentials/box.ts';
import { SEND_WITHIN_MS } from './lease.ts';
import type { DueRow, QueueKey } from './store.ts';

/** The window of a new queue: enough to learn whether the receiver answers, and small if it does not. */
const FIRST_WINDOW = 4;
/**
 * The time for which deliveries are read ahead, at the receiver's pace so far. It is half of the time for which a read
 * may be used.
 */
const AHEAD_MS = SEND_WITHIN_MS / 2;
/** The maximum number of deliveries read ahead, in windows. With this many, reads cost little. */
const MAX_AHEAD = 8;
/** The time for which reads may continue from the last row. Deliveries that became due before that row wait as long. */
const CURSOR_MS = 250;
/** The weight of the latest request in the average duration. */
const SMOOTHING = 0.1;

export type SigningKey = { key: Buffer; expiresAtMs: number };

/**
 * One subscription that this process serves: its lease, its running requests and their limit. The window follows the
 * receiver as TCP's congestion window follows a path (RFC 5681): each success raises it by one, each failure halves
 * it, so that a receiver that does not answer soon occupies a single place.
 */
export class SubscriptionQueue implements QueueKey {
  readonly orgId: string;
  readonly webhookId: string;
  readonly fence: number;
  /** The version of the subscription from which `url`, `keys` and `additions` come. */
  version: Version = { revision: 0, stamp: '' };
  /** A monotonic time at which, or after which, the database had this version. */
  asOfMs = clock.monotonicMs();
  url = '';
  keys: SigningKey[] = [];
  additions: Additions = NO_ADDITIONS;
  /** The monotonic time until which requests may start. */
  usableUntil: number;
  /** Deliveries that were read: waiting, running, or not recorded yet. */
  readonly taken = new Set<string>();
  /** Deliveries that were read ahead and wait for a place. */
  ready: { row: DueRow; checkedAt: number }[] = [];
  /** The last row that was read, if more are due after it: the next read skips deliveries that are running. */
  #cursor: { row: DueRow; since: number } | undefined;
  /** The number of running requests. */
  inFlight = 0;
  /** The time after a read for which its deliveries may be sent; never above the value in the database. */
  sendWithinMs = SEND_WITHIN_MS;
  /** True if the receiver has answered 410 and that is not recorded yet. No request starts. */
  closing = false;
  /** True while the queue is locked and outcomes cannot be recorded. No request starts. */
  locked = false;
  /** True if the database may have more due deliveries. */
  dirty = true;
  busyAt = clock.monotonicMs();
  #window: number;
  readonly #limit: number;
  #averageMs = AHEAD_MS;

  /** @param limit the largest window */
  constructor(claimed: QueueKey & { fence: number }, usableUntil: number, limit: number) {
    this.#limit = limit;
    this.#window = Math.min(FIRST_WINDOW, limit);
    this.orgId = claimed.orgId;
    this.webhookId = claimed.webhookId;
    this.fence = claimed.fence;
    this.usableUntil = usableUntil;
  }

  /** The number of deliveries that were read and may be sent now. */
  get startable(): number {
    if (this.locked || this.closing) return 0;
    return Math.max(0, Math.min(this.ready.length, this.#window - this.inFlight));
  }

  /** True if a read of due deliveries is useful. */
  get isReadable(): boolean {
    return this.dirty && this.usable && this.wanted > 0;
  }

  get isBusy(): boolean {
    return this.inFlight > 0 || this.ready.length > 0 || this.isReadable;
  }

  /** The number of deliveries to read now; 0 while enough wait. */
  get wanted(): number {
    if (this.locked || this.closing) return 0;
    const ahead = this.#window * Math.min(MAX_AHEAD, AHEAD_MS / this.#averageMs - 1);
    const most = Math.max(0, this.#window - this.inFlight) + Math.max(0, Math.floor(ahead));
    return this.ready.length > most / 2 ? 0 : most - this.ready.length;
  }

  /** The row after which the next read starts; undefined to start with the delivery that is due longest. */
  get cursor(): DueRow | undefined {
    const { row, since } = this.#cursor ?? { row: undefined, since: 0 };
    return clock.monotonicMs() - since < CURSOR_MS ? row : undefined;
  }

  /**
   * Adds rows that wait for a place; they may be sent for `sendWithinMs`.
   * @param more true if the read returned as many rows as its limit
   */
  add(rows: readonly DueRow[], checkedAt: number, more: boolean): void {
    for (const row of rows) {
      // Only a delivery with a manual retry can appear again while it is running.
      if (this.taken.has(row.deliveryId!)) continue;
      this.taken.add(row.deliveryId!);
      this.ready.push({ row, checkedAt });
    }
    const since = this.cursor ? this.#cursor!.since : checkedAt;
    // After the last rows, the queue is read once more from the beginning, because earlier deliveries may have become
    // due.
    this.dirty ||= more || this.cursor !== undefined;
    this.#cursor = more ? { row: rows.at(-1)!, since } : undefined;
  }

  /** Handles a read without rows. The next read starts at the beginning, unless this one did. */
  endReached(): void {
    this.dirty ||= this.#cursor !== undefined;
    this.#cursor = undefined;
  }

  /** Returns a delivery that was read and not sent. It must be read again. */
  giveBack(deliveryId: string): void {
    this.taken.delete(deliveryId);
    this.#cursor = undefined;
    this.dirty = true;
  }

  /** Drops deliveries that were read too long ago; they must be read again. */
  dropStale(): void {
    // Rows are in the order in which they were read.
    const oldest = this.ready[0];
    if (!oldest || clock.monotonicMs() - oldest.checkedAt < this.sendWithinMs) return;
    for (const { row } of this.ready.splice(0)) this.giveBack(row.deliveryId!);
  }

  get idle(): boolean {
    return this.taken.size === 0 && !this.dirty;
  }

  /** True if the lease covers a request that starts now. */
  get usable(): boolean {
    return clock.monotonicMs() < this.usableUntil;
  }

  adapt(succeeded: boolean, durationMs: number): void {
    this.#averageMs += SMOOTHING * (Math.max(1, durationMs) - this.#averageMs);
    this.#window = succeeded
      ? Math.min(this.#limit, this.#window + 1)
      : Math.max(1, Math.floor(this.#window / 2));
  }

  /** Returns the keys that sign now: the current one, and replaced ones that have not expired. */
  signingKeys(nowMs: number): Buffer[] {
    return this.keys.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ key }) => key);
  }
}

/**
 * Divides free places among queues with deliveries to send: organizations take turns, the one with the fewest running
 * requests first, and none gets more than `perOrg` in total.
 * @returns the number of places by queue, without zeros
 */
export function share(
  queues: readonly SubscriptionQueue[],
  inFlightByOrg: ReadonlyMap<string, number>,
  free: number,
  perOrg: number,
): Map<SubscriptionQueue, number> {
  const shares = new Map<SubscriptionQueue, number>();
  const orgs = [...Map.groupBy(queues, (queue) => queue.orgId)].map(([orgId, members]) => ({
    used: inFlightByOrg.get(orgId) ?? 0,
    members: members.filter((queue) => queue.startable > 0),
    turn: 0,
  }));
  let left = free;
  while (left > 0) {
    let best: (typeof orgs)[number] | undefined;
    for (const org of orgs)
      if (org.members.length > 0 && org.used < perOrg && (!best || org.used < best.used))
        best = org;
    if (!best) break;
    best.turn %= best.members.length;
    const queue = best.members[best.turn]!;
    const given = (shares.get(queue) ?? 0) + 1;
    shares.set(queue, given);
    if (given >= queue.startable) best.members.splice(best.turn, 1);
    else best.turn += 1;
    best.used += 1;
    left -= 1;
  }
  return shares;
}
