import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { SharedModule, SharedPolicy, SharedRole, SharedState, Touched } from '../schemas.ts';

/** A role that inherits from any. */
type Heir = { id: string; own: boolean; inherits: string[] };
/** Policies that deny something of the organization's own to those who have a role that is not its own. */
export type Denials = { denials: SharedPolicy[]; heirs: Heir[] };

/** `heirs` are all that inherit from any; none where nothing is denied so. */
function denialParts(orgId: string) {
  return sql`
  denial AS (
    SELECT id, effect, role_id AS "roleId", capability, resource, relation FROM permission_policies p
    WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'deny' AND capability NOT LIKE '%:%:%'
      AND EXISTS (SELECT FROM permission_roles r
        WHERE r.org_id = ${orgId} AND r.id = p.role_id AND r.prefix IS NOT NULL)
  ), heir AS (
    SELECT id, prefix IS NULL AS own, inherits FROM permission_roles
    WHERE org_id = ${orgId} AND inherits <> '{}' AND EXISTS (SELECT FROM denial)
  )`;
}
const denialColumns = sql`
  coalesce((SELECT json_agg(denial ORDER BY id) FROM denial), '[]') AS denials,
  coalesce((SELECT json_agg(heir ORDER BY id) FROM heir), '[]') AS heirs`;

export async function selectDenials(db: Queryable, orgId: string): Promise<Denials> {
  const { rows } = await sql<Denials>`WITH ${denialParts(orgId)} SELECT ${denialColumns}`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * What an organization shows others, as of one moment: its own modules, and roles and policies as far as they name these;
 * and, because what a role is denied belongs to it, what is denied by way of roles that are not shown.
 */
export async function selectShared(db: Queryable, orgId: string): Promise<SharedState & Denials> {
  const { rows } = await sql<SharedState & Denials>`
    WITH role AS (
      SELECT id, name,
        ARRAY(SELECT c FROM unnest(capabilities) WITH ORDINALITY AS u (c, n) WHERE c NOT LIKE '%:%:%' ORDER BY n)
          AS capabilities,
        ARRAY(SELECT i FROM unnest(inherits) WITH ORDINALITY AS u (i, n)
          WHERE EXISTS (SELECT FROM permission_roles p WHERE p.org_id = ${orgId} AND p.id = i AND p.prefix IS NULL)
          ORDER BY n) AS inherits
      FROM permission_roles WHERE org_id = ${orgId} AND prefix IS NULL
    ), policy AS (
      SELECT id, effect, role_id AS "roleId", capability, resource, relation
      FROM permission_policies
      WHERE org_id = ${orgId} AND prefix IS NULL AND capability NOT LIKE '%:%:%'
        AND (role_id IN (SELECT id FROM role) OR (role_id IS NULL AND effect = 'deny'))
    ), ${denialParts(orgId)}
    SELECT coalesce((SELECT own_revision FROM permission_heads WHERE org_id = ${orgId}), 0) AS revision,
      coalesce((SELECT json_agg(json_build_object('code', code, 'name', name, 'actions', actions) ORDER BY id)
        FROM permission_modules WHERE org_id = ${orgId} AND prefix IS NULL), '[]') AS modules,
      coalesce((SELECT json_agg(role ORDER BY id) FROM role), '[]') AS roles,
      coalesce((SELECT json_agg(policy ORDER BY id) FROM policy), '[]') AS policies,
      ${denialColumns}`.execute(db);
  return rows[0]!;
}

export type ImportRow = { source: string; revision: number };

export async function selectImport(
  tx: Tx,
  orgId: string,
  prefix: string,
): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('permission_imports')
    .select(['source', 'revision'])
    .where('org_id', '=', orgId)
    .where('prefix', '=', prefix)
    .executeTakeFirst();
}

export async function upsertImport(
  tx: Tx,
  orgId: string,
  prefix: string,
  row: ImportRow,
): Promise<void> {
  await tx
    .insertInto('permission_imports')
    .values({ org_id: orgId, prefix, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'prefix'])
        .doUpdateSet({ revision: row.revision, imported_at: sql`now()` }),
    )
    .execute();
}

