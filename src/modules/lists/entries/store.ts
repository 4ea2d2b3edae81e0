import { sql } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type { EntryLabels, ListedFacts, StoredEntry } from '../../../matching/index.ts';

type ListColumns = {
  list_id: string;
  list_name: string;
  kind: string;
  source: string;
  list_revision: number;
};

/** The columns read from `global_entries`, in JSON. */
export type GlobalEntryJson = {
  external_id: string;
  entity_type: string;
  name: string;
  aliases: { name: string; quality: 'strong' | 'weak'; kind: 'aka' | 'fka' | 'nka' | 'other' }[];
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string>;
  /** Missing in versions that were stored before an upgrade. */
  facts?: ListedFacts | null;
  raw: Record<string, unknown>;
  /** Revision of the list from which the state applies. */
  revision: number;
};
/** An earlier state of an entry, until this revision. */
type PreviousEntry = {
  entry: GlobalEntryJson;
  revision: number;
  endedAt: string;
};
export type GlobalEntryRow = ListColumns & {
  /** Null if the list no longer has it. */
  present: GlobalEntryJson | null;
  /** Its state until the first change after the requested version. */
  asked: PreviousEntry | null;
  /** The entry's state before its last change. */
  last: PreviousEntry | null;
};

/**
 * Reads an entry of a global list at one moment; undefined if every list neither has it nor is known to have had it.
 * @param version revision of the list; null if none is requested
 */
export async function selectGlobalEntry(
  db: Queryable,
  id: string,
  version: number | null,
): Promise<GlobalEntryRow | undefined> {
  const previous = sql`SELECT json_build_object('entry', p.entry, 'revision', p.revision, 'endedAt', p.ended_at)
    FROM global_previous_entries p WHERE p.list_id = l.id AND p.entry_id = ${id}`;
  const { rows } = await sql<GlobalEntryRow>`
    SELECT * FROM (
      SELECT l.id AS list_id, l.name AS list_name, l.kind, l.source, l.revision AS list_revision,
        (SELECT row_to_json(e) FROM global_entries e WHERE e.list_id = l.id AND e.id = ${id}) AS present,
        (${previous} AND p.revision > ${version}::bigint ORDER BY p.revision LIMIT 1) AS asked,
        (${previous} ORDER BY p.revision DESC LIMIT 1) AS last
      FROM global_lists l
    ) found
    WHERE present IS NOT NULL OR last IS NOT NULL`.execute(sharedOf(db));
  return rows[0];
}

/** Selects the current entries of a global list with these publisher's ids. */
export async function selectByExternalIds(
  db: Queryable,
  listId: string,
  externalIds: readonly string[],
): Promise<{ id: string; externalId: string; name: string }[]> {
  return sharedOf(db)
    .selectFrom('global_entries')
    .select(['id', 'external_id as externalId', 'name'])
    .where('list_id', '=', listId)
    .where('external_id', '=', anyOf(externalIds))
    .execute();
}

export type TenantEntryRow = ListColumns & {
  name: string;
  dob: string | null;
  country: string | null;
  identifiers: Record<string, string> | null;
  raw: Record<string, unknown>;
  revision: number;
};

