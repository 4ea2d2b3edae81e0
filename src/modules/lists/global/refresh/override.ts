import { PLATFORM, type Actor } from '../../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import { bucketOf } from '../../../../platform/db/places.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { assertSecondPerson } from '../../../approvals/index.ts';
import { getGlobalList } from '../lists.ts';
import type { RefusedFile } from '../schemas.ts';

/** The file of a list that was refused for what it would do. @throws ApiError NOT_FOUND; CONFLICT when none was */
export async function refusedFile(db: Queryable, listId: string): Promise<RefusedFile> {
  const { origin } = await getGlobalList(db, listId);
  if (!origin?.refused)
    throw new ApiError('CONFLICT', 'no file of this list was refused that two could agree to take');
  return origin.refused;
}

/**
 * The file that was refused, once another operator has asked to have it taken: the request is answered with the caller's
 * transaction, which must take no other file.
 * @throws ApiError NOT_FOUND; CONFLICT when none was refused; APPROVAL_REQUIRED
 */
export async function acceptRefused(tx: Tx, listId: string, actor: Actor): Promise<RefusedFile> {
  const detail = await refusedFile(tx, listId);
  await assertSecondPerson(
    await bucketOf(tx, PLATFORM),
    { orgId: PLATFORM, action: 'global_list.shrink', objectId: listId, revision: '', detail },
    actor,
  );
  return detail;
}
