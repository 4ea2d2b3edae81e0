import { sql, type Selectable } from 'kysely';
import type { Principal } from '../../platform/auth/key-cache.ts';
import { arrayText } from '../../platform/db/arrays.ts';
import { countRows } from '../../platform/db/count.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { sharedOf } from '../../platform/db/places.ts';
import type { ApiKeys, Organizations } from '../../platform/db/types.ts';
import type { Page } from '../../platform/http/schema.ts';

export type OrganizationRow = Selectable<Organizations>;
export type KeyRow = Selectable<ApiKeys>;

/** With how many organizations each has, in the order of their names. */
export async function selectBuckets(
  db: Queryable,
): Promise<{ name: string; server: string; organizations: number }[]> {
  const { rows } = await sql<{ name: string; server: string; organizations: number }>`
    SELECT b.name, b.server, count(o.id)::integer AS organizations
    FROM buckets AS b LEFT JOIN organizations AS o ON o.bucket = b.name
    GROUP BY b.name ORDER BY b.name`.execute(sharedOf(db));
  return rows;
}

export async function insertOrganization(
  tx: Tx,
  row: { id: string; name: string; plan: string; addons: string[]; bucket: string },
): Promise<OrganizationRow> {
  return sharedOf(tx)
    .insertInto('organizations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the row, so that a change is made to what was read. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  return sharedOf(tx)
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function findOrganization(
  db: Queryable,
  id: string,
): Promise<OrganizationRow | undefined> {
  return sharedOf(db)
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateOrganization(
  tx: Tx,
  id: string,
  change: { name: string; plan: string; addons: string[]; identifier_last4: boolean },
): Promise<OrganizationRow> {
  return sharedOf(tx)
    .updateTable('organizations')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function selectWithoutIdentifierLast4(
  db: Queryable,
  orgIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM organizations WHERE id = ANY (${arrayText(orgIds)}::text[]) AND NOT identifier_last4`.execute(
    sharedOf(db),
  );
  return rows.map(({ id }) => id);
}

export async function listOrganizations(
  db: Queryable,
  page: Page,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const rows = await sharedOf(db)
    .selectFrom('organizations')
    .selectAll()
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countRows(sharedOf(db).selectFrom('organizations'));
  return { rows, total };
}

export async function insertKey(
  tx: Tx,
  row: {
    id: string;
    org_id: string | null;
    name: string;
    key_hash: Buffer;
    hint: string;
    scopes: string[];
    rotated_from: string | null;
    expires_at: Date | null;
  },
): Promise<KeyRow> {
  return sharedOf(tx).insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  return sharedOf(db).selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  return sharedOf(tx)
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** An already revoked key keeps the time of its first revocation. */
export async function revokeKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  return sharedOf(tx)
    .updateTable('api_keys')
    .from(sql<{ at: Date }>`(SELECT now() AS at)`.as('moment'))
    .set({ revoked_at: sql`coalesce(revoked_at, moment.at)` })
    .where('id', '=', id)
    .returningAll('api_keys')
    .executeTakeFirst();
}

/** Never later than the expiry the key has already. */
export async function expireKeyAfter(tx: Tx, id: string, seconds: number): Promise<void> {
  await sharedOf(tx)
    .updateTable('api_keys')
    .set({ expires_at: sql`least(expires_at, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', id)
    .execute();
}

export async function listKeys(
  db: Queryable,
  organizationId: string | undefined,
  page: Page,
): Promise<{ rows: KeyRow[]; total: number }> {
  const base = () => {
    const query = sharedOf(db).selectFrom('api_keys');
    return organizationId === undefined ? query : query.where('org_id', '=', organizationId);
  };
  const rows = await base()
    .selectAll()
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countRows(base());
  return { rows, total };
}

/** The key with this hash together with its organization, unless it is revoked or expired. */
export async function findPrincipal(db: Queryable, hash: Buffer): Promise<Principal | undefined> {
  const row = await sharedOf(db)
    .selectFrom('api_keys as k')
    .leftJoin('organizations as o', 'o.id', 'k.org_id')
    .select(['k.id', 'k.scopes', 'k.expires_at'])
    .select(['o.id as org_id', 'o.bucket', 'o.plan', 'o.addons'])
    .where('k.key_hash', '=', hash)
    .where('k.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', sql<Date>`now()`)]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    keyId: row.id,
    keyHash: hash.toString('base64'),
    organization:
      row.org_id === null
        ? null
        : { id: row.org_id, bucket: row.bucket!, plan: row.plan!, addons: row.addons ?? [] },
    scopes: new Set(row.scopes),
    expiresAtMs: row.expires_at?.getTime() ?? null,
  };
}

/** Tells whether nobody has used this database yet; of processes that ask at once, one at a time learns it. */
export async function lockNewInstallation(tx: Tx): Promise<boolean> {
  await sql`LOCK TABLE installation IN EXCLUSIVE MODE`.execute(sharedOf(tx));
  const demo = await sharedOf(tx)
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'demo')
    .executeTakeFirst();
  const organization = await sharedOf(tx)
    .selectFrom('organizations')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return demo === undefined && organization === undefined;
}

export async function markInstalled(tx: Tx, value: string): Promise<void> {
  await sharedOf(tx).insertInto('installation').values({ name: 'demo', value }).execute();
}
