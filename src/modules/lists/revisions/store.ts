import { sql } from 'kysely';
import { anyIn, arrayText } from '../../../platform/db/bulk/arrays.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';
import { bucketsOf, sharedOf } from '../../../platform/db/places.ts';

/** The current state of a list, which shows whether a copy in memory is current. */
export type ListRevision = {
  id: string;
  kind: string;
  source: string;
  name: string;
  revision: number;
  stamp: string;
  /** The previous stamp; only for global lists. */
  stampBefore?: string;
  entryCount: number;
  global: boolean;
  /** Times of the last import, and of the last check that found the list equal to its origin; only for global lists. */
  importedAt?: Date;
  checkedAt?: Date | null;
  publishedAt?: Date | null;
  /** Refresh interval. */
  everySeconds?: number | null;
};

/** Stamp of a tenant's list: that of its last change. */
const STAMP = sql`coalesce(stamps[1], '') AS stamp`;

type OwnLists = { orgIds: readonly string[]; kinds: readonly string[] };

const ownRevisions = compiled<OwnLists, ListRevision & { org_id: string }>(
  (given) => sql`
    SELECT org_id, id, kind, source, name, revision, ${STAMP}, entry_count AS "entryCount", false AS global
    FROM screening_lists
    WHERE org_id = ${anyIn(given(({ orgIds }) => arrayText(orgIds)))}
      AND kind = ${anyIn(given(({ kinds }) => arrayText(kinds)))}`,
);

const globalRevisions = compiled<void, ListRevision>(
  () => sql`
    SELECT id, kind, source, name, revision, stamp, stamp_before AS "stampBefore", entry_count AS "entryCount",
      true AS global, imported_at AS "importedAt", published_at AS "publishedAt", checked_at AS "checkedAt",
      every_seconds AS "everySeconds"
    FROM global_lists LEFT JOIN global_list_origins ON list_id = id`,
);

/**
 * Selects the organizations' lists of these kinds, and adds the global lists of any kind to those of each organization.
 */
export async function selectListRevisionsOf(
  db: Queryable,
  orgIds: string[],
  kinds: readonly string[],
): Promise<(orgId: string) => ListRevision[]> {
  const reads = (await bucketsOf(db, orgIds)).map(([own, ids]) =>
    own.executeQuery(ownRevisions({ orgIds: ids, kinds })),
  );
  const [global, ...own] = await Promise.all([selectGlobalRevisions(db), ...reads]);
  const listRevisions = new Map<string, ListRevision[]>();
  for (const { org_id: orgId, ...listRevision } of own.flatMap(({ rows }) => rows)) {
    const known = listRevisions.get(orgId);
    if (known) known.push(listRevision);
    else listRevisions.set(orgId, [listRevision]);
  }
  return (orgId) => [...(listRevisions.get(orgId) ?? []), ...global];
}

/** The global lists. */
export async function selectGlobalRevisions(db: Queryable): Promise<ListRevision[]> {
  return (await sharedOf(db).executeQuery(globalRevisions())).rows;
}

/** Selects the lists of organizations with at least this many entries, largest first. */
export async function selectLargeLists(
  db: Queryable,
  leastEntries: number,
  most: number,
): Promise<(ListRevision & { orgId: string })[]> {
  const { rows } = await sql<ListRevision & { orgId: string }>`
    SELECT org_id AS "orgId", id, kind, source, name, revision, ${STAMP}, entry_count AS "entryCount", false AS global
    FROM screening_lists WHERE entry_count >= ${leastEntries}
    ORDER BY entry_count DESC, id LIMIT ${most}`.execute(db);
  return rows;
}

/** Selects the organization's lists and the global ones, of these kinds. */
export async function selectListRevisions(
  db: Queryable,
  orgId: string,
  kinds: readonly string[],
): Promise<ListRevision[]> {
  const revisionsOf = await selectListRevisionsOf(db, [orgId], kinds);
  return revisionsOf(orgId).filter(({ kind }) => kinds.includes(kind));
}

/** An entry of a tenant's list as the index needs it. */
export type TenantEntry = {
  id: string;
  revision: number;
  name: string;
  aliases: [];
  dobs: string[];
  countries: string[];
  entityType: 'unknown';
  identifiers: Record<string, string> | null;
};

