/** Rules for people who lose a role or their membership. */
import type { Actor } from '../../../platform/audit/action.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { leaveKeys, type KeysOfLeaver, type OwnedKey } from '../../tenants/index.ts';
import { revokeInvitationsOf } from '../revoke-invitations.ts';
import { endSessionsOf } from '../sessions/store.ts';
import * as store from './store.ts';

type Whose = Pick<store.MembershipRow, 'org_id' | 'user_id'>;

/**
 * @param tx holds `lockRights`, so that two admins cannot lose the role at the same time
 * @param roles the remaining roles of the person
 * @throws ApiError CONFLICT if this takes the role from the only admin
 */
export async function assertAdminStays(
  tx: Tx,
  { org_id: orgId, user_id: userId }: Whose,
  roles: readonly string[],
): Promise<void> {
  if (roles.includes('admin')) return;
  const admins = await store.selectAdmins(tx, orgId);
  if (admins.length === 1 && admins[0] === userId)
    throw new ApiError('CONFLICT', 'the last admin stays an admin: make another one first');
}

/**
 * Ends everything that depends on a membership: sessions, open invitations, and with `keys: 'revoke'` the keys that
 * the person made.
 * @param tx holds `lockRights`
 * @returns the keys in use that the person made
 */
export async function endRights(
  tx: Tx,
  { org_id: orgId, user_id: userId }: Whose,
  { keys, actor }: { keys: KeysOfLeaver; actor: Actor },
): Promise<OwnedKey[]> {
  await endSessionsOf(tx, orgId, { userId });
  await revokeInvitationsOf(tx, orgId, userId, { roles: [], actor });
  return leaveKeys(tx, orgId, userId, { keys, actor });
}
