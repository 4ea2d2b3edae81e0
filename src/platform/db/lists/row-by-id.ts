/** Statements about one row of an organization by its id, and about all rows of an organization. */
import type { RawBuilder, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import type { Queryable } from '../database.ts';
import type { DB } from '../types.ts';
import { BY_ID, selectPage, type Listed, type Page } from './keyset.ts';

/** The tables whose rows have an organization and an id. */
type Owned = {
  [Table in keyof DB]: DB[Table] extends { org_id: unknown; id: unknown } ? Table : never;
}[keyof DB];

/** Kysely cannot type columns of a generic table, so statements name an arbitrary table that has them. */
type Named = 'audit_actions';

/** Some columns of a table, as values or as SQL. */
type Change<Columns> = { [Column in keyof Columns]: Columns[Column] | RawBuilder<unknown> };

/** Selects an organization's row with this id. */
export function rowById<Table extends Owned>(
  db: Queryable,
  table: Table,
  orgId: string,
  id: string,
): SelectQueryBuilder<DB, Table, Selectable<DB[Table]>> {
  const rows = db.selectFrom(table as Named).selectAll();
  return rows.where('org_id', '=', orgId).where('id', '=', id) as never;
}

/** Returns a function that reads an organization's row by its id; undefined for an unknown id. */
export function rowReader<Table extends Owned>(table: Table) {
  return (db: Queryable, orgId: string, id: string): Promise<Selectable<DB[Table]> | undefined> =>
    rowById(db, table, orgId, id).executeTakeFirst();
}

/** Returns a function that reads a page of an organization's rows, in the order of their ids. */
export function pageReader<Table extends Owned>(table: Table) {
  return (db: Queryable, orgId: string, page: Page): Promise<Listed<Selectable<DB[Table]>>> => {
    const all = db.selectFrom(table as Named).where('org_id', '=', orgId);
    return selectPage(db, { shown: all.selectAll(), counted: all }, BY_ID, page) as never;
  };
}

/** Changes a row that must exist. @returns the changed row */
export async function updateById<Table extends Owned>(
  tx: Queryable,
  table: Table,
  orgId: string,
  id: string,
  change: Change<Updateable<DB[Table]>>,
): Promise<Selectable<DB[Table]>> {
  const changed = tx.updateTable(table as Named).set(change as never);
  const rows = changed.where('org_id', '=', orgId).where('id', '=', id).returningAll();
  return rows.executeTakeFirstOrThrow() as never;
}

/** Deletes a row. @returns false for an unknown id */
export async function deleteById(
  tx: Queryable,
  table: Owned,
  orgId: string,
  id: string,
): Promise<boolean> {
  const rows = tx
    .deleteFrom(table as Named)
    .where('org_id', '=', orgId)
    .where('id', '=', id);
  return (await rows.executeTakeFirst()).numDeletedRows > 0n;
}
