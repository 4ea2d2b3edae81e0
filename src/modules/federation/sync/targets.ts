import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import type { GroupRow, MemberRow } from '../groups/store.ts';
import { selectActiveOthers } from './store.ts';

/**
 * Returns the members with whom `orgId` syncs: all other active members, or the one that the request names.
 * @throws ApiError BAD_REQUEST if the request names the caller; NOT_FOUND if the named organization is not an active
 * member
 */
export async function syncTargets(
  tx: Tx,
  group: GroupRow,
  orgId: string,
  only: string | undefined,
): Promise<MemberRow[]> {
  if (only === orgId)
    throw badRequest([{ path: 'organizationId', message: 'must be another member' }]);
  const place = { ownerOrgId: group.org_id, groupId: group.id };
  const others = await selectActiveOthers(tx, place, orgId, only);
  if (only !== undefined && others.length === 0)
    throw new ApiError(
      'NOT_FOUND',
      'the organization is not an active member of the federation group',
    );
  return others;
}
