import type { Queryable } from '../../../platform/db/database.ts';
import { RevisionCache } from '../../../platform/concurrency/revision-cache.ts';
import { clock } from '../../../platform/clock.ts';
import { isSame, noteLost, type Version } from '../../../platform/db/buckets/history.ts';
import { buildInWorker, buildSegment, type EntryInput } from '../engine/index.ts';
import { entriesChangedAfter, globalListSince } from '../global/store.ts';
import type { KeptParts } from './start/kept-parts.ts';
import {
  bytesOf,
  IdHashes,
  liveEntries,
  missingFrom,
  newPart,
  without,
  type Part,
} from './parts.ts';
import { tenantEntriesAfter, tenantEntryIds, tenantListSince, type ListRevision } from './store.ts';

/** Copies of a list without the parts of which nothing is left. */
function inUse(parts: readonly Part[]): Part[] {
  return parts.filter(({ segment, removedCount }) => removedCount < segment.entryCount);
}

/** A list as of a version. What was handed out does not change. */
export type OpenedList = Version & { readonly parts: readonly Part[] };

type Cached = OpenedList & { readonly listRevision: ListRevision };

/** For more entries than this, a thread of their own is worth its start. */
const BUILT_HERE = 500;
const BATCH = 2000;
/** With more parts, those after the first are built anew as one. */
const MAX_PARTS = 12;
/** A list whose parts hold this many entries that are gone, or so many beside the first part, is built anew. */
function wasteful([first, ...others]: readonly Part[]): boolean {
  if (!first) return false;
  const later = liveEntries(others);
  const gone = [first, ...others].reduce((sum, { removedCount }) => sum + removedCount, 0);
  return gone + later > Math.max(2 * BATCH, liveEntries([first]) / 2);
}

/** The version before every other. */
const NOTHING: Version = { revision: -1, stamp: '' };

type Listed = EntryInput & { revision: number };

/** Entries up to a revision, and the ids of all that came by. */
async function buildPart(
  batches: AsyncIterable<Listed[]>,
  version: Version,
): Promise<{ part: Part; ids: Set<string> }> {
  const hashes = new IdHashes();
  const ids = new Set<string>();
  const late = new Set<string>();
  const noted = async function* (): AsyncGenerator<Listed[]> {
    for await (const batch of batches) {
      for (const entry of batch) {
        hashes.add(entry);
        ids.add(entry.id);
        if (entry.revision > version.revision) late.add(entry.id);
      }
      yield batch;
    }
  };
  const segment = await buildInWorker(noted());
  return { part: without(newPart(segment, version, hashes), late), ids };
}

/** The same of entries that are all there are. */
async function buildSmallPart(entries: Listed[], version: Version): Promise<Part> {
  if (entries.length > BUILT_HERE) return (await buildPart(oneBatch(entries), version)).part;
  const hashes = new IdHashes();
  for (const entry of entries) hashes.add(entry);
  return newPart(buildSegment(entries), version, hashes);
}

async function* oneBatch(entries: Listed[]): AsyncGenerator<Listed[]> {
  yield entries;
}

/**
 * The lists in memory, as indexes. A copy is used only if it is of the version that was just read from the database, so
 * every screening sees every change that was committed before it, on every process, without messages: what was added since
 * is read and becomes a part of its own, what was removed is marked. A copy of a version that the database does not have in
 * its history is dropped.
 */
