import type { Actor } from '../../../platform/audit/action.ts';
import { hashSessionToken } from '../../../platform/auth/api-key.ts';
import { randomBytes } from '../../../platform/random.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { invitationUrl } from '../../../platform/http/pages/html.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { memberInvited } from '../events.ts';
import { tell } from '../members/members.ts';
import type { ProfileBox } from '../profiles.ts';
import { assertMayInvite, emailHash } from '../members/new-member.ts';
import { assertMayGrant, MEMBERS_SCOPE, type Grantor, type TenantRole } from '../roles.ts';
import { mayStillGive } from '../standing.ts';
import type { CreatedInvitation, CreateInvitation, Invitation } from './schemas.ts';
import * as store from './store.ts';

export const INVITATION_PREFIX = 'inv';
const DEFAULT_HOURS = 72;

function toInvitation(row: store.InvitationRow, profiles: ProfileBox): Invitation {
  return {
    id: row.id,
    email: row.email && profiles.open(row.org_id, row.id, row.email).email,
    roles: row.roles,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Creates an invitation. Stores only the hash of the token, so no later answer can show the token.
 * @param by the person or key that invites, with its rights
 * @throws ApiError FORBIDDEN if a role has more rights than the grantor; APPROVAL_REQUIRED
 */
export async function invite(
  tx: Tx,
  orgId: string,
  { roles, email, expiresInHours = DEFAULT_HOURS }: CreateInvitation,
  {
    profiles,
    by,
    origin,
  }: {
    profiles: ProfileBox;
    by: { id: string; grantor: Grantor; actor: Actor };
    origin: string;
  },
): Promise<CreatedInvitation> {
  assertMayGrant(by.grantor, orgId, roles);
  const means = { profiles, actor: by.actor };
  const approvalId = await assertMayInvite(tx, orgId, { email, roles }, means);
  const id = newId(INVITATION_PREFIX);
  const token = `ori_${randomBytes(32).toString('base64url')}`;
  const sealed = email ? profiles.seal(orgId, id, { subject: '', email, name: null }) : null;
  const row = await store.insertInvitation(
    tx,
    {
      org_id: orgId,
      id,
      token_hash: hashSessionToken(token),
      roles,
      email: sealed,
      email_hash: email ? emailHash(profiles, orgId, email) : null,
      invited_by: by.id,
      approval_id: approvalId,
    },
    expiresInHours * 3600,
  );
  await tell(tx, orgId, memberInvited({ invitationId: id, roles: roles as TenantRole[] }));
  return { ...toInvitation(row, profiles), token, url: invitationUrl(origin, token) };
}

/** Returns true if the person or key that invited could still do so. */
function isUpheld(
  db: Queryable,
  { org_id: orgId, invited_by: by, roles }: store.InvitationRow,
): Promise<boolean> {
  return mayStillGive(db, orgId, by, { scope: MEMBERS_SCOPE, roles });
}

/**
 * Uses a token for a person whom the identity provider has signed in.
 * @param tx holds `lockRights`
 * @returns the roles, and whether two people have approved them
 * @throws ApiError FORBIDDEN for a token that is no longer valid, whose maker could no longer invite, or that belongs
 * to an invitation of another person
 */
export async function accept(
  tx: Tx,
  orgId: string,
  person: { userId: string; email: string | null; tokenHash: Buffer },
  profiles: ProfileBox,
): Promise<{ roles: string[]; isApproved: boolean }> {
  const row = await store.acceptInvitation(tx, orgId, person.tokenHash, person.userId);
  if (!row || !(await isUpheld(tx, row)))
    throw new ApiError('FORBIDDEN', 'the invitation has ended or was accepted already');
  const isOther =
    row.email_hash !== null &&
    !(person.email && emailHash(profiles, orgId, person.email).equals(row.email_hash));
  if (isOther) throw new ApiError('FORBIDDEN', 'the invitation is for another e-mail address');
  return { roles: row.roles, isApproved: row.approval_id !== null };
}

/** Returns the organization of an invitation by its token. */
export async function invitingOrganization(
  db: Queryable,
  token: string,
): Promise<string | undefined> {
  const row = await store.findOpen(db, hashSessionToken(token));
  return row && (await isUpheld(db, row)) ? row.org_id : undefined;
}

/** @throws ApiError NOT_FOUND */
export async function revokeInvitation(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const revoked = isId(INVITATION_PREFIX, id) ? await store.revokeInvitations(tx, orgId, [id]) : [];
  if (revoked.length === 0) throw notFound('invitation');
  return { id, deleted: true };
}

export async function listInvitations(
  db: Queryable,
  orgId: string,
  query: PageInput,
  profiles: ProfileBox,
) {
  return paged(
    query,
    (page) => store.selectOpen(db, orgId, page),
    (row) => toInvitation(row, profiles),
  );
}
