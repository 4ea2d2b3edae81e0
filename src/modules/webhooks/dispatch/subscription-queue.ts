import { clock } from '../../../platform/clock.ts';
import { NO_ADDITIONS, type Additions } from '../credentials/box.ts';
import { SEND_WITHIN_MS } from './lease.ts';
import type { DueRow, QueueKey } from './store.ts';

/** A new queue's window: enough to learn whether the receiver answers, little if it does not. */
const FIRST_WINDOW = 4;
/**
 * Time in which deliveries that are read ahead are sent: half of that for which the read is good, by the receiver's
 * pace so far.
 */
const AHEAD_MS = SEND_WITHIN_MS / 2;
/** Deliveries read ahead at most, in windows: reads then serve so many that they cost little. */
const MAX_AHEAD = 8;
/** The time for which reads may go on from where the last one ended; what became due before that place waits this long. */
const CURSOR_MS = 250;
/** Weight of the latest request in the average duration. */
const SMOOTHING = 0.1;

export type SigningKey = { key: Buffer; expiresAtMs: number };

/**
 * One subscription that this process serves: its lease, what is under way, and how much may be. The window
 * follows the receiver as TCP's congestion window follows a path (RFC 5681): each success opens it by one,
 * each failure halves it, so that one that does not answer soon occupies a single slot.
 */
export class SubscriptionQueue implements QueueKey {
  readonly orgId: string;
  readonly webhookId: string;
  readonly fence: number;
  version = 0;
  url = '';
  keys: SigningKey[] = [];
  additions: Additions = NO_ADDITIONS;
  /** Monotonic time until which requests may start. */
  usableUntil: number;
  /** Deliveries that were read: waiting, being sent, or sent and not recorded yet. */
  readonly taken = new Set<string>();
  /** Read ahead, to be sent as soon as there is room. */
  ready: { row: DueRow; checkedAt: number }[] = [];
  /** The last row that was read, while more is due after it: spares the next read those that are under way. */
  #cursor: { row: DueRow; since: number } | undefined;
  /** Requests under way. */
  inFlight = 0;
  /** The time after it was read for which a delivery may be sent; never more than the database has been told. */
  sendWithinMs = SEND_WITHIN_MS;
  /** Tells whether its receiver has said that it is gone, and that is not recorded yet: nothing new is started. */
  closing = false;
  /** Tells whether somebody is changing it, so that outcomes cannot be recorded: nothing new is started. */
  locked = false;
  /** Tells whether the database may have more that is due. */
  dirty = true;
  busyAt = clock.monotonicMs();
  #window: number;
  readonly #limit: number;
  #averageMs = AHEAD_MS;

  /** @param limit largest window */
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

  /** Tells whether it is worth to read what is due. */
  get isReadable(): boolean {
    return this.dirty && this.usable && this.wanted > 0;
  }

  get isBusy(): boolean {
    return this.inFlight > 0 || this.ready.length > 0 || this.isReadable;
  }

  /** The number of deliveries that it is worth to read now; 0 while enough wait. */
  get wanted(): number {
    if (this.locked || this.closing) return 0;
    const ahead = this.#window * Math.min(MAX_AHEAD, AHEAD_MS / this.#averageMs - 1);
    const most = Math.max(0, this.#window - this.inFlight) + Math.max(0, Math.floor(ahead));
    return this.ready.length > most / 2 ? 0 : most - this.ready.length;
  }

  /** The place at which the next read starts: after this row, or at the one that is due longest. */
  get cursor(): DueRow | undefined {
    const { row, since } = this.#cursor ?? { row: undefined, since: 0 };
    return clock.monotonicMs() - since < CURSOR_MS ? row : undefined;
  }

  /**
   * Keeps what was read until there is room; a read is good for `sendWithinMs`.
   * @param more true if the read's limit cut it off
   */
  add(rows: readonly DueRow[], checkedAt: number, more: boolean): void {
    for (const row of rows) {
      // Only what somebody wants sent again at once can come back while it is under way.
      if (this.taken.has(row.deliveryId!)) continue;
      this.taken.add(row.deliveryId!);
      this.ready.push({ row, checkedAt });
    }
    const since = this.cursor ? this.#cursor!.since : checkedAt;
    // After the last rows come those that became due before them.
    this.dirty ||= more || this.cursor !== undefined;
    this.#cursor = more ? { row: rows.at(-1)!, since } : undefined;
  }

  /** A read found nothing: if it did not start at the beginning, the next one does. */
  endReached(): void {
    this.dirty ||= this.#cursor !== undefined;
    this.#cursor = undefined;
  }

  /** A delivery that was read is not sent after all: it has to be read again. */
  giveBack(deliveryId: string): void {
    this.taken.delete(deliveryId);
    this.#cursor = undefined;
    this.dirty = true;
  }

  /** Forgets what was read too long ago to be sent; it has to be read again. */
  dropStale(): void {
    // In the order in which they were read.
    const oldest = this.ready[0];
    if (!oldest || clock.monotonicMs() - oldest.checkedAt < this.sendWithinMs) return;
    for (const { row } of this.ready.splice(0)) this.giveBack(row.deliveryId!);
  }

  get idle(): boolean {
    return this.taken.size === 0 && !this.dirty;
  }

  /** Tells whether the lease still covers a request that starts now. */
  get usable(): boolean {
    return clock.monotonicMs() < this.usableUntil;
  }

  adapt(succeeded: boolean, durationMs: number): void {
    this.#averageMs += SMOOTHING * (Math.max(1, durationMs) - this.#averageMs);
    this.#window = succeeded
      ? Math.min(this.#limit, this.#window + 1)
      : Math.max(1, Math.floor(this.#window / 2));
  }

  /** Keys that sign now: the current one and replaced ones that have not expired. */
  signingKeys(nowMs: number): Buffer[] {
    return this.keys.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ key }) => key);
  }
}

/**
 * Divides free slots among queues that have something to send: organizations take turns, the one with the least
 * under way first, and none gets more than `perOrg` in all.
 * @returns slots by queue, only those that got some
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
