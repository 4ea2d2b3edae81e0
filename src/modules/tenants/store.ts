import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { KeyMode } from '../../platform/auth/api-key.ts';
import { credentialOf, type Principal } from '../../platform/auth/key-cache.ts';
import { anyIn, anyOf, arrayText } from '../../platform/db/bulk/arrays.ts';
import { compiled } from '../../platform/db/bulk/compiled.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../platform/db/lists/keyset.ts';
import { MOVING_LOCK } from '../../platform/db/move/steps.ts';
import { sharedOf } from '../../platform/db/places.ts';
import type { ApiKeys, Organizations } from '../../platform/db/types.ts';
import { AddressRules } from '../../platform/outbound/address.ts';
import type { Zones } from '../../platform/calendar/zoned-months.ts';

export type OrganizationRow = Selectable<Organizations>;
export type KeyRow = Selectable<ApiKeys>;

/** The pattern of organization ids that are not twins. */
const LIVE = 'org\\_%';

/** Selects buckets with their numbers of organizations, in the order of names. */
export async function selectBuckets(
  db: Queryable,
): Promise<{ name: string; server: string; organizations: number }[]> {
  const { rows } = await sql<{ name: string; server: string; organizations: number }>`
    SELECT b.name, b.server, count(o.id)::integer AS organizations
    FROM buckets AS b LEFT JOIN organizations AS o ON o.bucket = b.name
    GROUP BY b.name ORDER BY b.name`.execute(sharedOf(db));
  return rows;
}

/** Selects organizations that are on another server than their region. */
export async function selectMisplaced(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT o.id FROM organizations AS o JOIN buckets AS b ON b.name = o.bucket
    WHERE o.region <> b.server ORDER BY o.id`.execute(sharedOf(db));
  return rows.map(({ id }) => id);
}

/** Takes the lock of moves for the transaction, together with others. @returns false during a move */
export async function holdMoves(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    SELECT pg_try_advisory_xact_lock_shared(${MOVING_LOCK}) AS "isHeld"`.execute(sharedOf(tx));
  return rows[0]!.isHeld;
}

