import type { Actor } from '../../../platform/audit/action.ts';
import { isInPages, paged } from '../../../platform/http/schema.ts';
import { voidRequestsAbout } from '../../approvals/index.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { type Queryable, type Tx } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { ApiError, found } from '../../../platform/errors/index.ts';
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

/** @throws ApiError CONFLICT if the organization has a list with this source */
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

/** In the order of creation: one page if requested, otherwise all. */
export async function listLists(db: Queryable, orgId: string, query: ListQuery): Promise<Lists> {
  if (!isInPages(query)) return { lists: (await store.selectLists(db, orgId, query)).map(toList) };
  const { items: lists, ...part } = await paged(
    query,
    (page) => store.selectListPage(db, orgId, query, page),
    toList,
  );
  return { lists, ...part };
}

/** @throws ApiError NOT_FOUND */
export async function getList(db: Queryable, orgId: string, id: string): Promise<List> {
  const row = await found('list', isId(LIST_PREFIX, id) && store.selectList(db, orgId, id));
  return toList(row);
}

/** An empty change returns the list unchanged. @throws ApiError NOT_FOUND */
export async function renameList(
  tx: Tx,
  orgId: string,
  id: string,
  input: RenameList,
): Promise<Changed<List>> {
  const before = await getList(tx, orgId, id);
  if (input.name === undefined) return new Changed(before, before);
  const row = await found('list', store.renameList(tx, orgId, id, input.name));
  return new Changed(before, toList(row));
}

/**
 * Deletes the list and its entries permanently; earlier screenings keep their hits.
 * @throws ApiError NOT_FOUND, APPROVAL_REQUIRED
 */
export async function deleteList(
  tx: Tx,
  orgId: string,
  id: string,
  actor: Actor,
  hasHits: HasHits,
): Promise<Changed<{ id: string; deleted: true }>> {
  const before = await getList(tx, orgId, id);
  // Entries that other callers add at the same time count in the revision.
  await found('list', store.lockList(tx, orgId, id));
  await assertMayRemove(tx, orgId, { listId: id }, actor, hasHits);
  await voidRequestsAbout(tx, orgId, 'list.remove_entries', id);
  await found('list', store.deleteList(tx, orgId, id));
  return new Changed(before, { id, deleted: true });
}
