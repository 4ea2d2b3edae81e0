import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { SignInCodes, SignInIssuers } from '../../../platform/db/types.ts';
import { deleteById, rowById, updateById } from '../../../platform/db/lists/row-by-id.ts';
import { isInMode } from '../sessions/store.ts';

export type CodeRow = Selectable<SignInCodes>;
export type IssuerRow = Selectable<SignInIssuers>;

export async function insertCode(
  tx: Tx,
  row: Pick<
    CodeRow,
    'org_id' | 'id' | 'user_id' | 'code_hash' | 'method' | 'return_url' | 'made_by' | 'through'
  >,
  seconds: number,
): Promise<CodeRow> {
  return sharedOf(tx)
    .insertInto('sign_in_codes')
    .values({ ...row, expires_at: sql`now() + make_interval(secs => ${seconds})` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes and returns a code. Of two concurrent callers, one gets it. */
export async function takeCode(tx: Tx, codeHash: Buffer): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    DELETE FROM sign_in_codes WHERE code_hash = ${codeHash} AND expires_at > now() AND ${isInMode('sign_in_codes')}
    RETURNING *`.execute(sharedOf(tx));
  return rows[0];
}

/**
 * Records a logout token.
 * @param token 32 bytes derived from its issuer and its id
 * @returns false, with nothing changed, if the token was used before
 */
export async function insertLogoutToken(
  tx: Tx,
  orgId: string,
  token: Buffer,
  endsAt: Date,
): Promise<boolean> {
  const row = await sharedOf(tx)
    .insertInto('logout_tokens')
    .values({ org_id: orgId, token, expires_at: endsAt })
    .onConflict((conflict) => conflict.columns(['org_id', 'token']).doNothing())
    .returning('org_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes expired logout tokens, which are never accepted again. @returns the number of rows */
export async function deleteExpiredLogoutTokens(db: Queryable): Promise<number> {
  const { numAffectedRows } =
    await sql`DELETE FROM logout_tokens WHERE expires_at < now() - interval '1 minute'`.execute(
      sharedOf(db),
    );
  return Number(numAffectedRows ?? 0n);
}

export async function insertIssuer(
  tx: Tx,
  row: Omit<IssuerRow, 'created_at' | 'updated_at' | 'group_roles' | 'public_key'> & {
    group_roles: string;
    public_key: string | null;
  },
): Promise<IssuerRow> {
  return sharedOf(tx)
    .insertInto('sign_in_issuers')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateIssuer(
  tx: Tx,
  orgId: string,
  id: string,
  change: Partial<Omit<IssuerRow, 'created_at' | 'updated_at' | 'group_roles' | 'public_key'>> & {
    group_roles?: string;
    public_key?: string | null;
  },
): Promise<IssuerRow> {
  const values = { ...change, updated_at: sql`now()` };
  return updateById(sharedOf(tx), 'sign_in_issuers', orgId, id, values);
}

export async function deleteIssuer(tx: Tx, orgId: string, id: string): Promise<void> {
  await deleteById(sharedOf(tx), 'sign_in_issuers', orgId, id);
}

export async function lockIssuer(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<IssuerRow | undefined> {
  return rowById(sharedOf(tx), 'sign_in_issuers', orgId, id).forUpdate().executeTakeFirst();
}

export async function findIssuer(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<IssuerRow | undefined> {
  return rowById(sharedOf(db), 'sign_in_issuers', orgId, id).executeTakeFirst();
}

export async function selectIssuers(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<IssuerRow>> {
  const base = () => sharedOf(db).selectFrom('sign_in_issuers').where('org_id', '=', orgId);
  return selectPage(sharedOf(db), { shown: base().selectAll(), counted: base() }, BY_ID, page);
}

/** Selects the addresses of the identity providers of all organizations. */
export async function issuerUrls(db: Queryable): Promise<{ orgId: string; url: string }[]> {
  return sharedOf(db)
    .selectFrom('sign_in_issuers')
    .distinct()
    .select(['org_id as orgId', 'issuer as url'])
    .execute();
}

/** Counts the providers of all organizations whose addresses are trusted without `email_verified`. */
export async function countWithoutVerified(db: Queryable): Promise<number> {
  const { count } = await sharedOf(db)
    .selectFrom('sign_in_issuers')
    .where('email_without_verified', '=', true)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects the roles that groups of an organization's issuers give; with `issuer`, of the issuers at that address. */
export async function selectMappedRoles(
  db: Queryable,
  orgId: string,
  issuer?: string,
): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    SELECT DISTINCT role FROM sign_in_issuers AS i,
      jsonb_each(i.group_roles) AS mapped, jsonb_array_elements_text(mapped.value) AS role
    WHERE i.org_id = ${orgId} ${issuer === undefined ? sql`` : sql`AND i.issuer = ${issuer}`} ORDER BY 1`.execute(
    sharedOf(db),
  );
  return rows.map(({ role }) => role);
}

/** Selects the groups of people, by the ids of the people. */
export async function selectGroupsOf(
  db: Queryable,
  orgId: string,
  userIds: readonly string[],
): Promise<{ user_id: string; id: string; display_name: string }[]> {
  const { rows } = await sql<{ user_id: string; id: string; display_name: string }>`
    SELECT m.user_id, g.id, g.display_name
    FROM scim_group_members AS m JOIN scim_groups AS g ON g.org_id = m.org_id AND g.id = m.group_id
    WHERE m.org_id = ${orgId} AND m.user_id = ${anyOf(userIds)}
    ORDER BY g.display_name`.execute(sharedOf(db));
  return rows;
}

/** Returns true if SCIM manages a person, for any issuer. */
export async function isKnown(db: Queryable, orgId: string, userId: string): Promise<boolean> {
  const row = await sharedOf(db)
    .selectFrom('scim_users')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
