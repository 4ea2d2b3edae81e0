import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';
import type { SharedModule, SharedPolicy, SharedRole, Touched } from '../schemas.ts';

function noneOf(list: Iterable<string>) {
  return sql`ALL (${arrayText([...list])}::text[])`;
}
/** A tag for a statement that returns its changes. */
function touching(tx: Tx) {
  return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Touched[]> =>
    (await sql<Touched>(text, ...values).execute(tx)).rows;
}

export async function selectImport(
  tx: Tx,
  orgId: string,
  prefix: string,
): Promise<({ source: string } & Version) | undefined> {
  return tx
    .selectFrom('permission_imports')
    .select(['source', 'revision', 'stamp'])
    .where('org_id', '=', orgId)
    .where('prefix', '=', prefix)
    .executeTakeFirst();
}

export async function upsertImport(
  tx: Tx,
  orgId: string,
  prefix: string,
  row: { source: string } & Version,
): Promise<void> {
  await tx
    .insertInto('permission_imports')
    .values({ org_id: orgId, prefix, ...row })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'prefix']).doUpdateSet((eb) => ({
        revision: row.revision,
        stamp: row.stamp,
        imported_at: eb.ref('excluded.imported_at'),
      })),
    )
    .execute();
}

export type ImportOf = { orgId: string; prefix: string; source: string; revision: number };

/** The imports of these sources in these organizations, ordered by organization id. */
export async function importsOf(
  db: Queryable,
  sources: string[],
  orgIds: string[],
): Promise<ImportOf[]> {
  return db
    .selectFrom('permission_imports')
    .select(['org_id as orgId', 'prefix', 'source', 'revision'])
    .where('source', '=', anyOf(sources))
    .where('org_id', '=', anyOf(orgIds))
    .orderBy('org_id')
    .orderBy('prefix')
    .execute();
}

/** @returns the prefixes of the sources */
export async function deleteImports(tx: Tx, orgId: string, sources: string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('permission_imports')
    .where('org_id', '=', orgId)
    .where('source', '=', anyOf(sources))
    .returning('prefix')
    .execute();
  return rows.map(({ prefix }) => prefix).toSorted();
}

export function upsertModules(
  tx: Tx,
  orgId: string,
  prefix: string,
  modules: (SharedModule & { id: string })[],
): Promise<Touched[]> {
  return touching(tx)`
    INSERT INTO permission_modules AS m (org_id, id, prefix, code, name, actions)
    SELECT ${orgId}, w.id, ${prefix}, w.code, w.name, w.actions
    FROM json_to_recordset(${JSON.stringify(modules)}::json) AS w (id text, code text, name text, actions text[])
    ON CONFLICT ON CONSTRAINT permission_modules_code_unique
      DO UPDATE SET name = excluded.name, actions = excluded.actions,
        updated_at = excluded.updated_at
      WHERE (m.name, m.actions) IS DISTINCT FROM (excluded.name, excluded.actions)
    RETURNING 'module' AS kind, m.id, CASE WHEN xmax = 0 THEN 'created' ELSE 'updated' END AS action, false AS own`;
}

export type ImportedRole = SharedRole & { sourceId: string };

/** Inserts and updates imported roles, which may inherit from each other. */
export function upsertRoles(
  tx: Tx,
  orgId: string,
  prefix: string,
  roles: ImportedRole[],
): Promise<Touched[]> {
  return touching(tx)`
    INSERT INTO permission_roles AS r (org_id, id, prefix, source_id, name, capabilities, inherits)
    SELECT ${orgId}, w.id, ${prefix}, w."sourceId", w.name, w.capabilities, w.inherits
    FROM json_to_recordset(${JSON.stringify(roles)}::json)
      AS w (id text, "sourceId" text, name text, capabilities text[], inherits text[])
    ON CONFLICT (org_id, prefix, source_id) WHERE NOT removed
      DO UPDATE SET name = excluded.name, capabilities = excluded.capabilities, inherits = excluded.inherits,
        updated_at = excluded.updated_at
      WHERE (r.name, r.capabilities, r.inherits)
        IS DISTINCT FROM (excluded.name, excluded.capabilities, excluded.inherits)
    RETURNING 'role' AS kind, r.id, CASE WHEN xmax = 0 THEN 'created' ELSE 'updated' END AS action, false AS own`;
}