const TENANT_ENTRY = sql`id, revision, name, '[]'::json AS aliases,
  CASE WHEN dob IS NULL THEN '{}' ELSE ARRAY[dob::text] END AS dobs,
  CASE WHEN country IS NULL THEN '{}' ELSE ARRAY[country] END AS countries, 'unknown' AS "entityType", identifiers`;

/**
 * Selects entries of a tenant's list added after a revision (-1: all), in batches, by revision. It is not one snapshot:
 * entries added or removed during the reading may be present or missing. So read the list's revision first.
 */
export async function* tenantEntriesAfter(
  db: Queryable,
  orgId: string,
  listId: string,
  revision: number,
  upTo: number,
  batch: number,
): AsyncGenerator<TenantEntry[], void, undefined> {
  let last: { revision: number; id: string } = { revision: revision + 1, id: '' };
  for (;;) {
    const { rows } = await sql<TenantEntry>`
      SELECT ${TENANT_ENTRY}
      FROM screening_entries
      WHERE org_id = ${orgId} AND list_id = ${listId} AND (revision, id) > (${last.revision}::bigint, ${last.id})
        AND revision <= ${upTo}::bigint
      ORDER BY revision, id LIMIT ${batch}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)!;
  }
}

/** Selects the ids of the current entries of a tenant's list that were added up to a revision. */
export async function tenantEntryIds(
  db: Queryable,
  orgId: string,
  listId: string,
  upTo: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(SELECT id FROM screening_entries
      WHERE org_id = ${orgId} AND list_id = ${listId} AND revision <= ${upTo}::bigint) AS ids`.execute(
    db,
  );
  return new Set(rows[0]!.ids);
}

/**
 * Reads the changes of a tenant's list since a version (revision -1: since its beginning), at one moment; undefined if
 * the list was deleted. `isAfter`: the stored stamps show that the list had that version. `isOther`: it had another
 * version with this revision. A list begins empty, with an id that no other history assigns. `laterCount`: number of
 * entries added since.
 * @param asked.most number of entries to return, by revision
 * @param asked.ids true to return the ids of all entries
 * @param asked.newest id of the last added entry; if this revision added it, the list had that version, because no
 * other history assigns that id
 */
export async function tenantListSince(
  db: Queryable,
  orgId: string,
  listId: string,
  { revision, stamp }: Version,
  asked: { most: number; ids: boolean; newest: string },
) {
  const later = sql`FROM screening_entries
        WHERE org_id = l.org_id AND list_id = l.id AND revision > ${revision}::bigint`;
  const { rows } = await sql<{
    revision: number;
    stamp: string;
    isAfter: boolean;
    isOther: boolean;
    entryCount: number;
    laterCount: number;
    entries: TenantEntry[];
    gone: null;
    ids: string[] | null;
  }>`
    SELECT l.revision, ${STAMP}, l.entry_count AS "entryCount", NULL AS gone, false AS "isOther",
      (${revision}::bigint <= 0 OR ${stamp}::text = ANY (l.stamps)
        OR (l.revision = ${revision}::bigint AND coalesce(l.stamps[1], '') = ${stamp}::text)
        OR EXISTS (SELECT FROM screening_entries e WHERE e.org_id = l.org_id AND e.list_id = l.id
          AND e.id = ${asked.newest} AND e.revision = ${revision}::bigint)) AS "isAfter",
      CASE WHEN ${revision}::bigint < 0 THEN l.entry_count ELSE (SELECT count(*)::int ${later}) END AS "laterCount",
      (SELECT coalesce(json_agg(e), '[]') FROM (
        SELECT ${TENANT_ENTRY} ${later}
        ORDER BY revision, id LIMIT ${asked.most}
      ) e) AS entries,
      CASE WHEN ${asked.ids}::boolean THEN ARRAY(
        SELECT id FROM screening_entries WHERE org_id = l.org_id AND list_id = l.id
      ) END AS ids
    FROM screening_lists l WHERE l.org_id = ${orgId} AND l.id = ${listId}`.execute(db);
  return rows[0];
}
