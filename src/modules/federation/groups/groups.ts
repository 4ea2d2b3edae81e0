import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { settled, sharedOf } from '../../../platform/db/places.ts';
import { found } from '../../../platform/errors/index.ts';
import { paged, type PageInput } from '../../../platform/http/schema.ts';
import { newId } from '../../../platform/ids.ts';
import { deletionEvents } from '../send-events.ts';
import { importsAmong, removeMemberImports } from '../imports.ts';
import { assertOwner, GROUP_PREFIX, lockGroup, ownMembership } from './access.ts';
import { assertRoomForGroup } from './limits.ts';
import type { CreateGroup, GroupDetail, GroupSummary, Member } from './schemas.ts';
import * as store from './store.ts';

export const MEMBER_PREFIX = 'fedmember';
export function toMember(row: store.MemberRow): Member {
  return {
    id: row.id,
    groupId: row.group_id,
    organizationId: row.org_id,
    prefix: row.prefix,
    // The table's constraints allow no other values.
    role: row.role as Member['role'],
    status: row.status as Member['status'],
    joinedAt: row.joined_at.toISOString(),
  };
}

function toDetail(
  group: Pick<store.GroupRow, 'id' | 'org_id' | 'name' | 'created_at'>,
  members: store.MemberRow[],
): GroupDetail {
  return {
    id: group.id,
    name: group.name,
    ownerOrganizationId: group.org_id,
    createdAt: group.created_at.toISOString(),
    members: members.map(toMember),
  };
}

/**
 * Creates a group. The caller owns it and is its first member, active immediately.
 * @throws ApiError CONFLICT if the caller is active in too many groups
 */
export async function createGroup(
  tx: Tx,
  orgId: string,
  { name, prefix }: CreateGroup,
): Promise<GroupDetail> {
  await assertRoomForGroup(tx, orgId);
  const { group, member } = await store.insertGroup(
    tx,
    { org_id: orgId, id: newId(GROUP_PREFIX), name },
    { id: newId(MEMBER_PREFIX), prefix },
  );
  return toDetail(group, [member]);
}

/** @throws ApiError NOT_FOUND */
export async function getGroup(db: Queryable, orgId: string, id: string): Promise<GroupDetail> {
  await settled(sharedOf(db));
  const { owner_org_id: owner } = await ownMembership(db, orgId, id);
  const members = await store.selectDetail(db, owner, id);
  const own = await found(
    'federation group',
    members.find((row) => row.org_id === orgId),
  );
  return toDetail({ id, org_id: owner, ...own.group }, members);
}

/** Lists groups that the organization belongs to or is invited to, in the order of creation. */
export async function listGroups(db: Queryable, orgId: string, query: PageInput) {
  await settled(sharedOf(db));
  return paged(
    query,
    (page) => store.selectGroups(db, orgId, page),
    (row): GroupSummary => ({
      id: row.id,
      name: row.name,
      ownerOrganizationId: row.org_id,
      createdAt: row.created_at.toISOString(),
      role: row.role as GroupSummary['role'],
      status: row.status as GroupSummary['status'],
      prefix: row.prefix,
      memberCount: row.member_count,
    }),
  );
}

/**
 * Deletes the group with its memberships and with all data that members have imported from each other.
 * @throws ApiError NOT_FOUND; FORBIDDEN if the caller is not the owner
 */
export async function deleteGroup(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const { member } = await lockGroup(tx, orgId, id);
  assertOwner(member);
  const members = await store.selectMembers(tx, orgId, id);
  const imports = await importsAmong(tx, members, members);
  await removeMemberImports(tx, orgId, imports, deletionEvents(members));
  await store.deleteGroup(tx, orgId, id);
  return { id, deleted: true };
}
