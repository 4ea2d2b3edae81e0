import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isSame, type Version } from '../../../platform/db/buckets/history.ts';
import { type ListRevision, selectImportedAt } from '../../lists/index.ts';
import type { Catalog, OpenedList } from './catalog.ts';

export type OpenList = { readonly listRevision: ListRevision } & OpenedList;

/**
 * decisions: a change of so many entries or fewer is seen on every process within 2 s; the rest of that is for the search
 * that uses older lists. A larger list is seen when its index is there.
 */
const LAG_MS = 1500;
const SEEN_IN_TIME = 50_000;
/** Most changes are in memory sooner, and are seen at once. */
const WAIT_MS = 100;

/** Returns the list as it was before its first import. */
function emptyList(listRevision: ListRevision): OpenList {
  const before = { revision: 0, stamp: '', entryCount: 0, publishedAt: null, everySeconds: null };
  const { importedAt: _, checkedAt: __, ...named } = { ...listRevision, ...before };
  return { listRevision: named, revision: 0, stamp: '', parts: [] };
}

/** Tells whether a list is as it was, or with the next change. */
function followsOn(now: ListRevision, before: Version): boolean {
  return (
    isSame(now, before) ||
    (now.revision === before.revision + 1 && now.stampBefore === before.stamp)
  );
}

/** A list in memory. */
type Known = {
  list: OpenList;
  /** The latest time at which it was known to be what is committed. */
  asOfMs: number;
  /** Since when the committed one is newer. */
  behindSinceMs: number | undefined;
};

/**
 * The global lists. While a change of one is being brought into memory, which takes seconds for a large list, the list
 * before it goes on being used.
 */
export class GlobalLists {
  readonly #db: Queryable;
  readonly #catalog: Catalog;
  readonly #known = new Map<string, Known>();
  /** The latest time at which all lists were known; undefined until all that there are were in memory once. */
  #allKnownMs: number | undefined;
  /** When this process changed a list last and had answered that: what is older must not be used from then on. */
  #changedMs = -Infinity;
  /** A copy that is not of the version right before the one there is now, and whether the list had its version. */
  #traced: { readonly of: string; readonly isKept: Promise<boolean> } | undefined;

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
    const lists =
      this.#opened(listRevisions, askedMs) ??
      (await Promise.all(listRevisions.map((one) => this.#load(one, askedMs))));
    this.#allKnownMs = Math.max(this.#allKnownMs ?? -Infinity, askedMs);
    return lists;
  }

  /**
   * The same, but a changed list may be the one before the change, unless this process made the change: for a short time, or
   * for a large list until its index is ready. A new large list is empty until then. Waits for a new list that is not large,
   * so that no question misses it, and for a list whose copy has no version in its history: the database may have lost it.
   */
  async openSoon(
    listRevisions: readonly ListRevision[],
    askedMs: number,
  ): Promise<readonly OpenList[]> {
    return (
      this.#opened(listRevisions, askedMs) ??
      Promise.all(listRevisions.map((one) => this.#openSoon(one, askedMs)))
    );
  }

  /** The lists, if all are in memory as they are committed. */
  #opened(
    listRevisions: readonly ListRevision[],
    askedMs: number,
  ): readonly OpenList[] | undefined {
    this.#catalog.retainGlobal(listRevisions);
    if (this.#known.size > listRevisions.length)
      for (const id of this.#known.keys())
        if (!listRevisions.some((one) => one.id === id)) this.#known.delete(id);
    const lists = this.#catalog.opened(listRevisions, askedMs);
    if (lists) for (const list of lists) this.#note(list, askedMs);
    return lists;
  }

  #note(list: OpenList, askedMs: number): OpenList {
    const { id } = list.listRevision;
    const known = this.#known.get(id);
    if (!known) this.#known.set(id, { list, asOfMs: askedMs, behindSinceMs: undefined });
    else if (askedMs >= known.asOfMs) {
      known.list = list;
      known.asOfMs = askedMs;
      known.behindSinceMs = undefined;
    }
    return list;
  }

  async #load(listRevision: ListRevision, askedMs: number): Promise<OpenList> {
    const opened = await this.#catalog.open(this.#db, '', listRevision, askedMs);
    return this.#note({ ...opened, listRevision }, askedMs);
  }

  async #openSoon(now: ListRevision, askedMs: number): Promise<OpenList> {
    const [opened] = this.#catalog.opened([now], askedMs) ?? [];
    if (opened) return this.#note(opened, askedMs);
    const isLarge = now.entryCount > SEEN_IN_TIME;
    if (!this.#known.has(now.id) && isLarge && this.#allKnownMs !== undefined)
      this.#known.set(now.id, {
        list: emptyList(now),
        asOfMs: this.#allKnownMs,
        behindSinceMs: undefined,
      });
    const known = this.#known.get(now.id);
    const loading = this.#load(now, askedMs);
    if (!known || known.asOfMs < this.#changedMs) return loading;
    const nowMs = clock.monotonicMs();
    if (!isLarge && nowMs >= known.asOfMs + LAG_MS) return loading;
    // If it fails, those who have to wait for it are told.
    loading.catch(() => {});
    const { list: before } = known;
    known.behindSinceMs ??= nowMs;
    const waitMs = Math.max(0, known.behindSinceMs + WAIT_MS - nowMs);
    if (!followsOn(now, before) && !(await this.#isKept(now, before))) return loading;
    return Promise.race([loading, sleep(waitMs).then(() => before)]);
  }

  /** Tells whether a list had a version before the one it has now; asked once for all who ask the same. */
  #isKept({ id, stamp }: ListRevision, before: Version): Promise<boolean> {
    const of = `${id} ${stamp} ${before.stamp}`;
    if (this.#traced?.of !== of) {
      const isKept = selectImportedAt(this.#db, id, before).then((at) => at !== undefined);
      this.#traced = { of, isKept };
      isKept.catch(() => (this.#traced = undefined));
    }
    return this.#traced.isKept;
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
