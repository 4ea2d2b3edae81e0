import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { FederationMembers } from '../../../platform/db/types.ts';

type MemberRow = Selectable<FederationMembers>;

/**
 * Selects the active members of a locked group that have the plan, except `orgId`, in the order of their ids. With
 * `only`, selects just that member.
 */
export async function selectActiveOthers(
  tx: Tx,
  group: { ownerOrgId: string; groupId: string },
  orgId: string,
  only: string | undefined,
): Promise<MemberRow[]> {
  let query = sharedOf(tx)
    .selectFrom('federation_members as m')
    .innerJoin('organizations as o', 'o.id', 'm.org_id')
    .selectAll('m')
    .where('o.plan', '=', 'enterprise')
    .where('owner_org_id', '=', group.ownerOrgId)
    .where('group_id', '=', group.groupId)
    .where('status', '=', 'ACTIVE')
    .where('org_id', '<>', orgId);
  if (only !== undefined) query = query.where('org_id', '=', only);
  return query.orderBy('org_id').execute();
}

/** Raises the revision of a locked group. @returns the new revision */
export async function nextRevision(tx: Tx, ownerOrgId: string, groupId: string): Promise<number> {
  const { revision } = await sharedOf(tx)
    .updateTable('federation_groups')
    .set({ revision: sql`revision + 1` })
    .where('org_id', '=', ownerOrgId)
    .where('id', '=', groupId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Records the sync in which these members of a locked group took part. */
export async function markSynced(
  tx: Tx,
  groupId: string,
  orgIds: string[],
  revision: number,
  direction: 'pull' | 'push',
): Promise<void> {
  const column = direction === 'pull' ? 'last_pulled_at' : 'last_pushed_at';
  await sharedOf(tx)
    .updateTable('federation_members')
    .set({ revision, [column]: sql`now()` })
    .where('group_id', '=', groupId)
    .where('org_id', '=', anyOf(orgIds))
    .execute();
}

/** Records the push that these members of a locked group rejected. */
export async function markRefused(
  tx: Tx,
  groupId: string,
  orgIds: string[],
  revision: number,
): Promise<void> {
  await sharedOf(tx)
    .updateTable('federation_members')
    .set({ refused_revision: revision, refused_at: sql`now()` })
    .where('group_id', '=', groupId)
    .where('org_id', '=', anyOf(orgIds))
    .execute();
}

/** Begins a part of the transaction, in one bucket, that `undo` can roll back separately. */
export async function savepoint(tx: Tx): Promise<void> {
  await sql`SAVEPOINT federation_import`.execute(tx);
}

export async function release(tx: Tx): Promise<void> {
  await sql`RELEASE SAVEPOINT federation_import`.execute(tx);
}

export async function undo(tx: Tx): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT federation_import`.execute(tx);
  await release(tx);
}
