import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { eventText, type EventStream } from '../../platform/http/event-stream.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { LOG_MS, type Feed, type Place } from '../../platform/streams/log-follower.ts';
import { continues, type Positions } from '../../platform/streams/positions.ts';
import type { ReadLog } from '../../platform/streams/store.ts';
import type { Change } from './schemas.ts';
import { Pending, type Caller } from './pending.ts';

/** Returns a place as text, which is sealed into the id of an event. */
export function textOf({ position, timeMs }: Place): string {
  return `${position}@${timeMs}`;
}

export function placeOf(text: string): Place {
  const at = text.lastIndexOf('@');
  return { position: text.slice(0, at), timeMs: Number(text.slice(at + 1)) };
}

type Listener = {
  stream: EventStream;
  pending: Pending;
  /**
   * The place from which missed changes are still to be read: null for a new stream, undefined once they were read.
   */
  since: Place | null | undefined;
  /** The place that the pending changes reach. */
  now: Place;
};

export type FeedParts = {
  positions: Positions;
  /** Selects the changes since a position. */
  select: (orgIds: string[], since: string) => Promise<ReadLog<Change>>;
  /** Limits the number of listeners that catch up at once. */
  reading: Semaphore;
  log: Logger;
};

/**
 * The open streams of one organization. Each gets the changes of its kinds, and the place up to which they are
 * complete. Pending changes of a stream whose client does not read are limited, and are sent once it reads again.
 */
export class LiveFeed implements Feed<Change> {
  readonly #orgId: string;
  readonly #parts: FeedParts;
  readonly #listeners = new Set<Listener>();
  readonly #readings = new Set<Promise<void>>();
  /** The place up to which changes were pushed; undefined before the first. */
  #now: Place | undefined;

  constructor(orgId: string, parts: FeedParts) {
    this.#orgId = orgId;
    this.#parts = parts;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** True once changes are pushed. A place that is read later misses nothing, because all later changes are pushed. */
  get isFollowed(): boolean {
    return this.#now !== undefined;
  }

  /** @param onEnd called after the stream has closed */
  add(stream: EventStream, caller: Caller, since: Place | null, onEnd: () => void): void {
    const now = { position: '', timeMs: 0 };
    const listener: Listener = { stream, pending: new Pending(caller), since, now };
    this.#listeners.add(listener);
    stream.onClose = () => {
      this.#listeners.delete(listener);
      onEnd();
    };
    stream.onDrain = () => this.#send(listener);
    if (this.#now) this.#catchUp(listener, this.#now);
  }

  push(changes: Change[], _before: string, now: Place): void {
    this.#step(now, ({ pending }) => pending.add(changes));
  }

  resync(_before: string, now: Place): void {
    this.#step(now, ({ pending }) => pending.reset());
  }

  async settled(): Promise<void> {
    await Promise.all(this.#readings);
  }

  /** @param endStreams true to end open streams */
  async stop(endStreams = false): Promise<void> {
    if (endStreams) for (const { stream } of this.#listeners) stream.end();
    await this.settled();
  }

  #step(now: Place, note: (listener: Listener) => void): void {
    const isFirst = !this.#now;
    this.#now = now;
    for (const listener of this.#listeners)
      if (isFirst) this.#catchUp(listener, now);
      else {
        note(listener);
        // The missed changes have their own id. Until they are sent, the stream would resume from the place before
        // them.
        if (listener.since !== undefined) continue;
        listener.now = now;
        this.#send(listener);
      }
  }

  /** Collects pushed changes for the listener from now on, and reads the changes that the listener has missed. */
  #catchUp(listener: Listener, now: Place): void {
    const { since } = listener;
    if (!since) {
      listener.pending.reset();
      this.#caughtUp(listener, now);
      return;
    }
    const reading = this.#parts.reading
      .use(() => this.#readMissed(listener, since))
      .catch((error: unknown) => {
        this.#parts.log.warn(
          { err: error, orgId: this.#orgId },
          'the changes that a stream has missed could not be read',
        );
        listener.stream.end();
      })
      .finally(() => this.#readings.delete(reading));
    this.#readings.add(reading);
  }

  async #readMissed(listener: Listener, since: Place): Promise<void> {
    if (!this.#listeners.has(listener)) return;
    const read = await this.#parts.select([this.#orgId], since.position);
    const now = { position: read.position, timeMs: read.time_ms };
    const isWhole = continues(now.position, since.position) && now.timeMs - since.timeMs <= LOG_MS;
    if (isWhole) listener.pending.add(read.changes.get(this.#orgId) ?? []);
    else listener.pending.reset();
    this.#caughtUp(listener, now, isWhole);
  }

  /** @param isTold true to send an event even if no change was missed */
  #caughtUp(listener: Listener, now: Place, isTold = false): void {
    listener.since = undefined;
    listener.now = now;
    this.#send(listener, isTold);
  }

  #send({ stream, pending, now, since }: Listener, isTold = false): void {
    if (since !== undefined || !stream.ready || (pending.isEmpty && !isTold)) return;
    const changes = pending.take();
    const id = this.#parts.positions.toId(textOf(now));
    stream.send(changes ? eventText('changed', { changes }, id) : eventText('reset', {}, id));
  }
}
