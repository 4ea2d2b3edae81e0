import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
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

/** Selects one membership or invitation of an organization. */
export async function selectFirstMembership(
  db: Queryable,
  orgId: string,
): Promise<MemberRow | undefined> {
  return sharedOf(db)
    .selectFrom('federation_members')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('group_id')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes the counts of invitations of an organization by other organizations. */
export async function deleteInvitationsOf(tx: Tx, orgId: string): Promise<void> {
  await sharedOf(tx)
    .deleteFrom('federation_invitations')
    .where('target_org_id', '=', orgId)
    .execute();
}
