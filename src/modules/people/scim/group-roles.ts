/** Roles that people get from SCIM groups. */
import type { Actor } from '../../../platform/audit/action.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { memberChanged } from '../events.ts';
import { revokeInvitationsOf } from '../revoke-invitations.ts';
import { assertAdminStays, endRights } from '../members/leaving.ts';
import { rolesOf, tellOfMember } from '../members/members.ts';
import { updateMembership, type MembershipRow } from '../members/store.ts';
import { groupRolesOf } from '../sign-in/membership.ts';
import type { Issuing } from './place.ts';
import { selectGroupsOf } from '../sign-in/store.ts';
import * as store from './store.ts';

/** Returns the roles that groups of the issuer give by its current settings. */
export function rolesBy({ orgId, row }: Issuing, groups: readonly string[]): string[] {
  const groupRoles = row.group_roles as Record<string, string[]>;
  return groupRolesOf({ orgId, groupRoles }, groups);
}

/** Returns the names of the groups of each person. */
async function groupNames(
  db: Queryable,
  orgId: string,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for (const { user_id, display_name } of await selectGroupsOf(db, orgId, userIds))
    names.set(user_id, [...(names.get(user_id) ?? []), display_name]);
  return names;
}

/**
 * Gives a member the roles of new groups. Roles from the token of the last sign-in stay until the next sign-in.
 * @param tx holds `lockRights`
 * @throws ApiError CONFLICT for the last admin
 */
async function regroup(
  tx: Tx,
  current: MembershipRow,
  { before, after }: { before: string[]; after: string[] },
  actor: Actor,
): Promise<void> {
  const lost = new Set(before.filter((role) => !after.includes(role)));
  const kept = current.group_roles.filter((role) => !lost.has(role));
  const groupRoles = [...new Set([...kept, ...after])].toSorted();
  if (groupRoles.join() === current.group_roles.toSorted().join()) return;
  const { org_id: orgId, user_id: userId } = current;
  await assertAdminStays(tx, current, [...current.roles, ...groupRoles]);
  const row = await updateMembership(tx, current, { group_roles: groupRoles });
  const roles = rolesOf(row);
  if (roles.toSorted().join() === rolesOf(current).toSorted().join()) return;
  if (roles.length === 0) await endRights(tx, row, { keys: 'keep', actor });
  else await revokeInvitationsOf(tx, orgId, userId, { roles, actor });
  notifyAfterCommit(AUTH_CHANNEL);
  await tellOfMember(tx, row, memberChanged({ userId, roles }));
}

/**
 * Changes groups and gives these people the resulting roles.
 * @throws ApiError CONFLICT for the last admin
 */
export async function whileRegrouping(
  tx: Tx,
  place: Issuing,
  userIds: readonly string[],
  actor: Actor,
  change: () => Promise<void>,
): Promise<void> {
  const { orgId } = place;
  const before = await groupNames(tx, orgId, userIds);
  await change();
  const after = await groupNames(tx, orgId, userIds);
  for (const row of await store.lockMembers(tx, orgId, userIds)) {
    const roles = (names: Map<string, string[]>) => rolesBy(place, names.get(row.user_id) ?? []);
    await regroup(tx, row, { before: roles(before), after: roles(after) }, actor);
  }
}
