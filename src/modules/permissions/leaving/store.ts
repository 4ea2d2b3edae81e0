import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Touched } from '../schemas.ts';

function anyOf(list: Iterable<string>) {
  return sql<string>`ANY (${arrayText([...list])}::text[])`;
}
function noneOf(list: Iterable<string>) {
  return sql`ALL (${arrayText([...list])}::text[])`;
}

/** @returns the prefixes that the sources had */
export async function deleteImports(tx: Tx, orgId: string, sources: string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('permission_imports')
    .where('org_id', '=', orgId)
    .where('source', '=', anyOf(sources))
    .returning('prefix')
    .execute();
  return rows.map(({ prefix }) => prefix).toSorted();
}

/** Removes the imported modules of prefixes. */
export async function dropModules(tx: Tx, orgId: string, prefixes: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_modules WHERE org_id = ${orgId} AND prefix = ${anyOf(prefixes)}
    RETURNING id, 'gone' AS what, false AS own`.execute(tx);
  return rows;
}

/** Removes the imported policies of prefixes, but for those that the source calls by one of `kept`. */
export async function dropPolicies(
  tx: Tx,
  orgId: string,
  prefixes: string[],
  kept: string[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_policies
    WHERE org_id = ${orgId} AND prefix = ${anyOf(prefixes)} AND source_id <> ${noneOf(kept)}
    RETURNING id, 'gone' AS what, false AS own`.execute(tx);
  return rows;
}

/** An imported role; `sourceId` is what it is called where it comes from. */
export type RoleBefore = { id: string; sourceId: string; inherits: string[] };

/** The imported roles of prefixes, but for those that have retired. */
export async function selectImportedRoles(
  tx: Tx,
  orgId: string,
  prefixes: string[],
): Promise<RoleBefore[]> {
  const { rows } = await sql<RoleBefore>`
    SELECT id, source_id AS "sourceId", inherits FROM permission_roles
    WHERE org_id = ${orgId} AND prefix = ${anyOf(prefixes)} AND retired_source IS NULL`.execute(tx);
  return rows;
}

