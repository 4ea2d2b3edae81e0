import { PLATFORM, type Actor } from '../../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import { bucketOf } from '../../../../platform/db/places.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { assertSecondPerson } from '../../../approvals/index.ts';
import { getGlobalList } from '../lists.ts';
import type { RefusedFile } from '../schemas.ts';

/** Returns the refused file of a list. @throws ApiError NOT_FOUND; CONFLICT if there is none */
export async function refusedFile(db: Queryable, listId: string): Promise<RefusedFile> {
  const { origin } = await getGlobalList(db, listId);
  if (!origin?.refused)
    throw new ApiError(
      'CONFLICT',
      'no rejected file of this list can be accepted by two operators',
    );
  return origin.refused;
}

/**
 * Returns the refused file after another operator has asked to accept it. The caller's transaction answers the
 * request and must accept no other file.
 * @throws ApiError NOT_FOUND; CONFLICT if none was refused; APPROVAL_REQUIRED
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
