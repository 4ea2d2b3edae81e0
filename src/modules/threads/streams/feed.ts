import { Runner } from '../../../platform/background/runner.ts';
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { eventText, type EventStream } from '../../../platform/http/event-stream.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Feed as OpenStreams, Place } from '../../../platform/streams/log-follower.ts';
import type { Positions } from '../../../platform/streams/positions.ts';
import { NOTHING_SEEN } from '../../../platform/streams/store.ts';
import type { ParticipantKey } from '../participants/schemas.ts';
import {
  ConnectionRegistry,
  type Listener,
  type WatchedParticipant,
} from './connection-registry.ts';
import { itemsText, missedText, PAGE } from './events.ts';
import * as store from './store.ts';
import { UnreadCounts, type Room } from './unread/unread-counts.ts';
import { partsOf, PendingChanges, type Part } from './pending-changes.ts';

/** Threads of all inboxes, and streams that go on after an absence, in one query. */
const MAX_ITEMS = 500;
const MAX_ABSENT = 50;
/** Inboxes of all listeners that changes may concern, as far as one statement asks. */
const MAX_TOUCHED = 100_000;
/** One statement for an organization's streams. */
const STATEMENT_MS = 5000;
/** A turn that took longer is followed by a rest as long as it. */
const SLOW_MS = 250;

export type FeedParts = {
  db: Database;
  positions: Positions;
  /** Lets so many feeds at once ask the database. */
  feeding: Semaphore;
  room: Room;
  log: Logger;
};

/**
 * The open streams of one organization's inboxes. It is given the changes as the log is read, and works them off by itself, so that
 * no organization waits for another's: live streams share one position, and listeners of changed threads are sent the threads and
 * the count as they are now. States are sent, not steps, so a stream that cannot be written to needs no queue: it keeps its position,
 * and is sent later what has changed since. The id of an event is a position to go on from: until all of a batch is sent, the one before it.
 */
export class Feed implements OpenStreams<store.Change> {
  readonly #orgId: string;
  readonly #parts: FeedParts;
  readonly #registry = new ConnectionRegistry();
  readonly #unread: UnreadCounts;
  /** The listeners that have to be sent what they missed. */
  readonly #behind = new Map<Listener, WatchedParticipant>();
  readonly #pending = new PendingChanges();
  #isFollowed = false;
  readonly #runner: Runner;
  /** Fewer when looking at all of their threads takes too long for one statement. */
  #maxAbsent = MAX_ABSENT;
  /** Changes that are sent at a time; likewise. */
  #maxFanOut = MAX_TOUCHED;

