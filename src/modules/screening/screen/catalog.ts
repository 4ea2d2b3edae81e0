import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../../platform/db/database.ts';
import { RevisionCache } from '../../../platform/concurrency/revision-cache.ts';
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

/** With more parts, those after the first become one. */
const MAX_PARTS = 12;
/** The most parts of a list that is read on: to make one of them would keep questions waiting. */
const MAX_PARTS_READ_ON = 64;
/** The most entries after the first part that become one part at once. */
const FEW = 500;

/** A version that no list has: a list is read as it is now. */
const NEWEST: Version = { revision: -1, stamp: 'newest' };

/** A list that has grown by more than one request can add is read on, so that the next question finds less to read. */
const GROWTH = 1000;
const READ_ON_EVERY_MS = 100;
/** Reading on ends after so many looks that found no new entry. */
const QUIET_LOOKS = 20;

/**
 * The lists in memory, as indexes. A copy is used only if it is of the version that was just read from the database, so
 * every screening sees every change that was committed before it, on every process, without messages: what was added since
 * is read and becomes a part of its own, what was removed is marked. A copy of a version that the database does not have in
 * its history is dropped.
 */
export class Catalog {
  readonly #lists: RevisionCache<ReadList>;
  readonly #maxBytes: number;
  readonly #kept: KeptParts | undefined;
  /** Lists of which parts are being merged. */
  readonly #merging = new Set<string>();
  /** The part that replaces several, by the first of them. */
  readonly #merged = new WeakMap<Segment, { readonly of: readonly Part[]; readonly part: Part }>();
  readonly #followed = new FollowedLists();

  /**
   * @param maxBytes of all lists together; beyond it tenants' lists that were not used for longest are forgotten
   * @param kept where indexes of global lists are kept for the next start
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

  /** Half of the memory that lists may take is in use. */
  get isHalfFull(): boolean {
    return this.bytes >= this.#maxBytes / 2;
  }

  /** Memory of all lists, in bytes. */
  get bytes(): number {
    return this.#lists.bytes;
  }

  /** Forgets global lists that are not among these, which are all that there are. */
  retainGlobal(listRevisions: readonly ListRevision[]): void {
    for (const { listRevision } of this.#lists.values())
      if (listRevision.global && !listRevisions.some((one) => one.id === listRevision.id))
        this.#lists.delete(listRevision.id);
    void this.#kept?.tidy(listRevisions.map(({ id }) => id));
  }

  /**
   * Lists that are in memory as of these revisions, or as of a later read; undefined when one is not.
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
   * The list's entries as of `listRevision`, or of what the database had a moment later, exactly.
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

  /** Goes on reading a list that grows fast, until it is quiet: the next question then finds most of it indexed. */
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
    // If it fails, the next question reads it, and tells if it cannot.
    await this.#followed.follow(orgId, id, read).catch(() => {});
    const list = this.#lists.get(id);
    if (list && firstToMerge(list.parts, MAX_PARTS) !== undefined)
      await this.#merge(db, orgId, list);
  }

  /** Resolves when a list of an organization has room for so many entries: see `FollowedLists`. */
  letIn(orgId: string, listId: string, count: number): Promise<void> {
    return this.#followed.letIn(orgId, listId, count);
  }

  async #fromFile(db: Queryable, { id, global }: ListRevision): Promise<OpenedList | undefined> {
    const part = global ? await this.#kept?.read(db, id) : undefined;
    return part && { revision: part.revision, stamp: part.stamp, parts: [part] };
  }

  /** Keeps what is one part as of its own revision: another has lost entries that only a later one has lost. */
  async #keep(db: Queryable, list: ReadList): Promise<void> {
    const { listRevision, parts } = list;
    const [part] = parts;
    if (listRevision.global && parts.length === 1 && isSame(part!, list))
      await this.#kept?.write(db, listRevision.id, part!);
  }

  /** The list with parts that have been merged meanwhile, less what was removed since. */
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

  /** Makes one part of several, while these go on being used. What fails is tried with the next change. */
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
      // The parts there are give the same answers.
    } finally {
      this.#merging.delete(id);
    }
  }
}
