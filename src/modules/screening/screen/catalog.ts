import type { Queryable } from '../../../platform/db/database.ts';
import { buildInWorker, buildSegment, type EntryInput, type Segment } from '../engine/index.ts';
import { entriesChangedAfter, idsRemovedAfter } from '../global/store.ts';
import {
  bytesOf,
  IdHashes,
  liveEntries,
  missingFrom,
  newPart,
  without,
  type Part,
} from './parts.ts';
import { selectEntryIds, tenantEntriesAfter, type ListHead } from './store.ts';

/** A list as of `revision` or later. What was handed out does not change. */
export type OpenedList = { readonly revision: number; readonly parts: readonly Part[] };

type Cached = OpenedList & {
  readonly head: ListHead;
  /** Entries the list has at `revision`; it may hold some that were added later. */
  readonly entryCount: number;
};

/** For more entries than this, a thread of their own is worth its start. */
const BUILT_HERE = 500;
const BATCH = 2000;
/** With more parts, those after the first are built anew as one. */
const MAX_PARTS = 12;
/** A list whose parts hold this many entries that are gone, or so many beside the first part, is built anew. */
const wasteful = ([first, ...others]: readonly Part[]): boolean => {
  if (!first) return false;
  const later = liveEntries(others);
  const gone = [first, ...others].reduce((sum, { removedCount }) => sum + removedCount, 0);
  return gone + later > Math.max(2 * BATCH, liveEntries([first]) / 2);
};

type Listed = EntryInput & { revision: number };

/** What a stream of entries comes to, with the ids of those that came after `revision`. */
async function buildPart(
  batches: AsyncIterable<Listed[]>,
  revision: number,
): Promise<{ part: Part; ids: Set<string>; upTo: number } | undefined> {
  const hashes = new IdHashes();
  const ids = new Set<string>();
  const late = new Set<string>();
  let upTo = 0;
  const noted = (batch: Listed[]): Listed[] => {
    for (const entry of batch) {
      hashes.add(entry);
      ids.add(entry.id);
      if (entry.revision > revision) late.add(entry.id);
      else upTo += 1;
    }
    return batch;
  };
  const iterator = batches[Symbol.asyncIterator]();
  const first: Listed[] = [];
  let ended = false;
  while (!ended && first.length < BATCH) {
    const { value, done } = await iterator.next();
    if (done) ended = true;
    else first.push(...noted(value));
  }
  if (first.length === 0) return undefined;
  const rest = async function* (): AsyncGenerator<Listed[]> {
    yield first;
    while (!ended) {
      const { value, done } = await iterator.next();
      if (done) ended = true;
      else yield noted(value);
    }
  };
  const small = ended && first.length <= BUILT_HERE;
  const segment: Segment = small ? buildSegment(first) : await buildInWorker(rest());
  // What an import changed while it was read may have come twice.
  return { part: without(newPart(segment, revision, hashes), late, true), ids, upTo };
}

/**
 * The lists in memory, as indexes. A copy is used only if it is as new as the revision that was just read from the
 * database, so every screening sees every change that was committed before it, on every process, without messages: what
 * was added since is read and becomes a part of its own, what was removed is marked.
 */
export class Catalog {
  readonly #lists = new Map<string, Cached>();
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #maxBytes: number;
  /** Of a part of a list that is being replaced. */
  readonly #rebuilding = new Set<string>();
  #bytes = 0;

  /** @param maxBytes of all lists together; beyond it tenants' lists that were not used for longest are forgotten */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Memory of all lists, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Forgets global lists that are not among these, which are all that there are. */
  retainGlobal(heads: readonly ListHead[]): void {
    for (const [id, { head, parts }] of this.#lists) {
      if (!head.global || heads.some((one) => one.id === id)) continue;
      this.#lists.delete(id);
      this.#bytes -= bytesOf(parts);
    }
  }

