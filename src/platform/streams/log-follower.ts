import { Runner } from '../background/runner.ts';
import { clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import { continues } from './positions.ts';
import { NOTHING_SEEN, type ReadLog } from './store.ts';

/** The period at which a log of changes is read without a notification: what a lost notification costs. */
const POLL_MS = 1000;
/** Least time between two reads of it, so that many changes are one. */
const TURN_MS = 50;
/** A log is believed to be complete for so long; the job that shortens it keeps it for longer. */
export const LOG_MS = 30_000;

/** A place in a log of changes, and when that was, by the database's time. */
export type Place = { position: string; timeMs: number };

/** The open streams of one organization. */
export type Feed<Change> = {
  readonly isEmpty: boolean;
  /** Takes the changes between two positions; called for every step of the log, also one without changes. */
  push: (changes: Change[], before: string, now: Place) => void;
  /** Nobody knows what has changed since a position. */
  resync: (before: string, now: Place) => void;
  /** Resolves once nothing is being done. */
  settled: () => Promise<void>;
  /** @param endStreams ends those that are open */
  stop: (endStreams?: boolean) => Promise<void>;
};

export type FollowerParts<Change, F extends Feed<Change>> = {
  log: Logger;
  /** The warning when the log could not be read. */
  failure: string;
  select: (orgIds: string[], since: string) => Promise<ReadLog<Change>>;
  feed: (orgId: string) => F;
};

/**
 * The open streams of one bucket. One loop follows a log of changes for all of them, with one short query, and hands each
 * organization's changes to its `Feed`.
 */
export class LogFollower<Change, F extends Feed<Change>> {
  readonly #parts: FollowerParts<Change, F>;
  readonly #feeds = new Map<string, F>();
  /** The position up to which changes were handed to the feeds, and when that was, by the database's time. */
  #position = NOTHING_SEEN;
  #positionMs = 0;
  #readMs = -Infinity;
  readonly #runner: Runner;

  constructor(parts: FollowerParts<Change, F>) {
    this.#parts = parts;
    this.#runner = new Runner({
      round: () => this.#round(),
      onFailure: (error) => parts.log.warn({ err: error }, parts.failure),
    });
  }

  /** The organization's feed; whoever adds a stream to it calls `left` when that has closed. */
  feedOf(orgId: string): F {
    const feed = this.#feeds.get(orgId) ?? this.#parts.feed(orgId);
    this.#feeds.set(orgId, feed);
    return feed;
  }

  /** Not before its last work is done: a stop waits for it. */
  async left(orgId: string, feed: F): Promise<void> {
    await feed.settled();
    if (feed.isEmpty && this.#feeds.get(orgId) === feed) this.#feeds.delete(orgId);
  }

  /** Something has changed, or may have. */
  wake(): void {
    if (this.#feeds.size > 0) this.#runner.wake();
  }

  /** The database has lost commits: nobody knows which of the changes that were told are among them. */
  distrust(): void {
    this.#position = NOTHING_SEEN;
    this.wake();
  }

  /** Ends all streams, and then follows nothing any more. */
  async end(): Promise<void> {
    await this.#runner.stop();
    await Promise.all([...this.#feeds.values()].map((feed) => feed.stop(true)));
  }

  /** Call it once the streams have been ended. */
  async stop(): Promise<void> {
    await this.#runner.stop();
    await Promise.all([...this.#feeds.values()].map((feed) => feed.stop()));
  }

  /** @returns how long to rest, so that many changes are one */
  async #round(): Promise<number> {
    if (this.#feeds.size === 0) return 0;
    const beganMs = clock.monotonicMs();
    await this.#followLog();
    this.#runner.wakeIn(POLL_MS);
    return beganMs + TURN_MS - clock.monotonicMs();
  }

  async #followLog(): Promise<void> {
    // Who comes while the log is read is not followed yet.
    const feeds = [...this.#feeds];
    const before = this.#position;
    const isOld = clock.monotonicMs() - this.#readMs > LOG_MS;
    // Where changes would be incomplete only the position after them is asked for.
    const orgIds = isOld ? [] : feeds.map(([orgId]) => orgId);
    const { position, time_ms: timeMs, changes } = await this.#parts.select(orgIds, before);
    // By the database's time when it answers: this process, and its clock, may have stood still until then.
    const isWhole = !isOld && continues(position, before) && timeMs - this.#positionMs <= LOG_MS;
    for (const [orgId, feed] of feeds)
      if (isWhole) feed.push(changes.get(orgId) ?? [], before, { position, timeMs });
      else feed.resync(before, { position, timeMs });
    // Unless a loss was noticed meanwhile.
    if (this.#position === before) this.#position = position;
    this.#positionMs = timeMs;
    this.#readMs = clock.monotonicMs();
  }
}
