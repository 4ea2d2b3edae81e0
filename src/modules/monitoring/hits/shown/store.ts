import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { countByDay } from '../../../../platform/db/lists/by-day.ts';
import { hasExternalId } from '../../../../platform/db/lists/external-ids.ts';
import {
  countListed,
  isWithin,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Page,
  type Range,
  type Total,
} from '../../../../platform/db/lists/keyset.ts';
import { HIT_PREFIX } from '../schemas.ts';

export async function countOpen(
  db: Queryable,
  orgId: string,
  subjectIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject_id: string; open: number }>`
    SELECT subject_id, count(*) AS open FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ANY (${subjectIds}::text[]) AND status = 'open'
    GROUP BY subject_id`.execute(db);
  return new Map(rows.map((row) => [row.subject_id, row.open]));
}

/** Columns of a hit that its own answers show. */
export const SHOWN = [
  'id',
  'subject_id',
  'list_kind',
  'list_id',
  'entry_id',
  'entry_revision',
  'status',
  'score',
  'reopened_because',
  'closed_because',
  'match',
  'revision',
  'created_at',
  'updated_at',
] as const;

function hitsOf(db: Queryable, orgId: string) {
  return db.selectFrom('screening_hits').where('org_id', '=', orgId);
}

export type ShownHit = NonNullable<Awaited<ReturnType<typeof selectHit>>>;

export async function selectHit(db: Queryable, orgId: string, id: string) {
  return hitsOf(db, orgId).where('id', '=', id).select(SHOWN).executeTakeFirst();
}

/** Columns of a hit that other answers show, without details of the subject. */
const REFERRED = [
  'id',
  'subject_id',
  'list_kind',
  'list_id',
  'entry_id',
  'status',
  'score',
  'revision',
] as const;

export async function selectHitsById(db: Queryable, orgId: string, ids: string[]) {
  return hitsOf(db, orgId)
    .where('id', '=', anyOf(ids))
    .select([...REFERRED, sql<string | null>`match ->> 'name'`.as('listed_name')])
    .execute();
}

/**
 * Selects open hits of a subject with the same fields on the same entry as others of these, each with those it
 * equals; by id.
 */
export async function selectIdentical(
  db: Queryable,
  orgId: string,
  ids: readonly string[],
  limit: number,
): Promise<{ id: string; revision: number; like: string[] }[]> {
  const { rows } = await sql<{ id: string; revision: number; like: string[] }>`
    SELECT other.id, other.revision, array_agg(h.id) AS "like" FROM screening_hits h
    JOIN screening_hits other ON other.org_id = h.org_id AND other.list_id = h.list_id
      AND other.entry_id = h.entry_id AND other.subject_hash = h.subject_hash AND other.entry_hash = h.entry_hash
    WHERE h.org_id = ${orgId} AND h.id = ANY (${arrayText(ids)}::text[])
      AND other.status = 'open' AND other.id <> h.id
    GROUP BY other.id, other.revision ORDER BY other.id LIMIT ${limit}`.execute(db);
  return rows;
}

type HitFilter = Range & {
  subjectId?: string;
  status?: string;
  listId?: string;
  kind?: string;
  minScore?: number;
};
const MADE = { id: 'id', at: 'created_at', prefix: HIT_PREFIX };

/** Newest first. */
export async function selectHits(
  db: Queryable,
  orgId: string,
  filter: HitFilter,
  page: Page,
): Promise<Listed<ShownHit>> {
  let query = hitsOf(db, orgId);
  if (filter.subjectId !== undefined)
    query = query.where(hasExternalId('subject_id', filter.subjectId));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.listId !== undefined) query = query.where('list_id', '=', filter.listId);
  if (filter.kind !== undefined) query = query.where('list_kind', '=', filter.kind);
  if (filter.minScore !== undefined) query = query.where('score', '>=', filter.minScore);
  query = query.where(isWithin(MADE, filter));
  return selectPage(db, { shown: query.select(SHOWN), counted: query }, NEWEST_ID, page);
}

/** Counts the open hits found in a time range, as their list does. */
export async function countOpenWithin(db: Queryable, orgId: string, range: Range): Promise<Total> {
  const open = hitsOf(db, orgId).where('status', '=', 'open').where(isWithin(MADE, range));
  return countListed(db, sql`${open.select(sql.lit(1).as('one'))}`);
}

/** Counts hits by day and current state. */
export async function countHits(db: Queryable, orgId: string, range: { from: Date; to: Date }) {
  const rows = hitsOf(db, orgId)
    .where(isWithin(MADE, range))
    .select(['created_at as at', 'status as state'])
    .orderBy('id', 'desc');
  return countByDay(db, sql`${rows}`, range);
}
