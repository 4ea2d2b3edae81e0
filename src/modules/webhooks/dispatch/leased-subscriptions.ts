import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Liveness } from '../../../platform/db/session/liveness.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { SecretBox } from '../secret-box.ts';
import { SubscriptionQueue, type SigningKey } from './subscription-queue.ts';
import {
  leaseMs,
  LINGER_MS,
  MAX_SEND_WITHIN_MS,
  RECONNECTS_WITHIN_MS,
  RENEW_EVERY_MS,
  SEND_WITHIN_MS,
  USABLE_MS,
} from './lease.ts';
import * as store from './store.ts';

/** The longest time between two reads of the whole queue: the delay after a lost notification. */
const LOOK_EVERY_MS = 1000;
/** The time until a locked queue is renewed again. */
const LOCKED_RETRY_MS = 250;
/** A read that takes longer than `SLOW_READ_MS` is logged, at most once in `TELL_SLOW_EVERY_MS`. */
const SLOW_READ_MS = 500;
const TELL_SLOW_EVERY_MS = 60_000;
/** The maximum number of queues taken from one read. */
const MAX_CLAIMED = 500;

/** The queues that this process has leased. It takes, renews and releases leases. */
export class LeasedSubscriptions {
  readonly #db: Queryable;
  readonly #secrets: SecretBox;
  readonly #log: Logger;
  readonly #timeoutMs: number;
  readonly #window: number;
  readonly #liveness: Liveness;
  readonly #onReady: () => void;
  /** By webhook id. */
  readonly #queues = new Map<string, SubscriptionQueue>();
  /** Queues that may have due deliveries and are not leased here; by webhook id. */
  readonly #wanted = new Map<string, store.QueueKey>();
  /** Other holders whose sessions have ended, each with the monotonic time of that observation. */
  #ended = new Map<string, number>();
  #sendWithinMs = SEND_WITHIN_MS;
  /** The monotonic time from which a slow read is logged again. */
  #tellSlowAt = 0;
  /** The monotonic times of the next actions. */
  #lookAt = 0;
  #renewAt = 0;

