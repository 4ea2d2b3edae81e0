import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../../platform/db/database.ts';
import { RevisionCache } from '../../../platform/db/buckets/revision-cache.ts';
import { clock } from '../../../platform/clock.ts';
import { isSame, type Version } from '../../../platform/db/buckets/history.ts';
import type { Segment } from '../../../matching/index.ts';
import { FollowedLists } from './checked/followed-lists.ts';
import { readList, readMerged, type OpenedList, type ReadList } from './checked/read-list.ts';
import type { KeptParts } from './start/kept-parts.ts';
import {
  bytesOf,
  firstToMerge,
  inUse,
  liveEntries,
  removedSince,
  without,
  type Part,
} from './parts.ts';
import type { ListRevision } from '../../lists/index.ts';

export type { OpenedList };

/** Maximum number of parts of a list; above it, the parts after the first are merged. */
const MAX_PARTS = 12;
/** Maximum number of parts of a growing list: merging them would delay queries. */
const MAX_PARTS_READ_ON = 64;
/** Maximum number of entries after the first part that are merged at once. */
const FEW = 500;

/** A version that no list has, so that the current list is read. */
const NEWEST: Version = { revision: -1, stamp: 'newest' };

/** A list that has grown by more than one request can add is read further, so that the next query has less to read. */
const GROWTH = 1000;
const READ_ON_EVERY_MS = 100;
/** Reading ahead ends after this many checks without a new entry. */
const QUIET_LOOKS = 20;

/**
 * The lists in memory, as indexes. Each screening reads the current version from the database and uses a copy only if
 * it has that version. So it sees every change committed before it, on every process, without messages. Added entries
 * become a separate part; removed ones are marked. A copy whose version is not in the database's history is dropped.
 */
export class Catalog {
  readonly #lists: RevisionCache<ReadList>;
  readonly #maxBytes: number;
  readonly #kept: KeptParts | undefined;
  /** Lists whose parts are being merged. */
  readonly #merging = new Set<string>();
  /** Merged parts, by the first part that they replace. */
  readonly #merged = new WeakMap<Segment, { readonly of: readonly Part[]; readonly part: Part }>();
  readonly #followed = new FollowedLists();