export type ImportedPolicy = SharedPolicy & { sourceId: string };

/** Inserts the missing imported policies: a policy never changes. */
export function insertPolicies(
  tx: Tx,
  orgId: string,
  prefix: string,
  policies: ImportedPolicy[],
): Promise<Touched[]> {
  return touching(tx)`
    INSERT INTO permission_policies
      (org_id, id, prefix, source_id, effect, role_id, capability, resource, relation)
    SELECT ${orgId}, w.id, ${prefix}, w."sourceId", w.effect, w."roleId", w.capability, w.resource, w.relation
    FROM json_to_recordset(${JSON.stringify(policies)}::json) AS w (id text, "sourceId" text, effect text,
      "roleId" text, capability text, resource text, relation text)
    ON CONFLICT ON CONSTRAINT permission_policies_source_unique DO NOTHING
    RETURNING 'policy' AS kind, id, 'created' AS action, false AS own`;
}

/** Deletes imported modules or policies of these prefixes whose code, or id at the source, is not in `kept`. */
export function deleteStale(
  tx: Tx,
  orgId: string,
  kind: 'module' | 'policy',
  prefixes: string[],
  kept: string[],
): Promise<Touched[]> {
  const [table, key] = {
    module: ['permission_modules', 'code'],
    policy: ['permission_policies', 'source_id'],
  }[kind] as [string, string];
  return touching(tx)`
    DELETE FROM ${sql.table(table)}
    WHERE org_id = ${orgId} AND prefix = ${anyOf(prefixes)} AND ${sql.ref(key)} <> ${noneOf(kept)}
    RETURNING ${kind} AS kind, id, 'deleted' AS action, false AS own`;
}

/**
 * `sourceId` is the role's id at the source. `denied`: an own policy for the role denies something. `held`: the role is
 * assigned, or an own role or a tombstone inherits from it.
 */
export type ActiveRole = {
  id: string;
  sourceId: string;
  inherits: string[];
  denied: boolean;
  held: boolean;
};

/** The imported roles of these prefixes, without tombstones. */
export async function selectActiveRoles(
  tx: Tx,
  orgId: string,
  prefixes: string[],
): Promise<ActiveRole[]> {
  const { rows } = await sql<ActiveRole>`
    SELECT id, source_id AS "sourceId", inherits,
      id IN (SELECT role_id FROM permission_policies
        WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'deny' AND role_id IS NOT NULL) AS denied,
      EXISTS (SELECT FROM permission_assignments a WHERE a.org_id = ${orgId} AND a.role_id = r.id)
        OR id IN (SELECT unnest(inherits) FROM permission_roles
          WHERE org_id = ${orgId} AND (prefix IS NULL OR removed)) AS held
    FROM permission_roles r
    WHERE org_id = ${orgId} AND prefix = ${anyOf(prefixes)} AND NOT removed`.execute(tx);
  return rows;
}

/** The roles imported under the prefix, including tombstones (`removed`). `sourceId` is the id at the source. */
export async function selectImportedRoles(
  tx: Tx,
  orgId: string,
  prefix: string,
): Promise<{ id: string; sourceId: string; removed: boolean }[]> {
  const rows = await tx
    .selectFrom('permission_roles')
    .select(['id', 'source_id', 'removed'])
    .where('org_id', '=', orgId)
    .where('prefix', '=', prefix)
    .execute();
  return rows.map(({ id, source_id, removed }) => ({ id, sourceId: source_id!, removed }));
}

/** Turns roles into tombstones. */
export function tombstoneRoles(
  tx: Tx,
  orgId: string,
  roles: { id: string; inherits: string[] }[],
): Promise<Touched[]> {
  return touching(tx)`
    UPDATE permission_roles r SET removed = true, capabilities = '{}', inherits = w.inherits, updated_at = now()
    FROM json_to_recordset(${JSON.stringify(roles)}::json) AS w (id text, inherits text[])
    WHERE r.org_id = ${orgId} AND r.id = w.id COLLATE "C"
    RETURNING 'role' AS kind, r.id, 'updated' AS action, true AS own`;
}

