import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { CreateList, List, RenameList } from './schemas.ts';
import * as store from './store.ts';

export const LIST_PREFIX = 'list';

function toList(row: store.ListRow): List {
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    kind: row.kind as List['kind'],
    entryCount: row.entry_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** @throws ApiError CONFLICT when the organization has a list with this source */
export async function createList(tx: Tx, orgId: string, input: CreateList): Promise<List> {
  try {
    const { source, name, kind } = input;
    return toList(
      await store.insertList(tx, { org_id: orgId, id: newId(LIST_PREFIX), source, name, kind }),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'screening_lists_source_unique')
      throw new ApiError('CONFLICT', 'a list with this source exists');
    throw error;
  }
}

export async function listLists(db: Queryable, orgId: string): Promise<{ lists: List[] }> {
  return { lists: (await store.selectLists(db, orgId)).map(toList) };
}

/** @throws ApiError NOT_FOUND */
export async function getList(db: Queryable, orgId: string, id: string): Promise<List> {
  const row = isId(LIST_PREFIX, id) ? await store.selectList(db, orgId, id) : undefined;
  if (!row) throw notFound('list');
  return toList(row);
}

/** An empty change answers with the list as it is. @throws ApiError NOT_FOUND */
export async function renameList(
  tx: Tx,
  orgId: string,
  id: string,
  input: RenameList,
): Promise<List> {
  if (input.name === undefined) return getList(tx, orgId, id);
  const row = isId(LIST_PREFIX, id) ? await store.renameList(tx, orgId, id, input.name) : undefined;
  if (!row) throw notFound('list');
  return toList(row);
}

/** Deletes the list and its entries for good; earlier screenings keep their hits. @throws ApiError NOT_FOUND */
export async function deleteList(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  if (!isId(LIST_PREFIX, id) || !(await store.deleteList(tx, orgId, id))) throw notFound('list');
  return { id, deleted: true };
}
