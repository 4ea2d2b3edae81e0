import type { Queryable } from '../../../../platform/db/database.ts';
import type { ItemRow } from '../store.ts';
import * as store from './store.ts';

/** Counts are kept for participants in more large threads than this: counting costs about 5 µs a thread. */
const KEPT_FROM = 200;

/**
 * The number of threads that may still be kept, for all participants of the process together. Each takes about 50
 * bytes.
 */
export class Room {
  left = 1_000_000;
}

type Kept = { count: number; byThread: Map<string, number> };

/**
 * Unread counts of the participants of one organization whose streams are open. The database sums small threads but not
 * large ones. For a participant in many large threads, this class keeps the counts by thread, and reads only changed
 * threads again. The counts are exact if `apply` gets every change after the first call of `count`: any later change is
 * in the log, and follows. Calls of `count` and `apply` must not overlap; `forget` may be called at any time.
 */
export class UnreadCounts {
  readonly #orgId: string;
  readonly #room: Room;
  readonly #kept = new Map<string, Kept>();
  /** One string for each thread id, shared by all participants. */
  readonly #threadIds = new Map<string, string>();
  readonly #isWatched: (participantId: string) => boolean;

  /** @param isWatched returns true if later changes of this participant will be applied */
  constructor(orgId: string, room: Room, isWatched: (participantId: string) => boolean) {
    this.#orgId = orgId;
    this.#room = room;
    this.#isWatched = isWatched;
  }

  /** Applies the current state of a thread for one participant. */
  apply(row: ItemRow): void {
    const kept = this.#kept.get(row.participant_id);
    if (!kept) return;
    const isCounted = row.is_large && !row.has_left && row.status === 'OPEN';
    this.#set(kept, row.thread_id, isCounted ? row.unread_count : 0);
  }

  #set(kept: Kept, threadId: string, count: number): void {
    const before = kept.byThread.get(threadId) ?? 0;
    kept.count += count - before;
    this.#room.left -= Number(count > 0) - Number(before > 0);
    if (count === 0) return void kept.byThread.delete(threadId);
    let id = this.#threadIds.get(threadId);
    if (id === undefined) this.#threadIds.set((id = threadId), id);
    kept.byThread.set(id, count);
  }

  /** Counts the unread messages of each participant, in the given order. */
  async count(db: Queryable, participantIds: string[]): Promise<number[]> {
    const large = await this.#countLarge(db, [...new Set(participantIds)]);
    const small = await store.selectInSmall(db, this.#orgId, participantIds);
    return participantIds.map((id, i) => small[i]! + (large.get(id) ?? 0));
  }

  async #countLarge(db: Queryable, ids: string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const asked = ids.filter((id) => !this.#kept.has(id));
    if (asked.length > 0) {
      const heavy = new Set(await store.selectHeavy(db, this.#orgId, asked, KEPT_FROM));
      const light = asked.filter((id) => !heavy.has(id));
      const found = await store.selectInLarge(db, this.#orgId, light);
      for (const [i, id] of light.entries()) counts.set(id, found[i]!);
      // One participant at a time: a statement for all of them could take too long.
      for (const id of heavy) counts.set(id, await this.#countHeavy(db, id));
    }
    for (const id of ids) counts.set(id, this.#kept.get(id)?.count ?? counts.get(id) ?? 0);
    return counts;
  }

  async #countHeavy(db: Queryable, id: string): Promise<number> {
    if (this.#room.left <= 0) return (await store.selectInLarge(db, this.#orgId, [id]))[0]!;
    const kept: Kept = { count: 0, byThread: new Map() };
    const rows = await store.selectLargeThreads(db, this.#orgId, id);
    const count = rows.reduce((sum, { unread_count }) => sum + unread_count, 0);
    // The stream may have closed during the query.
    if (!this.#isWatched(id)) return count;
    for (const { thread_id, unread_count } of rows) this.#set(kept, thread_id, unread_count);
    this.#kept.set(id, kept);
    return count;
  }

  /** Discards the counts of a participant, because some changes will not be applied. */
  forget(participantId: string): void {
    this.#room.left += this.#kept.get(participantId)?.byThread.size ?? 0;
    this.#kept.delete(participantId);
    if (this.#kept.size === 0) this.#threadIds.clear();
  }

  forgetAll(): void {
    for (const id of this.#kept.keys()) this.forget(id);
  }
}