  constructor(options: {
    db: Queryable;
    secrets: SecretBox;
    log: Logger;
    timeoutMs: number;
    /** The maximum number of running requests in one queue. */
    window: number;
    liveness: Liveness;
    /** Called when there is work before `nextAt`. */
    onReady: () => void;
  }) {
    this.#window = options.window;
    this.#db = options.db;
    this.#secrets = options.secrets;
    this.#log = options.log;
    this.#timeoutMs = options.timeoutMs;
    this.#liveness = options.liveness;
    this.#onReady = options.onReady;
    this.#liveness.onChange(() => {
      // The new name must be written; and if the database restarted, other holders have lost their sessions as well.
      this.#renewAt = 0;
      this.#ended.clear();
      this.pollWithin(0);
      this.#onReady();
    });
  }

  all(): SubscriptionQueue[] {
    return [...this.#queues.values()];
  }

  get(webhookId: string): SubscriptionQueue | undefined {
    return this.#queues.get(webhookId);
  }

  /** The monotonic time by which to call `renew` and `claim`. */
  get nextAt(): number {
    return Math.min(this.#lookAt, this.#queues.size > 0 ? this.#renewAt : Infinity);
  }

  /** True if there are queues to claim. */
  get waiting(): boolean {
    return this.#wanted.size > 0;
  }

  /** Records that this queue may have due deliveries. */
  want(key: store.QueueKey): void {
    const queue = this.#queues.get(key.webhookId);
    if (queue) queue.dirty = true;
    else this.#wanted.set(key.webhookId, key);
  }

  /** Records that some delivery, in any queue, becomes due in `ms`. */
  pollWithin(ms: number): void {
    this.#lookAt = Math.min(this.#lookAt, clock.monotonicMs() + ms);
  }

  /** Renews leases, and releases queues that have been idle for a while. */
  async renew(): Promise<void> {
    const asked = clock.monotonicMs();
    if (asked < this.#renewAt) return;
    this.#renewAt = asked + RENEW_EVERY_MS;
    const [over, kept] = [[] as SubscriptionQueue[], [] as SubscriptionQueue[]];
    for (const queue of this.#queues.values())
      (queue.idle && asked - queue.busyAt > LINGER_MS ? over : kept).push(queue);
    await this.release(over);
    if (kept.length === 0) return;
    const within = this.#sendWithinMs;
    const { renewed, locked } = await this.#prolong(leaseMs(this.#timeoutMs), within, kept);
    for (const queue of kept)
      if (renewed.has(queue.webhookId)) {
        queue.usableUntil = asked + USABLE_MS;
        queue.sendWithinMs = within;
      } else if (!locked.has(queue.webhookId)) this.#queues.delete(queue.webhookId);
    if (locked.size > 0) this.#renewAt = asked + LOCKED_RETRY_MS;
  }

  /** @returns webhook ids of queues with a new end of their lease, and of locked ones */
  async #prolong(ms: number, withinMs: number, queues: readonly SubscriptionQueue[]) {
    const { name } = this.#liveness;
    const renewed = await store.renewLeases(this.#db, name, ms, withinMs, queues);
    const others = queues.filter((queue) => !renewed.has(queue.webhookId));
    const locked =
      others.length > 0 ? await store.stillLeased(this.#db, others) : new Set<string>();
    return { renewed, locked };
  }

  /** Releases queues. Keeps a locked one, which would otherwise stay without a holder until its lease ends. */
  async release(queues: readonly SubscriptionQueue[]): Promise<void> {
    if (queues.length === 0) return;
    const { locked } = await this.#prolong(0, SEND_WITHIN_MS, queues);
    for (const queue of queues) {
      if (locked.has(queue.webhookId)) continue;
      this.#queues.delete(queue.webhookId);
      // A delivery has become due in the meantime.
      if (queue.dirty) this.want(queue);
    }
  }

  /** Leases up to `room` queues with due deliveries: requested queues, and queues that a read of the table finds. */
  async claim(room: number): Promise<void> {
    await this.#look();
    const free = [...this.#wanted.values().take(Math.max(0, room))];
    if (free.length === 0) return;
    for (const { webhookId } of free) this.#wanted.delete(webhookId);
    const asked = clock.monotonicMs();
    const within = this.#sendWithinMs;
    for (const row of await store.leaseQueues(
      this.#db,
      this.#liveness.name,
      this.#dead(),
      leaseMs(this.#timeoutMs),
      within,
      free,
    )) {
      const queue = new SubscriptionQueue(row, asked + USABLE_MS, this.#window);
      queue.sendWithinMs = within;
      if (row.settlesMs === 0) await this.#take(queue, row);
      else this.#takeLater(queue, row);
    }
  }

  async #take(queue: SubscriptionQueue, row: store.ClaimedQueue): Promise<void> {
    if (await this.#load(queue, row)) this.#queues.set(queue.webhookId, queue);
  }

  /**
   * Takes a queue whose previous holder lost its session and may be alive, after the time in which it may still send.
   */
  #takeLater(queue: SubscriptionQueue, row: store.ClaimedQueue & { settlesMs: number }): void {
    const taken = sleep(row.settlesMs, undefined, { ref: false }).then(() =>
      this.#take(queue, row),
    );
    void taken.then(this.#onReady);
  }

  /** Returns holders that count as dead: a process that only lost its session has a new one by now. */
  #dead(): string[] {
    const before = clock.monotonicMs() - RECONNECTS_WITHIN_MS;
    return [...this.#ended].filter(([, since]) => since <= before).map(([holder]) => holder);
  }

  async #look(): Promise<void> {
    const asked = clock.monotonicMs();
    if (asked < this.#lookAt) return;
    this.#lookAt = asked + LOOK_EVERY_MS;
    const { queues, nextMs, ended } = await store.selectDueQueues(
      this.#db,
      this.#liveness.name,
      this.#dead(),
      MAX_CLAIMED,
    );
    if (nextMs !== undefined) this.pollWithin(nextMs);
    for (const key of queues) this.want(key);
    this.#judge(ended, asked);
  }

  /** @param ended other holders whose sessions had ended at the time `asked` */
  #judge(ended: readonly string[], asked: number): void {
    const known = this.#ended;
    const judges = this.#liveness.hasSession;
    this.#ended = new Map(judges ? ended.map((name) => [name, known.get(name) ?? asked]) : []);
    const now = clock.monotonicMs();
    for (const since of this.#ended.values())
      if (since + RECONNECTS_WITHIN_MS > now) this.pollWithin(since + RECONNECTS_WITHIN_MS - now);
  }

  /**
   * Adapts to the duration of a read. Slow reads would be too old on arrival, so they give queues more time. The
   * database stores that time before a queue uses it.
   */
  observeRead(ms: number): void {
    const needed = Math.min(MAX_SEND_WITHIN_MS, Math.max(SEND_WITHIN_MS, Math.ceil(4 * ms)));
    if (needed > this.#sendWithinMs) {
      this.#sendWithinMs = needed;
      this.#renewAt = 0;
    } else this.#sendWithinMs = Math.max(needed, Math.floor(this.#sendWithinMs * 0.99));
    const now = clock.monotonicMs();
    if (ms < SLOW_READ_MS || now < this.#tellSlowAt) return;
    this.#tellSlowAt = now + TELL_SLOW_EVERY_MS;
    this.#log.warn({ ms: Math.round(ms) }, 'reading due webhook deliveries is slow');
  }

  /** Drops a queue without ending its lease. Another process takes the queue after the lease. */
  forget(webhookId: string): void {
    this.#queues.delete(webhookId);
  }

  /** Loads the current versions of these subscriptions. */
  async refresh(queues: readonly SubscriptionQueue[]): Promise<void> {
    const askedMs = clock.monotonicMs();
    for (const row of await store.reloadQueues(this.#db, queues)) {
      const queue = this.#queues.get(row.webhookId);
      if (queue && (await this.#load(queue, row))) {
        queue.asOfMs = askedMs;
        queue.dirty = true;
      }
    }
  }

  /**
   * @returns false if the current secret or credentials cannot be opened: the next holder of the lease tries again
   */
  async #load(queue: SubscriptionQueue, row: store.ClaimedQueue): Promise<boolean> {
    const keys = (await Promise.all(row.secrets.map((secret) => this.#open(row, secret)))).filter(
      (key) => key !== undefined,
    );
    const additions = await this.#additions(row);
    if (!additions || !keys.some(({ expiresAtMs }) => expiresAtMs === Infinity)) {
      this.#queues.delete(row.webhookId);
      return false;
    }
    queue.keys = keys;
    queue.additions = additions;
    queue.url = row.url;
    queue.version = { revision: row.revision, stamp: row.stamp };
    return true;
  }

  async #additions({ orgId, webhookId, credentials }: store.ClaimedQueue) {
    try {
      return await this.#secrets.credentials.open(orgId, credentials);
    } catch (error) {
      this.#log.error(
        { err: error, orgId, webhookId },
        'the credentials of a webhook cannot be opened',
      );
      return undefined;
    }
  }

  async #open(
    { orgId, webhookId }: store.QueueKey,
    { id, envelope, expiresAt }: store.ClaimedQueue['secrets'][number],
  ): Promise<SigningKey | undefined> {
    try {
      const key = await this.#secrets.key(orgId, id, envelope);
      return { key, expiresAtMs: expiresAt === null ? Infinity : Date.parse(expiresAt) };
    } catch (error) {
      const current = expiresAt === null;
      this.#log.error(
        { err: error, orgId, webhookId, current },
        'a signing secret cannot be opened',
      );
      return undefined;
    }
  }
}
