/** The rights that a change of an identity provider requires: those of every person whom the provider can sign in. */
import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import { memberRevision } from '../members/members.ts';
import { selectRolesAt } from '../members/store.ts';
import { assertMayGrant, type Grantor } from '../roles.ts';
import type { CreateIssuer, UpdateIssuer } from './schemas.ts';
import { findIssuer, selectMappedRoles, type IssuerRow } from './store.ts';

type Mapping = Readonly<Record<string, readonly string[]>>;

/** The caller that changes an identity provider. */
export type Changer = { grantor: Grantor; actor: Actor };

/** A change that requires rights. */
type Aimed = {
  orgId: string;
  /** The id of the provider; of the organization for a new provider. */
  objectId: string;
  /** The revision of the provider; empty for a new one. */
  revision: string;
  /** The change, as it appears in a request for a second person. */
  detail: Record<string, unknown>;
  /** The roles that the provider gives before or after the change. */
  roles: readonly string[];
};

function mappedRoles(mapping: Mapping): string[] {
  return Object.values(mapping).flat();
}

/** Returns the groups to which the second mapping gives other roles, with these roles. */
function changedGroups(before: Mapping, after: Mapping): [string, string[]][] {
  const groups = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const of = (mapping: Mapping, group: string): string[] =>
    Object.hasOwn(mapping, group) ? mapping[group]!.toSorted() : [];
  return groups
    .filter((group) => of(before, group).join() !== of(after, group).join())
    .map((group) => [group, of(after, group)]);
}

/** Returns the roles that are in exactly one of two lists. */
function difference(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((role) => !after.includes(role)),
    ...after.filter((role) => !before.includes(role)),
  ];
}

/** Returns a provider's revision: the time of its last change. */
function revisionOf({ updated_at: updatedAt }: IssuerRow): string {
  return updatedAt.toISOString();
}

/**
 * Returns the revision of the object of a change of roles: a member, an identity provider, or the organization for a
 * new provider.
 * @throws ApiError NOT_FOUND
 */
export async function rolesRevision(
  db: Queryable,
  orgId: string,
  objectId: string,
): Promise<string> {
  if (objectId === orgId) return '';
  const issuer = await findIssuer(db, orgId, objectId);
  return issuer ? revisionOf(issuer) : memberRevision(db, orgId, objectId);
}

/**
 * The roles of the people whom an issuer identifies: its members' roles, and roles of groups that any provider with
 * this issuer maps.
 */
async function rolesAt(tx: Tx, orgId: string, issuer: string): Promise<string[]> {
  const members = await selectRolesAt(tx, orgId, issuer);
  return [...members, ...(await selectMappedRoles(tx, orgId, issuer))];
}

async function assertMay(tx: Tx, aimed: Aimed, { grantor, actor }: Changer): Promise<void> {
  const { orgId, objectId, revision, detail, roles } = aimed;
  if (roles.length === 0) return;
  assertMayGrant(grantor, orgId, [...new Set(roles)]);
  const guarded = { orgId, action: 'member.change_roles', objectId, revision, detail } as const;
  await assertSecondPerson(await bucketOf(tx, orgId), guarded, actor);
}

/**
 * Checks the caller that adds a provider. The provider can sign in every person whom it maps, and members whom the same issuer
 * identifies, now or later because another provider with this issuer maps their groups.
 * @throws ApiError FORBIDDEN for a role with more rights than the grantor; APPROVAL_REQUIRED
 */