  constructor(orgId: string, parts: FeedParts) {
    this.#orgId = orgId;
    this.#parts = parts;
    const isWatched = (id: string) => this.#registry.withId(id) !== undefined;
    this.#unread = new UnreadCounts(orgId, parts.room, isWatched);
    this.#runner = new Runner({
      round: () => this.#round(),
      onFailure: (error) =>
        parts.log.warn({ err: error, orgId }, 'streams of inboxes could not be fed'),
    });
  }

  get isEmpty(): boolean {
    return this.#registry.isEmpty;
  }

  /** Tells whether changes are pushed, so that a position read from now on is followed by all later ones. */
  get isFollowed(): boolean {
    return this.#isFollowed;
  }

  /** @param onEnd called when the stream has closed */
  add(key: ParticipantKey, stream: EventStream, since: string | null, onEnd: () => void): void {
    const listener: Listener = { stream, since };
    const watched = this.#registry.add(key, listener);
    stream.onClose = () => {
      this.#behind.delete(listener);
      this.#registry.remove(watched, listener);
      if (watched.listeners.size === 0 && watched.id !== undefined) this.#unread.forget(watched.id);
      onEnd();
    };
    stream.onDrain = () => {
      if (listener.since !== undefined) this.#resume(listener, watched);
    };
    this.#resume(listener, watched);
  }

  #resume(listener: Listener, watched: WatchedParticipant): void {
    this.#behind.set(listener, watched);
    if (this.#isFollowed) this.#work();
  }

  push(changes: store.Change[], before: string, { position }: Place): void {
    this.#isFollowed = true;
    this.#pending.push(changes, before, position);
    this.#work();
  }

  /** Has live listeners look at all their threads, because nobody knows what has changed since a position. */
  resync(before: string): void {
    this.#isFollowed = true;
    this.#pending.resync(before);
    this.#work();
  }

  /** Resolves once nothing is being done. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }

  /** @param endStreams ends those that are open */
  stop(endStreams = false): Promise<void> {
    if (endStreams) this.#registry.end();
    return this.#runner.stop();
  }

  #work(): void {
    if (this.#hasWork) this.#runner.wake();
  }

  get #hasWork(): boolean {
    return !this.isEmpty && (!this.#pending.isEmpty || this.#behind.size > 0);
  }

  /** @returns how long to rest */
  async #round(): Promise<number> {
    if (!this.#hasWork) return 0;
    const restMs = await this.#parts.feeding.use(() => this.#turn());
    this.#work();
    return restMs;
  }

  /** @returns how long to rest after it */
  async #turn(): Promise<number> {
    const beganMs = clock.monotonicMs();
    let failure: unknown;
    // Who begins or comes back need not wait until changes can be sent.
    for (const work of [() => this.#sendChanges(), () => this.#catchUp()])
      await work().catch((error: unknown) => (failure = error));
    if (failure !== undefined) throw failure;
    const tookMs = clock.monotonicMs() - beganMs;
    return tookMs > SLOW_MS ? tookMs : 0;
  }

  #read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#parts.db.transaction(async (tx) => {
      await store.limitStatements(tx, STATEMENT_MS);
      return work(tx);
    });
  }

  async #sendChanges(): Promise<void> {
    if (this.#pending.isEmpty) return;
    const batch = this.#pending.take();
    if (batch.needsResync) {
      this.#sendBack(this.#registry.all(), batch.before);
      this.#unread.forgetAll();
      return;
    }
    try {
      await this.#read((tx) => this.#identify(tx));
      const size = () => Math.min(this.#maxFanOut, MAX_TOUCHED / this.#registry.size);
      for (const part of partsOf(batch, size)) {
        await this.#fanOut(part);
        this.#maxFanOut = Math.min(2 * this.#maxFanOut, MAX_TOUCHED);
      }
    } catch (error) {
      this.#maxFanOut = 1;
      this.#pending.putBack(batch);
      throw error;
    }
  }

  #sendBack(list: WatchedParticipant[], since: string): void {
    for (const watched of list)
      for (const listener of watched.listeners)
        if (listener.since === undefined || (since === NOTHING_SEEN && listener.since !== null)) {
          listener.since = since;
          this.#behind.set(listener, watched);
        }
  }

  async #fanOut({ changes, before, position }: Part): Promise<void> {
    const ids = this.#registry.all().flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return;
    const touched = await this.#read((tx) => store.selectTouched(tx, this.#orgId, changes, ids));
    const byParticipant = Map.groupBy(touched, ({ participant_id }) => participant_id);
    let part: store.Membership[] = [];
    for (const [id, memberships] of byParticipant) {
      const watched = this.#registry.withId(id);
      if (!watched) continue;
      if (memberships.length > PAGE) {
        this.#sendBack([watched], before);
        this.#unread.forget(id);
      } else part.push(...memberships);
      if (part.length < MAX_ITEMS) continue;
      await this.#sendNow(part, before, position);
      part = [];
    }
    if (part.length > 0) await this.#sendNow(part, before, position);
  }

  async #identify(tx: Tx): Promise<void> {
    const unresolved = this.#registry.all().filter(({ id }) => id === undefined);
    if (unresolved.length === 0) return;
    const keys = unresolved.map(({ key }) => key);
    const ids = await store.selectIds(tx, this.#orgId, keys);
    for (const [i, id] of ids.entries())
      if (id !== null) this.#registry.identify(unresolved[i]!, id);
  }

  /** Sends live listeners these threads of their inboxes as they are now. */
  async #sendNow(touched: store.Membership[], before: string, position: string): Promise<void> {
    const ids = [...new Set(touched.map(({ participant_id }) => participant_id))];
    const { items, counts } = await this.#read(async (tx) => {
      const rows = await store.selectItems(tx, this.#orgId, touched);
      for (const row of rows) this.#unread.apply(row);
      return { items: rows, counts: await this.#unread.count(tx, ids) };
    });
    const { positions } = this.#parts;
    const byParticipant = Map.groupBy(items, ({ participant_id }) => participant_id);
    const [beforeId, id] = [positions.toId(before), positions.toId(position)];
    for (const [i, participantId] of ids.entries()) {
      const watched = this.#registry.withId(participantId);
      if (!watched) continue;
      const rows = byParticipant.get(participantId) ?? [];
      const text = itemsText(rows, beforeId) + eventText('unread', { count: counts[i]! }, id);
      for (const listener of watched.listeners) {
        if (listener.since !== undefined) continue;
        if (!listener.stream.ready) listener.since = before;
        else {
          listener.stream.send(text);
          if (!listener.stream.ready) listener.since = position;
        }
      }
    }
  }

  /** Sends those who are behind and can be sent to what they have missed, a page each. */
  async #catchUp(): Promise<void> {
    const turn: [Listener, WatchedParticipant][] = [];
    for (const [listener, watched] of this.#behind) {
      this.#behind.delete(listener);
      // Who is not ready comes back once it is.
      if (listener.stream.ready) turn.push([listener, watched]);
      if (turn.length === this.#maxAbsent) break;
    }
    if (turn.length === 0) return;
    try {
      const absences = turn.map(([{ since, page }, { key }]) => {
        return { key, since: since ?? null, after: page?.after ?? '' };
      });
      const { missed, counts } = await this.#read(async (tx) => {
        const found = await store.selectMissed(tx, this.#orgId, absences, PAGE + 1);
        // Before they are counted, because what is counted is kept only for those who are known.
        for (const [i, { participantId }] of found.entries())
          if (participantId !== null) this.#registry.identify(turn[i]![1], participantId);
        // Who has more to come is sent the count after it.
        const ids = found.flatMap(({ items, participantId }) =>
          items.length > PAGE || participantId === null ? [] : [participantId],
        );
        const numbers = await this.#unread.count(tx, ids);
        return { missed: found, counts: new Map(ids.map((id, i) => [id, numbers[i]!])) };
      });
      for (const [i, [listener, watched]] of turn.entries()) {
        const { participantId } = missed[i]!;
        this.#sendMissed(listener, watched, missed[i]!, counts.get(participantId ?? '') ?? 0);
      }
      this.#maxAbsent = Math.min(2 * this.#maxAbsent, MAX_ABSENT);
    } catch (error) {
      this.#maxAbsent = 1;
      for (const [listener, watched] of turn)
        if (watched.listeners.has(listener)) this.#behind.set(listener, watched);
      throw error;
    }
  }

  #sendMissed(
    listener: Listener,
    watched: WatchedParticipant,
    missed: store.Missed,
    count: number,
  ): void {
    const { stream } = listener;
    stream.send(missedText(listener, missed, count, this.#parts.positions));
    if (listener.since === undefined) {
      if (!stream.ready) listener.since = missed.position;
    } else if (stream.ready && watched.listeners.has(listener)) this.#behind.set(listener, watched);
  }
}
