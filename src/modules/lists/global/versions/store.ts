import { sql, type Insertable, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import {
  cutPage,
  isAfter,
  orderBy,
  placeOf,
  selectPage,
  totalOf,
  type Listed,
  type Order,
  type Page,
} from '../../../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../../../platform/db/places.ts';
import type { GlobalListVersions } from '../../../../platform/db/types.ts';

type StoredVersion = Selectable<GlobalListVersions>;
/** A version in the form for lists: without its stamp and its omitted rows. */
export type VersionRow = Omit<StoredVersion, 'rejections' | 'stamp'>;

export async function insertVersion(
  tx: Tx,
  version: Insertable<GlobalListVersions>,
): Promise<void> {
  await sharedOf(tx).insertInto('global_list_versions').values(version).execute();
}

const COLUMNS = [
  'list_id',
  'revision',
  'imported_at',
  'format',
  'origin',
  'sha256',
  'aliases_sha256',
  'addresses_sha256',
  'comments_sha256',
  'added',
  'changed',
  'removed',
  'rejected',
  'entry_count',
] as const satisfies (keyof VersionRow)[];

const NEWEST: Order = [{ column: 'revision', type: 'bigint', descending: true }];

/** Newest first. */
export async function selectVersions(
  db: Queryable,
  listId: string,
  page: Page,
): Promise<Listed<VersionRow>> {
  const query = sharedOf(db).selectFrom('global_list_versions').where('list_id', '=', listId);
  return selectPage(sharedOf(db), { shown: query.select(COLUMNS), counted: query }, NEWEST, page);
}

/** Selects a stored version with its omitted rows; without a revision, the newest. */
export async function selectRejections(
  db: Queryable,
  listId: string,
  revision: number | undefined,
): Promise<Pick<StoredVersion, 'revision' | 'rejected' | 'rejections'> | undefined> {
  const query = sharedOf(db)
    .selectFrom('global_list_versions')
    .select(['revision', 'rejected', 'rejections'])
    .where('list_id', '=', listId);
  return (revision === undefined ? query : query.where('revision', '=', revision))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Selects the newest stored version at a revision. */
export async function selectVersionAt(db: Queryable, listId: string, revision: number) {
  return sharedOf(db)
    .selectFrom('global_list_versions')
    .select(['revision', 'imported_at', 'origin', 'sha256'])
    .where('list_id', '=', listId)
    .where('revision', '<=', revision)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Selects the newest stored version before a revision. */
export async function selectVersionBefore(
  db: Queryable,
  listId: string,
  revision: number,
): Promise<number | undefined> {
  const row = await sharedOf(db)
    .selectFrom('global_list_versions')
    .select('revision')
    .where('list_id', '=', listId)
    .where('revision', '<', revision)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision;
}

/** Selects which of these versions are stored. */
export async function selectKept(
  db: Queryable,
  listId: string,
  revisions: number[],
): Promise<number[]> {
  const rows = await sharedOf(db)
    .selectFrom('global_list_versions')
    .select('revision')
    .where('list_id', '=', listId)
    .where('revision', 'in', revisions)
    .execute();
  return rows.map((row) => row.revision);
}

/** A field's value before and after. */
type FieldChange = [unknown, unknown];

export type ChangeRow = {
  external_id: string;
  entry_id: string;
  name: string;
  change: string;
  /** Fields of each change between the two revisions, oldest first; null for changes older than this record of fields. */
  steps: (Record<string, FieldChange> | null)[];
};

const BY_EXTERNAL_ID: Order = [{ column: 'external_id', type: 'text' }];

/**
 * Returns the differences between the list at one revision and the list at another, by external id. Excludes a value
 * that was changed back. The result is complete only if both versions are stored when checked afterwards, because a
 * version is deleted before its changes.
 */
export async function selectNetChanges(
  db: Queryable,
  listId: string,
  range: { from: number; to: number },
  page: Page,
): Promise<Listed<ChangeRow>> {
  type Shown = ChangeRow & { place: string[] };
  type Row = { total: number } & (Shown | { external_id: null });
  const part = sql`WHERE ${isAfter(BY_EXTERNAL_ID, page.after)}
    ORDER BY ${orderBy(BY_EXTERNAL_ID)} LIMIT ${page.limit + 1} OFFSET ${page.offset}`;
  const { rows } = await sql<Row>`
    WITH net AS MATERIALIZED (
      SELECT external_id, min(revision) AS first, max(revision) AS last
      FROM global_list_changes
      WHERE list_id = ${listId} AND revision > ${range.from} AND revision <= ${range.to}
      GROUP BY external_id
    ), different AS MATERIALIZED (
      SELECT n.external_id, b.entry_id, b.name,
        CASE WHEN a.hash_before IS NULL THEN 'added' WHEN b.hash_after IS NULL THEN 'removed' ELSE 'changed' END AS change
      FROM net n
      JOIN global_list_changes a ON a.list_id = ${listId} AND a.revision = n.first AND a.external_id = n.external_id
      JOIN global_list_changes b ON b.list_id = ${listId} AND b.revision = n.last AND b.external_id = n.external_id
      WHERE a.hash_before IS DISTINCT FROM b.hash_after
    )
    SELECT t.total, p.*, s.steps FROM (SELECT count(*) AS total FROM different) t
    LEFT JOIN (
      SELECT *, ${placeOf(BY_EXTERNAL_ID)} AS place FROM different ${part}
    ) p ON true
    LEFT JOIN (
      SELECT c.external_id, json_agg(c.fields ORDER BY c.revision) AS steps FROM global_list_changes c
      WHERE c.list_id = ${listId} AND c.revision > ${range.from} AND c.revision <= ${range.to}
        AND c.external_id IN (SELECT external_id FROM different ${part})
      GROUP BY c.external_id
    ) s ON s.external_id = p.external_id
    ORDER BY p.external_id`.execute(sharedOf(db));
  const shown = rows.filter((row): row is Row & Shown => row.external_id !== null);
  return { ...cutPage(shown, page), ...totalOf(rows[0]!.total) };
}

/**
 * Deletes versions of each list beyond `versions`, and those so old that newer ones have `changes` changes together;
 * the newest always stays. Their changes are deleted later.
 */
export async function deleteOldVersions(
  db: Queryable,
  keep: { versions: number; changes: number },
): Promise<void> {
  await sql`
    DELETE FROM global_list_versions v USING (
      SELECT list_id, revision, row_number() OVER newer_too AS place,
        sum(added + changed + removed) OVER newer_too - added - changed - removed AS newer_changes
      FROM global_list_versions
      WINDOW newer_too AS (PARTITION BY list_id ORDER BY revision DESC)
    ) r
    WHERE v.list_id = r.list_id AND v.revision = r.revision
      AND (r.place > ${keep.versions} OR r.newer_changes > ${keep.changes})`.execute(sharedOf(db));
}

/** Tables with the changes of versions, and with earlier states of entries. */
type VersionedTable = 'global_list_changes' | 'global_previous_entries';

/** Deletes data needed only for versions up to the oldest stored one of each list. @returns the number of rows */
export async function deleteOldRows(
  db: Queryable,
  table: VersionedTable,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM (
        SELECT list_id, min(revision) AS oldest FROM global_list_versions GROUP BY list_id
      ) v
      JOIN ${sql.table(table)} c ON c.list_id = v.list_id AND c.revision <= v.oldest
      LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
    ))`.execute(sharedOf(db));
  return Number(numAffectedRows);
}
