import { sql, type Insertable, type Selectable } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { OrganizationErasures } from '../../../platform/db/types.ts';
import { afterWait } from '../store.ts';

export type LeavingRow = Omit<Selectable<OrganizationErasures>, 'counts'> & {
  counts: Record<string, number>;
};
type Key = Pick<LeavingRow, 'org_id'>;

/** @returns false if the organization has an erasure */
export async function insertLeaving(
  tx: Tx,
  row: Omit<Insertable<OrganizationErasures>, 'counts'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('organization_erasures')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function selectLeaving(db: Queryable, orgId: string): Promise<LeavingRow | undefined> {
  const row = await db
    .selectFrom('organization_erasures')
    .selectAll()
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row as LeavingRow | undefined;
}

/** Selects ids of subjects in any of the columns, in their order, after `after`. */
export async function selectSubjects(
  db: Queryable,
  columns: readonly { table: string; column: string }[],
  orgId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const each = columns.map(
    ({ table, column }) => sql`
      SELECT ${sql.ref(column)} COLLATE "C" AS id FROM ${sql.table(table)} WHERE org_id = ${orgId}`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${sql.join(each, sql` UNION `)}) AS named WHERE id > ${after} ORDER BY id LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Selects erasures in progress that are due, oldest first. */
export async function selectAllLeaving(
  db: Queryable,
): Promise<Pick<LeavingRow, 'org_id' | 'failures'>[]> {
  return db
    .selectFrom('organization_erasures')
    .select(['org_id', 'failures'])
    .where('completed_at', 'is', null)
    .where(sql<boolean>`(due_at IS NULL OR due_at <= now())`)
    .orderBy('requested_at')
    .execute();
}

/** Selects erasures that are done. */
export async function selectAllLeft(db: Queryable) {
  return db
    .selectFrom('organization_erasures')
    .select(['org_id', 'id', 'requested_by', 'requested_at'])
    .where('completed_at', 'is not', null)
    .execute();
}

/** Locks an erasure in progress. @returns undefined if it is done, or another process works on it now */
export async function lockLeaving(tx: Tx, orgId: string): Promise<LeavingRow | undefined> {
  const row = await tx
    .selectFrom('organization_erasures')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('completed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row as LeavingRow | undefined;
}

/** Adds to the erased rows of a locked erasure. */
export async function addCount(
  tx: Tx,
  { org_id: orgId }: Key,
  name: string,
  count: number,
): Promise<void> {
  await sql`UPDATE organization_erasures
    SET counts = jsonb_set(counts, ARRAY[${name}], to_jsonb(coalesce((counts->>${name})::bigint, 0) + ${count}::bigint))
    WHERE org_id = ${orgId}`.execute(tx);
}

/** Ends a locked erasure. */
export async function complete(
  tx: Tx,
  { org_id: orgId }: Key,
  { at, receipt, signature }: { at: Date; receipt: string; signature: string },
): Promise<void> {
  await tx
    .updateTable('organization_erasures')
    .set({ completed_at: at, receipt, signature })
    .where('org_id', '=', orgId)
    .execute();
}

/** Delays the next attempt after a failed one. */
export async function delay(
  db: Queryable,
  { org_id: orgId, failures }: Pick<LeavingRow, 'org_id' | 'failures'>,
): Promise<void> {
  await sql`UPDATE organization_erasures SET failures = failures + 1, due_at = ${afterWait(failures)}
    WHERE org_id = ${orgId} AND completed_at IS NULL`.execute(db);
}

/** A table with rows of organizations, and the tables that its rows reference. */
export type OwnTable = { name: string; parents: string[] };

/** Returns all tables with the organization of each row in the schema of a table. */
export async function selectTables(db: Queryable, beside: string): Promise<OwnTable[]> {
  const { rows } = await sql<OwnTable>`
    SELECT c.relname::text AS name, ARRAY(
      SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f') AS parents
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p')
      AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass(${beside}))
    ORDER BY c.relname`.execute(db);
  return rows;
}

/** Returns the places of rows of an organization. */
export async function selectPlaces(
  db: Queryable,
  table: string,
  orgId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    SELECT ctid::text AS place FROM ${sql.table(table)} WHERE org_id = ${orgId} LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ place }) => place);
}

/** Deletes rows of an organization at these places. @returns their number */
export async function deletePlaces(
  tx: Tx,
  table: string,
  orgId: string,
  places: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${sql.table(table)} WHERE org_id = ${orgId} AND ctid = ANY (${arrayText(places)}::text[]::tid[])`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Ends the sessions of operators that look into an organization. */
export async function endViews(tx: Tx, orgId: string): Promise<number> {
  const { numDeletedRows } = await sharedOf(tx)
    .deleteFrom('sessions')
    .where('viewed_org_id', '=', orgId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the first of these tables with a row of the organization. */
export async function findLeft(
  db: Queryable,
  tables: readonly string[],
  orgId: string,
): Promise<string | undefined> {
  const each = tables.map(
    (table) =>
      sql`SELECT ${table} AS name WHERE EXISTS (SELECT FROM ${sql.table(table)} WHERE org_id = ${orgId})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(each, sql` UNION ALL `)} LIMIT 1`.execute(
    db,
  );
  return rows[0]?.name;
}

export async function countRows(db: Queryable, table: string, orgId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} WHERE org_id = ${orgId}`.execute(db);
  return rows[0]!.count;
}
