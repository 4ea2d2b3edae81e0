import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Touched } from '../schemas.ts';

/** @returns the prefixes that the sources had */
export async function deleteImports(tx: Tx, orgId: string, sources: string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('permission_imports')
    .where('org_id', '=', orgId)
    .where('source', '=', sql<string>`ANY (${arrayText(sources)}::text[])`)
    .returning('prefix')
    .execute();
  return rows.map(({ prefix }) => prefix).toSorted();
}

const under = (prefixes: string[]) => sql`prefix = ANY (${arrayText(prefixes)}::text[])`;
const importedRoles = (orgId: string, prefixes: string[]) =>
  sql`SELECT id FROM permission_roles WHERE org_id = ${orgId} AND ${under(prefixes)}`;

/** Removes the imported modules of prefixes. */
export async function dropModules(tx: Tx, orgId: string, prefixes: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_modules WHERE org_id = ${orgId} AND ${under(prefixes)}
    RETURNING id, 'gone' AS what`.execute(tx);
  return rows;
}

/** Takes the imported roles of prefixes from whoever has them. */
export async function dropAssignments(
  tx: Tx,
  orgId: string,
  prefixes: string[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_assignments
    WHERE org_id = ${orgId} AND role_id IN (${importedRoles(orgId, prefixes)})
    RETURNING id, 'gone' AS what`.execute(tx);
  return rows;
}

/** Whether a capability is one of a module that was imported under one of the prefixes. */
const names = (capability: string, prefixes: string[]) => sql`(${sql.ref(capability)} LIKE '%:%:%'
  AND split_part(${sql.ref(capability)}, ':', 1) = ANY (${arrayText(prefixes)}::text[]))`;

/** Removes the policies of prefixes, those about their roles, and the organization's own that name their modules. */
export async function dropPolicies(tx: Tx, orgId: string, prefixes: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    DELETE FROM permission_policies
    WHERE org_id = ${orgId} AND (${under(prefixes)}
      OR role_id IN (${importedRoles(orgId, prefixes)}) OR ${names('capability', prefixes)})
    RETURNING id, 'gone' AS what`.execute(tx);
  return rows;
}

/** Removes the imported roles of prefixes, and them and their modules from the organization's own roles. */
export async function dropRoles(tx: Tx, orgId: string, prefixes: string[]): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    UPDATE permission_roles SET updated_at = now(),
      capabilities = ARRAY(SELECT c FROM unnest(capabilities) WITH ORDINALITY AS u (c, n)
        WHERE NOT ${names('c', prefixes)} ORDER BY n),
      inherits = ARRAY(SELECT i FROM unnest(inherits) WITH ORDINALITY AS u (i, n)
        WHERE i NOT IN (${importedRoles(orgId, prefixes)}) ORDER BY n)
    WHERE org_id = ${orgId} AND prefix IS NULL
      AND (inherits && ARRAY(${importedRoles(orgId, prefixes)})
        OR EXISTS (SELECT FROM unnest(capabilities) AS u (c) WHERE ${names('c', prefixes)}))
    RETURNING id, 'updated' AS what`.execute(tx);
  const gone = await sql<Touched>`
    DELETE FROM permission_roles WHERE org_id = ${orgId} AND ${under(prefixes)}
    RETURNING id, 'gone' AS what`.execute(tx);
  return [...rows, ...gone.rows];
}
