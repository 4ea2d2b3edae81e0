import { sql, type Selectable } from 'kysely';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { GlobalLists } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type GlobalListRow = Selectable<GlobalLists>;

/** The list with this source, made if there is none; its row stays locked, so imports take turns. */
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
    .forUpdate()
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

export async function stage(
  tx: Tx,
  listId: string,
  canonVersion: number,
  entries: StagedEntry[],
): Promise<void> {
  const column = (pick: (entry: StagedEntry) => unknown) => sql.val(entries.map(pick));
  const textArray = (name: string) => sql`ARRAY(SELECT json_array_elements_text(${sql.ref(name)}))`;
  await sql`
    INSERT INTO import_staging (list_id, external_id, id, entity_type, name, canonical_name, canon_version,
      aliases, dobs, countries, identifiers, raw, content_hash)
    SELECT ${listId}, e.external_id, e.id, e.entity_type, e.name, e.canonical_name, ${canonVersion}::smallint,
      e.aliases, ${textArray('e.dobs')}, ${textArray('e.countries')}, e.identifiers, e.raw, e.content_hash
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

export type Difference = { added: number; changed: number; removed: number; total: number };

/** Makes the list's entries equal to the staged ones. An entry that stays keeps its id. */
export async function applyStaging(tx: Tx, listId: string): Promise<Difference> {
  await sql`ANALYZE import_staging`.execute(tx);
  const removed = await sql`
    DELETE FROM global_entries e WHERE e.list_id = ${listId}
      AND NOT EXISTS (SELECT FROM import_staging s WHERE s.external_id = e.external_id)`.execute(
    tx,
  );
  const changed = await sql`
    UPDATE global_entries e SET entity_type = s.entity_type, name = s.name, canonical_name = s.canonical_name,
      canon_version = s.canon_version, aliases = s.aliases, dobs = s.dobs, countries = s.countries,
      identifiers = s.identifiers, raw = s.raw, content_hash = s.content_hash
    FROM import_staging s
    WHERE e.list_id = ${listId} AND s.external_id = e.external_id AND s.content_hash <> e.content_hash`.execute(
    tx,
  );
  const added = await sql`
    INSERT INTO global_entries SELECT s.* FROM import_staging s
    WHERE NOT EXISTS (
      SELECT FROM global_entries e WHERE e.list_id = ${listId} AND e.external_id = s.external_id
    )`.execute(tx);
  const { rows } = await sql<{
    total: number;
  }>`SELECT count(*) AS total FROM import_staging`.execute(tx);
  return {
    added: Number(added.numAffectedRows),
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
): Promise<GlobalListRow> {
  return tx
    .updateTable('global_lists')
    .set({
      name: result.name,
      format: result.format,
      entry_count: result.entryCount,
      imported_at: sql`now()`,
      revision: sql`revision + ${result.contentChanged ? 1 : 0}`,
    })
    .where('id', '=', listId)
    .returningAll()
    .executeTakeFirstOrThrow();
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

export async function deleteGlobalList(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('global_lists')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
