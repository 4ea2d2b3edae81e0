import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { hasExternalId } from '../../../platform/db/lists/external-ids.ts';
import {
  selectPage,
  NEWEST_ID,
  type Listed,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { rowReader } from '../../../platform/db/lists/row-by-id.ts';
import type { SubjectErasures } from '../../../platform/db/types.ts';
import type { SubjectPath } from '../../../platform/db/lists/erasing.ts';
import { afterWait } from '../store.ts';

export type ErasureRow = Omit<Selectable<SubjectErasures>, 'counts'> & {
  counts: Record<string, number>;
};
type Of = { orgId: string; subjectId: string };
/** The paths from rows to their subject, by table. */
export type Paths = Readonly<Record<string, SubjectPath>>;

export async function insertErasure(
  tx: Tx,
  row: Omit<Insertable<SubjectErasures>, 'counts'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('subject_erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const read = rowReader('subject_erasures');

export async function selectErasure(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ErasureRow | undefined> {
  return (await read(db, orgId, id)) as ErasureRow | undefined;
}

/** Selects the ids of erasures that are done. */
export async function selectDone(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('subject_erasures')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .where('completed_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the erasure of a subject in progress. */
export async function selectRunning(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<ErasureRow | undefined> {
  const row = await db
    .selectFrom('subject_erasures')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return row as ErasureRow | undefined;
}

/** Newest first. */
export async function selectErasures(
  db: Queryable,
  orgId: string,
  subjectId: string,
  page: Page,
): Promise<Listed<ErasureRow>> {
  const all = db
    .selectFrom('subject_erasures')
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId);
  const found = await selectPage(db, { shown: all.selectAll(), counted: all }, NEWEST_ID, page);
  return found as unknown as Listed<ErasureRow>;
}

/** Selects erasures in progress that are due, of any organization, oldest first. */
export async function selectAllRunning(
  db: Queryable,
  limit: number,
): Promise<Pick<ErasureRow, 'org_id' | 'id' | 'failures'>[]> {
  return db
    .selectFrom('subject_erasures')
    .select(['org_id', 'id', 'failures'])
    .where('completed_at', 'is', null)
    .where(sql<boolean>`(due_at IS NULL OR due_at <= now())`)
    .orderBy('requested_at')
    .limit(limit)
    .execute();
}

/** Delays the next attempt of an erasure after a failed one. */
export async function delay(
  db: Queryable,
  { org_id: orgId, id, failures }: Pick<ErasureRow, 'org_id' | 'id' | 'failures'>,
): Promise<void> {
  await sql`UPDATE subject_erasures SET failures = failures + 1, due_at = ${afterWait(failures)}
    WHERE org_id = ${orgId} AND id = ${id} AND completed_at IS NULL`.execute(db);
}

/** Notes that only files are left of a locked erasure. */
export async function setEmptied(tx: Tx, { org_id: orgId, id }: LockedErasure): Promise<void> {
  await sql`UPDATE subject_erasures SET emptied_at = now()
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

/** Selects all erasures that are done, of any organization, without their receipts. */
export async function selectAllDone(db: Queryable) {
  return db
    .selectFrom('subject_erasures')
    .select([
      'org_id',
      'id',
      'subject_id',
      'person_id',
      'approval_id',
      'reason_code',
      'requested_at',
    ])
    .where('completed_at', 'is not', null)
    .execute();
}

export type LockedErasure = Pick<
  ErasureRow,
  'org_id' | 'id' | 'repeated' | 'requested_at' | 'counts'
>;

/** Locks an erasure in progress. @returns undefined if it is done, or another process works on it now */
export async function lockRunning(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<LockedErasure | undefined> {
  // Each part locks it, and there may be many ids.
  const row = await tx
    .selectFrom('subject_erasures')
    .select(['org_id', 'id', 'repeated', 'requested_at', 'counts'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row as LockedErasure | undefined;
}

/**
 * Adds ids to those of an erasure in progress. Each attempt needs them, even if earlier attempts have deleted their
 * rows.
 * @returns all of them; undefined if the erasure is done
 */
export async function addIds(
  tx: Tx,
  { org_id: orgId, id }: ErasureRow,
  ids: readonly string[],
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] }>`
    UPDATE subject_erasures SET ids = ARRAY(
      SELECT DISTINCT one FROM unnest(coalesce(ids, '{}') || ${arrayText(ids)}::text[]) AS one)
    WHERE org_id = ${orgId} AND id = ${id} AND completed_at IS NULL RETURNING ids`.execute(tx);
  return rows[0]?.ids;
}

/** Adds to the erased rows of a locked erasure. */
export async function addCount(
  tx: Tx,
  { org_id: orgId, id }: LockedErasure,
  name: string,
  count: number,
): Promise<void> {
  await sql`UPDATE subject_erasures
    SET counts = jsonb_set(counts, ARRAY[${name}], to_jsonb(coalesce((counts->>${name})::bigint, 0) + ${count}::bigint))
    WHERE org_id = ${orgId} AND id = ${id}`.execute(tx);
}

/** Ends a locked erasure. */
export async function complete(
  tx: Tx,
  { org_id: orgId, id }: LockedErasure,
  { at, receipt, signature }: { at: Date; receipt: string; signature: string },
): Promise<void> {
  await tx
    .updateTable('subject_erasures')
    .set({ completed_at: at, receipt, signature, ids: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** The rows of a table about a subject: a condition on its columns. */
function isAbout(paths: Paths, table: string, of: Of): RawBuilder<boolean> {
  const path = paths[table]!;
  const { orgId, subjectId: id } = of;
  if (typeof path === 'string')
    return sql`org_id = ${orgId} AND ${hasExternalId({ column: path, orgId, id })}`;
  if ('only' in path)
    return sql`org_id = ${orgId} AND ${hasExternalId({ column: path.column, orgId, id })}
      AND ${sql.ref(path.only.column)} = ${anyOf(path.only.values)}`;
  return sql`org_id = ${orgId} AND ${sql.ref(path.column)} = ANY (ARRAY(
    SELECT ${sql.ref(path.key)} FROM ${sql.table(path.table)} WHERE ${isAbout(paths, path.table, of)}))`;
}

/** Deletes rows of a table about a subject. @returns their number */
export async function deleteRows(
  tx: Tx,
  paths: Paths,
  table: string,
  of: Of,
  limit: number,
): Promise<number> {
  const is = isAbout(paths, table, of);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${sql.table(table)} WHERE org_id = ${of.orgId} AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${sql.table(table)} WHERE ${is} LIMIT ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

export async function countRows(
  db: Queryable,
  paths: Paths,
  table: string,
  of: Of,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${isAbout(paths, table, of)}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Returns the first of these tables with a row about the subject. */
export async function findLeft(
  db: Queryable,
  paths: Paths,
  tables: readonly string[],
  of: Of,
): Promise<string | undefined> {
  const each = tables.map(
    (table) =>
      sql`SELECT ${table} AS name WHERE EXISTS (SELECT FROM ${sql.table(table)} WHERE ${isAbout(paths, table, of)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(each, sql` UNION ALL `)} LIMIT 1`.execute(
    db,
  );
  return rows[0]?.name;
}

/** Returns those of the tables that have a column `id`. */
export async function tablesWithId(db: Queryable, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${arrayText(tables)}::text[]) AS name
    WHERE EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(name) AND attname = 'id')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Returns the ids of the rows of a table about a subject. */
export async function selectIds(
  db: Queryable,
  paths: Paths,
  table: string,
  of: Of,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE ${isAbout(paths, table, of)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the actions of the audit log on a subject. */
export async function countActions(db: Queryable, { orgId, subjectId: id }: Of): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_actions
    WHERE org_id = ${orgId} AND ${hasExternalId({ column: 'object_id', orgId, id })}`.execute(db);
  return rows[0]!.count;
}
