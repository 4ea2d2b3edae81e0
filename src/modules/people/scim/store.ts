import { sql, type RawBuilder, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import { deleteById, updateById } from '../../../platform/db/lists/row-by-id.ts';
import type { Memberships, ScimGroups, ScimUsers } from '../../../platform/db/types.ts';

export type ScimUserRow = Selectable<ScimUsers>;
export type ScimGroupRow = Selectable<ScimGroups>;
/** A person of SCIM, and whether the person is currently a member. */
export type ListedUser = ScimUserRow & { active: boolean };
/** The owner: an issuer of an organization. */
export type Place = { orgId: string; issuerId: string };
type Found<Row> = { rows: Row[]; total: number };
type Part = { offset: number; limit: number };

const IS_ACTIVE = sql<boolean>`EXISTS (
  SELECT FROM memberships AS m
  WHERE m.org_id = u.org_id AND m.user_id = u.user_id AND m.ended_at IS NULL)`;

async function countOf(
  db: Queryable,
  table: 'scim_users' | 'scim_groups',
  { orgId, issuerId }: Place,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM ${sql.table(table)}
    WHERE org_id = ${orgId} AND issuer_id = ${issuerId}`.execute(sharedOf(db));
  return rows[0]!.total;
}

export async function insertUser(
  tx: Tx,
  row: Pick<ScimUserRow, 'org_id' | 'user_id' | 'issuer_id' | 'user_name_hash' | 'attributes'>,
): Promise<void> {
  await sharedOf(tx).insertInto('scim_users').values(row).execute();
}

export async function updateUser(
  tx: Tx,
  { orgId }: Place,
  userId: string,
  change: Pick<ScimUserRow, 'user_name_hash' | 'attributes'>,
): Promise<void> {
  await sharedOf(tx)
    .updateTable('scim_users')
    .set({ ...change, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteUser(tx: Tx, { orgId }: Place, userId: string): Promise<void> {
  await sharedOf(tx)
    .deleteFrom('scim_users')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
}

/** Selects people of an issuer. @param rest the other conditions, the order and the limit */
async function usersWith(
  db: Queryable,
  { orgId, issuerId }: Place,
  rest: RawBuilder<unknown>,
): Promise<ListedUser[]> {
  const { rows } = await sql<ListedUser>`
    SELECT u.*, ${IS_ACTIVE} AS active FROM scim_users AS u
    WHERE u.org_id = ${orgId} AND u.issuer_id = ${issuerId} ${rest}`.execute(sharedOf(db));
  return rows;
}

export async function findUser(
  db: Queryable,
  { orgId, issuerId }: Place,
  userId: string,
): Promise<ListedUser | undefined> {
  return (await usersWith(db, { orgId, issuerId }, sql`AND u.user_id = ${userId}`))[0];
}

export async function findUserByName(
  db: Queryable,
  { orgId, issuerId }: Place,
  hash: Buffer,
): Promise<ListedUser | undefined> {
  return (await usersWith(db, { orgId, issuerId }, sql`AND u.user_name_hash = ${hash}`))[0];
}

export async function selectUsers(
  db: Queryable,
  { orgId, issuerId }: Place,
  { offset, limit }: Part,
): Promise<Found<ListedUser>> {
  const part = sql`ORDER BY u.user_id OFFSET ${offset} LIMIT ${limit}`;
  const rows = await usersWith(db, { orgId, issuerId }, part);
  return { rows, total: await countOf(db, 'scim_users', { orgId, issuerId }) };
}

/** Selects the given ids that are people of the issuer. */
export async function selectKnown(
  db: Queryable,
  { orgId, issuerId }: Place,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM scim_users
    WHERE org_id = ${orgId} AND issuer_id = ${issuerId} AND user_id = ${anyOf(ids)}`.execute(
    sharedOf(db),
  );
  return rows.map(({ user_id }) => user_id);
}

/** Selects and locks the memberships of the given people, in the order of ids. */
export async function lockMembers(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<Selectable<Memberships>[]> {
  return sharedOf(tx)
    .selectFrom('memberships')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

export async function insertGroup(
  tx: Tx,
  row: Pick<ScimGroupRow, 'org_id' | 'id' | 'issuer_id' | 'display_name' | 'external_id'>,
): Promise<void> {
  await sharedOf(tx).insertInto('scim_groups').values(row).execute();
}

export async function updateGroup(
  tx: Tx,
  { orgId }: Place,
  id: string,
  change: Pick<ScimGroupRow, 'display_name' | 'external_id'>,
): Promise<void> {
  const values = { ...change, updated_at: sql`now()` };
  await updateById(sharedOf(tx), 'scim_groups', orgId, id, values);
}

export async function deleteGroup(tx: Tx, { orgId }: Place, id: string): Promise<void> {
  await deleteById(sharedOf(tx), 'scim_groups', orgId, id);
}

export async function findGroup(
  db: Queryable,
  { orgId, issuerId }: Place,
  by: { column: 'id' | 'display_name' | 'external_id'; value: string },
): Promise<ScimGroupRow[]> {
  return sharedOf(db)
    .selectFrom('scim_groups')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('issuer_id', '=', issuerId)
    .where(by.column, '=', by.value)
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function selectGroups(
  db: Queryable,
  { orgId, issuerId }: Place,
  { offset, limit }: Part,
): Promise<Found<ScimGroupRow>> {
  const { rows } = await sql<ScimGroupRow>`
    SELECT * FROM scim_groups WHERE org_id = ${orgId} AND issuer_id = ${issuerId}
    ORDER BY id OFFSET ${offset} LIMIT ${limit}`.execute(sharedOf(db));
  return { rows, total: await countOf(db, 'scim_groups', { orgId, issuerId }) };
}

/** Selects the members of groups, by the ids of the groups. */
export async function selectMembersOf(
  db: Queryable,
  orgId: string,
  groupIds: readonly string[],
): Promise<{ group_id: string; user_id: string }[]> {
  const { rows } = await sql<{ group_id: string; user_id: string }>`
    SELECT group_id, user_id FROM scim_group_members
    WHERE org_id = ${orgId} AND group_id = ${anyOf(groupIds)}
    ORDER BY group_id, user_id`.execute(sharedOf(db));
  return rows;
}

export async function insertGroupMembers(
  tx: Tx,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO scim_group_members (org_id, group_id, user_id)
    SELECT ${orgId}, ${groupId}, unnest(${arrayText(userIds)}::text[])`.execute(sharedOf(tx));
}

export async function deleteGroupMembers(
  tx: Tx,
  orgId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM scim_group_members
    WHERE org_id = ${orgId} AND group_id = ${groupId} AND user_id = ${anyOf(userIds)}`.execute(
    sharedOf(tx),
  );
}
