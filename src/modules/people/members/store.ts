import { sql, type RawBuilder, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { Memberships } from '../../../platform/db/types.ts';
import type { PersonIds } from './schemas.ts';

export type MembershipRow = Selectable<Memberships>;

type NewMembership = Pick<
  MembershipRow,
  'org_id' | 'user_id' | 'person_id' | 'issuer' | 'roles' | 'group_roles' | 'profile'
>;

/** The condition that a membership has a role, assigned or given by a group. */
function hasRole(role: string): RawBuilder<boolean> {
  return sql`${role} = ANY (roles || group_roles)`;
}

/**
 * Inserts a new member, or restores a former one. @returns undefined, with nothing changed, if the person is a member
 * already
 */
export async function insertMembership(
  tx: Tx,
  row: NewMembership,
): Promise<MembershipRow | undefined> {
  return sharedOf(tx)
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'user_id'])
        .doUpdateSet((eb) => ({
          roles: eb.ref('excluded.roles'),
          group_roles: eb.ref('excluded.group_roles'),
          profile: eb.ref('excluded.profile'),
          created_at: eb.ref('excluded.created_at'),
          updated_at: eb.ref('excluded.updated_at'),
          ended_at: null,
        }))
        .where('memberships.ended_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Selects the row of a current or former member. */
function membership(db: Queryable, orgId: string, userId: string) {
  return sharedOf(db)
    .selectFrom('memberships')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId);
}

/** Selects and locks the row of a current or former member. */
export async function lockMembership(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  return membership(tx, orgId, userId).forUpdate().executeTakeFirst();
}

/** Selects and locks the row by any of the ids that the person may have in the organization. */
export async function lockPerson(
  tx: Tx,
  orgId: string,
  { personId, userId }: PersonIds,
): Promise<MembershipRow | undefined> {
  return sharedOf(tx)
    .selectFrom('memberships')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', 'in', [personId, userId])
    .orderBy(sql`user_id <> ${personId}`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Selects the person's id in the organization; undefined for a person who was never a member. */
export async function findUserId(
  db: Queryable,
  orgId: string,
  { personId, userId }: PersonIds,
): Promise<string | undefined> {
  const row = await sharedOf(db)
    .selectFrom('memberships')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', 'in', [personId, userId])
    .orderBy(sql`user_id <> ${personId}`)
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

export async function findMembership(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  return membership(db, orgId, userId).where('ended_at', 'is', null).executeTakeFirst();
}

/** Selects the membership of a current or former member. */
export async function findAnyMembership(
  db: Queryable,
  orgId: string,
  userId: string,
): Promise<MembershipRow | undefined> {
  return membership(db, orgId, userId).executeTakeFirst();
}

/** Selects the ids of at most two admins, which show whether there is another one. */
export async function selectAdmins(tx: Tx, orgId: string): Promise<string[]> {
  const rows = await sharedOf(tx)
    .selectFrom('memberships')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where(hasRole('admin'))
    .limit(2)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Selects the roles, assigned or given by a group, of those members whom an issuer identifies. */
export async function selectRolesAt(tx: Tx, orgId: string, issuer: string): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    SELECT DISTINCT unnest(roles || group_roles) AS role FROM memberships
    WHERE org_id = ${orgId} AND issuer = ${issuer} AND ended_at IS NULL ORDER BY 1`.execute(
    sharedOf(tx),
  );
  return rows.map(({ role }) => role);
}

export async function updateMembership(
  tx: Tx,
  { org_id, user_id }: Pick<MembershipRow, 'org_id' | 'user_id'>,
  change: Partial<Pick<MembershipRow, 'roles' | 'group_roles' | 'profile'>>,
): Promise<MembershipRow> {
  return sharedOf(tx)
    .updateTable('memberships')
    .set({ ...change, updated_at: sql`now()` })
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function endMembership(tx: Tx, orgId: string, userId: string): Promise<void> {
  await sharedOf(tx)
    .updateTable('memberships')
    .set({ ended_at: sql`now()`, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
}

const BY_USER: Order = [{ column: 'user_id', type: 'text' }];

export async function selectMemberships(
  db: Queryable,
  orgId: string,
  role: string | undefined,
  page: Page,
): Promise<Listed<MembershipRow>> {
  let members = sharedOf(db)
    .selectFrom('memberships')
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null);
  if (role !== undefined) members = members.where(hasRole(role));
  return selectPage(sharedOf(db), { shown: members.selectAll(), counted: members }, BY_USER, page);
}

/** Selects the memberships of an organization, including ended ones. */
export async function selectAllMemberships(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<MembershipRow>> {
  const all = sharedOf(db).selectFrom('memberships').where('org_id', '=', orgId);
  return selectPage(sharedOf(db), { shown: all.selectAll(), counted: all }, BY_USER, page);
}

/** Selects the ids of current members with any of these roles, ordered. @param who only members with this id or role */
export async function selectWithRoles(
  db: Queryable,
  orgId: string,
  roles: readonly string[],
  who: { id?: string; role?: string },
): Promise<string[]> {
  let members = sharedOf(db)
    .selectFrom('memberships')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(roles || group_roles) && ${arrayText(roles)}::text[]`);
  if (who.id !== undefined) members = members.where('user_id', '=', who.id);
  if (who.role !== undefined) members = members.where(hasRole(who.role));
  return (await members.orderBy('user_id').execute()).map(({ user_id }) => user_id);
}

/** Selects current and former memberships by the ids of people. */
export async function selectMembershipsById(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<Pick<MembershipRow, 'user_id' | 'profile'>[]> {
  return sharedOf(db)
    .selectFrom('memberships')
    .select(['user_id', 'profile'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', anyOf(ids))
    .execute();
}

/** Selects those of these people who are current members of their organization. */
export async function selectCurrent(
  db: Queryable,
  people: readonly { orgId: string; userId: string }[],
): Promise<{ orgId: string; userId: string }[]> {
  const { rows } = await sql<{ orgId: string; userId: string }>`
    SELECT m.org_id AS "orgId", m.user_id AS "userId" FROM memberships m
    JOIN ${rowsOf(people, { orgId: 'text', userId: 'text' }, 'p').from}
      ON p.org_id = m.org_id AND p.user_id = m.user_id
    WHERE m.ended_at IS NULL`.execute(sharedOf(db));
  return rows;
}
