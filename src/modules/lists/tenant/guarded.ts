import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import { ENTRY_PREFIX, LIST_PREFIX } from './schemas.ts';
import * as store from './store.ts';

/** The revision of a list or of an entry, as a request for a second person is bound to it. @throws ApiError NOT_FOUND */
export async function listRevision(db: Queryable, orgId: string, id: string): Promise<string> {
  if (isId(ENTRY_PREFIX, id)) {
    const revision = await store.selectEntryRevision(db, orgId, id);
    if (revision === undefined) throw notFound('entry');
    return String(revision);
  }
  const list = isId(LIST_PREFIX, id) ? await store.selectList(db, orgId, id) : undefined;
  if (!list) throw notFound('list');
  return String(list.revision);
}

/** Returns whether a list, or an entry of it, has hits that are open or true matches. */
export type HasHits = (
  db: Queryable,
  orgId: string,
  listId: string,
  entryId?: string,
) => Promise<boolean>;

/**
 * Lets the actor remove a list, or an entry of it. Hits that are open or true matches close with it, so it needs two people
 * also where a false positive does. The caller has locked the list.
 * @throws ApiError NOT_FOUND, APPROVAL_REQUIRED
 */
export async function assertMayRemove(
  tx: Tx,
  orgId: string,
  { listId, entryId }: { listId: string; entryId?: string },
  actor: Actor,
  hasHits: HasHits,
): Promise<void> {
  const objectId = entryId ?? listId;
  await assertSecondPerson(
    tx,
    {
      orgId,
      action: 'list.remove_entries',
      objectId,
      revision: await listRevision(tx, orgId, objectId),
      ...((await hasHits(tx, orgId, listId, entryId)) && { also: ['hit.false_positive'] }),
    },
    actor,
  );
}
