import { sql, type Selectable } from 'kysely';
import { countRows } from '../../../platform/db/count.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Screenings } from '../../../platform/db/types.ts';
import type { Page } from '../../../platform/http/schema.ts';

export type ScreeningRow = Selectable<Screenings>;

/** A list as it stands now: enough to tell whether a copy in memory is current. */
export type ListHead = {
  id: string;
  kind: string;
  source: string;
  name: string;
  revision: number;
  global: boolean;
};

/** The organization's lists and the global ones, of these kinds. */
export async function selectListHeads(
  db: Queryable,
  orgId: string,
  kinds: string[],
): Promise<ListHead[]> {
  const { rows } = await sql<ListHead>`
    SELECT id, kind, source, name, revision, false AS global FROM screening_lists
    WHERE org_id = ${orgId} AND kind = ANY (${sql.val(kinds)}::text[])
    UNION ALL
    SELECT id, kind, source, name, revision, true FROM global_lists
    WHERE kind = ANY (${sql.val(kinds)}::text[])`.execute(db);
  return rows;
}

export type LoadedEntry = {
  id: string;
  name: string;
  aliases: { name: string }[];
  dobs: string[];
  countries: string[];
  entityType: string;
};
/** Entries and the revision they belong to, read in one snapshot. */
export type LoadedEntries = { revision: number; entryCount: number; entries: LoadedEntry[] };

type HeadColumns = { head_revision: number; head_count: number };

function toLoaded<R extends HeadColumns & { id: string | null }>(
  rows: R[],
  toEntry: (row: R & { id: string }) => LoadedEntry,
): LoadedEntries | undefined {
  const head = rows[0];
  if (!head) return undefined;
  const entries = rows.filter((row): row is R & { id: string } => row.id !== null).map(toEntry);
  return { revision: head.head_revision, entryCount: head.head_count, entries };
}

/** Entries of a tenant's list that were added after a revision; undefined when the list is gone. */
export async function loadTenantEntries(
  db: Queryable,
  orgId: string,
  listId: string,
  afterRevision: number,
): Promise<LoadedEntries | undefined> {
  type Row = HeadColumns & {
    id: string | null;
    name: string;
    dob: string | null;
    country: string | null;
  };
  const { rows } = await sql<Row>`
    SELECT l.revision AS head_revision, l.entry_count AS head_count, e.id, e.name, e.dob, e.country
    FROM screening_lists l
    LEFT JOIN screening_entries e
      ON e.org_id = l.org_id AND e.list_id = l.id AND e.revision > ${afterRevision}
    WHERE l.org_id = ${orgId} AND l.id = ${listId}`.execute(db);
  return toLoaded(rows, ({ id, name, dob, country }) => ({
    id,
    name,
    aliases: [],
    dobs: dob === null ? [] : [dob],
    countries: country === null ? [] : [country],
    entityType: 'unknown',
  }));
}

/** All entries of a global list; undefined when the list is gone. */
export async function loadGlobalEntries(
  db: Queryable,
  listId: string,
): Promise<LoadedEntries | undefined> {
  type Row = HeadColumns & {
    id: string | null;
    name: string;
    aliases: { name: string }[];
    dobs: string[];
    countries: string[];
    entity_type: string;
  };
  const { rows } = await sql<Row>`
    SELECT l.revision AS head_revision, l.entry_count AS head_count,
      e.id, e.name, e.aliases, e.dobs, e.countries, e.entity_type
    FROM global_lists l LEFT JOIN global_entries e ON e.list_id = l.id
    WHERE l.id = ${listId}`.execute(db);
  return toLoaded(rows, ({ id, name, aliases, dobs, countries, entity_type }) => ({
    id,
    name,
    aliases,
    dobs,
    countries,
    entityType: entity_type,
  }));
}

export type NewScreening = {
  id: string;
  subjectId: string | null;
  /** JSON texts. */
  query: string;
  hits: string;
  outcome: string;
};

/** All screenings of one request in one statement. */
export async function insertScreenings(
  tx: Tx,
  common: { orgId: string; listVersion: string; screenedAt: Date },
  screenings: NewScreening[],
): Promise<void> {
  const column = (pick: (row: NewScreening) => string | null) => sql.val(screenings.map(pick));
  await sql`
    INSERT INTO screenings (org_id, id, subject_id, query, outcome, list_version, hits, screened_at)
    SELECT ${common.orgId}, s.id, s.subject_id, s.query, s.outcome, ${common.listVersion}, s.hits,
      ${common.screenedAt}::timestamptz
    FROM unnest(
      ${column((s) => s.id)}::text[], ${column((s) => s.subjectId)}::text[], ${column((s) => s.query)}::json[],
      ${column((s) => s.outcome)}::text[], ${column((s) => s.hits)}::json[]
    ) AS s (id, subject_id, query, outcome, hits)`.execute(tx);
}

export async function selectScreening(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<ScreeningRow | undefined> {
  return db
    .selectFrom('screenings')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Newest first, without the hits themselves. */
export async function selectScreenings(
  db: Queryable,
  orgId: string,
  filter: { subjectId?: string; outcome?: string },
  page: Page,
) {
  const base = () => {
    let query = db.selectFrom('screenings').where('org_id', '=', orgId);
    if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
    if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
    return query;
  };
  const rows = await base()
    .select(['id', 'subject_id', 'query', 'outcome', 'list_version', 'screened_at'])
    .select(sql<number>`json_array_length(hits)`.as('hit_count'))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const total = await countRows(base());
  return { rows, total };
}
