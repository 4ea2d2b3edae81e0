import type { Actor } from '../../../platform/audit/action.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { hashSessionToken } from '../../../platform/auth/api-key.ts';
import { randomBytes } from '../../../platform/random.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { ensureMember } from '../members/members.ts';
import { lockPerson } from '../members/store.ts';
import type { Profile, ProfileBox } from '../profiles.ts';
import { assertMayGrant, type Grantor } from '../roles.ts';
import { insertCode, type CodeRow } from './store.ts';

const LINK_SECONDS = 600;
const PORTAL_SECONDS = 60;
/** The issuer of people that the command line signs in; no provider can have this name. */
const LOCAL_ISSUER = 'local';

/** Returns a random text of 256 bits for single use. Only its hash is stored. */
export function generateCode(): string {
  return `orc_${randomBytes(32).toString('base64url')}`;
}

async function makeCode(
  tx: Tx,
  row: Pick<CodeRow, 'org_id' | 'user_id' | 'method' | 'return_url' | 'made_by' | 'through'>,
  seconds: number,
): Promise<{ code: string; expiresAt: string; userId: string }> {
  const code = generateCode();
  const { expires_at } = await insertCode(
    tx,
    { ...row, id: newId('code'), code_hash: hashSessionToken(code) },
    seconds,
  );
  return { code, expiresAt: expires_at.toISOString(), userId: row.user_id };
}

/**
 * Makes a code for the user of the command line. It works once, for 10 minutes.
 * @param role undefined keeps the roles of a member, and makes a new member an admin
 * @throws ApiError CONFLICT for a change of the last admin's role; APPROVAL_REQUIRED for a change of roles that needs
 * two people
 */
export async function makeLinkCode(
  tx: Tx,
  { orgId, name, role }: { orgId: string; name: string; role?: string | undefined },
  means: { profiles: ProfileBox; actor: Actor },
) {
  const profile = { subject: name, email: null, name };
  const who = { issuer: LOCAL_ISSUER, profile, roles: role === undefined ? undefined : [role] };
  const { before, after } = await ensureMember(tx, orgId, who, { ...means, grantor: null });
  const { userId, roles } = after;
  const row = { org_id: orgId, user_id: userId, method: 'link', return_url: null, made_by: null };
  const code = await makeCode(tx, { ...row, through: [] }, LINK_SECONDS);
  return new Changed(before, { ...code, roles });
}

/**
 * Makes a code for a person whom the organization's application has signed in. It works once, for a minute.
 * @throws ApiError CONFLICT if the membership was ended, or for a change of the last admin's role; FORBIDDEN for a
 * change of the role without the right to change members; APPROVAL_REQUIRED for a change of the role that needs two
 * people
 */
export async function makePortalCode(
  tx: Tx,
  orgId: string,
  person: Profile & { role: string; returnUrl: string | null },
  means: { profiles: ProfileBox; grantor: Grantor; actor: Actor },
) {
  const { subject, email, name, role, returnUrl } = person;
  assertMayGrant(means.grantor, orgId, [role]);
  const issuer = `portal:${orgId}`;
  const known = await lockPerson(tx, orgId, means.profiles.idsOf(orgId, issuer, subject));
  if (known?.ended_at)
    throw new ApiError('CONFLICT', 'the membership was ended: make the person a member again');
  const who = { issuer, profile: { subject, email, name }, roles: [role] };
  const { before, after } = await ensureMember(tx, orgId, who, means);
  const { id, personId, through = [] } = means.actor;
  const row = { org_id: orgId, user_id: after.userId, method: 'portal', return_url: returnUrl };
  const by = { made_by: id, through: [...new Set([...through, ...(personId ? [personId] : [])])] };
  return new Changed(before, await makeCode(tx, { ...row, ...by }, PORTAL_SECONDS));
}
