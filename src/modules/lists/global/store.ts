import type { EntryLabels, ListedFacts } from '../../../matching/index.ts';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  BY_ID,
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import { newStamp, type Version } from '../../../platform/db/buckets/history.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { GlobalLists } from '../../../platform/db/types.ts';

export type GlobalListRow = Selectable<GlobalLists>;

/**
 * Returns the list with this source, and creates it if needed. Its row stays locked, so imports run one after the
 * other. References to the list do not wait for them.
 */
export async function lockOrCreateList(
  tx: Tx,
  row: { id: string; source: string; name: string; kind: string; format: string },
): Promise<GlobalListRow> {
  await sharedOf(tx)
    .insertInto('global_lists')
    .values(row)
    .onConflict((oc) => oc.column('source').doNothing())
    .execute();
  return sharedOf(tx)
    .selectFrom('global_lists')
    .selectAll()
    .where('source', '=', row.source)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Ends an import. The revision increases, with a new stamp, only if the content changed.
 * @returns the stamp of the list
 */
export async function finishImport(
  tx: Tx,
  listId: string,
  result: {
    name: string;
    format: string;
    entryCount: number;
    contentChanged: boolean;
    publishedAt: Date | null;
    /** The fields that recognize the files later. */
    files: object;
  },
): Promise<string> {
  const { stamp } = await sharedOf(tx)
    .updateTable('global_lists')
    .set({
      name: result.name,
      format: result.format,
      entry_count: result.entryCount,
      imported_at: sql`now()`,
      published_at: result.publishedAt,
      imported_files: JSON.stringify(result.files),
      ...(result.contentChanged && {
        revision: sql`revision + 1`,
        stamp: newStamp(),
        stamp_before: sql`stamp`,
      }),
    })
    .where('id', '=', listId)
    .returning('stamp')
    .executeTakeFirstOrThrow();
  return stamp;
}

export async function selectGlobalLists(db: Queryable, page: Page): Promise<Listed<GlobalListRow>> {
  const all = sharedOf(db).selectFrom('global_lists');
  return selectPage(sharedOf(db), { shown: all.selectAll(), counted: all }, BY_ID, page);
}

export async function selectGlobalList(
  db: Queryable,
  id: string,
): Promise<GlobalListRow | undefined> {
  return sharedOf(db)
    .selectFrom('global_lists')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectListId(db: Queryable, source: string): Promise<string | undefined> {
  const named = sharedOf(db).selectFrom('global_lists').select('id').where('source', '=', source);
  return (await named.executeTakeFirst())?.id;
}

export async function deleteGlobalList(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await sharedOf(tx)
    .deleteFrom('global_lists')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Returns when the import created a version of a list, to the microsecond; undefined if that version is not stored or
 * belongs to another history.
 */
export async function selectImportedAt(
  db: Queryable,
  listId: string,
  { revision, stamp }: Version,
): Promise<string | undefined> {
  const { rows } = await sql<{ importedAt: string }>`
    SELECT (extract(epoch FROM imported_at) * 1000000)::bigint::text AS "importedAt" FROM global_list_versions
    WHERE list_id = ${listId} AND revision = ${revision}::bigint AND stamp = ${stamp}`.execute(
    sharedOf(db),
  );
  return rows[0]?.importedAt;
}

/** A current entry, with the revision of its last change. */
export type ChangedEntry = {
  id: string;
  externalId: string;
  revision: number;
  entityType: string;
  name: string;
  aliases: { name: string; quality: 'strong' | 'weak'; kind: string }[];
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string>;
  facts: ListedFacts | null;
  labels: EntryLabels | null;
  /** SHA-256 of all data that the source has about the entry. */
  contentHash: Buffer;
};

/**
 * Returns the entries added or changed after a revision (-1: all entries), in batches, by revision. It is not one
 * snapshot: an entry that an import changes during the reading appears with its new revision, perhaps in addition to
 * the old one, and a removed entry may be missing. So read the list's revision first: every entry up to it that still
 * exists is returned.
 */
export async function* entriesChangedAfter(
  db: Queryable,
  listId: string,
  revision: number,
  batch = 1000,
): AsyncGenerator<ChangedEntry[], void, undefined> {
  let last: { revision: number; externalId: string } = { revision: revision + 1, externalId: '' };
  for (;;) {
    const { rows } = await sql<ChangedEntry>`
      SELECT id, external_id AS "externalId", revision, entity_type AS "entityType", name, aliases, dobs, countries,
        identifiers, facts, labels, content_hash AS "contentHash"
      FROM global_entries
      WHERE list_id = ${listId} AND (revision, external_id) > (${last.revision}::bigint, ${last.externalId})
      ORDER BY revision, external_id LIMIT ${batch}`.execute(sharedOf(db));
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)!;
  }
}

/**
 * Reads the changes of a list since a version (revision -1: since its beginning), at one moment; undefined if the
 * list is gone. `isAfter`: the list is at the version, or the version is stored, so it belongs to this history.
 * `isOther`: another version with this revision is stored. `laterCount`: number of entries added or changed since.
 * `gone`: ids of entries that were removed and have not returned; null unless the version is stored.
 * @param asked.most number of entries to return, by revision
 * @param asked.ids true to return the ids of all entries
 */
export async function globalListSince(
  db: Queryable,
  listId: string,
  { revision, stamp }: Version,
  asked: { most: number; ids: boolean },
) {
  // A version is deleted before its changes, so an existing version has its changes.
  const kept = sql`SELECT FROM global_list_versions v WHERE v.list_id = l.id AND v.revision = ${revision}::bigint`;
  const { rows } = await sql<{
    revision: number;
    stamp: string;
    isAfter: boolean;
    isOther: boolean;
    entryCount: number;
    laterCount: number;
    entries: Omit<ChangedEntry, 'contentHash'>[];
    gone: string[] | null;
    ids: string[] | null;
  }>`
    SELECT l.revision, l.stamp, l.entry_count AS "entryCount",
      (${revision}::bigint < 0 OR (l.revision = ${revision}::bigint AND l.stamp = ${stamp})
        OR EXISTS (${kept} AND v.stamp = ${stamp})) AS "isAfter",
      EXISTS (${kept} AND v.stamp NOT IN ('', ${stamp})) AS "isOther",
      CASE WHEN ${revision}::bigint < 0 THEN l.entry_count ELSE (SELECT count(*)::int FROM global_entries
        WHERE list_id = l.id AND revision > ${revision}::bigint) END AS "laterCount",
      (SELECT coalesce(json_agg(e), '[]') FROM (
        SELECT id, external_id AS "externalId", revision, entity_type AS "entityType", name, aliases, dobs, countries,
          identifiers, facts, labels
        FROM global_entries WHERE list_id = l.id AND revision > ${revision}::bigint
        ORDER BY revision, external_id LIMIT ${asked.most}
      ) e) AS entries,
      CASE WHEN EXISTS (${kept} AND v.stamp = ${stamp})
        THEN ARRAY(
          SELECT DISTINCT entry_id FROM global_list_changes c
          WHERE list_id = l.id AND revision > ${revision}::bigint AND hash_after IS NULL
            AND NOT EXISTS (SELECT FROM global_entries e WHERE e.list_id = c.list_id AND e.id = c.entry_id)
        ) END AS gone,
      CASE WHEN ${asked.ids}::boolean THEN ARRAY(SELECT id FROM global_entries WHERE list_id = l.id) END AS ids
    FROM global_lists l WHERE l.id = ${listId}`.execute(sharedOf(db));
  return rows[0];
}

/**
 * Selects, by the id of each entry that left a list after `from` and up to `to`, the entry that the publisher merged
 * it into.
 */
export async function selectMerged(
  db: Queryable,
  listId: string,
  { from, to }: { from: number; to: number },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ gone: string; entryId: string }>`
    SELECT c.entry_id AS gone, e.id AS "entryId" FROM global_list_changes c
    JOIN global_entries e ON e.list_id = c.list_id AND e.external_id = c.merged_into
    WHERE c.list_id = ${listId} AND c.revision > ${from}::bigint AND c.revision <= ${to}::bigint
      AND c.merged_into IS NOT NULL
      AND NOT EXISTS (SELECT FROM global_entries o WHERE o.list_id = c.list_id AND o.id = c.entry_id)
    ORDER BY c.revision`.execute(sharedOf(db));
  return new Map(rows.map(({ gone, entryId }) => [gone, entryId]));
}

const BY_EXTERNAL_ID: Order = [{ column: 'external_id', type: 'text' }];

/** Selects the entries of a list by the publisher's ids. @param words in lower case, each in the name or in an alias */
export async function selectGlobalEntries(
  db: Queryable,
  listId: string,
  { externalId, words }: { externalId?: string; words: readonly string[] | undefined },
  page: Page,
) {
  let query = sharedOf(db).selectFrom('global_entries').where('list_id', '=', listId);
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  if (words?.length === 0) query = query.where(sql<boolean>`false`);
  for (const word of words ?? [])
    query = query.where(
      sql<boolean>`strpos(concat_ws(' ', canonical_name, lower(name), lower(aliases::text)), ${word}) > 0`,
    );
  const shown = query.select(['id', 'external_id', 'entity_type', 'name', 'dobs', 'countries']);
  return selectPage(sharedOf(db), { shown, counted: query }, BY_EXTERNAL_ID, page);
}
