import { sql } from 'kysely';
import { rowsOf } from '../../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { sharedOf } from '../../../../platform/db/places.ts';

/**
 * Removes the time limit for statements of this transaction, because imports wait for each other and lists may be
 * large.
 */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(sharedOf(tx));
}

/** In the order of `stage`. */
const ENTRY_COLUMNS = sql.raw(
  'list_id, external_id, id, entity_type, name, canonical_name, canon_version, aliases, dobs, countries, ' +
    'identifiers, facts, labels, raw, content_hash, revision',
);

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
  /** Null if there are none. */
  facts: string | null;
  labels: string | null;
  raw: string;
  contentHash: Buffer;
};

/**
 * Stages entries that an import has read. The list must be locked, so that its id also identifies the import.
 * `applyStaging` removes them in the same transaction; a rolled-back transaction leaves none.
 * @param list.revision the revision that the list gets if the import changes anything
 */
export async function stage(
  tx: Tx,
  list: { id: string; revision: number; canonVersion: number },
  entries: StagedEntry[],
): Promise<void> {
  const { from } = rowsOf(
    entries,
    {
      externalId: 'text',
      id: 'text',
      entityType: 'text',
      name: 'text',
      canonicalName: 'text',
      aliases: 'json',
      dobs: 'json',
      countries: 'json',
      identifiers: 'json',
      facts: 'json',
      labels: 'json',
      raw: 'json',
      contentHash: 'bytea',
    },
    'e',
  );
  const textArray = (name: string) => sql`ARRAY(SELECT json_array_elements_text(${sql.ref(name)}))`;
  await sql`
    INSERT INTO import_staging (${ENTRY_COLUMNS})
    SELECT ${list.id}, e.external_id, e.id, e.entity_type, e.name, e.canonical_name,
      ${list.canonVersion}::smallint, e.aliases, ${textArray('e.dobs')}, ${textArray('e.countries')},
      e.identifiers, e.facts, e.labels, e.raw, e.content_hash, ${list.revision}::bigint
    FROM ${from}`.execute(sharedOf(tx));
}

/** Deletes the staged entries of a list, to stage others. */
export async function unstage(tx: Tx, listId: string): Promise<void> {
  await sharedOf(tx).deleteFrom('import_staging').where('list_id', '=', listId).execute();
}

/** Counts the aliases of the list's entries, and of the staged ones. */
export async function countAliases(
  tx: Tx,
  listId: string,
): Promise<{ before: number; after: number }> {
  const sum = sql`SELECT coalesce(sum(json_array_length(aliases)), 0)::bigint`;
  const { rows } = await sql<{ before: number; after: number }>`
    SELECT (${sum} FROM global_entries WHERE list_id = ${listId}) AS before,
      (${sum} FROM import_staging WHERE list_id = ${listId}) AS after`.execute(sharedOf(tx));
  return rows[0]!;
}

const ENTRY_FIELDS: Record<string, string> = {
  entityType: 'to_jsonb(#.entity_type)',
  name: 'to_jsonb(#.name)',
  aliases: '#.aliases::jsonb',
  dobs: 'to_jsonb(#.dobs)',
  countries: 'to_jsonb(#.countries)',
  identifiers: '#.identifiers::jsonb',
  facts: '#.facts::jsonb',
  programs: "coalesce((#.raw -> 'programs')::jsonb, '[]')",
};

/**
 * SQL for the differences between two states of an entry, as `global_list_changes` stores them.
 * @param before,after aliases of tables with entries
 */
function differingFields(before: 'e' | null, after: 's' | null) {
  const side = (alias: string | null, value: string): string =>
    alias === null ? 'NULL::jsonb' : value.replaceAll('#', alias);
  const rows = Object.entries(ENTRY_FIELDS).map(
    ([field, value]) => `('${field}', ${side(before, value)}, ${side(after, value)})`,
  );
  return sql`(
    SELECT coalesce(json_object_agg(f.field, json_build_array(f.earlier, f.later)), '{}')
    FROM (VALUES ${sql.raw(rows.join(', '))}) AS f (field, earlier, later) WHERE f.earlier IS DISTINCT FROM f.later)`;
}

/** SQL for the ids that the publisher has merged into that of a staged entry. */
const MERGED_IDS = sql.raw(`json_array_elements_text(
  CASE json_typeof(s.raw -> 'referents') WHEN 'array' THEN s.raw -> 'referents' ELSE '[]' END) AS former (external_id)`);

/**
 * Moves entries to the new id into which the publisher has merged their id. They stay the same entries, and decisions
 * on them apply. A new id replaces one former id that the file no longer has: the one of the oldest entry.
 */
async function moveMerged(tx: Tx, listId: string): Promise<void> {
  await sql`
    WITH moved AS (
      SELECT DISTINCT ON (s.external_id) s.external_id, e.id
      FROM import_staging s CROSS JOIN LATERAL ${MERGED_IDS}
      JOIN global_entries e ON e.list_id = ${listId} AND e.external_id = former.external_id
      WHERE s.list_id = ${listId}
        AND NOT EXISTS (SELECT FROM global_entries k WHERE k.list_id = ${listId} AND k.external_id = s.external_id)
        AND NOT EXISTS (SELECT FROM import_staging k WHERE k.list_id = ${listId} AND k.external_id = e.external_id)
      ORDER BY s.external_id, e.id
    ), once AS (SELECT DISTINCT ON (id) id, external_id FROM moved ORDER BY id, external_id)
    UPDATE global_entries e SET external_id = once.external_id FROM once
    WHERE e.list_id = ${listId} AND e.id = once.id`.execute(sharedOf(tx));
}

