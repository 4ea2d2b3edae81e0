import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { BY_ID, selectPage, type Listed, type Page } from '../../../platform/db/lists/keyset.ts';
import type { PermissionModules } from '../../../platform/db/types.ts';

export type ModuleRow = Selectable<PermissionModules>;

/** @throws a violation of `permission_modules_code_unique` */
export async function insertModule(
  tx: Tx,
  row: { org_id: string; id: string; code: string; name: string; actions: string[] },
): Promise<ModuleRow> {
  return tx.insertInto('permission_modules').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectModule(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ModuleRow | undefined> {
  return db
    .selectFrom('permission_modules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** In the order of creation. */
export async function selectModules(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<Listed<ModuleRow>> {
  const all = db.selectFrom('permission_modules').where('org_id', '=', orgId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page);
}

export async function updateModule(
  tx: Tx,
  orgId: string,
  id: string,
  change: { name: string; actions: string[] },
): Promise<ModuleRow> {
  return tx
    .updateTable('permission_modules')
    .set({ ...change, updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
    .where('code', '=', sql<string>`ANY (${codes}::text[])`)
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
    SELECT EXISTS (SELECT FROM permission_roles WHERE org_id = ${orgId} AND capabilities && ${capabilities}::text[])
      OR EXISTS (SELECT FROM permission_policies WHERE org_id = ${orgId} AND capability = ANY (${capabilities}::text[]))
      AS used`.execute(tx);
  return rows[0]!.used;
}
