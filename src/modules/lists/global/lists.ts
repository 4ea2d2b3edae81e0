import { noteBefore } from '../../../platform/audit/audit.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
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

/** The number of dates that nobody knows how to read, where there are some. */
function openDatesOf(row: store.GlobalListRow): Pick<GlobalList, 'openDates'> {
  const openDates = lastImport(row)?.openDates ?? 0;
  return openDates > 0 ? { openDates } : {};
}

/** The lists as they are shown, in the same order. */
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
  const { rows, ...found } = await store.selectGlobalLists(db, page);
  return toPage(await toGlobalLists(db, rows), found, page);
}

/** The lists as those who are screened against them see them: where they come from is the operator's. */
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
  const row = isId(GLOBAL_LIST_PREFIX, id) ? await store.selectGlobalList(db, id) : undefined;
  if (!row) throw notFound('list');
  const [list] = await toGlobalLists(db, [row]);
  return list!;
}

/** Id of the list with this source. @throws ApiError NOT_FOUND */
export async function globalListId(db: Queryable, source: string): Promise<string> {
  const id = await store.selectListId(db, source);
  if (id === undefined) throw notFound('list');
  return id;
}

/** Earlier screenings keep their hits. @throws ApiError NOT_FOUND */
export async function deleteGlobalList(tx: Tx, id: string): Promise<{ id: string; deleted: true }> {
  noteBefore(await getGlobalList(tx, id));
  if (!(await store.deleteGlobalList(tx, id))) throw notFound('list');
  return { id, deleted: true };
}