  /**
   * @param maxBytes of all lists together; beyond it, the tenants' lists not used for longest are dropped
   * @param kept where indexes of global lists are stored for the next start
   */
  constructor(maxBytes: number, kept?: KeptParts) {
    this.#maxBytes = maxBytes;
    this.#kept = kept;
    this.#lists = new RevisionCache(
      maxBytes,
      ({ parts }) => bytesOf(parts),
      ({ listRevision }) => listRevision.global,
    );
  }

  /** Returns true if lists use half of the allowed memory. */
  get isHalfFull(): boolean {
    return this.bytes >= this.#maxBytes / 2;
  }

  /** Memory of all lists, in bytes. */
  get bytes(): number {
    return this.#lists.bytes;
  }

  /** Drops global lists that are not in `listRevisions`, which has all that exist. */
  retainGlobal(listRevisions: readonly ListRevision[]): void {
    for (const { listRevision } of this.#lists.values())
      if (listRevision.global && !listRevisions.some((one) => one.id === listRevision.id))
        this.#lists.delete(listRevision.id);
    void this.#kept?.tidy(listRevisions.map(({ id }) => id));
  }

  /**
   * Returns lists that are in memory at these revisions or later; undefined if one is not.
   * @param askedMs monotonic time before the revisions were read
   */
  opened(
    listRevisions: readonly ListRevision[],
    askedMs = clock.monotonicMs(),
  ): ({ listRevision: ListRevision } & OpenedList)[] | undefined {
    const opened = [];
    for (const listRevision of listRevisions) {
      const cached = this.#lists.current(listRevision.id, listRevision, askedMs);
      if (!cached) return undefined;
      opened.push({ ...cached, listRevision });
    }
    return opened;
  }

  /**
   * Returns exactly the list's entries at `listRevision`, or in the database a moment later.
   * @param askedMs monotonic time before `listRevision` was read
   */
  open(
    db: Queryable,
    orgId: string,
    listRevision: ListRevision,
    askedMs = clock.monotonicMs(),
  ): Promise<OpenedList> {
    const { id } = listRevision;
    if (!listRevision.global) this.#followed.asked(orgId, id, askedMs);
    return this.#lists.open(id, listRevision, askedMs, (known, asOfMs) =>
      this.#load(db, orgId, listRevision, known, asOfMs),
    );
  }

  async #load(
    db: Queryable,
    orgId: string,
    listRevision: ListRevision,
    old: ReadList | undefined,
    asOfMs: number,
  ): Promise<ReadList> {
    const { global, entryCount } = listRevision;
    const hasGrown = old && !global && entryCount > liveEntries(old.parts) + GROWTH;
    if (hasGrown && !this.#followed.has(orgId, listRevision.id))
      void this.#followGrowth(db, orgId, listRevision);
    const known = old ?? (await this.#fromFile(db, listRevision));
    let fresh = await readList(db, orgId, listRevision, known, asOfMs);
    const [first, ...later] = fresh.parts;
    if (later.length >= MAX_PARTS && liveEntries(later) <= FEW)
      fresh = await readList(db, orgId, listRevision, { ...first!, parts: [first!] }, asOfMs);
    fresh = this.#withMerged(fresh);
    const isReadOn = !global && this.#followed.has(orgId, listRevision.id);
    if (isReadOn && fresh.parts.length <= MAX_PARTS_READ_ON) return fresh;
    if (firstToMerge(fresh.parts, MAX_PARTS) !== undefined) void this.#merge(db, orgId, fresh);
    else if (fresh.parts[0]?.segment !== known?.parts[0]?.segment) void this.#keep(db, fresh);
    return fresh;
  }

  /** Continues to read a fast-growing list until it stops growing, so that the next query finds most of it indexed. */
  async #followGrowth(db: Queryable, orgId: string, listRevision: ListRevision): Promise<void> {
    const { id } = listRevision;
    let quiet = 0;
    const read = async (): Promise<boolean> => {
      const ms = this.#followed.isFull(orgId, id) ? 0 : READ_ON_EVERY_MS;
      await sleep(ms, undefined, { ref: false });
      const before = this.#lists.get(id);
      if (!before) return false;
      const next = await this.#lists.open(id, NEWEST, clock.monotonicMs(), (known, asOfMs) =>
        this.#load(db, orgId, listRevision, known, asOfMs),
      );
      quiet = liveEntries(next.parts) > liveEntries(before.parts) ? 0 : quiet + 1;
      return quiet < QUIET_LOOKS;
    };
    // If the read fails, the next query reads the list, and reports an error.
    await this.#followed.follow(orgId, id, read).catch(() => {});
    const list = this.#lists.get(id);
    if (list && firstToMerge(list.parts, MAX_PARTS) !== undefined)
      await this.#merge(db, orgId, list);
  }

  /** Resolves when an organization's list has room for this many entries: see `FollowedLists`. */
  letIn(orgId: string, listId: string, count: number): Promise<void> {
    return this.#followed.letIn(orgId, listId, count);
  }

  async #fromFile(db: Queryable, { id, global }: ListRevision): Promise<OpenedList | undefined> {
    const part = global ? await this.#kept?.read(db, id) : undefined;
    return part && { revision: part.revision, stamp: part.stamp, parts: [part] };
  }

  /**
   * Stores a list only if it has one part with the list's revision: a list of several parts contains entries that a
   * later part removes.
   */
  async #keep(db: Queryable, list: ReadList): Promise<void> {
    const { listRevision, parts } = list;
    const [part] = parts;
    if (listRevision.global && parts.length === 1 && isSame(part!, list))
      await this.#kept?.write(db, listRevision.id, part!);
  }

  /** Returns the list with parts merged in the meantime, without entries removed since. */
  #withMerged(list: ReadList): ReadList {
    for (const [at, { segment }] of list.parts.entries()) {
      const merged = this.#merged.get(segment);
      const replaced = list.parts.slice(at, at + (merged?.of.length ?? 0));
      if (!merged?.of.every((part, i) => part.segment === replaced[i]?.segment)) continue;
      const part = without(merged.part, removedSince(merged.of, replaced));
      const parts = list.parts.toSpliced(at, replaced.length, part);
      return { ...list, parts: inUse(parts) };
    }
    return list;
  }

  /** Merges several parts into one while they stay in use. A failed merge is retried with the next change. */
  async #merge(db: Queryable, orgId: string, before: ReadList): Promise<void> {
    const { id } = before.listRevision;
    if (this.#merging.has(id)) return;
    this.#merging.add(id);
    try {
      const first = firstToMerge(before.parts, MAX_PARTS)!;
      const part = await readMerged(db, orgId, before, first);
      if (!part) return;
      const of = before.parts.slice(first);
      this.#merged.set(of[0]!.segment, { of, part });
      const latest = this.#lists.get(id);
      if (!latest) return;
      const list = this.#withMerged(latest);
      this.#lists.replace(id, list);
      await this.#keep(db, list);
    } catch {
      // Without the merge, the existing parts give the same answers.
    } finally {
      this.#merging.delete(id);
    }
  }
}