/** Which of these roles a policy of the organization's own is about that denies. */
export async function selectDenied(tx: Tx, orgId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT role_id AS id FROM permission_policies
    WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'deny' AND role_id = ${anyOf(ids)}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of these roles somebody has, or a role inherits that is the organization's own or has retired. */
export async function selectHeld(tx: Tx, orgId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT role_id AS id FROM permission_assignments
    WHERE org_id = ${orgId} AND role_id = ${anyOf(ids)}
    UNION
    SELECT i FROM permission_roles, unnest(inherits) AS u (i)
    WHERE org_id = ${orgId} AND (prefix IS NULL OR retired_source IS NOT NULL) AND i = ${anyOf(ids)}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes roles give nothing, and be the organization's own affair; they still count as those in `inherits`. */
export async function retireRoles(
  tx: Tx,
  orgId: string,
  roles: { id: string; inherits: string[] }[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    UPDATE permission_roles r SET retired_source = r.source_id, source_id = r.id, capabilities = '{}',
      inherits = w.inherits, updated_at = now()
    FROM json_to_recordset(${JSON.stringify(roles)}::json) AS w (id text, inherits text[])
    WHERE r.org_id = ${orgId} AND r.id = w.id COLLATE "C"
    RETURNING r.id, 'updated' AS what, true AS own`.execute(tx);
  return rows;
}

/** `PREFIX:MODULE:ACTION` and `PREFIX:MODULE:*` of what is imported now. */
function known(orgId: string, prefixes: string[]) {
  return sql`
  SELECT m.prefix || ':' || m.code || ':' || action
  FROM permission_modules m, unnest(m.actions || '{*}'::text[]) AS a (action)
  WHERE m.org_id = ${orgId} AND m.prefix = ${anyOf(prefixes)}`;
}

/** Whether a capability names something under one of the prefixes that is not imported any more. */
function gone(orgId: string, prefixes: string[], capability: string) {
  return sql`
  (${sql.ref(capability)} LIKE '%:%:%' AND split_part(${sql.ref(capability)}, ':', 1) = ${anyOf(prefixes)}
    AND ${sql.ref(capability)} NOT IN (${known(orgId, prefixes)}))`;
}

/** Removes the organization's own policies that allow what is not imported any more. Those that deny stay. */
export async function dropAllowing(tx: Tx, orgId: string, prefixes: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_policies
    WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'allow' AND ${gone(orgId, prefixes, 'capability')}
    RETURNING id, 'gone' AS what, true AS own`.execute(tx);
  return rows;
}

/** Takes roles from whoever has them. */
export async function dropAssignments(
  tx: Tx,
  orgId: string,
  roleIds: string[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_assignments WHERE org_id = ${orgId} AND role_id = ${anyOf(roleIds)}
    RETURNING id, 'gone' AS what, true AS own`.execute(tx);
  return rows;
}

/** Takes what is not imported any more, and these roles, out of roles that are the organization's own or have retired. */
export async function cleanRoles(
  tx: Tx,
  orgId: string,
  prefixes: string[],
  roleIds: string[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    UPDATE permission_roles SET updated_at = now(),
      capabilities = ARRAY(SELECT c FROM unnest(capabilities) WITH ORDINALITY AS u (c, n)
        WHERE NOT ${gone(orgId, prefixes, 'c')} ORDER BY n),
      inherits = ARRAY(SELECT i FROM unnest(inherits) WITH ORDINALITY AS u (i, n)
        WHERE i <> ${noneOf(roleIds)} ORDER BY n)
    WHERE org_id = ${orgId} AND (prefix IS NULL OR retired_source IS NOT NULL)
      AND (inherits && ${arrayText(roleIds)}::text[]
        OR EXISTS (SELECT FROM unnest(capabilities) AS u (c) WHERE ${gone(orgId, prefixes, 'c')}))
    RETURNING id, 'updated' AS what, true AS own`.execute(tx);
  return rows;
}

/** Removes imported roles that nothing names any more. */
export async function deleteRoles(tx: Tx, orgId: string, roleIds: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_roles WHERE org_id = ${orgId} AND id = ${anyOf(roleIds)}
    RETURNING id, 'gone' AS what, false AS own`.execute(tx);
  return rows;
}

/**
 * Makes retired roles count as the role that they were, where that is imported again under the same prefix as one of
 * these, and the organization's own policies that deny be about that, so that they concern whoever has either.
 */
export async function reviveRoles(
  tx: Tx,
  orgId: string,
  roleIds: string[],
): Promise<{ role: Touched[]; policy: Touched[] }> {
  const { rows: found } = await sql`
    WITH retired AS MATERIALIZED (
      SELECT id, prefix, retired_source FROM permission_roles
      WHERE org_id = ${orgId} AND retired_source IS NOT NULL
    )
    SELECT r.id AS retired, n.id AS revived FROM retired r
    JOIN permission_roles n ON n.org_id = ${orgId} AND n.prefix = r.prefix AND n.source_id = r.retired_source
    WHERE n.id = ${anyOf(roleIds)}`.execute(tx);
  if (found.length === 0) return { role: [], policy: [] };
  const pairs = sql`
    SELECT * FROM json_to_recordset(${JSON.stringify(found)}::json)
      AS pair (retired text COLLATE "C", revived text COLLATE "C")`;
  const role = await sql<Touched>`
    UPDATE permission_roles r SET inherits = r.inherits || pair.revived, updated_at = now()
    FROM (${pairs}) AS pair WHERE r.org_id = ${orgId} AND r.id = pair.retired
    RETURNING r.id, 'updated' AS what, true AS own`.execute(tx);
  // Two roles that retired one after the other may be the same one: of equal policies about them one is enough.
  const policy = await sql<Touched>`
    WITH pair AS (${pairs})
    UPDATE permission_policies p SET role_id = moved.revived
    FROM (
      SELECT DISTINCT ON (pair.revived, o.capability, o.resource, o.relation) o.id, pair.revived
      FROM pair JOIN permission_policies o ON o.org_id = ${orgId} AND o.role_id = pair.retired
      WHERE o.prefix IS NULL AND o.effect = 'deny'
      ORDER BY pair.revived, o.capability, o.resource, o.relation, o.id
    ) AS moved WHERE p.org_id = ${orgId} AND p.id = moved.id
    RETURNING p.id, 'updated' AS what, true AS own`.execute(tx);
  return { role: role.rows, policy: policy.rows };
}
