import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { FederationMembers } from '../../../platform/db/types.ts';

type MemberRow = Selectable<FederationMembers>;

/** Inserts an INVITED member. @returns undefined if the organization is in the group, or the prefix is taken */
export async function insertInvited(
  tx: Tx,
  row: { org_id: string; group_id: string; owner_org_id: string; id: string; prefix: string },
): Promise<MemberRow | undefined> {
  return sharedOf(tx)
    .insertInto('federation_members')
    .values({ ...row, role: 'member', status: 'INVITED' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes INVITED to ACTIVE. @returns undefined if there is no invitation */
export async function acceptInvited(
  tx: Tx,
  orgId: string,
  groupId: string,
): Promise<MemberRow | undefined> {
  return sharedOf(tx)
    .updateTable('federation_members')
    .set({ status: 'ACTIVE', joined_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .where('status', '=', 'INVITED')
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an INVITED or ACTIVE member, never the owner. @returns undefined if there is no such member */
export async function deleteMember(
  tx: Tx,
  orgId: string,
  groupId: string,
): Promise<MemberRow | undefined> {
  return sharedOf(tx)
    .deleteFrom('federation_members')
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .where('role', '=', 'member')
    .returningAll()
    .executeTakeFirst();
}