export async function insertOrganization(
  tx: Tx,
  row: {
    id: string;
    name: string;
    plan: string;
    addons: string[];
    bucket: string;
    billing_zones: string | null;
    region: string | null;
  },
): Promise<OrganizationRow> {
  return sharedOf(tx)
    .insertInto('organizations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the row, so that it cannot change between read and update. */
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

/** Deletes an organization without keys. */
export async function deleteOrganization(tx: Tx, id: string): Promise<void> {
  await sharedOf(tx).deleteFrom('organizations').where('id', '=', id).execute();
}

/** @param ids the ids of the organization and of its twin, which gets the same change */
export async function updateOrganization(
  tx: Tx,
  ids: [id: string, twin: string],
  change: {
    name: string;
    plan: string;
    addons: string[];
    identifier_last4: boolean;
    seals_content: boolean | null;
    billing_zones: string | null;
    region: string | null;
  },
): Promise<OrganizationRow> {
  const rows = await sharedOf(tx)
    .updateTable('organizations')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  return rows.find((row) => row.id === ids[0])!;
}

type VerificationFact = Pick<OrganizationRow, 'id' | 'identifier_last4' | 'consents_withdrawn'>;

const verificationFacts = compiled<readonly string[], VerificationFact>(
  (given) => sql`
    SELECT id, identifier_last4, consents_withdrawn FROM organizations
    WHERE id = ${anyIn(given(arrayText))} AND (NOT identifier_last4 OR consents_withdrawn)`,
);

/** Selects the organizations that differ from most. */
export async function selectVerificationFacts(
  db: Queryable,
  orgIds: string[],
): Promise<VerificationFact[]> {
  const { rows } = await sharedOf(db).executeQuery(verificationFacts(orgIds));
  return rows;
}

/** @returns true the first time */
export async function setConsentsWithdrawn(tx: Tx, orgId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE organizations SET consents_withdrawn = true
    WHERE id = ${orgId} AND NOT consents_withdrawn`.execute(sharedOf(tx));
  return numAffectedRows === 1n;
}

export async function updateConsentKinds(tx: Tx, orgId: string, kinds: string[]): Promise<void> {
  await sharedOf(tx)
    .updateTable('organizations')
    .set({ consent_kinds: kinds })
    .where('id', '=', orgId)
    .execute();
}

/** Selects the time zones of months of organizations, unless they have only UTC. @param orgIds all by default */
export async function selectZones(db: Queryable, orgIds?: readonly string[]) {
  const { rows } = await sql<{ id: string; zones: Zones }>`
    SELECT id, billing_zones AS zones FROM organizations
    WHERE billing_zones IS NOT NULL AND ${orgIds ? sql`id = ${anyOf(orgIds)}` : sql`true`}`.execute(
    sharedOf(db),
  );
  return rows;
}

/** Selects a time zone as the IANA database writes its name. */
export async function selectTimeZone(db: Queryable, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM pg_timezone_names WHERE lower(name) = lower(${name})`.execute(sharedOf(db));
  return rows[0]?.name;
}

export type OrganizationFilter = { plan?: string };

export async function listOrganizations(
  db: Queryable,
  { plan }: OrganizationFilter,
  page: Page,
): Promise<Listed<OrganizationRow>> {
  let all = sharedOf(db).selectFrom('organizations').where('id', 'like', LIVE);
  if (plan !== undefined) all = all.where('plan', '=', plan);
  return selectPage(sharedOf(db), { shown: all.selectAll(), counted: all }, BY_ID, page);
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
    mode: KeyMode;
    allowed_cidrs: string[];
    rate_limits: string;
    told_days: number | null;
    made_by: string | null;
    made_by_person: string | null;
    through: string[];
  },
): Promise<KeyRow> {
  return sharedOf(tx).insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  return sharedOf(db).selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The keys and people that a key derives from; for a key that is older than this column, those of its rotation. */
function throughOf(key: string): RawBuilder<string[]> {
  const [id, through] = [sql.ref(`${key}.id`), sql.ref(`${key}.through`)];
  return sql<string[]>`coalesce(${through}, ARRAY(
    WITH RECURSIVE replaced AS (
      SELECT f.id, f.rotated_from, coalesce(f.made_by_person, f.made_by) AS person FROM api_keys AS f WHERE f.id = ${id}
      UNION SELECT f.id, f.rotated_from, coalesce(f.made_by_person, f.made_by)
        FROM replaced AS r JOIN api_keys AS f ON f.id = r.rotated_from
    ) SELECT id FROM replaced UNION SELECT person FROM replaced WHERE person IS NOT NULL))`;
}

/** Resolves to true if the first key replaces the second, directly or through other keys. */
export async function replacesKey(db: Queryable, id: string, older: string): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE replaced AS (
      SELECT rotated_from AS id FROM api_keys WHERE id = ${id}
      UNION SELECT k.rotated_from FROM replaced JOIN api_keys AS k USING (id)
    ) SELECT FROM replaced WHERE id = ${older}`.execute(sharedOf(db));
  return rows.length > 0;
}

/**
 * Selects the scopes of a key and of its replacements, if they are in use. The scopes of a test key count in the
 * organization's twin.
 */
export async function selectScopesInUse(db: Queryable, orgId: string, id: string) {
  const { rows } = await sql<{ scopes: string[] }>`
    WITH RECURSIVE successors AS (
      SELECT k.id FROM api_keys AS k
      WHERE k.id = ${id} AND CASE k.mode WHEN 'test' THEN 'test' || k.org_id ELSE k.org_id END = ${orgId}
      UNION SELECT k.id FROM successors AS s JOIN api_keys AS k ON k.rotated_from = s.id
    ) SELECT k.scopes FROM successors JOIN api_keys AS k USING (id) WHERE ${isActive('k')} AND k.paused_at IS NULL`.execute(
    sharedOf(db),
  );
  return rows.map(({ scopes }) => scopes);
}

/**
 * Selects the keys that a person made or rotated, including ended ones, in the order of ids. @param orgId null for
 * platform keys
 */
export function selectKeysMadeBy(db: Queryable, orgId: string | null, userId: string) {
  return sharedOf(db)
    .selectFrom('api_keys')
    .selectAll()
    .select(isActive().as('active'))
    .where('org_id', orgId === null ? 'is' : '=', orgId)
    .where('made_by', '=', userId)
    .orderBy('id')
    .execute();
}

export async function lockKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  return sharedOf(tx)
    .selectFrom('api_keys')
    .selectAll()
    .select(throughOf('api_keys').as('through'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the newest key in use among a key of the organization and its successors. */
export async function findNewestInUse(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    WITH RECURSIVE successors AS (
      SELECT k.id FROM api_keys AS k WHERE k.id = ${id} AND k.org_id = ${orgId}
      UNION SELECT k.id FROM successors AS s JOIN api_keys AS k ON k.rotated_from = s.id
    ) SELECT k.* FROM successors JOIN api_keys AS k USING (id)
      WHERE ${isActive('k')} AND k.paused_at IS NULL ORDER BY k.created_at DESC, k.id DESC LIMIT 1`.execute(
    sharedOf(db),
  );
  return rows[0];
}

/** Revokes a key. A revoked key keeps the time of its first revocation. */
export async function revokeKey(tx: Tx, id: string): Promise<KeyRow | undefined> {
  return sharedOf(tx)
    .updateTable('api_keys')
    .from(sql<{ at: Date }>`(SELECT now() AS at)`.as('moment'))
    .set({ revoked_at: sql`coalesce(revoked_at, moment.at)` })
    .where('id', '=', id)
    .returningAll('api_keys')
    .executeTakeFirst();
}

/** Ends a key after this time, but never later than its current expiry. */
export async function expireKeyAfter(tx: Tx, id: string, seconds: number): Promise<void> {
  await sharedOf(tx)
    .updateTable('api_keys')
    .set({ expires_at: sql`least(expires_at, now() + make_interval(secs => ${seconds}))` })
    .where('id', '=', id)
    .execute();
}

/** Changes the properties that an owner may change. */
export async function updateKey(
  tx: Tx,
  id: string,
  change: {
    name: string;
    scopes: string[];
    expires_at: Date | null;
    allowed_cidrs: string[];
    rate_limits: string;
    paused_at: Date | null;
  },
): Promise<KeyRow> {
  return sharedOf(tx)
    .updateTable('api_keys')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the use of a key. Of several processes, the latest time stays. */
export async function touchKey(db: Queryable, id: string): Promise<void> {
  await sql`
    UPDATE api_keys SET last_used_at = greatest(last_used_at, statement_timestamp()) WHERE id = ${id}`.execute(
    sharedOf(db),
  );
}

/**
 * Selects and locks keys that expire within this number of days and whose owners have no event for it yet. Skips
 * locked rows.
 */
export async function lockExpiring(tx: Tx, days: number, limit: number): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    SELECT * FROM api_keys
    WHERE org_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()
      AND expires_at <= now() + make_interval(days => ${days}) AND (told_days IS NULL OR told_days > ${days})
      -- The successor of a replaced key gets its own event.
      AND NOT EXISTS (SELECT FROM api_keys AS n WHERE n.rotated_from = api_keys.id AND n.revoked_at IS NULL)
    ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(sharedOf(tx));
  return rows;
}

export async function noteWarning(tx: Tx, id: string, days: number): Promise<void> {
  await sharedOf(tx)
    .updateTable('api_keys')
    .set({ told_days: days })
    .where('id', '=', id)
    .execute();
}

/** The condition that a row of `api_keys` is neither revoked nor expired. */
export function isActive(table = 'api_keys'): RawBuilder<boolean> {
  const [revoked, expires] = [sql.ref(`${table}.revoked_at`), sql.ref(`${table}.expires_at`)];
  return sql<boolean>`(${revoked} IS NULL AND (${expires} IS NULL OR ${expires} > now()))`;
}

/** `active` keys are neither revoked nor expired. */
export type KeyFilter = { organizationId?: string; active?: boolean; name?: string };

export async function listKeys(
  db: Queryable,
  { organizationId, active, name }: KeyFilter,
  page: Page,
): Promise<Listed<KeyRow>> {
  let all = sharedOf(db).selectFrom('api_keys');
  if (organizationId !== undefined) all = all.where('org_id', '=', organizationId);
  if (active !== undefined) all = all.where(sql<boolean>`${isActive()} = ${active}`);
  if (name !== undefined) all = all.where(sql<boolean>`strpos(lower(name), lower(${name})) > 0`);
  return selectPage(sharedOf(db), { shown: all.selectAll(), counted: all }, BY_ID, page);
}

/** Selects the ids of all organizations, including twins, in order. */
export async function selectOrganizationIds(db: Queryable): Promise<string[]> {
  const rows = await sharedOf(db).selectFrom('organizations').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Selects the key with this hash and its organization, unless the key is revoked, expired or paused. */
export async function findPrincipal(db: Queryable, hash: Buffer): Promise<Principal | undefined> {
  const row = await sharedOf(db)
    .selectFrom('api_keys as k')
    .leftJoin('organizations as o', (on) =>
      on.on(
        'o.id',
        '=',
        sql<string>`CASE k.mode WHEN 'test' THEN 'test' || k.org_id ELSE k.org_id END`,
      ),
    )
    .select(['k.id', 'k.scopes', 'k.expires_at', 'k.mode', 'k.allowed_cidrs', 'k.rate_limits'])
    .select(['k.made_by', 'k.made_by_person', throughOf('k').as('through')])
    .select(['o.id as org_id', 'o.bucket', 'o.plan', 'o.addons', 'o.billing_zones'])
    .select(['o.consent_kinds', 'o.consents_withdrawn', 'o.seals_content'])
    .where('k.key_hash', '=', hash)
    .where(isActive('k'))
    .where('k.paused_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    kind: 'key',
    id: row.id,
    memberId: row.made_by,
    personId: row.made_by_person ?? row.made_by,
    through: row.through,
    via: row.id,
    credential: credentialOf('key', hash),
    organization:
      row.org_id === null
        ? null
        : {
            id: row.org_id,
            bucket: row.bucket!,
            plan: row.plan!,
            addons: row.addons ?? [],
            zones: (row.billing_zones ?? []) as unknown as Zones,
            consentKinds: row.consent_kinds ?? [],
            hasWithdrawals: row.consents_withdrawn ?? false,
            sealsContent: row.seals_content,
          },
    scopes: new Set(row.scopes),
    ...(row.mode === 'test' && { isTest: true }),
    ...(row.allowed_cidrs.length > 0 && { allowedFrom: new AddressRules(row.allowed_cidrs) }),
    ...(Object.keys(row.rate_limits as object).length > 0 && {
      rateLimits: row.rate_limits as Record<string, number>,
    }),
    reads: new Set(),
    roles: [],
    expiresAtMs: row.expires_at?.getTime() ?? null,
    session: null,
  };
}

/** Returns true if the database is unused. Takes a lock, so that only one of several starting processes gets true. */
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

/** Selects the names of keys of an organization. */
export async function selectKeyNames(db: Queryable, orgId: string, ids: readonly string[]) {
  return sharedOf(db)
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}
