import type { Actor } from '../../../platform/audit/action.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import type { Tx, Queryable } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { memberChanged } from '../events.ts';
import { accept } from '../invitations/invitations.ts';
import { revokeInvitationsOf } from '../revoke-invitations.ts';
import { endRights } from '../members/leaving.ts';
import { assertMayChangeRoles, join, rolesOf, tellOfMember } from '../members/members.ts';
import { lockPerson, updateMembership, type MembershipRow } from '../members/store.ts';
import type { ProfileBox } from '../profiles.ts';
import type { Claims } from './claims.ts';
import type { Issuer } from './provider.ts';
import { isKnown, selectGroupsOf } from './store.ts';
import { rolesIn } from '../roles.ts';

/** Returns the roles that groups map to, without unknown roles. */
export function groupRolesOf(
  { orgId, groupRoles }: Pick<Issuer, 'orgId' | 'groupRoles'>,
  groups: readonly string[],
): string[] {
  const known = rolesIn(orgId);
  const given = groups
    .filter((group) => Object.hasOwn(groupRoles, group))
    .flatMap((group) => groupRoles[group]!);
  return [...new Set(given)].filter((role) => Object.hasOwn(known, role)).toSorted();
}

/** Returns the names of a person's groups in SCIM. */
async function groupNames(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<{ isKnown: boolean; names: string[] }> {
  if (!(await isKnown(db, orgId, userId))) return { isKnown: false, names: [] };
  const groups = await selectGroupsOf(db, orgId, [userId]);
  return { isKnown: true, names: groups.map(({ display_name }) => display_name) };
}

function noRole(): ApiError {
  return new ApiError(
    'FORBIDDEN',
    'you have no role in this organization: ask for an invitation, or for membership in a group',
  );
}

/** The roles of an invitation. `isApproved` is true if two people have approved it. */
type Invited = { roles: string[]; isApproved: boolean };

async function updated(
  tx: Tx,
  current: MembershipRow,
  {
    claims,
    groupRoles,
    invited,
    profiles,
    actor,
  }: {
    claims: Claims;
    groupRoles: string[];
    invited: Invited | undefined;
    profiles: ProfileBox;
    actor: Actor;
  },
): Promise<MembershipRow> {
  const { org_id, user_id } = current;
  const { subject, email, name } = claims;
  const before = profiles.open(org_id, user_id, current.profile);
  // If the provider sends no name or address, the stored one stays.
  const profile = { subject, email: email ?? before.email, name: name ?? before.name };
  const roles = [...new Set([...current.roles, ...(invited?.roles ?? [])])];
  // The person who accepts cannot be the second person, because the roles are the person's own.
  if (roles.length > current.roles.length && !invited?.isApproved)
    await assertMayChangeRoles(tx, current, roles, null);
  const isSame =
    roles.length === current.roles.length &&
    JSON.stringify(profile) === JSON.stringify(before) &&
    current.group_roles.toSorted().join() === groupRoles.join();
  if (isSame) return current;
  const row = await updateMembership(tx, current, {
    roles,
    group_roles: groupRoles,
    profile: profiles.seal(org_id, user_id, profile),
  });
  const left = rolesOf(row);
  if (left.toSorted().join() !== rolesOf(current).toSorted().join()) {
    if (left.length === 0) await endRights(tx, row, { keys: 'keep', actor });
    else await revokeInvitationsOf(tx, org_id, user_id, { roles: left, actor });
    notifyAfterCommit(AUTH_CHANNEL);
    await tellOfMember(tx, row, memberChanged({ userId: user_id, roles: left }));
  }
  return row;
}

/**
 * Returns the membership with which a person signs in: the existing one, with the roles of the current groups; or a
 * new one, by an invitation or by groups. An invitation adds to the roles of a member. Only an invitation restores an
 * ended membership. Groups can take roles away, even from the last admin, because the provider decides about them.
 * @param options.actor the actor who takes away roles that groups no longer give
 * @returns an error for a member whose last role is gone; throw it once the loss is committed
 * @throws ApiError FORBIDDEN if the person is not a member and gets no role; APPROVAL_REQUIRED for an invitation by
 * one person where a change of roles needs two people
 */
export async function admit(
  tx: Tx,
  issuer: Issuer,
  claims: Claims,
  {
    invitation,
    profiles,
    actor,
  }: { invitation: Buffer | undefined; profiles: ProfileBox; actor: Actor },
): Promise<MembershipRow | { refusal: ApiError }> {
  const { orgId } = issuer;
  await lockRights(tx, orgId);
  const ids = profiles.idsOf(orgId, claims.issuer, claims.subject);
  const current = await lockPerson(tx, orgId, ids);
  const userId = current?.user_id ?? ids.userId;
  const provisioned = await groupNames(tx, orgId, userId);
  const groupRoles = groupRolesOf(issuer, [...claims.groups, ...provisioned.names]);
  const { email, subject, name } = claims;
  const invited =
    invitation && (await accept(tx, orgId, { userId, email, tokenHash: invitation }, profiles));
  if (current && current.ended_at === null) {
    const row = await updated(tx, current, { claims, groupRoles, invited, profiles, actor });
    return rolesOf(row).length === 0 ? { refusal: noRole() } : row;
  }
  // A person whom SCIM manages and who is not a member was deactivated there: groups do not restore the membership.
  const isNew = !current && !provisioned.isKnown;
  const mayJoin = invited !== undefined || (isNew && groupRoles.length > 0);
  if (!mayJoin) throw noRole();
  const profile = { subject, email, name };
  const who = { issuer: claims.issuer, profile, roles: invited?.roles ?? [], groupRoles };
  const isApproved = invited?.isApproved ?? false;
  const joined = await join(tx, orgId, who, { profiles, actor: null, isApproved });
  // Two first sign-ins of one person ran concurrently, and the other one has just added the membership.
  return joined ?? (await lockPerson(tx, orgId, ids))!;
}
