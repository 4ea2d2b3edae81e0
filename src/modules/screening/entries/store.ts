import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { sharedOf } from '../../../platform/db/places.ts';

type ListColumns = {
  list_id: string;
  list_name: string;
  kind: string;
  source: string;
  list_revision: number;
};

/** A row of `global_entries` in JSON: what is read of it. */
export type GlobalEntryJson = {
  external_id: string;
  entity_type: string;
  name: string;
  aliases: { name: string; quality: 'strong' | 'weak'; kind: 'aka' | 'fka' | 'nka' | 'other' }[];
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string>;
  raw: Record<string, unknown>;
  /** Since which revision of the list it is so. */
  revision: number;
};
/** An entry as it was, until this revision. */
type PreviousEntry = {
  entry: GlobalEntryJson;
  revision: number;
  endedAt: string;
};
export type GlobalEntryRow = ListColumns & {
  /** Null: it is not on the list any more. */
  present: GlobalEntryJson | null;
  /** As it was until the first change after the version that was asked for. */
  asked: PreviousEntry | null;
  /** As it was before its last change. */
  last: PreviousEntry | null;
};

/**
 * An entry of a global list, all of one moment; undefined when no list has it or is known to have had it.
 * @param version revision of the list; null: none is asked for
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

export type TenantEntryRow = ListColumns & {
  name: string;
  dob: string | null;
  country: string | null;
  identifiers: Record<string, string> | null;
  raw: Record<string, unknown>;
  revision: number;
};

/** An entry of one of the organization's lists. */
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
