import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isSame, type Version } from '../../../platform/db/buckets/history.ts';
import { type ListRevision, selectImportedAt } from '../../lists/index.ts';
import type { Catalog, OpenedList } from './catalog.ts';

export type OpenList = { readonly listRevision: ListRevision } & OpenedList;

/**
 * decisions: every process sees a change of at most this many entries within 2 s. The remaining time is for a search
 * that uses older lists. A change of a larger list becomes visible when its index is ready.
 */
const LAG_MS = 1500;
const SEEN_IN_TIME = 50_000;
/** Most changes are in memory sooner, and visible immediately. */
const WAIT_MS = 100;

/** Returns the list as it was before its first import. */
function emptyList(listRevision: ListRevision): OpenList {
  const before = { revision: 0, stamp: '', entryCount: 0, publishedAt: null, everySeconds: null };
  const { importedAt: _, checkedAt: __, ...named } = { ...listRevision, ...before };
  return { listRevision: named, revision: 0, stamp: '', parts: [] };
}

/** Returns true if a list is unchanged or has only the next change. */
function followsOn(now: ListRevision, before: Version): boolean {
  return (
    isSame(now, before) ||
    (now.revision === before.revision + 1 && now.stampBefore === before.stamp)
  );
}

/** A list in memory. */
type Known = {
  list: OpenList;
  /** Latest time at which it was known to be the committed state. */
  asOfMs: number;
  /** The time since when a newer state is committed. */
  behindSinceMs: number | undefined;
};

/**
 * The global lists. While a change of one is being loaded, which takes seconds for a large list, the previous list
 * stays in use.
 */
export class GlobalLists {
  readonly #db: Queryable;
  readonly #catalog: Catalog;
  readonly #known = new Map<string, Known>();
  /** Latest time at which all lists were known to be current; undefined until all were in memory once. */
  #allKnownMs: number | undefined;
  /** The time at which this process last changed a list and answered. From then on, no older state may be used. */
  #changedMs = -Infinity;
  /** A copy of an older version, and whether the list ever had that version. */
  #traced: { readonly of: string; readonly isKept: Promise<boolean> } | undefined;

  constructor(db: Queryable, catalog: Catalog) {
    this.#db = db;
    this.#catalog = catalog;
  }

  /**
   * @param listRevisions of all global lists, read after `askedMs`
   * @returns the lists at `listRevisions` or later
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
   * Returns the lists like `open`, but a changed list may still be in its earlier state, unless this process made the
   * change: for a short time, or for a large list until its index is ready. A new large list is empty until then.
   * Waits for a new small list, so that no query misses it, and for a list whose copy has no version in its history:
   * the database may have lost it.
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

  /** Returns the lists if all committed states are in memory. */
  #opened(
    listRevisions: readonly ListRevision[],
    askedMs: number,
  ): readonly OpenList[] | undefined {
    if (this.#allKnownMs === undefined || this.#known.size > listRevisions.length) {
      this.#catalog.retainGlobal(listRevisions);
      for (const id of this.#known.keys())
        if (!listRevisions.some((one) => one.id === id)) this.#known.delete(id);
    }
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
    // If it fails, the callers that must wait for it get the error.
    loading.catch(() => {});
    const { list: before } = known;
    known.behindSinceMs ??= nowMs;
    const waitMs = Math.max(0, known.behindSinceMs + WAIT_MS - nowMs);
    if (!followsOn(now, before) && !(await this.#isKept(now, before))) return loading;
    return Promise.race([loading, sleep(waitMs).then(() => before)]);
  }

  /** Returns true if a list had a version before the current one. It reads once for all callers of the same moment. */
  #isKept({ id, stamp }: ListRevision, before: Version): Promise<boolean> {
    const of = `${id} ${stamp} ${before.stamp}`;
    if (this.#traced?.of !== of) {
      const isKept = selectImportedAt(this.#db, id, before).then((at) => at !== undefined);
      this.#traced = { of, isKept };
      isKept.catch(() => (this.#traced = undefined));
    }
    return this.#traced.isKept;
  }

  /** After this call, the process uses no state older than the one committed at the call, even if loading failed. */
  async catchUp(readRevisions: () => Promise<readonly ListRevision[]>): Promise<void> {
    const askedMs = clock.monotonicMs();
    try {
      await this.open(await readRevisions(), askedMs);
    } finally {
      this.#changedMs = Math.max(this.#changedMs, askedMs);
    }
  }
}
