import { sql, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { PermissionModules } from '../../../platform/db/types.ts';
import { pageReader, rowReader, updateById } from '../../../platform/db/lists/row-by-id.ts';

export type ModuleRow = Selectable<PermissionModules>;

/** @throws a violation of `permission_modules_code_unique` */
export async function insertModule(
  tx: Tx,
  row: { org_id: string; id: string; code: string; name: string; actions: string[] },
): Promise<ModuleRow> {
  return tx.insertInto('permission_modules').values(row).returningAll().executeTakeFirstOrThrow();
}

export const selectModule = rowReader('permission_modules');

/** In the order of creation. */
export const selectModules = pageReader('permission_modules');

export async function updateModule(
  tx: Tx,
  orgId: string,
  id: string,
  change: { name: string; actions: string[] },
): Promise<ModuleRow> {
  const values = { ...change, updated_at: sql`now()` };
  return updateById(tx, 'permission_modules', orgId, id, values);
}

/** The actions of all modules with these codes, by `moduleKey`. */
export async function selectActions(
  db: Queryable,
  orgId: string,
  codes: string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('permission_modules')
    .select(['prefix', 'code', 'actions'])
    .where('org_id', '=', orgId)
    .where('code', '=', anyOf(codes))
    .execute();
  return new Map(
    rows.map(({ prefix, code, actions }) => [
      prefix === null ? code : `${prefix}:${code}`,
      new Set(actions),
    ]),
  );
}

/** True when a role or a policy names one of these capabilities. */
export async function areCapabilitiesUsed(
  tx: Tx,
  orgId: string,
  capabilities: string[],
): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM permission_roles WHERE org_id = ${orgId} AND capabilities && ${arrayText(capabilities)}::text[])
      OR EXISTS (SELECT FROM permission_policies WHERE org_id = ${orgId} AND capability = ${anyOf(capabilities)})
      AS used`.execute(tx);
  return rows[0]!.used;
}
