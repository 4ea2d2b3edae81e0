/** Statements about the one row of settings that an organization has in a table, once it has changed a setting. */
import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../database.ts';
import type { DB } from '../types.ts';

/** The tables whose rows have an organization. */
type OfOrganizations = {
  [Table in keyof DB]: DB[Table] extends { org_id: unknown } ? Table : never;
}[keyof DB];

/** Kysely cannot type columns of a generic table, so statements name an arbitrary table with the key. */
type Named = 'audit_actions';

/** Returns the functions of a store of settings, whose table has the organization as its key. */
export function settingsStore<Table extends OfOrganizations>(table: Table) {
  type Row = Selectable<DB[Table]>;
  type Own = { org_id: string };
  const named = table as unknown as Named;
  const rowOf = (db: Queryable, orgId: string) =>
    db.selectFrom(named).selectAll().where('org_id', '=', orgId);
  return {
    async select(db: Queryable, orgId: string): Promise<Row | undefined> {
      return (await rowOf(db, orgId).executeTakeFirst()) as Row | undefined;
    },

    /** Returns the row, locked until the transaction ends. Inserts `first` if there is none. */
    async lock(tx: Tx, first: Row): Promise<Row> {
      await tx
        .insertInto(named)
        .values(first as never)
        .onConflict((conflict) => conflict.column('org_id').doNothing())
        .execute();
      const { org_id: orgId } = first as Own;
      return (await rowOf(tx, orgId).forUpdate().executeTakeFirstOrThrow()) as Row;
    },

    /** @param row an existing, locked row */
    async update(tx: Tx, row: Row): Promise<void> {
      const { org_id: orgId, ...change } = row as Own;
      await tx
        .updateTable(named)
        .set(change as never)
        .where('org_id', '=', orgId)
        .execute();
    },
  };
}
