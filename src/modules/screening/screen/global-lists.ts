import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isSame } from '../../../platform/db/buckets/history.ts';
import type { Catalog, OpenedList } from './catalog.ts';
import type { ListRevision } from './store.ts';

export type OpenList = { readonly listRevision: ListRevision } & OpenedList;

/** decisions: a change is seen on every process within 2 s; the rest is for the search that uses older lists. */
const LAG_MS = 1500;
/** Most changes are in memory sooner, and are seen at once. */
const WAIT_MS = 100;

/** Tells whether a list is as it was, or with the next change. */
function followsOn(now: ListRevision, before: OpenList | undefined): boolean {
  if (!before) return false;
  return (
    isSame(now, before) ||
    (now.revision === before.revision + 1 && now.stampBefore === before.stamp)
  );
}

/**
 * The global lists, as they were together at one moment. While a change of one is being brought into memory, which takes
 * seconds for a large list, those before it can go on being used for a short time.
 */
export class GlobalLists {
  readonly #db: Queryable;
  readonly #catalog: Catalog;
  /** The newest that were complete, and the latest time at which they were known to be what is committed. */
  #last: { readonly lists: readonly OpenList[]; readonly asOfMs: number } | undefined;
  /** Since when lists are newer than those in memory. */
  #behindSinceMs: number | undefined;
  /** When this process changed a list last and had answered that: what is older must not be used from then on. */
  #changedMs = -Infinity;

  constructor(db: Queryable, catalog: Catalog) {
    this.#db = db;
    this.#catalog = catalog;
  }

  /**
   * @param listRevisions of all global lists, read after `askedMs`
   * @returns the lists as of `listRevisions` or later
   */
  async open(
    listRevisions: readonly ListRevision[],
    askedMs: number,
  ): Promise<readonly OpenList[]> {
    this.#catalog.retainGlobal(listRevisions);
    let lists = this.#catalog.opened(listRevisions, askedMs);
    if (!lists) {
      this.#behindSinceMs ??= clock.monotonicMs();
      const loaded: OpenList[] = [];
      for (const listRevision of listRevisions)
        loaded.push({
          ...(await this.#catalog.open(this.#db, '', listRevision, askedMs)),
          listRevision,
        });
      lists = loaded;
    }
    if (askedMs >= (this.#last?.asOfMs ?? -Infinity)) {
      this.#last = { lists, asOfMs: askedMs };
      this.#behindSinceMs = undefined;
    }
    return lists;
  }

  /**
   * The same, or for a short time the lists before, which this process has not changed. Waited for is a list that is new,
   * and one that does not come right after the one in memory: the database may have lost that one.
   */
  async openSoon(
    listRevisions: readonly ListRevision[],
    askedMs: number,
  ): Promise<readonly OpenList[]> {
    const opening = this.open(listRevisions, askedMs);
    const last = this.#last;
    if (this.#behindSinceMs === undefined || !last || last.asOfMs < this.#changedMs) return opening;
    const known = new Map(last.lists.map((list) => [list.listRevision.id, list]));
    if (listRevisions.some((one) => !followsOn(one, known.get(one.id)))) return opening;
    const nowMs = clock.monotonicMs();
    if (nowMs >= last.asOfMs + LAG_MS) return opening;
    // If it fails, those who have to wait for it are told.
    opening.catch(() => {});
    const waitMs = Math.max(0, this.#behindSinceMs + WAIT_MS - nowMs);
    return Promise.race([opening, sleep(waitMs).then(() => last.lists)]);
  }

  /** After it, nothing older than what was committed when it was called is used, whether or not that could be loaded. */
  async catchUp(readRevisions: () => Promise<readonly ListRevision[]>): Promise<void> {
    const askedMs = clock.monotonicMs();
    try {
      await this.open(await readRevisions(), askedMs);
    } finally {
      this.#changedMs = Math.max(this.#changedMs, askedMs);
    }
  }
}
