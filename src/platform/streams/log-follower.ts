import { Runner } from '../concurrency/runner.ts';
import { clock } from '../clock.ts';
import type { Logger } from '../observability/logger.ts';
import { continues } from './positions.ts';
import { NOTHING_SEEN, type ReadLog, deleteChanges, selectPosition } from './store.ts';
import type { Database } from '../db/database.ts';

/** The minimum age at which changes are deleted from a log; the maximum is twice this. */
export const KEPT_MS = 60_000;

/**
 * Returns the work of a job that shortens a log: it deletes changes older than the previous run of the same process.
 */
export function shortener(table: string): (db: Database) => Promise<{ removed: number }> {
  /** The position that this process read in the previous run, by database. */
  const positions = new WeakMap<Database, string>();
  return async (db) => {
    // This is read first, because a change that is not visible at this position stays until another run.
    const position = await selectPosition(db.read);
    const before = positions.get(db);
    // A position of another history may be ahead of unread changes.
    const isOurs = before !== undefined && continues(position, before);
    const removed = isOurs ? await deleteChanges(db.read, table, before) : 0;
    positions.set(db, position);
    return { removed };
  };
}

/** The period of reads without a notification: the delay after a lost notification. */
const POLL_MS = 1000;
/** The shortest time between two reads, so that many changes become one. */
const TURN_MS = 50;
/** The time for which a log counts as complete. The job that shortens it keeps changes for longer. */
export const LOG_MS = 30_000;

/** A position in a log of changes, and its time by the database's clock. */
export type Place = { position: string; timeMs: number };

/** The open streams of one organization. */
export type Feed<Change> = {
  readonly isEmpty: boolean;
  /** Gets the changes between two positions. Called for every step of the log, including those without changes. */
  push: (changes: Change[], before: string, now: Place) => void;
  /** Handles a gap: the changes since a position are unknown. */
  resync: (before: string, now: Place) => void;
  /** Resolves once no work is running. */
  settled: () => Promise<void>;
  /** @param endStreams true to end open streams */
  stop: (endStreams?: boolean) => Promise<void>;
};

export type FollowerParts<Change, F extends Feed<Change>> = {
  log: Logger;
  /** The warning if the log could not be read. */
  failure: string;
  select: (orgIds: string[], since: string) => Promise<ReadLog<Change>>;
  feed: (orgId: string) => F;
};

/**
 * The open streams of one bucket. One loop follows a log of changes for all of them with one short query, and passes
 * each organization's changes to its `Feed`.
 */
export class LogFollower<Change, F extends Feed<Change>> {
  readonly #parts: FollowerParts<Change, F>;
  readonly #feeds = new Map<string, F>();
  /** The position up to which changes were passed to the feeds, and its time by the database's clock. */
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

  /** Returns the organization's feed. A caller that adds a stream must call `left` after it has closed. */
  feedOf(orgId: string): F {
    const feed = this.#feeds.get(orgId) ?? this.#parts.feed(orgId);
    this.#feeds.set(orgId, feed);
    return feed;
  }

  /** Waits for the last work of the feed. A stop waits for it, too. */
  async left(orgId: string, feed: F): Promise<void> {
    await feed.settled();
    if (feed.isEmpty && this.#feeds.get(orgId) === feed) this.#feeds.delete(orgId);
  }

  /** Handles a notification: something may have changed. */
  wake(): void {
    if (this.#feeds.size > 0) this.#runner.wake();
  }

  /** Handles a database that has lost commits, which may include any change that was sent. */
  distrust(): void {
    this.#position = NOTHING_SEEN;
    this.wake();
  }

  /** Ends all streams, and stops following the log. */
  async end(): Promise<void> {
    await this.#runner.stop();
    await Promise.all([...this.#feeds.values()].map((feed) => feed.stop(true)));
  }

  /** Call this after the streams have been ended. */
  async stop(): Promise<void> {
    await this.#runner.stop();
    await Promise.all([...this.#feeds.values()].map((feed) => feed.stop()));
  }

  /** @returns the time to rest, so that many changes become one */
  async #round(): Promise<number> {
    if (this.#feeds.size === 0) return 0;
    const beganMs = clock.monotonicMs();
    await this.#followLog();
    this.#runner.wakeIn(POLL_MS);
    return beganMs + TURN_MS - clock.monotonicMs();
  }

  async #followLog(): Promise<void> {
    // A feed that is added during the read is not followed yet.
    const feeds = [...this.#feeds];
    const before = this.#position;
    const isOld = clock.monotonicMs() - this.#readMs > LOG_MS;
    // If changes would be incomplete, only the next position is read.
    const orgIds = isOld ? [] : feeds.map(([orgId]) => orgId);
    const { position, time_ms: timeMs, changes } = await this.#parts.select(orgIds, before);
    // The time is the database's at the answer, because this process and its clock may have been suspended until then.
    const isWhole = !isOld && continues(position, before) && timeMs - this.#positionMs <= LOG_MS;
    for (const [orgId, feed] of feeds)
      if (isWhole) feed.push(changes.get(orgId) ?? [], before, { position, timeMs });
      else feed.resync(before, { position, timeMs });
    // The position is kept unless a loss was noticed during the read.
    if (this.#position === before) this.#position = position;
    this.#positionMs = timeMs;
    this.#readMs = clock.monotonicMs();
  }
}
