import type { Queryable } from '../../../platform/db/database.ts';
import { Turns } from '../../../platform/turns.ts';
import {
  buildScanSet,
  canonicalise,
  entityHint,
  type ScanName,
  type ScanSet,
} from '../matching/index.ts';
import { loadGlobalEntries, loadTenantEntries, type ListHead, type LoadedEntry } from './store.ts';

/** An entry as screening needs it. */
export type CatalogEntry = { id: string; name: string; dobs: string[]; countries: string[] };

/** One of an entry's names, as it is written on the list. */
export type CatalogName = { entry: CatalogEntry; text: string };

/** A part of a list, ready to be scanned. An entry's primary name stands before its aliases. */
export type Segment = ScanSet<CatalogName>;

/** What a screening needs of a list: its parts, and the revision they are of. */
export type OpenedList = { revision: number; segments: Segment[] };

type Cached = {
  revision: number;
  entryCount: number;
  nameCount: number;
  segments: Segment[];
  usedAt: number;
};

/** Names kept in memory by all lists together, at roughly 3 KB each; least recently used lists go first. */
const MAX_NAMES = 500_000;
/** More small segments than this are merged by loading the list anew. */
const MAX_SEGMENTS = 16;
async function buildSegment(loaded: LoadedEntry[]): Promise<Segment> {
  const names: ScanName<CatalogName>[] = [];
  const turns = new Turns();
  for (const { id, name, aliases, dobs, countries, entityType } of loaded) {
    const entry = { id, name, dobs, countries };
    const texts = new Set([name, ...aliases.map((alias) => alias.name)]);
    for (const text of texts) {
      const prepared = canonicalise(text, { entity: entityHint(entityType) });
      if (prepared.canonical !== '') names.push({ id: { entry, text }, name: prepared });
    }
    await turns.yieldIfDue();
  }
  return buildScanSet(names);
}

/**
 * Lists in memory. A copy is used only while its revision equals the one just read from the database, so
 * every screening sees every change that was committed before it, on every process, without messages.
 */
export class Catalog {
  readonly #lists = new Map<string, Cached>();
  readonly #loading = new Map<string, Promise<Cached | undefined>>();
  #names = 0;
  #uses = 0;

  /** The list's entries as of `head.revision` or later; undefined when it was deleted meanwhile. */
  async open(db: Queryable, orgId: string, head: ListHead): Promise<OpenedList | undefined> {
    let cached = this.#lists.get(head.id);
    // Revisions only grow, so a copy that is ahead of `head` was loaded after `head` was read.
    if (!cached || cached.revision < head.revision) {
      const key = `${head.id}@${head.revision}`;
      let loading = this.#loading.get(key);
      if (!loading) {
        loading = this.#load(db, orgId, head, cached).finally(() => this.#loading.delete(key));
        this.#loading.set(key, loading);
      }
      cached = await loading;
    }
    if (cached) cached.usedAt = ++this.#uses;
    return cached;
  }

  async #load(
    db: Queryable,
    orgId: string,
    head: ListHead,
    old: Cached | undefined,
  ): Promise<Cached | undefined> {
    const fresh =
      (await this.#loadAdded(db, orgId, head, old)) ?? (await this.#loadAll(db, orgId, head));
    const current = this.#lists.get(head.id);
    if (!fresh || (current && current.revision > fresh.revision)) return current;
    this.#names += fresh.nameCount - (current?.nameCount ?? 0);
    this.#lists.set(head.id, fresh);
    this.#evict(head.id);
    return fresh;
  }

  /** Only what is new, when nothing of the old copy was deleted: the counts then add up. */
  async #loadAdded(
    db: Queryable,
    orgId: string,
    head: ListHead,
    old: Cached | undefined,
  ): Promise<Cached | undefined> {
    if (!old || head.global || old.segments.length >= MAX_SEGMENTS) return undefined;
    const loaded = await loadTenantEntries(db, orgId, head.id, old.revision);
    if (!loaded || old.entryCount + loaded.entries.length !== loaded.entryCount) return undefined;
    const segment = await buildSegment(loaded.entries);
    return {
      revision: loaded.revision,
      entryCount: loaded.entryCount,
      nameCount: old.nameCount + segment.names.length,
      segments: segment.names.length > 0 ? [...old.segments, segment] : old.segments,
      usedAt: 0,
    };
  }

  async #loadAll(db: Queryable, orgId: string, head: ListHead): Promise<Cached | undefined> {
    const loaded = head.global
      ? await loadGlobalEntries(db, head.id)
      : await loadTenantEntries(db, orgId, head.id, -1);
    if (!loaded) return undefined;
    const segment = await buildSegment(loaded.entries);
    const { revision, entryCount } = loaded;
    return {
      revision,
      entryCount,
      nameCount: segment.names.length,
      segments: [segment],
      usedAt: 0,
    };
  }

  #evict(keep: string): void {
    if (this.#names <= MAX_NAMES) return;
    const byAge = [...this.#lists]
      .filter(([id]) => id !== keep)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [id, { nameCount }] of byAge) {
      if (this.#names <= MAX_NAMES) return;
      this.#lists.delete(id);
      this.#names -= nameCount;
    }
  }
}
