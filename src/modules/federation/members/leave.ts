/** An organization that is erased leaves its groups. */
import type { Tx } from '../../../platform/db/database.ts';
import { deleteGroup } from '../groups/groups.ts';
import { removeMember } from './members.ts';
import { deleteInvitationsOf, selectFirstMembership } from './store.ts';

/** Leaves one group, or deletes it if the organization owns it. @returns false if there is none */
export async function leaveNextGroup(tx: Tx, orgId: string): Promise<boolean> {
  const membership = await selectFirstMembership(tx, orgId);
  if (!membership) {
    await deleteInvitationsOf(tx, orgId);
    return false;
  }
  const { role, group_id: groupId } = membership;
  if (role === 'owner') await deleteGroup(tx, orgId, groupId);
  else await removeMember(tx, orgId, groupId, orgId);
  return true;
}
