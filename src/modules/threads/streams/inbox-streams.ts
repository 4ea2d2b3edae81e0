import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { eventText, type EventStream } from '../../../platform/http/event-stream.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { toItem } from '../inbox/inbox.ts';
import type { ParticipantKey } from '../participants/schemas.ts';
import { Audience, type Listener, type Watched } from './audience.ts';
import { hasGoneBack, Positions } from './position.ts';
import * as store from './store.ts';

/** How often the log of changes is read without being told to: what a lost notification costs. */
const POLL_MS = 1000;
/** Least time between two reads of it, so that many changes are one. */
const TURN_MS = 50;
/** The log is believed to be complete for so long; `startPruning` keeps it for longer. */
const LOG_MS = 30_000;
/** Threads of one inbox that are sent at a time: what a stream can be behind with in memory. */
const PAGE = 100;
/** Threads of all inboxes, and streams that go on after an absence, in one query. */
const MAX_ITEMS = 500;
const MAX_ABSENT = 50;

function itemsText(rows: store.ItemRow[], id: string): string {
  const text = (row: store.ItemRow): string =>
    row.has_left
      ? eventText('removed', { threadId: row.thread_id }, id)
      : eventText('item', toItem(row), id);
  return rows.map(text).join('');
}

/**
 * The open streams of inboxes. One loop follows the log of changes for all of them: live streams share one position, and
 * whoever is touched is sent the threads and the count as they are now. States are sent, not steps, so a stream that
 * cannot be written to needs no queue: it keeps its position, and is sent what has changed since once it is taken again.
 * Resuming is the same. The id of an event is a position that is safe to go on from: until all of a batch is sent, the
 * one before it.
 */