/** Deletes imported roles that no policy names, with their assignments. */
export function deleteRoles(tx: Tx, orgId: string, ids: string[]): Promise<Touched[]> {
  return touching(tx)`
    WITH assignment AS (
      DELETE FROM permission_assignments WHERE org_id = ${orgId} AND role_id = ${anyOf(ids)} RETURNING id
    ), role AS (
      DELETE FROM permission_roles WHERE org_id = ${orgId} AND id = ${anyOf(ids)} RETURNING id
    )
    SELECT 'assignment' AS kind, id, 'deleted' AS action, true AS own FROM assignment
    UNION ALL SELECT 'role', id, 'deleted', false FROM role`;
}

/**
 * Connects tombstones with the roles that returned: the tombstones inherit from them, and own policies for a tombstone
 * move to the new role. Of equal policies for several tombstones, one moves.
 */
export function connectTombstones(
  tx: Tx,
  orgId: string,
  returned: { tombstone: string; id: string }[],
): Promise<Touched[]> {
  return touching(tx)`
    WITH returned AS MATERIALIZED (
      SELECT tombstone COLLATE "C" AS tombstone, id COLLATE "C" AS id
      FROM json_to_recordset(${JSON.stringify(returned)}::json) AS w (tombstone text, id text)
    ), role AS (
      UPDATE permission_roles r SET inherits = r.inherits || returned.id, updated_at = now()
      FROM returned WHERE r.org_id = ${orgId} AND r.id = returned.tombstone
      RETURNING r.id
    ), policy AS (
      UPDATE permission_policies p SET role_id = moved.new_id
      FROM (
        SELECT DISTINCT ON (returned.id, o.capability, o.resource, o.relation) o.id, returned.id AS new_id
        FROM returned JOIN permission_policies o ON o.org_id = ${orgId} AND o.role_id = returned.tombstone
        WHERE o.prefix IS NULL AND o.effect = 'deny'
        ORDER BY returned.id, o.capability, o.resource, o.relation, o.id
      ) AS moved WHERE p.org_id = ${orgId} AND p.id = moved.id
      RETURNING p.id
    )
    SELECT 'role' AS kind, id, 'updated' AS action, true AS own FROM role
    UNION ALL SELECT 'policy', id, 'updated', true FROM policy`;
}

/** True for a capability under one of these prefixes that no imported module has. */
function isStale(orgId: string, prefixes: string[], capability: string) {
  return sql`
  (${sql.ref(capability)} LIKE '%:%:%' AND split_part(${sql.ref(capability)}, ':', 1) = ${anyOf(prefixes)}
    AND ${sql.ref(capability)} NOT IN (
      SELECT m.prefix || ':' || m.code || ':' || action
      FROM permission_modules m, unnest(m.actions || '{*}'::text[]) AS a (action)
      WHERE m.org_id = ${orgId} AND m.prefix = ${anyOf(prefixes)}))`;
}

/**
 * Deletes the own policies that allow a stale capability, and removes stale capabilities and deleted roles from own
 * roles and tombstones.
 */
export function cleanOwn(
  tx: Tx,
  orgId: string,
  prefixes: string[],
  deletedRoles: string[],
): Promise<Touched[]> {
  // A subquery is hashed once. An array would be scanned for each parent of each role.
  const deleted = sql`SELECT unnest(${arrayText(deletedRoles)}::text[])`;
  return touching(tx)`
    WITH policy AS (
      DELETE FROM permission_policies
      WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'allow' AND ${isStale(orgId, prefixes, 'capability')}
      RETURNING id
    ), role AS (
      UPDATE permission_roles SET updated_at = now(),
        capabilities = ARRAY(SELECT c FROM unnest(capabilities) WITH ORDINALITY AS u (c, n)
          WHERE NOT ${isStale(orgId, prefixes, 'c')} ORDER BY n),
        inherits = ARRAY(SELECT i FROM unnest(inherits) WITH ORDINALITY AS u (i, n)
          WHERE i NOT IN (${deleted}) ORDER BY n)
      WHERE org_id = ${orgId} AND (prefix IS NULL OR removed)
        AND (EXISTS (SELECT FROM unnest(inherits) AS u (i) WHERE i IN (${deleted}))
          OR EXISTS (SELECT FROM unnest(capabilities) AS u (c) WHERE ${isStale(orgId, prefixes, 'c')}))
      RETURNING id
    )
    SELECT 'policy' AS kind, id, 'deleted' AS action, true AS own FROM policy
    UNION ALL SELECT 'role', id, 'updated', true FROM role`;
}
