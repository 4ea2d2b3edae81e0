import { hashSessionToken } from '../../../platform/auth/session-token.ts';
import { randomBytes } from '../../../platform/crypto/random.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import { invitationUrl } from '../../../platform/http/browser/links.ts';
import { appliedPage, toPage, type PageInput } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { memberInvited } from '../events.ts';
import { tell } from '../members/members.ts';
import type { ProfileBox } from '../profiles.ts';
import { assertMayGrant, type Grantor, type TenantRole } from '../roles.ts';
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

/** Addresses are compared without regard to case. */
function emailHash(profiles: ProfileBox, orgId: string, email: string): Buffer {
  return profiles.fingerprint('invited', orgId, email.toLowerCase());
}

/**
 * Invites somebody; only the hash of the token is stored, so it can never be shown again.
 * @param by who invites, and what they may give
 * @throws ApiError FORBIDDEN when a role has more rights than the grantor
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
    by: { id: string; grantor: Grantor };
    origin: string;
  },
): Promise<CreatedInvitation> {
  assertMayGrant(by.grantor, orgId, roles);
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
    },
    expiresInHours * 3600,
  );
  await tell(tx, orgId, memberInvited({ invitationId: id, roles: roles as TenantRole[] }));
  return { ...toInvitation(row, profiles), token, url: invitationUrl(origin, token) };
}

/**
 * Uses a token up for a person whom the identity provider vouches for.
 * @returns the roles
 * @throws ApiError FORBIDDEN for a token that works no more, or an invitation of somebody else
 */
export async function accept(
  tx: Tx,
  orgId: string,
  person: { userId: string; email: string | null; tokenHash: Buffer },
  profiles: ProfileBox,
): Promise<string[]> {
  const row = await store.acceptInvitation(tx, orgId, person.tokenHash, person.userId);
  if (!row) throw new ApiError('FORBIDDEN', 'the invitation has ended or was accepted already');
  const isOther =
    row.email_hash !== null &&
    !(person.email && emailHash(profiles, orgId, person.email).equals(row.email_hash));
  if (isOther) throw new ApiError('FORBIDDEN', 'the invitation is for another e-mail address');
  return row.roles;
}

/** The organization that a token invites to. */
export async function invitingOrganization(
  db: Queryable,
  token: string,
): Promise<string | undefined> {
  return (await store.findOpen(db, hashSessionToken(token)))?.org_id;
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
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectOpen(db, orgId, page);
  return toPage(
    rows.map((row) => toInvitation(row, profiles)),
    found,
    page,
  );
}
