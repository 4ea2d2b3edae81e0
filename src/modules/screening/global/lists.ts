import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import type { GlobalList } from './schemas.ts';
import * as store from './store.ts';

export const GLOBAL_LIST_PREFIX = 'glist';

export function toGlobalList(row: store.GlobalListRow): GlobalList {
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    kind: row.kind as GlobalList['kind'],
    format: row.format,
    entryCount: row.entry_count,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    importedAt: row.imported_at.toISOString(),
  };
}

export async function listGlobalLists(db: Queryable, query: { page?: number; limit?: number }) {
  const page = appliedPage(query);
  const { rows, total } = await store.selectGlobalLists(db, page);
  return toPage(rows.map(toGlobalList), total, page);
}

/** @throws ApiError NOT_FOUND */
export async function getGlobalList(db: Queryable, id: string): Promise<GlobalList> {
  const row = isId(GLOBAL_LIST_PREFIX, id) ? await store.selectGlobalList(db, id) : undefined;
  if (!row) throw notFound('list');
  return toGlobalList(row);
}

/** Earlier screenings keep their hits. @throws ApiError NOT_FOUND */
export async function deleteGlobalList(tx: Tx, id: string): Promise<{ id: string; deleted: true }> {
  if (!isId(GLOBAL_LIST_PREFIX, id) || !(await store.deleteGlobalList(tx, id)))
    throw notFound('list');
  return { id, deleted: true };
}
