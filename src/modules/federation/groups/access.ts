import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound, found } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import * as store from './store.ts';

export const GROUP_PREFIX = 'fedgroup';

/**
 * Returns the caller's membership. A single query by the caller's own id decides, and no statement reads, locks or
 * writes before it. So an outsider gets the same answer for a group and for an unknown id.
 * @throws ApiError NOT_FOUND
 */
export async function ownMembership(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<store.MemberRow> {
  return found(
    'federation group',
    isId(GROUP_PREFIX, groupId) && store.selectOwnMember(db, orgId, groupId),
  );
}

/**
 * Returns the group, locked until the transaction ends, and the caller's membership under the lock. docs/locks.md has
 * the order of locks. A caller without membership never waits for the lock, because a wait would disclose that the
 * group exists.
 * @throws ApiError NOT_FOUND
 */
export async function lockGroup(
  tx: Tx,
  orgId: string,
  groupId: string,
): Promise<{ group: store.GroupRow; member: store.MemberRow }> {
  const before = await ownMembership(tx, orgId, groupId);
  const group = await store.lockGroup(tx, before.owner_org_id, groupId);
  // A separate statement sees the changes that the previous holder of the lock has committed.
  const member = await store.selectOwnMember(tx, orgId, groupId);
  if (!group || !member) throw notFound('federation group');
  return { group, member };
}

/** @throws ApiError FORBIDDEN */
export function assertOwner(member: store.MemberRow): void {
  if (member.role !== 'owner')
    throw new ApiError('FORBIDDEN', 'only the owner of the federation group may do this');
}

/** @throws ApiError FORBIDDEN */
export function assertActive(member: store.MemberRow): void {
  if (member.status !== 'ACTIVE')
    throw new ApiError('FORBIDDEN', 'the invitation to the federation group is not accepted yet');
}
