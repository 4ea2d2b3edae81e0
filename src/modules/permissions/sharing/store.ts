import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SharedPolicy, SharedState } from '../schemas.ts';

/**
 * `denials`: own policies that deny something in an own module to an imported role. `children`: all roles that inherit
 * from another one; empty without such a policy.
 */
export type Denials = {
  denials: SharedPolicy[];
  children: { id: string; own: boolean; inherits: string[] }[];
};

function denialParts(orgId: string) {
  return sql`
  denial AS (
    SELECT id, effect, role_id AS "roleId", capability, resource, relation FROM permission_policies p
    WHERE org_id = ${orgId} AND prefix IS NULL AND effect = 'deny' AND capability NOT LIKE '%:%:%'
      AND EXISTS (SELECT FROM permission_roles r
        WHERE r.org_id = ${orgId} AND r.id = p.role_id AND r.prefix IS NOT NULL)
  ), child AS (
    SELECT id, prefix IS NULL AS own, inherits FROM permission_roles
    WHERE org_id = ${orgId} AND inherits <> '{}' AND EXISTS (SELECT FROM denial)
  )`;
}
const denialColumns = sql`
  coalesce((SELECT json_agg(denial ORDER BY id) FROM denial), '[]') AS denials,
  coalesce((SELECT json_agg(child ORDER BY id) FROM child), '[]') AS children`;

export async function selectDenials(db: Queryable, orgId: string): Promise<Denials> {
  const { rows } = await sql<Denials>`WITH ${denialParts(orgId)} SELECT ${denialColumns}`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * In one snapshot: the organization's own modules, the parts of the own roles and policies that name these, and the
 * data from which `denialsOf` adds the denials of own roles through imported ones.
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
      coalesce((SELECT own_stamp FROM permission_heads WHERE org_id = ${orgId}), '') AS stamp,
      coalesce((SELECT json_agg(json_build_object('code', code, 'name', name, 'actions', actions) ORDER BY id)
        FROM permission_modules WHERE org_id = ${orgId} AND prefix IS NULL), '[]') AS modules,
      coalesce((SELECT json_agg(role ORDER BY id) FROM role), '[]') AS roles,
      coalesce((SELECT json_agg(policy ORDER BY id) FROM policy), '[]') AS policies,
      ${denialColumns}`.execute(db);
  return rows[0]!;
}