export async function assertMayCreate(
  tx: Tx,
  orgId: string,
  input: CreateIssuer,
  changer: Changer,
): Promise<void> {
  const { issuer, clientId, clientSecret, groupsClaim, groupRoles = {}, acr } = input;
  const groups = changedGroups({}, groupRoles);
  const detail = {
    issuer,
    clientId,
    ...(clientSecret && { clientSecret: true }),
    ...(input.clientKey && { clientKey: true }),
    ...(groupsClaim && { groupsClaim }),
    ...(groups.length > 0 && { groupRoles: Object.fromEntries(groups) }),
    ...(acr && { acr }),
    ...(input.scopes && { scopes: input.scopes }),
    ...(input.requireAuthTime === false && { requireAuthTime: false }),
    ...(input.emailWithoutVerified && { emailWithoutVerified: true }),
    ...(input.subjectClaim && input.subjectClaim !== 'sub' && { subjectClaim: input.subjectClaim }),
  };
  const roles = [...mappedRoles(groupRoles), ...(await rolesAt(tx, orgId, issuer))];
  await assertMay(tx, { orgId, objectId: orgId, revision: '', detail, roles }, changer);
}

/**
 * Checks the caller that changes a provider. A new client, secret or claim, and a weaker step-up, concern every role
 * that the provider gives by a group, and every role of its members. A new mapping concerns the roles that a group gets
 * or loses.
 * @throws ApiError FORBIDDEN for a role with more rights than the grantor; APPROVAL_REQUIRED
 */
export async function assertMayChange(
  tx: Tx,
  before: IssuerRow,
  input: UpdateIssuer,
  changer: Changer,
): Promise<void> {
  const { org_id: orgId, id, issuer, client_id, envelope, groups_claim, acr: oldAcr } = before;
  const { clientId, clientSecret, groupsClaim, groupRoles, acr } = input;
  const { scopes, requireAuthTime, emailWithoutVerified, clientKey, subjectClaim } = input;
  const mapped = before.group_roles as Mapping;
  const groups = groupRoles ? changedGroups(mapped, groupRoles) : [];
  const aim = {
    ...(clientId !== undefined && clientId !== client_id && { clientId }),
    // The stored secret is sealed and cannot be compared, so any secret in the request counts as new.
    ...(clientSecret !== undefined &&
      (clientSecret !== null || envelope !== null) && { clientSecret: true }),
    ...(clientKey !== undefined &&
      (clientKey !== null || before.client_key !== null) && { clientKey: true }),
    ...(subjectClaim !== undefined && subjectClaim !== before.subject_claim && { subjectClaim }),
    ...(groupsClaim !== undefined && groupsClaim !== groups_claim && { groupsClaim }),
    // A scope can add or remove groups.
    ...(scopes !== undefined && String(scopes) !== String(before.scopes) && { scopes }),
    // Requiring a context where none was required makes the step-up stronger. Two contexts cannot be compared.
    ...(acr !== undefined && oldAcr !== null && acr !== oldAcr && { acr }),
    ...(requireAuthTime === false && before.auth_time && { requireAuthTime }),
    ...(emailWithoutVerified && !before.email_without_verified && { emailWithoutVerified }),
  };
  const isAimed = Object.keys(aim).length > 0;
  const roles = isAimed
    ? [...mappedRoles(groupRoles ?? {}), ...(await rolesAt(tx, orgId, issuer))]
    : groups.flatMap(([group, after]) =>
        difference(Object.hasOwn(mapped, group) ? mapped[group]! : [], after),
      );
  const detail = {
    ...aim,
    ...(groups.length > 0 && { groupRoles: Object.fromEntries(groups) }),
  };
  await assertMay(
    tx,
    { orgId, objectId: id, revision: revisionOf(before), detail, roles },
    changer,
  );
}

/**
 * Checks the caller that deletes a provider, which ends every role that it gives. @throws ApiError FORBIDDEN,
 * APPROVAL_REQUIRED
 */
export async function assertMayDelete(tx: Tx, before: IssuerRow, changer: Changer): Promise<void> {
  const { org_id: orgId, id, issuer } = before;
  const mapped = mappedRoles(before.group_roles as Mapping);
  const roles = [...mapped, ...(await selectRolesAt(tx, orgId, issuer))];
  const aimed = { orgId, objectId: id, revision: revisionOf(before), roles };
  await assertMay(tx, { ...aimed, detail: { deleted: true } }, changer);
}
