import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound, type ErrorDetail } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { getOrganization, isTestOrganization } from '../../tenants/index.ts';
import { federationAccepted, federationInvited, federationRemoved } from '../events.ts';
import { membershipEvents, sendEvents } from '../send-events.ts';
import { assertOwner, lockGroup } from '../groups/access.ts';
import { MEMBER_PREFIX, toMember, deleteGroup } from '../groups/groups.ts';
import type { Member } from '../groups/schemas.ts';
import {
  assertRoomForGroup,
  assertRoomForInvitation,
  countInvitation,
  type InvitationLimit,
} from '../groups/limits.ts';
import { changeMemberCount, selectMembers, selectOwnMember } from '../groups/store.ts';
import { importsAmong, removeMemberImports } from '../imports.ts';
import type { InviteMember, RemovedMember } from './schemas.ts';
import * as store from './store.ts';
import { deleteInvitationsOf, selectFirstMembership } from './store.ts';

/**
 * The maximum number of members of a group, including invited ones. It limits the work of a push and of a deletion.
 */
export const MAX_MEMBERS = 100;

function noMember() {
  return new ApiError('NOT_FOUND', 'the organization is not a member of the group');
}
function conflict(message: string) {
  return new ApiError('CONFLICT', message);
}

/**
 * Invites an organization.
 * @throws ApiError NOT_FOUND if the caller is not a member, or the organization does not exist; FORBIDDEN if the
 * caller is not the owner; CONFLICT if the organization is in the group, another member has the prefix, the group is
 * full, or too many invitations are open; RATE_LIMITED if the owner has invited the organization too often
 */
export async function inviteMember(
  tx: Tx,
  orgId: string,
  groupId: string,
  { organizationId, prefix }: InviteMember,
  limit: InvitationLimit,
): Promise<Member> {
  const { group, member: owner } = await lockGroup(tx, orgId, groupId);
  assertOwner(owner);
  await getOrganization(tx, organizationId);
  // A test organization could not accept, because test mode has no federation.
  if (isTestOrganization(organizationId)) throw notFound('organization');
  if (await selectOwnMember(tx, organizationId, groupId))
    throw conflict('the organization is already in the federation group');
  await assertRoomForInvitation(tx, orgId);
  await countInvitation(tx, orgId, organizationId, limit);
  const row = await store.insertInvited(tx, {
    org_id: organizationId,
    group_id: groupId,
    owner_org_id: orgId,
    id: newId(MEMBER_PREFIX),
    prefix,
  });
  if (!row) throw conflict('the prefix is taken in the federation group');
  if (group.member_count >= MAX_MEMBERS)
    throw conflict(`a federation group has at most ${MAX_MEMBERS} members`);
  await changeMemberCount(tx, orgId, groupId, 1);
  await sendEvents(tx, orgId, membershipEvents(row, federationInvited));
  return toMember(row);
}

/**
 * Accepts the caller's invitation.
 * @throws ApiError NOT_FOUND if there is none; CONFLICT if the membership is active already, or the caller is active
 * in too many groups
 */
export async function acceptInvitation(tx: Tx, orgId: string, groupId: string): Promise<Member> {
  const { member } = await lockGroup(tx, orgId, groupId);
  if (member.status === 'INVITED') await assertRoomForGroup(tx, orgId);
  const row = await store.acceptInvited(tx, orgId, groupId);
  if (!row) throw conflict('the membership is already active');
  await sendEvents(tx, orgId, membershipEvents(row, federationAccepted));
  return toMember(row);
}

/** Returns the problems with the organization that a request names in its query, its body or both. */
export function removalProblems(
  inQuery: string | undefined,
  inBody: string | undefined,
): ErrorDetail[] {
  const path = 'organizationId';
  if (inQuery === undefined && inBody === undefined) return [{ path, message: 'is required' }];
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody)
    return [{ path, message: 'differs between query and body' }];
  return [];
}

/**
 * Removes a membership: a member leaves or declines, or the owner removes another. The same transaction deletes all
 * data that others have imported from the member and the member from others, with every grant that depends on it, and
 * frees the prefix.
 * @throws ApiError NOT_FOUND if the caller or the target is not in the group; FORBIDDEN if the target is the owner, or
 * if neither the owner nor the target is the caller
 */
export async function removeMember(
  tx: Tx,
  orgId: string,
  groupId: string,
  target: string,
): Promise<RemovedMember> {
  const { member: caller } = await lockGroup(tx, orgId, groupId);
  const isSelf = target === orgId;
  if (isSelf && caller.role === 'owner')
    throw new ApiError('FORBIDDEN', 'the owner cannot be removed from its federation group');
  if (!isSelf) assertOwner(caller);
  const members = await selectMembers(tx, caller.owner_org_id, groupId);
  const leaving = members.find((one) => one.org_id === target);
  if (!leaving) throw noMember();
  const ownReason = leaving.status === 'INVITED' ? 'declined' : 'left';
  const reason = isSelf ? ownReason : 'removed';
  const events = membershipEvents(leaving, (data) => federationRemoved({ ...data, reason }));
  const others = members.filter((one) => one !== leaving);
  const imports = [
    ...(await importsAmong(tx, others, [leaving])),
    ...(await importsAmong(tx, [leaving], others)),
  ];
  await removeMemberImports(tx, orgId, imports, events);
  const row = await store.deleteMember(tx, target, groupId);
  if (!row) throw noMember();
  await changeMemberCount(tx, row.owner_org_id, groupId, -1);
  return { id: row.id, organizationId: row.org_id, removed: true };
}

/**
 * Leaves one group for an organization that is erased, or deletes the group if the organization owns it.
 * @returns false if there is none
 */
export async function leaveNextGroup(tx: Tx, orgId: string): Promise<boolean> {
  const membership = await selectFirstMembership(tx, orgId);
  if (!membership) {
    await deleteInvitationsOf(tx, orgId);
    return false;
  }
  const { role, group_id: groupId } = membership;
  if (role === 'owner') await deleteGroup(tx, orgId, groupId);
  else await removeMember(tx, orgId, groupId, orgId);
  return true;
}
