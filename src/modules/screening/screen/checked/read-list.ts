import type { Queryable } from '../../../../platform/db/database.ts';
import { isSame, noteLost, type Version } from '../../../../platform/db/buckets/history.ts';
import {
  entriesChangedAfter,
  globalListSince,
  type ListRevision,
  tenantEntriesAfter,
  tenantEntryIds,
  tenantListSince,
} from '../../../lists/index.ts';
import { inUse, liveEntries, missingFrom, newestIn, without, type Part } from '../parts.ts';
import { buildPart, type Listed } from '../threads/build-part.ts';

/** A list at a version. A copy that was handed out does not change. */
export type OpenedList = Version & { readonly parts: readonly Part[] };

export type ReadList = OpenedList & { readonly listRevision: ListRevision };

/** Entries read at a time. */
const BATCH = 2000;

/** The version of an empty list, before any other version. */
const NOTHING: Version = { revision: -1, stamp: '' };

async function* oneBatch(entries: Listed[]): AsyncGenerator<Listed[]> {
  yield entries;
}

/**
 * Returns a current copy, made from an older one or from nothing. Few changes are read in one statement, together with
 * the facts that show whether they are complete. Many changes are read in several statements, and the list may change
 * between them. For a global list, which changes by imports, these changes are also read. A tenant's list may grow
 * faster than it is read: entries added after the first statement are not read, and entries removed until the last one
 * are omitted. The older copy counts only if the list has had its version. If that version is no longer stored, a
 * tenant's list is compared by the ids of its entries: an entry never changes, and no other history assigns its id.
 * @param asOfMs monotonic time at which the older copy was last known to be current
 */
export async function readList(
  db: Queryable,
  orgId: string,
  listRevision: ListRevision,
  old: OpenedList | undefined,
  asOfMs: number,
): Promise<ReadList> {
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
    const asked = { most: BATCH, ids: needsIds, newest: newestIn(parts) };
    const change = listRevision.global
      ? await globalListSince(db, listRevision.id, from, asked)
      : await tenantListSince(db, orgId, listRevision.id, from, asked);
    if (!change) {
      const { revision, stamp } = listRevision;
      return { listRevision, revision, stamp, parts: [] };
    }
    const { revision, stamp, entries, entryCount, laterCount, gone, ids } = change;
    const version = { revision, stamp };
    if (!change.isAfter) {
      const isLost = change.isOther || revision <= from.revision;
      if (isLost || listRevision.global) {
        startOver(isLost);
        continue;
      }
    }
    // An entry of a tenant's list never changes.
    const changed = listRevision.global ? entries.map(({ id }) => id) : [];
    const lost = new Set([...changed, ...(gone ?? [])]);
    const kept = parts.map((part) => without(part, lost));
    if (entries.length === BATCH) {
      const batches = listRevision.global
        ? entriesChangedAfter(db, listRevision.id, from.revision, BATCH)
        : tenantEntriesAfter(db, orgId, listRevision.id, from.revision, revision, BATCH);
      const { part, ids: came } = await buildPart(batches, version, {
        entries: laterCount,
        global: listRevision.global,
      });
      if (listRevision.global) {
        parts = [...kept.map((one) => without(one, came)), part];
        from = version;
      } else {
        parts = [...kept, part];
        // All earlier entries still exist. An entry that was removed during the reading may be present or missing.
        if (change.isAfter && liveEntries(kept) === entryCount - laterCount)
          return { listRevision, ...version, parts: inUse(parts) };
        const listed = await tenantEntryIds(db, orgId, listRevision.id, revision);
        const live = parts.map((one) => without(one, missingFrom(one, listed)));
        if (isWhole(live, listed.size)) return { listRevision, ...version, parts: inUse(live) };
        startOver(true);
      }
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
      if (entries.length > 0)
        live.push(
          (await buildPart(oneBatch(entries), version, { entries: BATCH, global: false })).part,
        );
      return { listRevision, ...version, parts: inUse(live) };
    }
    needsIds = true;
  }
}

/**
 * Returns one part for several consecutive parts of a list: the entries of their revisions that still exist. If a
 * global list has changed one since, that entry is at a later revision, and the result is undefined.
 * @param before the list with these parts
 * @param first index of the first of these parts; they end with the last part of the list
 */
export async function readMerged(
  db: Queryable,
  orgId: string,
  before: ReadList,
  first: number,
): Promise<Part | undefined> {
  const { id, global } = before.listRevision;
  const of = before.parts.slice(first);
  const size = { entries: liveEntries(of), global };
  const from = before.parts[first - 1]?.revision ?? NOTHING.revision;
  if (!global) {
    const { revision, stamp } = of.at(-1)!;
    const batches = tenantEntriesAfter(db, orgId, id, from, revision, BATCH);
    return (await buildPart(batches, { revision, stamp }, size)).part;
  }
  const { revision, stamp } = before;
  const batches = entriesChangedAfter(db, id, from, BATCH);
  const { part } = await buildPart(batches, { revision, stamp }, size);
  const now = await globalListSince(db, id, before, { most: 0, ids: false });
  return now && isSame(now, before) ? part : undefined;
}
