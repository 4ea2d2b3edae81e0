/** The lists that a screening was checked against, as answers name them. */
import { LIST_KINDS, type ListKind, Lru } from '../../../../matching/index.ts';
import { clock } from '../../../../platform/clock.ts';
import type { OpenList } from '../global-lists.ts';
import { liveEntries } from '../parts.ts';
import { isOverdue, type ListRevision } from '../../../lists/index.ts';
import type { CheckedList } from './schemas.ts';

/** A list as answers name it, with the searched version. */
export function namedList(
  list: ListRevision,
  { revision, entryCount }: { revision: number; entryCount: number },
): CheckedList {
  return {
    id: list.id,
    source: list.source,
    name: list.name,
    kind: list.kind as ListKind,
    revision,
    entryCount,
    publishedAt: list.publishedAt?.toISOString() ?? null,
    importedAt: list.importedAt?.toISOString() ?? null,
    isOverdue: isOverdue(list, clock.nowMs()),
  };
}

/** Sorts lists by kind, then by source. */
export function inOrder(lists: readonly CheckedList[]): CheckedList[] {
  return lists.toSorted(
    (a, b) =>
      LIST_KINDS.indexOf(a.kind) - LIST_KINDS.indexOf(b.kind) ||
      (a.source < b.source || (a.source === b.source && a.id < b.id) ? -1 : 1),
  );
}

/** Returns the lists of a search, in order. */
export function checkedLists(lists: readonly OpenList[]): CheckedList[] {
  return inOrder(
    lists.map(({ listRevision, revision, parts }) =>
      namedList(listRevision, { revision, entryCount: liveEntries(parts) }),
    ),
  );
}

/** A loss of commits may be invisible to this process, so stored lists are stored again after this time. */
const STORED_AGAIN_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Versions of organizations that this process has stored recently. */
export class StoredVersions {
  #storedMs = new Lru<string, number>(MOST_KNOWN);

  /** The database may have lost stored lists. */
  forget(): void {
    this.#storedMs = new Lru(MOST_KNOWN);
  }

  has(orgId: string, version: string): boolean {
    const storedMs = this.#storedMs.get(`${orgId} ${version}`);
    return storedMs !== undefined && clock.monotonicMs() < storedMs + STORED_AGAIN_MS;
  }

  add(orgId: string, version: string): void {
    this.#storedMs.set(`${orgId} ${version}`, clock.monotonicMs());
  }
}