/**
 * Records, for entries removed in this revision, the entry that the publisher merged them into.
 * @returns their number
 */
async function noteMerged(tx: Tx, listId: string, revision: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE global_list_changes c SET merged_into = m.external_id
    FROM (
      SELECT DISTINCT ON (former.external_id) former.external_id AS former_id, s.external_id
      FROM import_staging s CROSS JOIN LATERAL ${MERGED_IDS}
      WHERE s.list_id = ${listId} ORDER BY former.external_id, s.external_id
    ) AS m
    WHERE c.list_id = ${listId} AND c.revision = ${revision}::bigint AND c.hash_after IS NULL
      AND c.external_id = m.former_id`.execute(sharedOf(tx));
  return Number(numAffectedRows);
}

export type Difference = { added: number; changed: number; removed: number; total: number };

/**
 * Makes the list's entries equal to the staged ones, deletes the staged ones, and records changes and earlier states.
 * An entry that stays keeps its id. Records nothing for the first version, which adds all entries.
 * @param revision that of the staged entries
 */
export async function applyStaging(tx: Tx, listId: string, revision: number): Promise<Difference> {
  // The staged entries have no statistics: a plan for few rows would look up each entry of a whole list separately.
  await sql`SET LOCAL enable_nestloop = off`.execute(sharedOf(tx));
  await moveMerged(tx, listId);
  const staged = sql`s.list_id = ${listId}`;
  const record = sql`INSERT INTO global_list_changes
    (list_id, revision, external_id, entry_id, name, hash_before, hash_after, fields) SELECT ${listId}, ${revision}::bigint`;
  const keep = sql`INSERT INTO global_previous_entries (list_id, entry_id, revision, entry)
    SELECT ${listId}, id, ${revision}::bigint, previous`;
  const removed = await sql`
    WITH gone AS (
      DELETE FROM global_entries e WHERE e.list_id = ${listId}
        AND NOT EXISTS (SELECT FROM import_staging s WHERE ${staged} AND s.external_id = e.external_id)
      RETURNING e.external_id, e.id, e.name, e.content_hash, ${differingFields('e', null)} AS fields, row_to_json(e) AS previous
    ), kept AS (${keep} FROM gone)
    ${record}, external_id, id, name, content_hash, NULL, fields FROM gone`.execute(sharedOf(tx));
  const merged = removed.numAffectedRows ? await noteMerged(tx, listId, revision) : 0;
  // An entry that others were merged into is screened again, even if it is otherwise unchanged.
  const differs = merged
    ? sql`(s.content_hash <> e.content_hash OR EXISTS (SELECT FROM global_list_changes c
        WHERE c.list_id = ${listId} AND c.revision = ${revision}::bigint AND c.merged_into = e.external_id))`
    : sql`s.content_hash <> e.content_hash`;
  const changed = await sql`
    WITH differing AS MATERIALIZED (
      SELECT e.external_id, e.id, s.name, e.content_hash AS hash_before, s.content_hash AS hash_after,
        ${differingFields('e', 's')} AS fields, row_to_json(e) AS previous
      FROM global_entries e JOIN import_staging s ON s.external_id = e.external_id
      WHERE e.list_id = ${listId} AND ${staged} AND ${differs}
    ), replaced AS (
      UPDATE global_entries e SET entity_type = s.entity_type, name = s.name, canonical_name = s.canonical_name,
        canon_version = s.canon_version, aliases = s.aliases, dobs = s.dobs, countries = s.countries,
        identifiers = s.identifiers, facts = s.facts, labels = s.labels, raw = s.raw, content_hash = s.content_hash, revision = s.revision
      FROM import_staging s
      WHERE e.list_id = ${listId} AND ${staged} AND s.external_id = e.external_id AND ${differs}
    ), kept AS (${keep} FROM differing)
    ${record}, external_id, id, name, hash_before, hash_after, fields FROM differing WHERE hash_before <> hash_after`.execute(
    sharedOf(tx),
  );
  const added = await sql<{ added: number }>`
    WITH fresh AS (
      INSERT INTO global_entries (${ENTRY_COLUMNS}) SELECT ${ENTRY_COLUMNS} FROM import_staging s
      WHERE ${staged} AND NOT EXISTS (
        SELECT FROM global_entries e WHERE e.list_id = ${listId} AND e.external_id = s.external_id
      )
      RETURNING external_id, id
    ), recorded AS (
      ${record}, s.external_id, s.id, s.name, NULL, s.content_hash, ${differingFields(null, 's')}
      FROM import_staging s
      WHERE ${revision}::bigint > 1 AND ${staged} AND s.external_id IN (SELECT external_id FROM fresh)
    )
    SELECT count(*) AS added FROM fresh`.execute(sharedOf(tx));
  const taken = await sql`DELETE FROM import_staging s WHERE ${staged}`.execute(sharedOf(tx));
  await sql`SET LOCAL enable_nestloop TO DEFAULT`.execute(sharedOf(tx));
  return {
    added: added.rows[0]!.added,
    changed: Number(changed.numAffectedRows),
    removed: Number(removed.numAffectedRows),
    total: Number(taken.numAffectedRows),
  };
}