  /** The list's entries as of `head.revision` or later. */
  async open(db: Queryable, orgId: string, head: ListHead): Promise<OpenedList> {
    for (;;) {
      const cached = this.#lists.get(head.id);
      // Revisions only grow, so a copy that is ahead of `head` was made after `head` was read.
      if (cached && cached.revision >= head.revision) {
        this.#lists.delete(head.id);
        this.#lists.set(head.id, cached);
        return cached;
      }
      const loading = this.#loading.get(head.id);
      if (loading) {
        await loading.catch(() => {});
        continue;
      }
      const load = this.#load(db, orgId, head, cached).finally(() => this.#loading.delete(head.id));
      this.#loading.set(head.id, load);
      return load;
    }
  }

  async #load(
    db: Queryable,
    orgId: string,
    head: ListHead,
    old: Cached | undefined,
  ): Promise<Cached> {
    let fresh = await this.#advance(db, orgId, head, old);
    const [first] = fresh.parts;
    if (fresh.parts.length > MAX_PARTS && first)
      fresh = await this.#advance(db, orgId, head, {
        head,
        revision: first.revision,
        entryCount: Number.NaN,
        parts: [first],
      });
    this.#keep(fresh);
    if (wasteful(fresh.parts)) void this.#rebuild(db, orgId, head);
    return fresh;
  }

  /** A copy as of `head` from an older one, or from nothing. */
  async #advance(
    db: Queryable,
    orgId: string,
    head: ListHead,
    old: Cached | undefined,
  ): Promise<Cached> {
    const from = old?.revision ?? -1;
    const batches = head.global
      ? entriesChangedAfter(db, head.id, from, BATCH)
      : tenantEntriesAfter(db, orgId, head.id, from, BATCH);
    const built = await buildPart(batches, head.revision);
    let parts = (old?.parts ?? []).map((part) => without(part, built?.ids ?? new Set()));
    if (built) parts.push(built.part);
    if (old) {
      const removed = await this.#removed(db, orgId, head, old, built?.upTo ?? 0, parts);
      parts = parts.map((part) => without(part, removed));
    }
    return {
      head,
      revision: head.revision,
      entryCount: head.entryCount,
      parts: parts.filter(({ segment, removedCount }) => removedCount < segment.entryCount),
    };
  }

  /** Entries that the list has lost since the old copy. */
  async #removed(
    db: Queryable,
    orgId: string,
    head: ListHead,
    old: Cached,
    added: number,
    parts: readonly Part[],
  ): Promise<ReadonlySet<string>> {
    if (head.global) {
      const ids = await idsRemovedAfter(db, head.id, old.revision);
      if (ids) return new Set(ids);
    } else if (old.entryCount + added === head.entryCount) return new Set();
    const present = await selectEntryIds(db, orgId, head);
    return new Set(parts.flatMap((part) => [...missingFrom(part, present)]));
  }

  /** Replaces the list's parts by one, meanwhile the others go on being used. What fails is tried with the next change. */
  async #rebuild(db: Queryable, orgId: string, head: ListHead): Promise<void> {
    if (this.#rebuilding.has(head.id)) return;
    this.#rebuilding.add(head.id);
    try {
      const whole = await this.#advance(db, orgId, head, undefined);
      const current = this.#lists.get(head.id);
      if (!current) return;
      if (current.revision === whole.revision) this.#keep(whole);
      else this.#keep(await this.#advance(db, orgId, current.head, whole));
    } catch {
      // The parts there are give the same answers.
    } finally {
      this.#rebuilding.delete(head.id);
    }
  }

  #keep(fresh: Cached): void {
    const { id } = fresh.head;
    const current = this.#lists.get(id);
    if (current && current.revision > fresh.revision) return;
    this.#lists.delete(id);
    this.#lists.set(id, fresh);
    this.#bytes += bytesOf(fresh.parts) - (current ? bytesOf(current.parts) : 0);
    for (const [other, { head, parts }] of this.#lists) {
      if (this.#bytes <= this.#maxBytes) return;
      if (head.global || other === id) continue;
      this.#lists.delete(other);
      this.#bytes -= bytesOf(parts);
    }
  }
}
