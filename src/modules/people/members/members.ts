import type { Actor } from '../../../platform/audit/action.ts';
import { assertSecondPerson, voidRequestsAbout, voidRequestsBy } from '../../approvals/index.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest, notFound, found } from '../../../platform/errors/index.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import {
  assertUnchanged,
  revisionOfContent,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { paged, type PageInput } from '../../../platform/http/schema.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { isId } from '../../../platform/ids.ts';
import { noteChange } from '../../live/index.ts';
import type { KeysOfLeaver, OwnedKey } from '../../tenants/index.ts';
import { outbox, type DefinedEvent } from '../../webhooks/index.ts';
import { memberChanged, memberJoined, memberLeft } from '../events.ts';
import { revokeInvitationsOf } from '../revoke-invitations.ts';
import { USER_PREFIX, type Profile, type ProfileBox } from '../profiles.ts';
import {
  assertMayGrant,
  MEMBERS_SCOPE,
  rightsOf,
  TENANT_ROLE_NAMES,
  type Grantor,
  type TenantRole,
} from '../roles.ts';
import { assertAdminStays, endRights } from './leaving.ts';
import type { AddMember, Member, MemberName } from './schemas.ts';
import * as store from './store.ts';

function toMember(row: store.MembershipRow, profiles: ProfileBox): Member {
  const member = {
    id: row.user_id,
    issuer: row.issuer,
    ...profiles.open(row.org_id, row.user_id, row.profile),
    roles: row.roles,
    groupRoles: row.group_roles,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
  return withRevision(member, entityRevisionOf(row));
}

/** The revision depends only on the roles. It does not depend on the profile, which each sign-in may update. */
function entityRevisionOf(row: MemberState): string {
  return revisionOfContent(revisionOf(row));
}

/** Adds an event to the outbox of an organization. Memberships of operators send no events to tenants. */
export async function tell(tx: Tx, orgId: string, event: DefinedEvent): Promise<void> {
  if (orgId !== PLATFORM) await outbox(await bucketOf(tx, orgId), orgId, event);
}

/** Sends the event of a changed membership to an organization and its open streams. */
export async function tellOfMember(
  tx: Tx,
  { org_id: orgId, user_id: userId }: Pick<store.MembershipRow, 'org_id' | 'user_id'>,
  event: DefinedEvent,
): Promise<void> {
  await tell(tx, orgId, event);
  if (orgId === PLATFORM) return;
  const own = await bucketOf(tx, orgId);
  await noteChange(own, orgId, 'member', [userId]);
  await voidRequestsAbout(own, orgId, 'member.change_roles', userId);
}

/** Returns the current roles of a member, assigned or given by groups. */
export function rolesOf(row: Pick<store.MembershipRow, 'roles' | 'group_roles'>): TenantRole[] {
  return [...new Set([...row.roles, ...row.group_roles])] as TenantRole[];
}

type MemberState = Pick<
  store.MembershipRow,
  'org_id' | 'user_id' | 'roles' | 'group_roles' | 'ended_at'
>;

function revisionOf({ roles, group_roles: groupRoles, ended_at: ended }: MemberState): string {
  return canonicalJson([roles.toSorted(), groupRoles.toSorted(), ended !== null]);
}

/** Returns the state of a person who was never a member. */
function outsider(orgId: string, userId: string): MemberState {
  return { org_id: orgId, user_id: userId, roles: [], group_roles: [], ended_at: null };
}

/** Returns the id and the revision of a person by issuer and subject. The person need not be a member. */
export async function findAnybody(
  db: Queryable,
  orgId: string,
  { issuer, subject }: Pick<AddMember, 'issuer' | 'subject'>,
  profiles: ProfileBox,
): Promise<{ userId: string; revision: string }> {
  const ids = profiles.idsOf(orgId, issuer, subject);
  const userId = (await store.findUserId(db, orgId, ids)) ?? ids.userId;
  const row = await store.findAnyMembership(db, orgId, userId);
  return { userId, revision: revisionOf(row ?? outsider(orgId, userId)) };
}

/**
 * Returns the revision of a member or former member, which binds requests for a second person. @throws ApiError
 * NOT_FOUND
 */
export async function memberRevision(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<string> {
  const known = isId(USER_PREFIX, userId) && store.findAnyMembership(db, orgId, userId);
  return revisionOf(await found('member', known));
}

/**
 * Checks that the actor may give a person exactly these roles: the organization does not require two people, or the
 * actor is the second one.
 * @param actor null if the actor cannot be the second person
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertMayChangeRoles(
  tx: Tx,
  row: MemberState,
  roles: readonly string[],
  actor: Actor | null,
): Promise<void> {
  const { org_id: orgId, user_id: userId } = row;
  // Operators need no second person.
  if (orgId === PLATFORM) return;
  const detail = { roles: roles.toSorted() };
  const guarded = { orgId, action: 'member.change_roles', objectId: userId, detail } as const;
  const revision = revisionOf(row);
  await assertSecondPerson(await bucketOf(tx, orgId), { ...guarded, revision }, actor);
}

/**
 * Makes a person a member, even after an earlier membership.
 * @param options.actor null if the actor cannot be the second person of a change of roles
 * @param options.isApproved true if two people have already approved these roles
 * @returns undefined if the person is a member already
 * @throws ApiError APPROVAL_REQUIRED for roles that are assigned and not given by groups, where a change of roles needs
 * two people
 */
export async function join(
  tx: Tx,
  orgId: string,
  {
    issuer,
    profile,
    roles,
    groupRoles = [],
  }: {
    issuer: string;
    profile: Profile;
    roles: string[];
    groupRoles?: string[];
  },
  {
    profiles,
    actor,
    isApproved = false,
  }: { profiles: ProfileBox; actor: Actor | null; isApproved?: boolean },
): Promise<store.MembershipRow | undefined> {
  const ids = profiles.idsOf(orgId, issuer, profile.subject);
  const known = await store.lockPerson(tx, orgId, ids);
  const userId = known?.user_id ?? ids.userId;
  const belongs = known !== undefined && known.ended_at === null;
  if (!belongs && roles.length > 0 && !isApproved)
    await assertMayChangeRoles(tx, known ?? outsider(orgId, userId), roles, actor);
  const row = await store.insertMembership(tx, {
    org_id: orgId,
    user_id: userId,
    person_id: ids.personId,
    issuer,
    roles,
    group_roles: groupRoles,
    profile: profiles.seal(orgId, userId, profile),
  });
  if (row) await tellOfMember(tx, row, memberJoined({ userId, roles: rolesOf(row) }));
  return row;
}

/** @throws ApiError FORBIDDEN for a caller who may not change members */
function assertMayManage(grantor: Grantor): void {
  if (grantor && !grantor.scopes.has(MEMBERS_SCOPE))
    throw new ApiError(
      'FORBIDDEN',
      `the person has other roles; changing them needs the scope ${MEMBERS_SCOPE}`,
    );
}

/**
 * Replaces the roles of a member, and revokes the open invitations that the person could no longer create.
 * @param tx holds `lockRights`
 * @throws ApiError FORBIDDEN if a new role has more rights than the grantor; CONFLICT for the last admin;
 * APPROVAL_REQUIRED
 */
async function replaceRoles(
  tx: Tx,
  current: store.MembershipRow,
  { profile, ...change }: { roles: string[]; profile?: Buffer },
  { grantor, actor }: { grantor: Grantor; actor: Actor },
): Promise<store.MembershipRow> {
  const { org_id: orgId, user_id: userId } = current;
  const { roles } = change;
  assertMayGrant(
    grantor,
    orgId,
    roles.filter((role) => !current.roles.includes(role)),
  );
  await assertAdminStays(tx, current, [...roles, ...current.group_roles]);
  await assertMayChangeRoles(tx, current, roles, actor);
  const row = await store.updateMembership(tx, current, { roles, ...(profile && { profile }) });
  await revokeInvitationsOf(tx, orgId, userId, { roles: rolesOf(row), actor });
  notifyAfterCommit(AUTH_CHANNEL);
  await tellOfMember(tx, row, memberChanged({ userId, roles: rolesOf(row) }));
  return row;
}

/**
 * Makes a person a member with exactly these roles, or gives these roles to a member.
 * @param who.roles undefined keeps the roles of a member, and makes a new member an admin
 * @returns the id and the roles, and the roles that a member had
 * @throws ApiError FORBIDDEN for a change of roles without the right to change members; CONFLICT for the last admin;
 * APPROVAL_REQUIRED for a change of roles or a new member, where that needs two people
 */
export async function ensureMember(
  tx: Tx,
  orgId: string,
  who: { issuer: string; profile: Profile; roles: string[] | undefined },
  { profiles, grantor, actor }: { profiles: ProfileBox; grantor: Grantor; actor: Actor },
): Promise<Changed<{ userId: string; roles: string[] }>> {
  await lockRights(tx, orgId);
  const { issuer, profile } = who;
  const given = { issuer, profile, roles: who.roles ?? ['admin'] };
  const joined = await join(tx, orgId, given, { profiles, actor });
  if (joined) return new Changed(undefined, { userId: joined.user_id, roles: joined.roles });
  const ids = profiles.idsOf(orgId, issuer, profile.subject);
  const current = (await store.lockPerson(tx, orgId, ids))!;
  const userId = current.user_id;
  const { roles = current.roles } = who;
  const sealed = profiles.seal(orgId, userId, profile);
  if (current.roles.toSorted().join() === roles.toSorted().join())
    await store.updateMembership(tx, current, { profile: sealed });
  else {
    assertMayManage(grantor);
    await replaceRoles(tx, current, { roles, profile: sealed }, { grantor, actor });
  }
  return new Changed({ roles: current.roles }, { userId, roles });
}

/**
 * @throws ApiError CONFLICT if the person is a member already; FORBIDDEN if a role has more rights than the grantor;
 * APPROVAL_REQUIRED where a change of roles needs two people
 */
export async function addMember(
  tx: Tx,
  orgId: string,
  { issuer, subject, roles, email, name }: AddMember,
  { profiles, grantor, actor }: { profiles: ProfileBox; grantor: Grantor; actor: Actor },
): Promise<Member> {
  assertMayGrant(grantor, orgId, roles);
  const profile = { subject, email: email ?? null, name: name ?? null };
  const row = await join(tx, orgId, { issuer, profile, roles }, { profiles, actor });
  if (!row) throw new ApiError('CONFLICT', 'the person is a member already');
  return toMember(row, profiles);
}

async function lockMember(tx: Tx, orgId: string, userId: string): Promise<store.MembershipRow> {
  const row = isId(USER_PREFIX, userId) ? await store.lockMembership(tx, orgId, userId) : undefined;
  if (!row || row.ended_at !== null) throw notFound('member');
  return row;
}

/**
 * Changes the roles of a member. The change takes effect in every process within 5 s.
 * @throws ApiError NOT_FOUND; CONFLICT for the last admin; FORBIDDEN if a role has more rights than the grantor;
 * APPROVAL_REQUIRED
 */
export async function changeMember(
  tx: Tx,
  orgId: string,
  userId: string,
  {
    roles,
    profiles,
    grantor,
    actor,
    ...seen
  }: { roles: string[]; profiles: ProfileBox; grantor: Grantor; actor: Actor } & Seen,
): Promise<Changed<Member>> {
  await lockRights(tx, orgId);
  const current = await lockMember(tx, orgId, userId);
  assertUnchanged(entityRevisionOf(current), seen, 'the member');
  const row = await replaceRoles(tx, current, { roles }, { grantor, actor });
  return new Changed(toMember(current, profiles), toMember(row, profiles));
}

/**
 * Ends a membership with its sessions, in every process within 5 s, and with the person's open invitations. Groups of
 * the identity provider do not restore the membership.
 * @param options.keys the treatment of the keys that the person created
 * @returns also the person's unrevoked keys, expired or not
 * @throws ApiError NOT_FOUND; CONFLICT for the last admin
 */
export async function removeMember(
  tx: Tx,
  orgId: string,
  userId: string,
  { keys = 'keep', actor, ...seen }: { keys?: KeysOfLeaver | undefined; actor: Actor } & Seen,
): Promise<Changed<{ id: string; deleted: true; keys: OwnedKey[] }>> {
  await lockRights(tx, orgId);
  const left = await lockMember(tx, orgId, userId);
  assertUnchanged(entityRevisionOf(left), seen, 'the member');
  await assertAdminStays(tx, left, []);
  await store.endMembership(tx, orgId, userId);
  const owned = await endRights(tx, left, { keys, actor });
  notifyAfterCommit(AUTH_CHANNEL);
  await tellOfMember(tx, left, memberLeft({ userId }));
  const personId = left.person_id ?? userId;
  await voidRequestsBy(await bucketOf(tx, orgId), orgId, { kind: 'person', id: userId, personId });
  const before = { roles: left.roles, groupRoles: left.group_roles };
  return new Changed(before, { id: userId, deleted: true, keys: owned });
}

/** @throws ApiError NOT_FOUND */
export async function getMember(
  db: Queryable,
  orgId: string,
  userId: string,
  profiles: ProfileBox,
): Promise<Member> {
  const member = isId(USER_PREFIX, userId) && store.findMembership(db, orgId, userId);
  return toMember(await found('member', member), profiles);
}

export async function listMembers(
  db: Queryable,
  orgId: string,
  query: PageInput & { role?: string },
  profiles: ProfileBox,
) {
  return paged(
    query,
    (page) => store.selectMemberships(db, orgId, query.role, page),
    (row) => toMember(row, profiles),
  );
}

/** Lists the names of all current and former members, and no other data of them. */
export async function listMemberNames(
  db: Queryable,
  orgId: string,
  query: PageInput,
  profiles: ProfileBox,
) {
  return paged(
    query,
    (page) => store.selectAllMemberships(db, orgId, page),
    ({ user_id: id, profile, ended_at: endedAt }): MemberName => ({
      id,
      name: profiles.open(orgId, id, profile).name,
      isMember: endedAt === null,
    }),
  );
}

/** Returns the names of these current and former members. */
export async function memberNames(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  profiles: ProfileBox,
): Promise<Map<string, string | null>> {
  const rows = await store.selectMembershipsById(db, orgId, ids);
  return new Map(
    rows.map(({ user_id: id, profile }) => [id, profiles.open(orgId, id, profile).name]),
  );
}

/** Returns the ids of the current members who have a scope, ordered. @param who only members with this id or role */
export async function membersWithScope(
  db: Queryable,
  orgId: string,
  scope: string,
  who: { id?: string; role?: string },
): Promise<string[]> {
  const roles = TENANT_ROLE_NAMES.filter((role) => rightsOf(orgId, [role]).scopes.has(scope));
  return store.selectWithRoles(db, orgId, roles, who);
}

/** Returns true if a person is currently a member of the organization. */
async function isMember(db: Queryable, orgId: string, userId: string): Promise<boolean> {
  return isId(USER_PREFIX, userId) && (await store.findMembership(db, orgId, userId)) !== undefined;
}

/** @throws ApiError BAD_REQUEST if a request names an assignee who is not a member */
export async function requireMember(
  db: Queryable,
  orgId: string,
  assignee: string | null | undefined,
): Promise<void> {
  if (typeof assignee !== 'string' || (await isMember(db, orgId, assignee))) return;
  throw badRequest([{ path: 'assignee', message: 'must be the id of a member' }]);
}