export type ImportOf = { orgId: string; prefix: string; source: string; revision: number };

/** What organizations, or one of them, have of these sources; by organization. */
export async function selectImportsOf(
  db: Queryable,
  sources: string[],
  orgId: string | undefined,
): Promise<ImportOf[]> {
  let query = db
    .selectFrom('permission_imports')
    .select(['org_id as orgId', 'prefix', 'source', 'revision'])
    .where('source', '=', sql<string>`ANY (${arrayText(sources)}::text[])`);
  if (orgId !== undefined) query = query.where('org_id', '=', orgId);
  return query.orderBy('org_id').orderBy('prefix').execute();
}

/** Makes the imported modules of a prefix these. */
export async function replaceModules(
  tx: Tx,
  orgId: string,
  prefix: string,
  modules: (SharedModule & { id: string })[],
): Promise<(Touched & { code: string })[]> {
  const { rows } = await sql<Touched & { code: string }>`
    WITH wanted AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(modules)}::json)
        AS w (id text, code text, name text, actions text[])
    ), gone AS (
      DELETE FROM permission_modules m
      WHERE m.org_id = ${orgId} AND m.prefix = ${prefix}
        AND NOT EXISTS (SELECT FROM wanted w WHERE w.code = m.code COLLATE "C")
      RETURNING m.id, m.code
    ), kept AS (
      INSERT INTO permission_modules AS m (org_id, id, prefix, code, name, actions)
      SELECT ${orgId}, id, ${prefix}, code, name, actions FROM wanted
      ON CONFLICT ON CONSTRAINT permission_modules_code_unique
        DO UPDATE SET name = excluded.name, actions = excluded.actions, updated_at = now()
        WHERE (m.name, m.actions) IS DISTINCT FROM (excluded.name, excluded.actions)
      RETURNING m.id, m.code, xmax = 0 AS inserted
    )
    SELECT id, code, 'gone' AS what, false AS own FROM gone
    UNION ALL SELECT id, code, CASE WHEN inserted THEN 'created' ELSE 'updated' END, false FROM kept`.execute(
    tx,
  );
  return rows;
}

export type ImportedRole = SharedRole & { sourceId: string };

/** Creates and updates imported roles. Inherited ones may be among them. */
export async function upsertRoles(
  tx: Tx,
  orgId: string,
  prefix: string,
  roles: ImportedRole[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    INSERT INTO permission_roles AS r (org_id, id, prefix, source_id, name, capabilities, inherits)
    SELECT ${orgId}, w.id, ${prefix}, w."sourceId", w.name, w.capabilities, w.inherits
    FROM json_to_recordset(${JSON.stringify(roles)}::json)
      AS w (id text, "sourceId" text, name text, capabilities text[], inherits text[])
    ON CONFLICT ON CONSTRAINT permission_roles_source_unique
      DO UPDATE SET name = excluded.name, capabilities = excluded.capabilities, inherits = excluded.inherits,
        updated_at = now()
      WHERE (r.name, r.capabilities, r.inherits)
        IS DISTINCT FROM (excluded.name, excluded.capabilities, excluded.inherits)
    RETURNING r.id, CASE WHEN xmax = 0 THEN 'created' ELSE 'updated' END AS what, false AS own`.execute(
    tx,
  );
  return rows;
}

export type ImportedPolicy = SharedPolicy & { sourceId: string };

/** Creates the imported policies that are not there yet: those that are never change. */
export async function insertPolicies(
  tx: Tx,
  orgId: string,
  prefix: string,
  policies: ImportedPolicy[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    INSERT INTO permission_policies
      (org_id, id, prefix, source_id, effect, role_id, capability, resource, relation)
    SELECT ${orgId}, w.id, ${prefix}, w."sourceId", w.effect, w."roleId", w.capability, w.resource, w.relation
    FROM json_to_recordset(${JSON.stringify(policies)}::json) AS w (id text, "sourceId" text, effect text,
      "roleId" text, capability text, resource text, relation text)
    ON CONFLICT ON CONSTRAINT permission_policies_source_unique DO NOTHING
    RETURNING id, 'created' AS what, false AS own`.execute(tx);
  return rows;
}