export class InboxStreams {
  readonly #db: Queryable;
  readonly #positions: Positions;
  readonly #log: Logger;
  readonly #audience = new Audience();
  /** Who has to be sent what was missed. */
  readonly #behind = new Map<Listener, Watched>();
  /** What live listeners know, and when it was current at the latest. */
  #position: string | undefined;
  #positionMs = 0;
  #running: Promise<void> | undefined;
  #again = false;
  #poll: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(db: Queryable, secret: string, log: Logger) {
    this.#db = db;
    this.#positions = new Positions(secret);
    this.#log = log;
  }

  /**
   * What feeds a stream of this participant's inbox.
   * @param lastEventId empty for somebody who begins now
   * @throws ApiError BAD_REQUEST
   */
  subscribe(
    orgId: string,
    { externalId, role }: ParticipantKey,
    lastEventId: string,
  ): (stream: EventStream) => void {
    const since = lastEventId === '' ? null : this.#positions.fromId(lastEventId);
    if (since === undefined)
      throw badRequest([{ path: 'Last-Event-ID', message: 'is not the id of an event' }]);
    return (stream) => {
      const listener: Listener = { stream, since };
      const watched = this.#audience.add({ orgId, externalId, role }, listener);
      stream.onClose = () => {
        this.#behind.delete(listener);
        this.#audience.remove(watched, listener);
      };
      stream.onDrain = () => {
        if (listener.since !== undefined) this.#resume(listener, watched);
      };
      this.#resume(listener, watched);
      this.#poll ??= setInterval(() => this.wake(), POLL_MS).unref();
    };
  }

  /** Something has changed, or may have. */
  wake(): void {
    if (this.#running) this.#again = true;
    else if (!this.#audience.isEmpty && !this.#stopped) this.#running = this.#run();
  }

  /** Call it once the streams have been ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    await this.#running;
  }

  #resume(listener: Listener, watched: Watched): void {
    this.#behind.set(listener, watched);
    this.wake();
  }

  async #run(): Promise<void> {
    do {
      const beganMs = clock.monotonicMs();
      this.#again = false;
      try {
        await this.#followLog();
        await this.#catchUp();
      } catch (error) {
        this.#log.warn({ err: error }, 'streams of inboxes could not be fed');
        break;
      }
      const restMs = beganMs + TURN_MS - clock.monotonicMs();
      if (this.#behind.size > 0) this.#again = true;
      else if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    } while (this.#again && !this.#audience.isEmpty && !this.#stopped);
    this.#running = undefined;
  }

  async #followLog(): Promise<void> {
    const before = this.#position;
    const nowMs = clock.monotonicMs();
    if (before === undefined || nowMs - this.#positionMs > LOG_MS) {
      this.#position = await store.selectPosition(this.#db);
      if (before !== undefined) this.#sendBack(this.#audience.all(), before);
    } else {
      const orgIds = this.#audience.organizations;
      const { position, changes } = await store.selectChanges(this.#db, orgIds, before);
      if (hasGoneBack(position, before)) this.#sendBack(this.#audience.all(), before);
      else if (changes.length > 0) await this.#tell(changes, before, position);
      this.#position = position;
    }
    this.#positionMs = nowMs;
  }

  /** Has live listeners look at all their threads for what has changed since a position. */
  #sendBack(list: Iterable<Watched>, since: string): void {
    for (const watched of list)
      for (const listener of watched.listeners)
        if (listener.since === undefined) {
          listener.since = since;
          this.#behind.set(listener, watched);
        }
  }

  async #tell(changes: store.Change[], before: string, position: string): Promise<void> {
    const orgIds = new Set(changes.map((change) => change.org_id));
    const candidates = [...orgIds].flatMap((orgId) => [...this.#audience.ofOrganization(orgId)]);
    await this.#identify(candidates.filter(({ id }) => id === undefined));
    const ids = candidates.flatMap(({ id }) => (id === undefined ? [] : [id]));
    if (ids.length === 0) return;
    const touched = await store.selectTouched(this.#db, changes, ids);
    const byParticipant = Map.groupBy(touched, ({ participant_id }) => participant_id);
    let part: store.Membership[] = [];
    for (const [id, memberships] of byParticipant) {
      const watched = this.#audience.withId(id);
      if (!watched) continue;
      if (memberships.length > PAGE) this.#sendBack([watched], before);
      else part.push(...memberships);
      if (part.length < MAX_ITEMS) continue;
      await this.#sendNow(part, before, position);
      part = [];
    }
    if (part.length > 0) await this.#sendNow(part, before, position);
  }

  async #identify(strangers: Watched[]): Promise<void> {
    if (strangers.length === 0) return;
    const ids = await store.selectIds(this.#db, strangers);
    for (const [i, watched] of strangers.entries()) {
      const id = ids[i]!;
      if (id !== null) this.#audience.identify(watched, id);
    }
  }

  /** Sends live listeners these threads of their inboxes as they are now. */
  async #sendNow(touched: store.Membership[], before: string, position: string): Promise<void> {
    const participants = [...new Map(touched.map((one) => [one.participant_id, one])).values()];
    const [items, counts] = await Promise.all([
      store.selectItems(this.#db, touched),
      store.selectUnreadCounts(this.#db, participants),
    ]);
    const byParticipant = Map.groupBy(items, ({ participant_id }) => participant_id);
    const [beforeId, id] = [this.#positions.toId(before), this.#positions.toId(position)];
    for (const [i, { participant_id }] of participants.entries()) {
      const watched = this.#audience.withId(participant_id);
      if (!watched) continue;
      const rows = byParticipant.get(participant_id) ?? [];
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
    const turn: [Listener, Watched][] = [];
    for (const [listener, watched] of this.#behind) {
      this.#behind.delete(listener);
      // Who is not ready comes back once it is.
      if (listener.stream.ready) turn.push([listener, watched]);
      if (turn.length === MAX_ABSENT) break;
    }
    if (turn.length === 0) return;
    try {
      const absences = turn.map(([{ since, page }, { orgId, externalId, role }]) => {
        return { orgId, externalId, role, since: since ?? null, after: page?.after ?? '' };
      });
      const missed = await store.selectMissed(this.#db, absences, PAGE + 1);
      const participants = turn.map(([, { orgId }], i) => {
        return { org_id: orgId, participant_id: missed[i]!.participantId ?? '' };
      });
      const counts = await store.selectUnreadCounts(this.#db, participants);
      for (const [i, [listener, watched]] of turn.entries())
        this.#sendMissed(listener, watched, missed[i]!, counts[i]!);
    } catch (error) {
      for (const [listener, watched] of turn)
        if (watched.listeners.has(listener)) this.#behind.set(listener, watched);
      throw error;
    }
  }

  #sendMissed(listener: Listener, watched: Watched, missed: store.Missed, count: number): void {
    const { stream, since, page } = listener;
    const { items, position, participantId } = missed;
    if (participantId !== null && watched.id === undefined)
      this.#audience.identify(watched, participantId);
    const until = page?.until ?? position;
    const shown = items.slice(0, PAGE);
    // Without a position there is nothing that was missed.
    let text = typeof since !== 'string' ? '' : itemsText(shown, this.#positions.toId(since));
    if (items.length > PAGE) listener.page = { until, after: shown.at(-1)!.thread_id };
    else {
      text += eventText('unread', { count }, this.#positions.toId(until));
      // What changed while several pages were sent is still missing.
      listener.since = page ? until : undefined;
      delete listener.page;
    }
    stream.send(text);
    if (listener.since === undefined) {
      if (!stream.ready) listener.since = position;
    } else if (stream.ready && watched.listeners.has(listener)) this.#behind.set(listener, watched);
  }
}
