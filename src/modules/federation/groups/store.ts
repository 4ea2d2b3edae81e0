import { sql, type Selectable } from 'kysely';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { FederationGroups, FederationMembers } from '../../../platform/db/types.ts';
import { deleteById, rowById } from '../../../platform/db/lists/row-by-id.ts';

export type GroupRow = Selectable<FederationGroups>;
export type MemberRow = Selectable<FederationMembers>;

/** Locks the number of the organization's memberships and invitations until the transaction ends. */
export async function lockMemberships(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('federation ' || ${orgId}, 0))`.execute(
    sharedOf(tx),
  );
}

/** Counts the groups in which the organization is active, including its own. */
export async function countActive(tx: Tx, orgId: string): Promise<number> {
  return countRows(
    sharedOf(tx)
      .selectFrom('federation_members')
      .where('org_id', '=', orgId)
      .where('status', '=', 'ACTIVE'),
  );
}

/** Counts the open invitations to groups that the organization owns. */
export async function countPending(tx: Tx, ownerOrgId: string): Promise<number> {
  return countRows(
    sharedOf(tx)
      .selectFrom('federation_members')
      .where('owner_org_id', '=', ownerOrgId)
      .where('status', '=', 'INVITED'),
  );
}

/** Selects the organization's own membership. Every query of a group by its id starts here. */
export async function selectOwnMember(
  db: Queryable,
  orgId: string,
  groupId: string,
): Promise<MemberRow | undefined> {
  return sharedOf(db)
    .selectFrom('federation_members')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
}

/** Locks the group and its members against changes until the transaction ends. */
export async function lockGroup(
  tx: Tx,
  ownerOrgId: string,
  id: string,
): Promise<GroupRow | undefined> {
  return rowById(sharedOf(tx), 'federation_groups', ownerOrgId, id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Selects members in the order of joining. */
export async function selectMembers(
  db: Queryable,
  ownerOrgId: string,
  groupId: string,
): Promise<MemberRow[]> {
  return sharedOf(db)
    .selectFrom('federation_members')
    .selectAll()
    .where('owner_org_id', '=', ownerOrgId)
    .where('group_id', '=', groupId)
    .orderBy('id')
    .execute();
}

export type DetailRow = MemberRow & {
  group: Pick<GroupRow, 'name' | 'revision' | 'created_at'> & Fraud;
};
type Fraud = Pick<
  GroupRow,
  'fraud_kinds' | 'fraud_threshold' | 'fraud_profile' | 'fraud_decisions' | 'fraud_revision'
>;

/** Selects a group with its members in the order of joining, from the same moment. */
export async function selectDetail(
  db: Queryable,
  ownerOrgId: string,
  groupId: string,
): Promise<DetailRow[]> {
  const rows = await sharedOf(db)
    .selectFrom('federation_members as m')
    .innerJoin('federation_groups as g', (on) =>
      on.onRef('g.org_id', '=', 'm.owner_org_id').onRef('g.id', '=', 'm.group_id'),
    )
    .selectAll('m')
    .select(['g.name', 'g.created_at', 'g.revision as group_revision'])
    .select(['g.fraud_kinds as kinds', 'g.fraud_threshold as threshold'])
    .select('g.fraud_profile as profile')
    .select(['g.fraud_decisions as decisions', 'g.fraud_revision as config_revision'])
    .where('m.owner_org_id', '=', ownerOrgId)
    .where('m.group_id', '=', groupId)
    .orderBy('m.id')
    .execute();
  return rows.map(({ name, created_at, ...row }) => ({
    ...row,
    group: {
      name,
      created_at,
      revision: row.group_revision,
      fraud_kinds: row.kinds,
      fraud_threshold: row.threshold,
      fraud_profile: row.profile,
      fraud_decisions: row.decisions,
      fraud_revision: row.config_revision,
    },
  }));
}

/** Inserts a group with the owner as its first member. */
export async function insertGroup(
  tx: Tx,
  group: { org_id: string; id: string; name: string },
  member: { id: string; prefix: string },
): Promise<{ group: GroupRow; member: MemberRow }> {
  const groupRow = await sharedOf(tx)
    .insertInto('federation_groups')
    .values({ ...group, member_count: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  const memberRow = await sharedOf(tx)
    .insertInto('federation_members')
    .values({
      ...member,
      org_id: group.org_id,
      group_id: group.id,
      owner_org_id: group.org_id,
      role: 'owner',
      status: 'ACTIVE',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { group: groupRow, member: memberRow };
}

export type ListedGroup = Pick<
  GroupRow,
  'id' | 'org_id' | 'name' | 'member_count' | 'created_at'
> & { role: string; status: string; prefix: string };

const BY_GROUP_ID: Order = [{ column: 'm.group_id', type: 'text' }];

/** Selects groups that the organization belongs to or is invited to, in the order of creation. */
export async function selectGroups(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<ListedGroup>> {
  const shown = sharedOf(db)
    .selectFrom('federation_members as m')
    .innerJoin('federation_groups as g', (on) =>
      on.onRef('g.org_id', '=', 'm.owner_org_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select(['g.id', 'g.org_id', 'g.name', 'g.member_count', 'g.created_at'])
    .select(['m.role', 'm.status', 'm.prefix'])
    .where('m.org_id', '=', orgId);
  const counted = sharedOf(db).selectFrom('federation_members').where('org_id', '=', orgId);
  return selectPage(sharedOf(db), { shown, counted }, BY_GROUP_ID, page);
}

/** Deletes a locked group with its memberships. The caller has removed the members' imports. */
export async function deleteGroup(tx: Tx, ownerOrgId: string, id: string): Promise<void> {
  await sharedOf(tx)
    .deleteFrom('federation_members')
    .where('owner_org_id', '=', ownerOrgId)
    .where('group_id', '=', id)
    .execute();
  await deleteById(sharedOf(tx), 'federation_groups', ownerOrgId, id);
}

/** Changes the number of members of a locked group. */
export async function changeMemberCount(
  tx: Tx,
  ownerOrgId: string,
  id: string,
  by: number,
): Promise<void> {
  await sharedOf(tx)
    .updateTable('federation_groups')
    .set({ member_count: sql`member_count + ${by}` })
    .where('org_id', '=', ownerOrgId)
    .where('id', '=', id)
    .execute();
}

type Limit = { points: number; windowSeconds: number };

/** Counts one more invitation of a target by an owner. @returns false if the limit is reached */
export async function countInvitation(
  tx: Tx,
  ownerOrgId: string,
  targetOrgId: string,
  { points, windowSeconds }: Limit,
): Promise<boolean> {
  // `excluded.since` is the time of this invitation.
  const isOver = sql`excluded.since - i.since >= make_interval(secs => ${windowSeconds})`;
  const { rows } = await sql`
    INSERT INTO federation_invitations AS i (org_id, target_org_id, since, invitations)
    VALUES (${ownerOrgId}, ${targetOrgId}, now(), 1)
    ON CONFLICT (org_id, target_org_id) DO UPDATE SET
      since = CASE WHEN ${isOver} THEN excluded.since ELSE i.since END,
      invitations = CASE WHEN ${isOver} THEN 1 ELSE i.invitations + 1 END
    WHERE ${isOver} OR i.invitations < ${points}
    RETURNING 1`.execute(sharedOf(tx));
  return rows.length > 0;
}

/** Returns the seconds until the count restarts; at least 1. */
export async function secondsToNextInvitation(
  tx: Tx,
  ownerOrgId: string,
  targetOrgId: string,
  { windowSeconds }: Limit,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM since - now()) + ${windowSeconds}::int))::int AS seconds
    FROM federation_invitations WHERE org_id = ${ownerOrgId} AND target_org_id = ${targetOrgId}`.execute(
    sharedOf(tx),
  );
  return rows[0]!.seconds;
}
