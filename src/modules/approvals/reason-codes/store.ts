import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ReasonSettings as Table } from '../../../platform/db/types.ts';
import type { ReasonSettings } from './schemas.ts';

type Row = Omit<Selectable<Table>, 'codes'> & { codes: ReasonSettings['codes'] };

function ownRow(db: Queryable, orgId: string) {
  return db.selectFrom('reason_settings').selectAll().where('org_id', '=', orgId);
}

export async function selectReasons(db: Queryable, orgId: string): Promise<Row | undefined> {
  return (await ownRow(db, orgId).executeTakeFirst()) as Row | undefined;
}

/** Locks the settings of an organization; inserts `first` if there are none. */
export async function lockReasons(tx: Tx, first: Row): Promise<Row> {
  await tx
    .insertInto('reason_settings')
    .values({ ...first, codes: JSON.stringify(first.codes) })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute();
  return (await ownRow(tx, first.org_id).forUpdate().executeTakeFirstOrThrow()) as Row;
}

/** @param row an existing, locked row */
export async function updateReasons(tx: Tx, { org_id: orgId, ...row }: Row): Promise<void> {
  await tx
    .updateTable('reason_settings')
    .set({ ...row, codes: JSON.stringify(row.codes) })
    .where('org_id', '=', orgId)
    .execute();
}
