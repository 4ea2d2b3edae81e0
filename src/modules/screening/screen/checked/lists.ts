/** The lists that a screening was checked against, as answers name them. */
import { Type, type Static } from 'typebox';
import { Lru } from '../../engine/lru.ts';
import { clock } from '../../../../platform/clock.ts';
import { Nullable, StringEnum, Timestamp } from '../../../../platform/http/schema.ts';
import type { OpenList } from '../global-lists.ts';
import { GLOBAL_KINDS, LIST_KINDS, type ListKind } from '../list-kinds.ts';
import { liveEntries } from '../parts.ts';
import type { ListRevision } from '../store.ts';

const fields = {
  id: Type.String({ description: '`listId` of hits.' }),
  source: Type.String(),
  name: Type.String(),
  kind: StringEnum('ListKind', LIST_KINDS),
  revision: Type.Integer({ description: 'Revision of the list: `listRevision` of hits.' }),
  entryCount: Type.Integer({ description: 'Entries at that revision.' }),
  publishedAt: Nullable(Timestamp('When the publisher made it.'), {
    description: 'When the publisher made it, as its file or server says; null where neither does.',
  }),
  importedAt: Nullable(Timestamp('When it was last imported.'), {
    description: 'When it was last imported; null for lists of the organization.',
  }),
  isOverdue: Type.Boolean({
    description:
      'True when the operator’s interval for the list has passed since it was last found to be what its publisher has: ' +
      'it may be out of date.',
  }),
};

export const CheckedList = Type.Object(fields, { title: 'CheckedList' });
export type CheckedList = Static<typeof CheckedList>;

export const GlobalListFacts = Type.Object(
  { ...fields, kind: StringEnum('GlobalListKind', GLOBAL_KINDS) },
  { title: 'GlobalListFacts' },
);
export type GlobalListFacts = Static<typeof GlobalListFacts>;

/** The time that a refresh may take beyond the interval: a tenth of it, at most an hour. */
const SLACK = 0.1;
const MOST_SLACK_MS = 3_600_000;

function isOverdue({ everySeconds, checkedAt, importedAt }: ListRevision): boolean {
  if (!everySeconds) return false;
  const everyMs = everySeconds * 1000;
  const lastMs = Math.max(checkedAt?.getTime() ?? 0, importedAt?.getTime() ?? 0);
  return clock.nowMs() > lastMs + everyMs + Math.min(SLACK * everyMs, MOST_SLACK_MS);
}

/** A list as it is named, with what was searched of it. */
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
    isOverdue: isOverdue(list),
  };
}

/** Lists by kind, then by source. */
export function inOrder(lists: readonly CheckedList[]): CheckedList[] {
  return lists.toSorted(
    (a, b) =>
      LIST_KINDS.indexOf(a.kind) - LIST_KINDS.indexOf(b.kind) ||
      (a.source < b.source || (a.source === b.source && a.id < b.id) ? -1 : 1),
  );
}

/** The lists of a search, in order. */
export function checkedLists(lists: readonly OpenList[]): CheckedList[] {
  return inOrder(
    lists.map(({ listRevision, revision, parts }) =>
      namedList(listRevision, { revision, entryCount: liveEntries(parts) }),
    ),
  );
}

/** A database may lose its last commits: what was stored is stored again after this time. */
const STORED_AGAIN_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Versions of organizations that this process has stored a moment ago. */
export class StoredVersions {
  readonly #storedMs = new Lru<string, number>(MOST_KNOWN);

  has(orgId: string, version: string): boolean {
    const storedMs = this.#storedMs.get(`${orgId} ${version}`);
    return storedMs !== undefined && clock.monotonicMs() < storedMs + STORED_AGAIN_MS;
  }

  add(orgId: string, version: string): void {
    this.#storedMs.set(`${orgId} ${version}`, clock.monotonicMs());
  }
}
