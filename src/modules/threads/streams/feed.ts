import { Runner } from '../../../platform/concurrency/runner.ts';
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { eventText, type EventStream } from '../../../platform/http/event-stream.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Feed as OpenStreams, Place } from '../../../platform/streams/log-follower.ts';
import type { Positions } from '../../../platform/streams/positions.ts';
import { NOTHING_SEEN } from '../../../platform/streams/store.ts';
import type { ParticipantKey } from '../schemas.ts';
import {
  ConnectionRegistry,
  type Listener,
  type WatchedParticipant,
} from './connection-registry.ts';
import { itemsText, missedText, PAGE } from './events.ts';
import * as store from './store.ts';
import { UnreadCounts, type Room } from './unread/unread-counts.ts';
import { partsOf, PendingChanges, type Part } from './pending-changes.ts';

/** The limits of one query: threads of all inboxes, and streams that catch up. */
const MAX_ITEMS = 500;
const MAX_ABSENT = 50;
/** The limit of one statement: inboxes of listeners, multiplied by changes. */
const MAX_TOUCHED = 100_000;
/** The time limit of one statement for an organization's streams. */
const STATEMENT_MS = 5000;
/** After a slow turn, the feed rests as long as the turn took. */
const SLOW_MS = 250;

export type FeedParts = {
  db: Database;
  positions: Positions;
  /** Limits the number of feeds that query the database at once. */
  feeding: Semaphore;
  room: Room;
  log: Logger;
};

/**
 * The open streams of one organization's inboxes. Sends changes as the log is read, so no organization waits for
 * another. Live streams share one position. Listeners of changed threads get the current state and count, not each
 * step, so a stream that cannot be written to needs no queue. It keeps its position, and gets later changes afterwards.
 * The id of an event is a position to resume from: the one before a batch, until all of it is sent.
 */
export class Feed implements OpenStreams<store.Change> {
  readonly #orgId: string;
  readonly #parts: FeedParts;
  readonly #registry = new ConnectionRegistry();
  readonly #unread: UnreadCounts;
  /** The listeners that have missed changes. */
  readonly #behind = new Map<Listener, WatchedParticipant>();
  readonly #pending = new PendingChanges();
  #isFollowed = false;
  readonly #runner: Runner;
  /** The number of streams that catch up in one query. It falls when a statement takes too long. */
  #maxAbsent = MAX_ABSENT;
  /** The number of changes in one statement; it also falls. */
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

  /** True once changes are pushed: a position that is read after that misses no change. */
  get isFollowed(): boolean {
    return this.#isFollowed;
  }

  /** @param onEnd called after the stream has closed */
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

  /** Makes live listeners read all their threads, because the changes since a position are unknown. */
  resync(before: string): void {
    this.#isFollowed = true;
    this.#pending.resync(before);
    this.#work();
  }

  /** Resolves once no turn is running. */
  settled(): Promise<void> {
    return this.#runner.settled();
  }

  /** @param endStreams true to end open streams */
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

  /** @returns the time to rest, in milliseconds */
  async #round(): Promise<number> {
    if (!this.#hasWork) return 0;
    const restMs = await this.#parts.feeding.use(() => this.#turn());
    this.#work();
    return restMs;
  }

  /** @returns the time to rest afterwards, in milliseconds */
  async #turn(): Promise<number> {
    const beganMs = clock.monotonicMs();
    let failure: unknown;
    // New and returning streams do not wait until changes can be sent.
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

  /** Sends live listeners the current state of these threads. */
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

  /** Sends one page of missed changes to each listener that is behind and can be written to. */
  async #catchUp(): Promise<void> {
    const turn: [Listener, WatchedParticipant][] = [];
    for (const [listener, watched] of this.#behind) {
      this.#behind.delete(listener);
      // A listener that is not ready is added again once it is.
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
        // Participants are identified before counting, because counts are kept only for identified ones.
        for (const [i, { participantId }] of found.entries())
          if (participantId !== null) this.#registry.identify(turn[i]![1], participantId);
        // A listener with more pages gets the count after the last one.
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
