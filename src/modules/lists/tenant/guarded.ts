import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import { ENTRY_PREFIX, LIST_PREFIX } from './schemas.ts';
import * as store from './store.ts';

/**
 * Returns the revision of a list or entry, which a request for a second person is bound to. @throws ApiError
 * NOT_FOUND
 */
export async function listRevision(db: Queryable, orgId: string, id: string): Promise<string> {
  if (isId(ENTRY_PREFIX, id)) {
    const revision = await found('entry', store.selectEntryRevision(db, orgId, id));
    return String(revision);
  }
  const list = await found('list', isId(LIST_PREFIX, id) && store.selectList(db, orgId, id));
  return String(list.revision);
}

/** Returns true if a list or entry has hits that are open or true matches. */
export type HasHits = (
  db: Queryable,
  orgId: string,
  listId: string,
  entryId?: string,
) => Promise<boolean>;

/**
 * Checks that the actor may remove a list or entry. The removal closes its open hits and true matches, so it needs two
 * people if a false positive does. The caller has locked the list.
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
