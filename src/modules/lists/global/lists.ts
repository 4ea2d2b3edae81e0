import { Changed } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import { lastImport } from './last-import.ts';
import { withoutQuery } from './refresh/fetch.ts';
import { selectOrigins, type OriginRow } from './refresh/store.ts';
import type { GlobalList, Origin, RefusedFile } from './schemas.ts';
import * as store from './store.ts';

export const GLOBAL_LIST_PREFIX = 'glist';

function toOrigin(row: OriginRow): Origin {
  return {
    location: withoutQuery(row.main),
    aliasesLocation: row.aliases === null ? null : withoutQuery(row.aliases),
    addressesLocation: row.addresses === null ? null : withoutQuery(row.addresses),
    commentsLocation: row.comments === null ? null : withoutQuery(row.comments),
    format: row.format,
    refreshEverySeconds: row.every_seconds,
    dueAt: row.due_at?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    failures: row.failures,
    failedAt: row.failed_at?.toISOString() ?? null,
    error: row.error,
    refused: row.refused as RefusedFile | null,
    acceptsRefused: row.allow_shrink && row.refused !== null,
  };
}

/** Number of ambiguous dates, if there are any. */
function openDatesOf(row: store.GlobalListRow): Pick<GlobalList, 'openDates'> {
  const openDates = lastImport(row)?.openDates ?? 0;
  return openDates > 0 ? { openDates } : {};
}

/** Returns the lists in the form for answers, in the same order. */
async function toGlobalLists(db: Queryable, rows: store.GlobalListRow[]): Promise<GlobalList[]> {
  const ids = rows.map((row) => row.id);
  const origins = new Map(
    (await selectOrigins(db, ids)).map((row) => [row.list_id, toOrigin(row)]),
  );
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    name: row.name,
    kind: row.kind as GlobalList['kind'],
    format: row.format,
    entryCount: row.entry_count,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    importedAt: row.imported_at.toISOString(),
    origin: origins.get(row.id) ?? null,
    ...openDatesOf(row),
  }));
}

export async function listGlobalLists(db: Queryable, query: PageInput) {
  const page = appliedPage(query);
  const { rows, ...part } = await store.selectGlobalLists(db, page);
  return toPage(await toGlobalLists(db, rows), part, page);
}

/** Returns the lists as organizations see them: their origin is visible only to the operator. */
export async function globalListFacts(db: Queryable, query: PageInput) {
  const { rows, total, totalIsExact } = await store.selectGlobalLists(db, appliedPage(query));
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as GlobalList['kind'],
    entryCount: row.entry_count,
    changedAt: row.imported_at.toISOString(),
  }));
  return { items, total, totalIsExact };
}

/** @throws ApiError NOT_FOUND */
export async function getGlobalList(db: Queryable, id: string): Promise<GlobalList> {
  const row = await found('list', isId(GLOBAL_LIST_PREFIX, id) && store.selectGlobalList(db, id));
  const [list] = await toGlobalLists(db, [row]);
  return list!;
}

/** Returns the id of the list with this source. @throws ApiError NOT_FOUND */
export async function globalListId(db: Queryable, source: string): Promise<string> {
  const id = await found('list', store.selectListId(db, source));
  return id;
}

/** Deletes a list. Earlier screenings keep their hits. @throws ApiError NOT_FOUND */
export async function deleteGlobalList(
  tx: Tx,
  id: string,
): Promise<Changed<{ id: string; deleted: true }>> {
  const before = await getGlobalList(tx, id);
  await found('list', store.deleteGlobalList(tx, id));
  return new Changed(before, { id, deleted: true });
}
