import type { Version } from '../../../platform/db/buckets/history.ts';
import type { EntryInput, Segment } from '../../../matching/index.ts';

/**
 * A part of a list: an index that never changes, with marks for removed entries. An entry changed since it was built
 * is marked as removed too, and is in a later part.
 */
export type Part = {
  readonly segment: Segment;
  /** The last revision of the list in this part, with its stamp. */
  readonly revision: number;
  readonly stamp: string;
  /** The entries' ids, in the segment's order. */
  readonly idHashes: Uint32Array;
  /** One bit per entry. */
  readonly removed: Uint8Array;
  readonly removedCount: number;
};

export function liveEntries(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, { segment, removedCount }) => sum + segment.entryCount - removedCount,
    0,
  );
}

/** Returns copies of a list without parts that have no entries left. */
export function inUse(parts: readonly Part[]): Part[] {
  return parts.filter(({ segment, removedCount }) => removedCount < segment.entryCount);
}

/** From this number on, removed or later entries are many. */
const MANY = 4000;

/**
 * Returns the first of the parts to merge; undefined if there are none to merge. A list is rebuilt if many entries of
 * its parts are removed, or if the parts after the first have as many as the first. If there are more than `most` parts,
 * those after the first are merged.
 */
export function firstToMerge(parts: readonly Part[], most: number): number | undefined {
  const [first, ...others] = parts;
  if (!first) return undefined;
  const later = liveEntries(others);
  const gone = parts.reduce((sum, { removedCount }) => sum + removedCount, 0);
  const size = liveEntries([first]);
  if (gone > Math.max(MANY, size / 2) || later > Math.max(MANY, size)) return 0;
  return parts.length > most ? 1 : undefined;
}

/** Returns the id of the entry that was added last; '' if there is none. */
export function newestIn(parts: readonly Part[]): string {
  const segment = parts.at(-1)?.segment;
  return segment && segment.entryCount > 0 ? segment.entry(segment.entryCount - 1).id : '';
}

export function bytesOf(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, { segment, idHashes, removed }) =>
      sum + segment.byteLength + idHashes.byteLength + removed.byteLength,
    0,
  );
}

/** FNV-1a. Ids of the same millisecond differ at their end. */
function hashId(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export function isRemoved(removed: Uint8Array, entry: number): boolean {
  return (removed[entry >> 3]! & (1 << (entry & 7))) !== 0;
}

/** Returns a part without removed entries. */
export function newPart(segment: Segment, { revision, stamp }: Version, ids: IdHashes): Part {
  const removed = new Uint8Array((segment.entryCount + 7) >> 3);
  return { segment, revision, stamp, idHashes: ids.done(), removed, removedCount: 0 };
}

/** Returns the part with these entries marked as removed; the same object if it contains none of them. */
export function without(part: Part, ids: ReadonlySet<string>): Part {
  if (ids.size === 0) return part;
  const hashes = new Set([...ids].map(hashId));
  const removed = part.removed.slice();
  let { removedCount } = part;
  for (let entry = 0; entry < part.idHashes.length; entry++) {
    if (!hashes.has(part.idHashes[entry]!) || isRemoved(removed, entry)) continue;
    if (!ids.has(part.segment.entry(entry).id)) continue;
    removed[entry >> 3]! |= 1 << (entry & 7);
    removedCount += 1;
  }
  return removedCount === part.removedCount ? part : { ...part, removed, removedCount };
}

/** Returns the ids of entries that are now removed from parts, and were not before. */
export function removedSince(before: readonly Part[], parts: readonly Part[]): Set<string> {
  const ids = new Set<string>();
  for (const [i, { segment, removed }] of parts.entries()) {
    const known = before[i]!.removed;
    if (removed === known) continue;
    for (let entry = 0; entry < segment.entryCount; entry++)
      if (isRemoved(removed, entry) && !isRemoved(known, entry)) ids.add(segment.entry(entry).id);
  }
  return ids;
}

/** Returns the entries, not removed, whose id is not among `ids`. */
export function missingFrom(part: Part, ids: ReadonlySet<string>): Set<string> {
  const missing = new Set<string>();
  for (let entry = 0; entry < part.idHashes.length; entry++) {
    if (isRemoved(part.removed, entry)) continue;
    const { id } = part.segment.entry(entry);
    if (!ids.has(id)) missing.add(id);
  }
  return missing;
}

/** Collects hashes of ids while their entries are added to a segment. */
export class IdHashes {
  #hashes = new Uint32Array(1024);
  #count = 0;

  add({ id }: EntryInput): void {
    if (this.#count === this.#hashes.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#count++] = hashId(id);
  }

  done(): Uint32Array {
    return this.#hashes.slice(0, this.#count);
  }
}
