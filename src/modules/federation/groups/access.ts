import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import * as store from './store.ts';

export const GROUP_PREFIX = 'fedgroup';

/**
 * The caller's membership. One look-up by the caller's own id decides, and nothing is read, locked or written before
 * it, so an outsider gets the same answer for a group and for an id that does not exist.
 * @throws ApiError NOT_FOUND
 */
export async function ownMembership(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<store.MemberRow> {
  const member = isId(GROUP_PREFIX, groupId)
    ? await store.selectOwnMember(db, orgId, groupId)
    : undefined;
  if (!member) throw notFound('federation group');
  return member;
}

/**
 * The group, locked until the transaction ends, and the caller's membership as of the lock. docs/locks.md has the order
 * of locks. Whoever is no member never waits for the lock: how long it is held would tell that there is a group.
 * @throws ApiError NOT_FOUND
 */
export async function lockGroup(
  tx: Tx,
  orgId: string,
  groupId: string,
): Promise<{ group: store.GroupRow; member: store.MemberRow }> {
  const before = await ownMembership(tx, orgId, groupId);
  const group = await store.lockGroup(tx, before.owner_org_id, groupId);
  // A separate statement sees what the lock's holder before has committed.
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
