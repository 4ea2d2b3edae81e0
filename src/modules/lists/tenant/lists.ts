import type { Actor } from '../../../platform/audit/action.ts';
import { appliedPage, isInPages, toPage } from '../../../platform/http/schema.ts';
import { voidRequestsAbout } from '../../approvals/index.ts';
import { noteBefore } from '../../../platform/audit/audit.ts';
import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { assertMayRemove, type HasHits } from './guarded.ts';
import { LIST_PREFIX } from './schemas.ts';
import type { CreateList, List, ListQuery, Lists, RenameList } from './schemas.ts';
import * as store from './store.ts';

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

/** In the order of creation: a page, if one is asked for, and else all. */
export async function listLists(db: Queryable, orgId: string, query: ListQuery): Promise<Lists> {
  if (!isInPages(query)) return { lists: (await store.selectLists(db, orgId, query)).map(toList) };
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectListPage(db, orgId, query, page);
  const { items: lists, ...part } = toPage(rows.map(toList), found, page);
  return { lists, ...part };
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
  const before = await getList(tx, orgId, id);
  noteBefore(before);
  if (input.name === undefined) return before;
  const row = await store.renameList(tx, orgId, id, input.name);
  if (!row) throw notFound('list');
  return toList(row);
}

/**
 * Deletes the list and its entries for good; earlier screenings keep their hits.
 * @throws ApiError NOT_FOUND, APPROVAL_REQUIRED
 */
export async function deleteList(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
  hasHits: HasHits,
): Promise<{ id: string; deleted: true }> {
  noteBefore(await getList(tx, orgId, id));
  // Entries that others are adding count in the revision.
  if ((await store.lockList(tx, orgId, id)) === undefined) throw notFound('list');
  await assertMayRemove(tx, orgId, { listId: id }, actor, hasHits);
  await voidRequestsAbout(tx, orgId, 'list.remove_entries', id);
  if (!(await store.deleteList(tx, orgId, id))) throw notFound('list');
  return { id, deleted: true };
}
