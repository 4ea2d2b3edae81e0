import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { fromNow } from '../../platform/background/store.ts';
import { backOffMs } from '../../platform/concurrency/back-off.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { hasExternalId } from '../../platform/db/lists/external-ids.ts';
import { selectPage, type Listed, type Order, type Page } from '../../platform/db/lists/keyset.ts';
import type { SubjectExports } from '../../platform/db/types.ts';

export type ExportRow = Selectable<SubjectExports>;

/** A table whose rows name their subject. */
export type SubjectTable = { table: string; column: string };

/** Returns true if a table has a row of the subject, under any spelling of its id. */
export async function hasRows(
  db: Queryable,
  tables: readonly SubjectTable[],
  orgId: string,
  subjectId: string,
): Promise<boolean> {
  const exist = tables.map(
    ({ table, column }) => sql`EXISTS (SELECT FROM ${sql.table(table)}
      WHERE org_id = ${orgId} AND ${hasExternalId({ column, orgId, id: subjectId })})`,
  );
  const { rows } = await sql<{ is: boolean }>`SELECT ${sql.join(exist, sql` OR `)} AS is`.execute(
    db,
  );
  return rows[0]!.is;
}

export async function insertExport(tx: Tx, row: Insertable<SubjectExports>): Promise<void> {
  await tx.insertInto('subject_exports').values(row).execute();
}

const NEWEST: Order = [
  { column: 'exported_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Newest first. */
export async function selectExports(
  db: Queryable,
  orgId: string,
  subjectId: string,
  page: Page,
): Promise<Listed<ExportRow>> {
  const all = db
    .selectFrom('subject_exports')
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId);
  return selectPage(db, { shown: all.selectAll(), counted: all }, NEWEST, page);
}

/** The waits after failed attempts of an erasure. */
const RETRY = { firstMs: 5000, mostMs: 3_600_000 };

/** Returns the time of the next attempt. @param failures the number of earlier failed attempts */
export function afterWait(failures: number): RawBuilder<Date> {
  return fromNow(backOffMs(failures, RETRY));
}
