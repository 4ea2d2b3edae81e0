import type { Actor } from '../../../platform/audit/action.ts';
import { assertSecondPerson, voidRequestsAbout, voidRequestsBy } from '../../approvals/index.ts';
import { noteBefore } from '../../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { notifyAfterCommit } from '../../../platform/background/notifier.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { PLATFORM } from '../../../platform/audit/action.ts';
import {
  assertUnchanged,
  revisionOfContent,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { isId } from '../../../platform/ids.ts';
import { noteChange } from '../../live/index.ts';
import type { KeysOfLeaver, OwnedKey } from '../../tenants/index.ts';
import { outbox, type DefinedEvent } from '../../webhooks/index.ts';
import { memberChanged, memberJoined, memberLeft } from '../events.ts';
import { revokeInvitationsOf } from '../invitations/revoking.ts';
import { USER_PREFIX, type Profile, type ProfileBox } from '../profiles.ts';
import { assertMayGrant, MEMBERS_SCOPE, type Grantor, type TenantRole } from '../roles.ts';
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

/** The roles decide: a profile that a sign-in brings up to date is no change. */
function entityRevisionOf(row: MemberState): string {
  return revisionOfContent(revisionOf(row));
}

/** Tells an organization; operators' memberships are no tenant's business. */
export async function tell(tx: Tx, orgId: string, event: DefinedEvent): Promise<void> {
  if (orgId !== PLATFORM) await outbox(await bucketOf(tx, orgId), orgId, event);
}

/** Tells an organization and its open streams what has become of a membership. */
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

/** The roles that somebody has now, however given. */
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

/** Somebody who never was a member. */
function outsider(orgId: string, userId: string): MemberState {
  return { org_id: orgId, user_id: userId, roles: [], group_roles: [], ended_at: null };
}

/** The id and the revision of a person whom an issuer calls so, and who need not be a member. */
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

/** The revision of a member, or former member, as a request for a second person is bound to it. @throws ApiError NOT_FOUND */
export async function memberRevision(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<string> {
  const row = isId(USER_PREFIX, userId)
    ? await store.findAnyMembership(db, orgId, userId)
    : undefined;
  if (!row) throw notFound('member');
  return revisionOf(row);
}

/**
 * Lets somebody have these roles alone, member or not, if the organization does not ask for two people, or if the actor is the
 * second.
 * @param actor null for whoever cannot be the second
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertMayChangeRoles(
  tx: Tx,
  row: MemberState,
  roles: readonly string[],
  actor: Actor | null,
): Promise<void> {
  const { org_id: orgId, user_id: userId } = row;
  // Operators ask nobody.
  if (orgId === PLATFORM) return;
  const detail = { roles: roles.toSorted() };
  const guarded = { orgId, action: 'member.change_roles', objectId: userId, detail } as const;
  const revision = revisionOf(row);
  await assertSecondPerson(await bucketOf(tx, orgId), { ...guarded, revision }, actor);
}

/**
 * Makes somebody a member, also who had left.
 * @param options.actor who does it; null for whoever cannot be the second person of a change of roles
 * @param options.isApproved two people have agreed to these roles already
 * @returns undefined for who is a member already
 * @throws ApiError APPROVAL_REQUIRED for roles that are given and not those of groups, where a change of roles needs two people
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
 * Gives a member these roles in the place of others, and revokes the open invitations that the person could no longer make.
 * @param tx holds `lockRights`
 * @throws ApiError FORBIDDEN when a new role has more rights than the grantor; CONFLICT for the last admin; APPROVAL_REQUIRED
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
 * Makes somebody a member with these roles and no others, or gives these to a member.
 * @param who.roles undefined leaves a member the roles they have, and makes a new one an admin
 * @returns the id and the roles
 * @throws ApiError FORBIDDEN for other roles than before without the right to change members; CONFLICT for the last admin;
 *   APPROVAL_REQUIRED for other roles than before, and for a new member, where that needs two people
 */
export async function ensureMember(
  tx: Tx,
  orgId: string,
  who: { issuer: string; profile: Profile; roles: string[] | undefined },
  { profiles, grantor, actor }: { profiles: ProfileBox; grantor: Grantor; actor: Actor },
): Promise<{ userId: string; roles: string[] }> {
  await lockRights(tx, orgId);
  const { issuer, profile } = who;
  const given = { issuer, profile, roles: who.roles ?? ['admin'] };
  const joined = await join(tx, orgId, given, { profiles, actor });
  if (joined) return { userId: joined.user_id, roles: joined.roles };
  const ids = profiles.idsOf(orgId, issuer, profile.subject);
  const current = (await store.lockPerson(tx, orgId, ids))!;
  const userId = current.user_id;
  noteBefore({ roles: current.roles });
  const { roles = current.roles } = who;
  const sealed = profiles.seal(orgId, userId, profile);
  if (current.roles.toSorted().join() === roles.toSorted().join())
    await store.updateMembership(tx, current, { profile: sealed });
  else {
    assertMayManage(grantor);
    await replaceRoles(tx, current, { roles, profile: sealed }, { grantor, actor });
  }
  return { userId, roles };
}

/**
 * @throws ApiError CONFLICT for who is a member already; FORBIDDEN when a role has more rights than the grantor;
 *   APPROVAL_REQUIRED where a change of roles needs two people
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
 * Takes effect on every process within 5 s.
 * @throws ApiError NOT_FOUND; CONFLICT for the last admin; FORBIDDEN when a role has more rights than the grantor;
 *   APPROVAL_REQUIRED
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
): Promise<Member> {
  await lockRights(tx, orgId);
  const current = await lockMember(tx, orgId, userId);
  assertUnchanged(entityRevisionOf(current), seen, 'the member');
  noteBefore(toMember(current, profiles));
  return toMember(await replaceRoles(tx, current, { roles }, { grantor, actor }), profiles);
}

/**
 * Ends a membership with its sessions, on every process within 5 s, and with the person's open invitations. The groups of the
 * identity provider do not bring the person back.
 * @param options.keys what becomes of the keys that the person made
 * @returns also the keys in use that the person made, whether they still work or not
 * @throws ApiError NOT_FOUND; CONFLICT for the last admin
 */
export async function removeMember(
  tx: Tx,
  orgId: string,
  userId: string,
  { keys = 'keep', actor, ...seen }: { keys?: KeysOfLeaver | undefined; actor: Actor } & Seen,
): Promise<{ id: string; deleted: true; keys: OwnedKey[] }> {
  await lockRights(tx, orgId);
  const left = await lockMember(tx, orgId, userId);
  assertUnchanged(entityRevisionOf(left), seen, 'the member');
  await assertAdminStays(tx, left, []);
  await store.endMembership(tx, orgId, userId);
  const owned = await endRights(tx, left, { keys, actor });
  noteBefore({ roles: left.roles, groupRoles: left.group_roles });
  notifyAfterCommit(AUTH_CHANNEL);
  await tellOfMember(tx, left, memberLeft({ userId }));
  const personId = left.person_id ?? userId;
  await voidRequestsBy(await bucketOf(tx, orgId), orgId, { kind: 'person', id: userId, personId });
  return { id: userId, deleted: true, keys: owned };
}

/** @throws ApiError NOT_FOUND */
export async function getMember(
  db: Queryable,
  orgId: string,
  userId: string,
  profiles: ProfileBox,
): Promise<Member> {
  const row = isId(USER_PREFIX, userId) ? await store.findMembership(db, orgId, userId) : undefined;
  if (!row) throw notFound('member');
  return toMember(row, profiles);
}

export async function listMembers(
  db: Queryable,
  orgId: string,
  query: PageInput & { role?: string },
  profiles: ProfileBox,
) {
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectMemberships(db, orgId, query.role, page);
  return toPage(
    rows.map((row) => toMember(row, profiles)),
    found,
    page,
  );
}

/** The names of everybody who is, or was, a member, and nothing else of them. */
export async function listMemberNames(
  db: Queryable,
  orgId: string,
  query: PageInput,
  profiles: ProfileBox,
) {
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectAllMemberships(db, orgId, page);
  const names = rows.map(({ user_id: id, profile }): MemberName => {
    const { name } = profiles.open(orgId, id, profile);
    return { id, name };
  });
  return toPage(names, found, page);
}

/** Tells whether a person is a member of the organization now. */
export async function isMember(db: Queryable, orgId: string, userId: string): Promise<boolean> {
  return isId(USER_PREFIX, userId) && (await store.findMembership(db, orgId, userId)) !== undefined;
}