/** Selects an entry of one of the organization's lists. */
export async function selectTenantEntry(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<TenantEntryRow | undefined> {
  const { rows } = await sql<TenantEntryRow>`
    SELECT l.id AS list_id, l.name AS list_name, l.kind, l.source, l.revision AS list_revision,
      e.name, e.dob::text, e.country, e.identifiers, e.raw, e.revision
    FROM screening_lists l
    JOIN screening_entries e ON e.org_id = l.org_id AND e.list_id = l.id AND e.id = ${id}
    WHERE l.org_id = ${orgId}`.execute(db);
  return rows[0];
}

/** An entry of a list at a revision. */
export type EntryVersion = { listId: string; entryId: string; revision: number };

/** An entry in its state at the requested revision. */
export type VersionedEntry = EntryVersion & { entry: StoredEntry };

/** Reads these entries, of the organization's lists and of global ones, in their known earlier states. */
export async function selectVersions(
  db: Queryable,
  orgId: string,
  versions: readonly EntryVersion[],
): Promise<VersionedEntry[]> {
  const types = { listId: 'text', entryId: 'text', revision: 'bigint' } as const;
  const asked = rowsOf(versions, types, 'w').joined;
  const own = sql<VersionedEntry>`
    SELECT w.list_id AS "listId", w.entry_id AS "entryId", w.revision, json_build_object('entityType', 'unknown', 'name', e.name,
      'aliases', '[]'::json, 'dobs', array_remove(ARRAY[e.dob::text], NULL),
      'countries', array_remove(ARRAY[e.country], NULL), 'identifiers', e.identifiers) AS entry
    FROM ${asked} JOIN screening_entries e ON e.org_id = ${orgId} AND e.list_id = w.list_id AND e.id = w.entry_id`;
  // Selects the version before the first change after the revision, if any.
  const global = sql<VersionedEntry>`
    SELECT w.list_id AS "listId", w.entry_id AS "entryId", w.revision, json_build_object('entityType', f.entity_type, 'name', f.name,
      'aliases', f.aliases, 'dobs', f.dobs, 'countries', f.countries, 'identifiers', f.identifiers, 'facts', f.facts,
      'labels', f.labels) AS entry
    FROM ${asked} CROSS JOIN LATERAL (
      SELECT e.entity_type, e.name, e.aliases, to_json(e.dobs) AS dobs, to_json(e.countries) AS countries,
        e.identifiers, e.facts, e.labels
      FROM global_entries e WHERE e.list_id = w.list_id AND e.id = w.entry_id AND e.revision <= w.revision
      UNION ALL
      SELECT r.entity_type, r.name, r.aliases, r.dobs, r.countries, r.identifiers, r.facts, r.labels
      FROM (
        SELECT p.entry FROM global_previous_entries p
        WHERE p.list_id = w.list_id AND p.entry_id = w.entry_id AND p.revision > w.revision
        ORDER BY p.revision LIMIT 1
      ) q CROSS JOIN json_to_record(q.entry) AS r (revision bigint, entity_type text, name text, aliases json, dobs json,
        countries json, identifiers json, facts json, labels json)
      WHERE r.revision <= w.revision
    ) f`;
  const [ours, theirs] = await Promise.all([own.execute(db), global.execute(sharedOf(db))]);
  return [...ours.rows, ...theirs.rows];
}

/** An entry of an organization's or a global list, with the fields that identify it. */
export type ListedEntry = {
  id: string;
  entityType: string;
  name: string;
  aliases: { name: string }[];
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string> | null;
  facts?: ListedFacts | null;
  labels?: EntryLabels | null;
  /** Revision of the list that added or changed it. */
  revision: number;
};

const tenantColumns = sql`id, 'unknown' AS "entityType", name, '[]'::json AS aliases,
  CASE WHEN dob IS NULL THEN '{}' ELSE ARRAY[dob::text] END AS dobs,
  CASE WHEN country IS NULL THEN '{}' ELSE ARRAY[country] END AS countries, identifiers, revision`;
const globalColumns = sql`id, entity_type AS "entityType", name, aliases, dobs, countries, identifiers, facts, labels, revision`;

export type EntryPlace = { listId: string; entryId: string };

/** Returns the ids of existing entries. */
export async function selectEntries(
  db: Queryable,
  orgId: string,
  places: EntryPlace[],
): Promise<ListedEntry[]> {
  if (places.length === 0) return [];
  const { names, from } = rowsOf(places, { listId: 'text', entryId: 'text' });
  const wanted = sql`(list_id, id) IN (SELECT ${names} FROM ${from})`;
  const [own, global] = await Promise.all([
    sql<ListedEntry>`SELECT ${tenantColumns} FROM screening_entries WHERE org_id = ${orgId} AND ${wanted}`.execute(
      db,
    ),
    sql<ListedEntry>`SELECT ${globalColumns} FROM global_entries WHERE ${wanted}`.execute(
      sharedOf(db),
    ),
  ]);
  return [...own.rows, ...global.rows];
}

/** Selects entries added or changed after `from` and up to `to`, by id. */
export async function selectChanged(
  db: Queryable,
  orgId: string,
  list: { id: string; global: boolean },
  range: { from: number; to: number; after: string },
  limit: number,
): Promise<ListedEntry[]> {
  const where = sql`list_id = ${list.id} AND revision > ${range.from} AND revision <= ${range.to}
    AND id > ${range.after} ORDER BY id LIMIT ${limit}`;
  const { rows } = await (list.global
    ? sql<ListedEntry>`SELECT ${globalColumns} FROM global_entries WHERE ${where}`.execute(
        sharedOf(db),
      )
    : sql<ListedEntry>`SELECT ${tenantColumns} FROM screening_entries WHERE org_id = ${orgId} AND ${where}`.execute(
        db,
      ));
  return rows;
}
