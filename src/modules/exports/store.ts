import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  isWithin,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Range,
  type Page,
} from '../../platform/db/lists/keyset.ts';
import type { Exports } from '../../platform/db/types.ts';
import { rowById } from '../../platform/db/lists/row-by-id.ts';
import { EXPORT_PREFIX } from './schemas.ts';

/** The options of a CSV file. */
export type CsvOptions = { bom: boolean; delimiter: string; timezone: string };
export type ExportRow = Omit<Selectable<Exports>, 'csv'> & { csv: CsvOptions | null };
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
> & { csv: CsvOptions | null };

export async function insertExport(tx: Tx, row: NewExport): Promise<ExportRow> {
  const { after_row: after, csv } = row;
  const made = await tx
    .insertInto('exports')
    .values({
      ...row,
      after_row: after === null ? null : JSON.stringify(after),
      csv: csv && JSON.stringify(csv),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return made as ExportRow;
}

export async function selectExport(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ExportRow | undefined> {
  const row = await rowById(db, 'exports', orgId, id).executeTakeFirst();
  return row as ExportRow | undefined;
}

/** Lists exports, newest first. */
export async function listExports(
  db: Queryable,
  orgId: string,
  { dataType, status, ...range }: Range & { dataType?: string; status?: string },
  page: Page,
): Promise<Listed<ExportRow>> {
  let query = db
    .selectFrom('exports')
    .where('org_id', '=', orgId)
    .where(isWithin({ id: 'id', at: 'created_at', prefix: EXPORT_PREFIX }, range));
  if (dataType !== undefined) query = query.where('data_type', '=', dataType);
  if (status !== undefined) query = query.where('status', '=', status);
  const found = await selectPage(db, { shown: query.selectAll(), counted: query }, NEWEST_ID, page);
  return found as Listed<ExportRow>;
}

/** Deletes an unfinished export; its process notices at its next record. @returns false if there is none */
export async function deleteUnfinished(tx: Tx, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM exports
    WHERE org_id = ${orgId} AND id = ${id} AND status IN ('PENDING', 'PROCESSING') RETURNING 1`.execute(
    tx,
  );
  return rows.length === 1;
}
