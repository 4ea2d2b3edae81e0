import { sql, type Selectable } from 'kysely';
import { countRows } from '../../platform/db/count.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Exports } from '../../platform/db/types.ts';
import type { Page } from '../../platform/http/schema.ts';

export type ExportRow = Selectable<Exports>;
export type NewExport = Pick<
  ExportRow,
  | 'org_id'
  | 'id'
  | 'data_type'
  | 'format'
  | 'date_from'
  | 'date_to'
  | 'service'
  | 'max_rows'
  | 'retention_days'
  | 'after_row'
  | 'traceparent'
>;

export async function insertExport(tx: Tx, row: NewExport): Promise<ExportRow> {
  const { after_row: after } = row;
  return tx
    .insertInto('exports')
    .values({ ...row, after_row: after === null ? null : JSON.stringify(after) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function selectExport(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first. */
export async function listExports(
  db: Queryable,
  orgId: string,
  page: Page,
): Promise<{ rows: ExportRow[]; total: number }> {
  const query = db.selectFrom('exports').where('org_id', '=', orgId);
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(query) };
}

/** @returns whether it was waiting or under way; whoever is at it notices when it records something */
export async function deleteUnfinished(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM exports
    WHERE org_id = ${orgId} AND id = ${id} AND status IN ('PENDING', 'PROCESSING') RETURNING 1`.execute(
    tx,
  );
  return rows.length === 1;
}
