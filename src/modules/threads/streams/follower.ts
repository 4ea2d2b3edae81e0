import { Runner } from '../../../platform/background/runner.ts';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import type { EventStream } from '../../../platform/http/event-stream.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { ParticipantKey } from '../participants/schemas.ts';
import { Feed, type FeedParts } from './feed.ts';
import { continues, Positions } from './position.ts';
import * as store from './store.ts';
import { Room } from './unread/unread-counts.ts';

/** The period at which the log of changes is read without a notification: what a lost notification costs. */
const POLL_MS = 1000;
/** Least time between two reads of it, so that many changes are one. */
const TURN_MS = 50;
/** The log is believed to be complete for so long; the job `inbox-changes` keeps it for longer. */
const LOG_MS = 30_000;
/** Organizations whose streams are fed at once, each with a connection to the database. */
const FEEDS_AT_ONCE = 3;

/**
 * The open streams of one bucket's inboxes. One loop follows the log of changes for all of them, with one short query, and
 * hands each organization's changes to its `Feed`.
 */
export class Follower {
  readonly #parts: FeedParts;
  readonly #feeds = new Map<string, Feed>();
  /** The position up to which changes were handed to the feeds, and when that was, by the database's time. */
  #position = store.NOTHING_SEEN;
  #positionMs = 0;
  #readMs = -Infinity;
  readonly #runner: Runner;

  constructor(db: Database, secret: string, log: Logger) {
    this.#parts = {
      db,
      positions: new Positions(secret),
      feeding: new Semaphore(FEEDS_AT_ONCE),
      room: new Room(),
      log,
    };
    this.#runner = new Runner({
      round: () => this.#round(),
      onFailure: (error) => log.warn({ err: error }, 'changes of inboxes could not be followed'),
    });
  }

  /**
   * Opens the source of a stream of this participant's inbox.
   * @param lastEventId empty for somebody who begins now
   * @throws ApiError BAD_REQUEST
   */
  subscribe(
    orgId: string,
    { externalId, role }: ParticipantKey,
    lastEventId: string,
  ): (stream: EventStream) => void {
    const since = lastEventId === '' ? null : this.#parts.positions.fromId(lastEventId);
    if (since === undefined)
      throw badRequest([{ path: 'Last-Event-ID', message: 'is not the id of an event' }]);
    return (stream) => {
      const feed = this.#feeds.get(orgId) ?? new Feed(orgId, this.#parts);
      this.#feeds.set(orgId, feed);
      feed.add({ externalId, role }, stream, since, () => void this.#removeIfEmpty(orgId, feed));
      if (!feed.isFollowed) this.wake();
    };
  }

  /** Not before its last work is done: a stop waits for it. */
  async #removeIfEmpty(orgId: string, feed: Feed): Promise<void> {
    await feed.settled();
    if (feed.isEmpty && this.#feeds.get(orgId) === feed) this.#feeds.delete(orgId);
  }

  /** Something has changed, or may have. */
  wake(): void {
    if (this.#feeds.size > 0) this.#runner.wake();
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
    const read = await store.selectChanges(this.#parts.db.read, orgIds, before);
    const { position, time_ms: timeMs, changes } = read;
    // By the database's time when it answers: this process, and its clock, may have stood still until then.
    const isWhole = !isOld && continues(position, before) && timeMs - this.#positionMs <= LOG_MS;
    for (const [orgId, feed] of feeds)
      if (isWhole) feed.push(changes.get(orgId) ?? [], before, position);
      else feed.resync(before);
    this.#position = position;
    this.#positionMs = timeMs;
    this.#readMs = clock.monotonicMs();
  }
}
