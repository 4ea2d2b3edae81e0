import type { Actor } from '../../../platform/audit/action.ts';
import { hashSessionToken } from '../../../platform/auth/session-token.ts';
import { randomBytes } from '../../../platform/crypto/random.ts';
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
/** The issuer of whom the command line signs in: nobody else can be it. */
const LOCAL_ISSUER = 'local';

/** A text of 256 random bits that stands for something once; only its hash is stored. */
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
 * A code for whoever has the command line: it works once, for 10 minutes.
 * @param role undefined leaves a member the roles they have, and makes a new one an admin
 * @throws ApiError CONFLICT for another role of the last admin; APPROVAL_REQUIRED for other roles, where that needs two people
 */
export async function makeLinkCode(
  tx: Tx,
  { orgId, name, role }: { orgId: string; name: string; role?: string | undefined },
  means: { profiles: ProfileBox; actor: Actor },
) {
  const profile = { subject: name, email: null, name };
  const who = { issuer: LOCAL_ISSUER, profile, roles: role === undefined ? undefined : [role] };
  const { userId, roles } = await ensureMember(tx, orgId, who, { ...means, grantor: null });
  const row = { org_id: orgId, user_id: userId, method: 'link', return_url: null, made_by: null };
  const code = await makeCode(tx, { ...row, through: [] }, LINK_SECONDS);
  return { ...code, roles };
}

/**
 * A code for one of an organization's own people, whom its application has signed in: it works once, for a minute.
 * @throws ApiError CONFLICT when the membership was ended, or for another role of the last admin; FORBIDDEN for another role
 *   without the right to change members; APPROVAL_REQUIRED for another role, where that needs two people
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
  const { userId } = await ensureMember(tx, orgId, who, means);
  const { id, personId, through = [] } = means.actor;
  const row = { org_id: orgId, user_id: userId, method: 'portal', return_url: returnUrl };
  const by = { made_by: id, through: [...new Set([...through, ...(personId ? [personId] : [])])] };
  return makeCode(tx, { ...row, ...by }, PORTAL_SECONDS);
}
