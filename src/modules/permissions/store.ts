/** Statements that the tables of this module share. */
import { sql } from 'kysely';
import { anyOf } from '../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** A table with rows that can end. */
type Ending = 'permission_assignments' | 'permission_relationships';
type Owned = Ending | 'permission_modules' | 'permission_policies' | 'permission_roles';

/** @returns false if the organization has no such row */
export async function deleteRow(tx: Tx, table: Owned, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE org_id = ${orgId} AND id = ${id} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Sets the end of a row. @param isNew true if the row begins again, because it had ended */
export async function updateEnd<Row>(
  tx: Tx,
  table: Ending,
  orgId: string,
  id: string,
  end: Date | null,
  isNew: boolean,
): Promise<Row> {
  const { rows } = await sql<Row>`
    UPDATE ${sql.table(table)} SET expires_at = ${end} ${isNew ? sql`, created_at = now()` : sql``}
    WHERE org_id = ${orgId} AND id = ${id} RETURNING *`.execute(tx);
  return rows[0]!;
}

/** Selects the ids that are rows of the organization. @param own true if imported rows do not count */
export async function selectIds(
  db: Queryable,
  table: Owned,
  orgId: string,
  ids: readonly string[],
  own = false,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE org_id = ${orgId} AND id = ${anyOf(ids)}
      ${own ? sql`AND prefix IS NULL` : sql``}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
