/** Revokes invitations of people and keys that may no longer invite. */
import { PLATFORM, type Actor } from '../../platform/audit/action.ts';
import { newAction, writeActions } from '../../platform/audit/audit.ts';
import { lockRights } from '../../platform/auth/store.ts';
import type { Tx } from '../../platform/db/database.ts';
import { bucketOf } from '../../platform/db/places.ts';
import { keysMadeBy, testOrganizationOf, type ApiKey } from '../tenants/index.ts';
import { lackOf, MEMBERS_SCOPE, rightsOf } from './roles.ts';
import * as store from './invitations/store.ts';

/**
 * Revokes the open invitations of a person, or of the person's keys, that the person could not create with these
 * roles. Includes those of the organization's twin, where only keys invite. Each revocation leaves a row in the audit
 * log.
 * @param tx holds `lockRights` of the organization, so that no such invitation is created at the same time
 * @param roles the remaining roles of the person; none after the end of a membership
 * @param actor the actor who removed the other roles
 */
export async function revokeInvitationsOf(
  tx: Tx,
  orgId: string,
  userId: string,
  { roles, actor }: { roles: readonly string[]; actor: Actor },
): Promise<void> {
  if (orgId === PLATFORM) return;
  const rights = rightsOf(orgId, roles);
  const keys = await keysMadeBy(tx, orgId, userId);
  const by = [userId, ...keys.map(({ id }) => id)];
  for (const place of [orgId, testOrganizationOf(orgId)]) {
    if (place !== orgId) {
      if (keys.length === 0) return;
      await lockRights(tx, place);
    }
    const open = await store.selectOpenBy(tx, place, by);
    const lost = open.filter(
      (invitation) => !rights.scopes.has(MEMBERS_SCOPE) || lackOf(rights, place, invitation.roles),
    );
    await revoke(tx, place, lost, actor);
  }
}

/**
 * Revokes the open invitations of a key. Each revocation leaves a row in the audit log.
 * @param tx holds `lockRights` of the organization where the key acts
 * @param actor the actor who revoked the key
 */
export async function revokeInvitationsOfKey(
  tx: Tx,
  { id, mode, organizationId }: Pick<ApiKey, 'id' | 'mode' | 'organizationId'>,
  actor: Actor,
): Promise<void> {
  // A platform key cannot invite.
  if (organizationId === null) return;
  const place = mode === 'test' ? testOrganizationOf(organizationId) : organizationId;
  await revoke(tx, place, await store.selectOpenBy(tx, place, [id]), actor);
}

async function revoke(
  tx: Tx,
  orgId: string,
  open: readonly { id: string }[],
  actor: Actor,
): Promise<void> {
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const revoked = await store.revokeInvitations(tx, orgId, ids);
  const lines = revoked.map((object) =>
    newAction({ orgId, actor, action: 'invitation.revoke', object }),
  );
  await writeActions(await bucketOf(tx, orgId), lines);
}