export class Catalog {
  readonly #lists: RevisionCache<Cached>;
  readonly #maxBytes: number;
  readonly #kept: KeptParts | undefined;
  /** Ids of entries in a part of a list that is being replaced. */
  readonly #rebuilding = new Set<string>();

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
    return this.#lists.open(listRevision.id, listRevision, askedMs, (known, asOfMs) =>
      this.#load(db, orgId, listRevision, known, asOfMs),
    );
  }

  async #load(
    db: Queryable,
    orgId: string,
    listRevision: ListRevision,
    old: Cached | undefined,
    asOfMs: number,
  ): Promise<Cached> {
    const known = old ?? (await this.#fromFile(db, listRevision));
    let fresh = await this.#advance(db, orgId, listRevision, known, asOfMs);
    const [first] = fresh.parts;
    if (fresh.parts.length > MAX_PARTS && first)
      fresh = await this.#advance(db, orgId, listRevision, { ...first, parts: [first] }, asOfMs);
    // A part that replaces others may be there by now.
    const current = this.#lists.get(listRevision.id);
    if (current && current !== old && isSame(current, fresh)) return current;
    if (wasteful(fresh.parts)) void this.#rebuild(db, orgId, listRevision);
    else if (fresh.parts[0]?.segment !== known?.parts[0]?.segment) void this.#keep(db, fresh);
    return fresh;
  }

  async #fromFile(db: Queryable, { id, global }: ListRevision): Promise<OpenedList | undefined> {
    const part = global ? await this.#kept?.read(db, id) : undefined;
    return part && { revision: part.revision, stamp: part.stamp, parts: [part] };
  }

  /** Keeps what is one part as of its own revision: another has lost entries that only a later one has lost. */
  async #keep(db: Queryable, list: Cached): Promise<void> {
    const { listRevision, parts } = list;
    const [part] = parts;
    if (listRevision.global && parts.length === 1 && isSame(part!, list))
      await this.#kept?.write(db, listRevision.id, part!);
  }

  /**
   * A copy as of now from an older one, or from nothing. Few changes are read in one statement, with what tells whether
   * they are all; many in several, between which the list may change. Of a global list, which changes by imports, what
   * changed meanwhile is read as well. A tenant's list may grow faster than it is read: of it nothing is read that was
   * added after the first statement, and what was removed until the last one is taken out.
   *
   * The older copy counts only if its version is one that the list has had. Where that is not kept any more, a tenant's
   * list is compared by the ids of its entries: an entry never changes, and no other history gives its id.
   * @param asOfMs monotonic time at which the older copy was last known to be what the database has
   */
  async #advance(
    db: Queryable,
    orgId: string,
    listRevision: ListRevision,
    old: OpenedList | undefined,
    asOfMs: number,
  ): Promise<Cached> {
    let parts = old?.parts ?? [];
    let from: Version = old ?? NOTHING;
    const isWhole = (live: readonly Part[], count: number): boolean =>
      from === NOTHING || liveEntries(live) === count;
    const startOver = (isLost: boolean): void => {
      if (isLost) noteLost(db, asOfMs);
      parts = [];
      from = NOTHING;
    };
    for (let needsIds = false; ;) {
      const asked = { most: BATCH, ids: needsIds };
      const change = listRevision.global
        ? await globalListSince(db, listRevision.id, from, asked)
        : await tenantListSince(db, orgId, listRevision.id, from, asked);
      if (!change) {
        const { revision, stamp } = listRevision;
        return { listRevision, revision, stamp, parts: [] };
      }
      const { revision, stamp, entries, entryCount, gone, ids } = change;
      const version = { revision, stamp };
      if (!change.isAfter) {
        const isLost = change.isOther || revision <= from.revision;
        if (isLost || listRevision.global) {
          startOver(isLost);
          continue;
        }
      }
      const lost = new Set([...entries.map(({ id }) => id), ...(gone ?? [])]);
      const kept = parts.map((part) => without(part, lost));
      if (entries.length === BATCH) {
        const batches = listRevision.global
          ? entriesChangedAfter(db, listRevision.id, from.revision, BATCH)
          : tenantEntriesAfter(db, orgId, listRevision.id, from.revision, revision, BATCH);
        const { part, ids: came } = await buildPart(batches, version);
        parts = [...kept.map((one) => without(one, came)), part];
        if (!listRevision.global) {
          const listed = await tenantEntryIds(db, orgId, listRevision.id, revision);
          const live = parts.map((one) => without(one, missingFrom(one, listed)));
          if (isWhole(live, listed.size)) return { listRevision, ...version, parts: inUse(live) };
          startOver(true);
        } else from = version;
        continue;
      }
      const isAll = change.isAfter && liveEntries(kept) + entries.length === entryCount;
      if (isAll || ids) {
        const listed = ids && new Set(ids);
        const live = listed ? kept.map((part) => without(part, missingFrom(part, listed))) : kept;
        if (ids && !isWhole(live, ids.length - entries.length)) {
          startOver(true);
          continue;
        }
        if (entries.length > 0) live.push(await buildSmallPart(entries, version));
        return { listRevision, ...version, parts: inUse(live) };
      }
      needsIds = true;
    }
  }

  /**
   * Replaces the list's parts by one, meanwhile the others go on being used. What fails is tried with the next change.
   */
  async #rebuild(db: Queryable, orgId: string, listRevision: ListRevision): Promise<void> {
    if (this.#rebuilding.has(listRevision.id)) return;
    this.#rebuilding.add(listRevision.id);
    try {
      let beganMs = clock.monotonicMs();
      let next = await this.#advance(db, orgId, listRevision, undefined, beganMs);
      const current = this.#lists.get(listRevision.id);
      if (!current) return;
      if (!isSame(current, next)) {
        const asOfMs = beganMs;
        beganMs = clock.monotonicMs();
        next = await this.#advance(db, orgId, current.listRevision, next, asOfMs);
      }
      // Unless a load has come further meanwhile.
      const latest = this.#lists.get(listRevision.id);
      if (latest && (latest === current || isSame(latest, next)))
        await this.#keep(db, this.#lists.keep(listRevision.id, next, beganMs));
    } catch {
      // The parts there are give the same answers.
    } finally {
      this.#rebuilding.delete(listRevision.id);
    }
  }
}
