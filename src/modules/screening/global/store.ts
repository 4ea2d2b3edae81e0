import { sql, type Selectable } from 'kysely';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { GlobalLists } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type GlobalListRow = Selectable<GlobalLists>;

/**
 * The list with this source, made if there is none; its row stays locked, so imports take turns. What only refers
 * to the list does not wait for them.
 */
export async function lockOrCreateList(
  tx: Tx,
  row: { id: string; source: string; name: string; kind: string; format: string },
): Promise<GlobalListRow> {
  await tx
    .insertInto('global_lists')
    .values(row)
    .onConflict((oc) => oc.column('source').doNothing())
    .execute();
  return tx
    .selectFrom('global_lists')
    .selectAll()
    .where('source', '=', row.source)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** A temporary table for what an import read. Imports take turns and lists may be large: no time limit. */
export async function createStaging(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`CREATE TEMPORARY TABLE import_staging (LIKE global_entries INCLUDING DEFAULTS) ON COMMIT DROP`.execute(
    tx,
  );
  await sql`ALTER TABLE import_staging ADD PRIMARY KEY (external_id)`.execute(tx);
}

export type StagedEntry = {
  externalId: string;
  id: string;
  entityType: string;
  name: string;
  canonicalName: string;
  /** JSON texts. */
  aliases: string;
  dobs: string;
  countries: string;
  identifiers: string;
  raw: string;
  contentHash: Buffer;
};

/** @param list.revision the one that the list will have if the import changes anything */
export async function stage(
  tx: Tx,
  list: { id: string; revision: number; canonVersion: number },
  entries: StagedEntry[],
): Promise<void> {
  const column = (pick: (entry: StagedEntry) => unknown) => sql.val(entries.map(pick));
  const textArray = (name: string) => sql`ARRAY(SELECT json_array_elements_text(${sql.ref(name)}))`;
  await sql`
    INSERT INTO import_staging (list_id, external_id, id, entity_type, name, canonical_name, canon_version,
      aliases, dobs, countries, identifiers, raw, content_hash, revision)
    SELECT ${list.id}, e.external_id, e.id, e.entity_type, e.name, e.canonical_name,
      ${list.canonVersion}::smallint, e.aliases, ${textArray('e.dobs')}, ${textArray('e.countries')},
      e.identifiers, e.raw, e.content_hash, ${list.revision}::bigint
    FROM unnest(
      ${column((e) => e.externalId)}::text[], ${column((e) => e.id)}::text[],
      ${column((e) => e.entityType)}::text[], ${column((e) => e.name)}::text[],
      ${column((e) => e.canonicalName)}::text[], ${column((e) => e.aliases)}::json[],
      ${column((e) => e.dobs)}::json[], ${column((e) => e.countries)}::json[],
      ${column((e) => e.identifiers)}::json[], ${column((e) => e.raw)}::json[],
      ${column((e) => e.contentHash)}::bytea[]
    ) AS e (external_id, id, entity_type, name, canonical_name, aliases, dobs, countries, identifiers, raw,
      content_hash)`.execute(tx);
}

/** How many aliases the list's entries have together, and how many the staged ones have. */
export async function countAliases(
  tx: Tx,
  listId: string,
): Promise<{ before: number; after: number }> {
  const sum = sql`SELECT coalesce(sum(json_array_length(aliases)), 0)::bigint`;
  const { rows } = await sql<{ before: number; after: number }>`
    SELECT (${sum} FROM global_entries WHERE list_id = ${listId}) AS before,
      (${sum} FROM import_staging) AS after`.execute(tx);
  return rows[0]!;
}

const entryFields: Record<string, string> = {
  entityType: 'to_jsonb(#.entity_type)',
  name: 'to_jsonb(#.name)',
  aliases: '#.aliases::jsonb',
  dobs: 'to_jsonb(#.dobs)',
  countries: 'to_jsonb(#.countries)',
  identifiers: '#.identifiers::jsonb',
  programs: "coalesce((#.raw -> 'programs')::jsonb, '[]')",
};

/**
 * The differences between an entry as it was and as it is, as `global_list_changes` keeps them.
 * @param before,after aliases of tables with entries
 */
function differingFields(before: 'e' | null, after: 's' | null) {
  const side = (alias: string | null, value: string): string =>
    alias === null ? 'NULL::jsonb' : value.replaceAll('#', alias);
  const rows = Object.entries(entryFields).map(
    ([field, value]) => `('${field}', ${side(before, value)}, ${side(after, value)})`,
  );
  return sql`(
    SELECT coalesce(json_object_agg(f.field, json_build_array(f.earlier, f.later)), '{}')
    FROM (VALUES ${sql.raw(rows.join(', '))}) AS f (field, earlier, later) WHERE f.earlier IS DISTINCT FROM f.later)`;
}

export type Difference = { added: number; changed: number; removed: number; total: number };

/**
 * Makes the list's entries equal to the staged ones, and records what that changed. An entry that stays keeps its
 * id. Of the first version, which adds everything, nothing is recorded.
 * @param revision the one that the staged entries have
 */
export async function applyStaging(tx: Tx, listId: string, revision: number): Promise<Difference> {
  await sql`ANALYZE import_staging`.execute(tx);
  const record = sql`INSERT INTO global_list_changes
    (list_id, revision, external_id, entry_id, name, hash_before, hash_after, fields) SELECT ${listId}, ${revision}::bigint`;
  const removed = await sql`
    WITH gone AS (
      DELETE FROM global_entries e WHERE e.list_id = ${listId}
        AND NOT EXISTS (SELECT FROM import_staging s WHERE s.external_id = e.external_id)
      RETURNING e.external_id, e.id, e.name, e.content_hash, ${differingFields('e', null)} AS fields
    )
    ${record}, external_id, id, name, content_hash, NULL, fields FROM gone`.execute(tx);
  const changed = await sql`
    WITH differing AS MATERIALIZED (
      SELECT e.external_id, e.id, s.name, e.content_hash AS hash_before, s.content_hash AS hash_after,
        ${differingFields('e', 's')} AS fields
      FROM global_entries e JOIN import_staging s ON s.external_id = e.external_id
      WHERE e.list_id = ${listId} AND s.content_hash <> e.content_hash
    ), replaced AS (
      UPDATE global_entries e SET entity_type = s.entity_type, name = s.name, canonical_name = s.canonical_name,
        canon_version = s.canon_version, aliases = s.aliases, dobs = s.dobs, countries = s.countries,
        identifiers = s.identifiers, raw = s.raw, content_hash = s.content_hash, revision = s.revision
      FROM import_staging s
      WHERE e.list_id = ${listId} AND s.external_id = e.external_id AND s.content_hash <> e.content_hash
    )
    ${record}, external_id, id, name, hash_before, hash_after, fields FROM differing`.execute(tx);
  const added = await sql<{ added: number }>`
    WITH fresh AS (
      INSERT INTO global_entries SELECT s.* FROM import_staging s
      WHERE NOT EXISTS (
        SELECT FROM global_entries e WHERE e.list_id = ${listId} AND e.external_id = s.external_id
      )
      RETURNING external_id, id
    ), recorded AS (
      ${record}, s.external_id, s.id, s.name, NULL, s.content_hash, ${differingFields(null, 's')}
      FROM import_staging s WHERE ${revision}::bigint > 1 AND s.external_id IN (SELECT external_id FROM fresh)
    )
    SELECT count(*) AS added FROM fresh`.execute(tx);
  const { rows } = await sql<{
    total: number;
  }>`SELECT count(*) AS total FROM import_staging`.execute(tx);
  return {
    added: added.rows[0]!.added,
    changed: Number(changed.numAffectedRows),
    removed: Number(removed.numAffectedRows),
    total: rows[0]!.total,
  };
}

/** Ends an import; the revision moves only when the content did. */
export async function finishImport(
  tx: Tx,
  listId: string,
  result: { name: string; format: string; entryCount: number; contentChanged: boolean },
): Promise<void> {
  await tx
    .updateTable('global_lists')
    .set({
      name: result.name,
      format: result.format,
      entry_count: result.entryCount,
      imported_at: sql`now()`,
      revision: sql`revision + ${result.contentChanged ? 1 : 0}`,
    })
    .where('id', '=', listId)
    .execute();
}

export async function selectGlobalLists(
  db: Queryable,
  page: Page,
): Promise<{ rows: GlobalListRow[]; total: number }> {
  const rows = await db
    .selectFrom('global_lists')
    .selectAll()
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countRows(db.selectFrom('global_lists'));
  return { rows, total };
}

export async function selectGlobalList(
  db: Queryable,
  id: string,
): Promise<GlobalListRow | undefined> {
  return db.selectFrom('global_lists').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectListId(db: Queryable, source: string): Promise<string | undefined> {
  const named = db.selectFrom('global_lists').select('id').where('source', '=', source);
  return (await named.executeTakeFirst())?.id;
}

export async function deleteGlobalList(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('global_lists')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** An entry as it is now, with the revision at which it was added or changed last. */
export type ChangedEntry = {
  id: string;
  externalId: string;
  revision: number;
  entityType: string;
  name: string;
  aliases: { name: string; quality: 'strong' | 'weak'; kind: string }[];
  dobs: string[];
  countries: string[];
  /** SHA-256 of all that the source says of the entry. */
  contentHash: Buffer;
};

/**
 * The entries that were added or changed after a revision (-1: all entries), in batches, by revision. It is not one
 * snapshot: what an import changes meanwhile comes with its new revision, perhaps for the second time, and what it
 * removes may be missing. So read the list's revision first; nothing up to that one is left out that is still there.
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
        content_hash AS "contentHash"
      FROM global_entries
      WHERE list_id = ${listId} AND (revision, external_id) > (${last.revision}::bigint, ${last.externalId})
      ORDER BY revision, external_id LIMIT ${batch}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)!;
  }
}

/**
 * Reads what has changed of a list since a revision (-1: since its beginning), all of one moment; undefined when it is
 * gone. `gone` are ids of entries that were removed and have not come back; null if what happened since is not kept any
 * more.
 * @param asked.most how many entries to bring, by revision
 * @param asked.ids whether to bring the ids of all entries
 */
export async function globalListSince(
  db: Queryable,
  listId: string,
  revision: number,
  asked: { most: number; ids: boolean },
) {
  // A version is deleted before its changes are: while it is there, so are they.
  const { rows } = await sql<{
    revision: number;
    entryCount: number;
    entries: Omit<ChangedEntry, 'contentHash'>[];
    gone: string[] | null;
    ids: string[] | null;
  }>`
    SELECT l.revision, l.entry_count AS "entryCount",
      (SELECT coalesce(json_agg(e), '[]') FROM (
        SELECT id, external_id AS "externalId", revision, entity_type AS "entityType", name, aliases, dobs, countries
        FROM global_entries WHERE list_id = l.id AND revision > ${revision}::bigint
        ORDER BY revision, external_id LIMIT ${asked.most}
      ) e) AS entries,
      CASE WHEN EXISTS (SELECT FROM global_list_versions WHERE list_id = l.id AND revision = ${revision}::bigint)
        THEN ARRAY(
          SELECT DISTINCT entry_id FROM global_list_changes c
          WHERE list_id = l.id AND revision > ${revision}::bigint AND hash_after IS NULL
            AND NOT EXISTS (SELECT FROM global_entries e WHERE e.list_id = c.list_id AND e.id = c.entry_id)
        ) END AS gone,
      CASE WHEN ${asked.ids}::boolean THEN ARRAY(SELECT id FROM global_entries WHERE list_id = l.id) END AS ids
    FROM global_lists l WHERE l.id = ${listId}`.execute(db);
  return rows[0];
}
