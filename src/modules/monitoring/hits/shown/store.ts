import { sql, type RawBuilder, type Selectable } from 'kysely';
import { anyOf, arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { countByDayOfId } from '../../../../platform/db/lists/by-day.ts';
import { sameAs } from '../../../../platform/db/lists/external-ids.ts';
import {
  BY_ID,
  countListed,
  countUpTo,
  isWithin,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Order,
  type Page,
  type Range,
  type Total,
} from '../../../../platform/db/lists/keyset.ts';
import type { ScreeningHits } from '../../../../platform/db/types.ts';
import type { HitQuery, HitSort } from '../queue/schemas.ts';
import { HIT_PREFIX, HIT_STATUSES } from '../schemas.ts';

/** SQL for the last withdrawal of a consent of the subject. */
type Withdrawal = RawBuilder<Date | null>;
type ShownAs = Pick<HitQuery, 'sort' | 'withSubject'> & { withdrawal?: Withdrawal };

/**
 * Selects the number of open hits of each of these subjects, and the last withdrawal of a consent.
 * @param withdrawal of the subject `s.id`
 */
export async function selectFactsOf(
  db: Queryable,
  orgId: string,
  subjectIds: string[],
  withdrawal: Withdrawal,
): Promise<Map<string, { open: number; withdrawnAt: Date | null }>> {
  const { rows } = await sql<{ id: string; open: number; withdrawnAt: Date | null }>`
    SELECT s.id, ${withdrawal} AS "withdrawnAt", (SELECT count(*) FROM screening_hits
      WHERE org_id = ${orgId} AND subject_id = s.id AND status = 'open') AS open
    FROM unnest(${arrayText(subjectIds)}::text[]) AS s (id)`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
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
  'assignee',
  'due_at',
  'created_at',
  'updated_at',
] as const;

function hitsOf(db: Queryable, orgId: string) {
  return db.selectFrom('screening_hits').where('org_id', '=', orgId);
}

/** A hit; on request, with the last withdrawal of a consent of its subject. */
export type ShownHit = Pick<Selectable<ScreeningHits>, (typeof SHOWN)[number]> & {
  consent_withdrawn_at?: Date | null;
};

/** The columns of a `ShownHit`. */
function shownWith(withdrawal: Withdrawal | undefined) {
  return [...SHOWN, ...(withdrawal ? [withdrawal.as('consent_withdrawn_at')] : [])];
}

export async function selectHit(
  db: Queryable,
  orgId: string,
  id: string,
  withdrawal?: Withdrawal,
): Promise<ShownHit | undefined> {
  return hitsOf(db, orgId).where('id', '=', id).select(shownWith(withdrawal)).executeTakeFirst();
}

/** Columns of a hit in answers about other objects, without details of the subject. */
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
 * Selects other open hits on the same entries whose subject and entry have the same fields as one of these hits. `like`
 * has the ids of the hits that each one equals. Sorted by id.
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
    WHERE h.org_id = ${orgId} AND h.id = ${anyOf(ids)}
      AND other.status = 'open' AND other.id <> h.id
    GROUP BY other.id, other.revision ORDER BY other.id LIMIT ${limit}`.execute(db);
  return rows;
}

export type HitFilter = Range & {
  subjectId?: string;
  status?: string;
  listId?: string;
  kind?: string;
  minScore?: number;
  maxScore?: number;
  assignee?: string;
  isAssigned?: boolean;
  /** If true, selects only open hits that are past their due date at `now`; if false, only the others. */
  overdue?: { is: boolean; now: Date };
  /** If true, selects only these hits; if false, only the others. */
  waiting?: { is: boolean; hits: RawBuilder<string> };
};
const MADE = { id: 'id', at: 'created_at', prefix: HIT_PREFIX };
const BY_SCORE: Order = [
  { column: 'score', type: 'float8' },
  { column: 'id', type: 'text' },
];
const BY_SUBJECT: Order = [
  { column: 'subject_id', type: 'text' },
  { column: 'id', type: 'text' },
];
function reversed(order: Order): Order {
  return order.map((key) => ({ ...key, descending: !key.descending }));
}
const ORDERS: Record<HitSort, Order> = {
  newest: NEWEST_ID,
  oldest: BY_ID,
  highest_score: reversed(BY_SCORE),
  lowest_score: BY_SCORE,
  subject: BY_SUBJECT,
  subject_reverse: reversed(BY_SUBJECT),
};

function filtered(db: Queryable, orgId: string, filter: Omit<HitFilter, 'subjectId'>) {
  const { overdue, isAssigned, waiting } = filter;
  let query = hitsOf(db, orgId).where(isWithin(MADE, filter));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.listId !== undefined) query = query.where('list_id', '=', filter.listId);
  if (filter.kind !== undefined) query = query.where('list_kind', '=', filter.kind);
  if (filter.minScore !== undefined) query = query.where('score', '>=', filter.minScore);
  if (filter.maxScore !== undefined) query = query.where('score', '<=', filter.maxScore);
  if (filter.assignee !== undefined) query = query.where('assignee', '=', filter.assignee);
  // The planner does not see that a hit of a person is assigned, and would read all hits of the person.
  if (filter.assignee !== undefined && isAssigned === false) query = query.where(sql.lit(false));
  else if (isAssigned !== undefined)
    query = query.where('assignee', isAssigned ? 'is not' : 'is', null);
  if (overdue) {
    const isPast = sql<boolean>`status = 'open' AND due_at IS NOT NULL AND due_at < ${overdue.now}`;
    query = query.where(overdue.is ? isPast : sql<boolean>`NOT (${isPast})`);
  }
  if (waiting) {
    // The array is used because the planner overestimates the rows of the set, and would then read all hits. Others use
    // the set, because each hit would be compared with the whole array.
    query = query.where(
      waiting.is
        ? sql<boolean>`id = ANY (ARRAY(${waiting.hits}))`
        : sql<boolean>`id NOT IN (${waiting.hits})`,
    );
  }
  return query;
}

/** The subject of a hit as lists of hits show it; null if it is not enrolled. */
export type HitSubject = { name: string; dob: string | null; country: string | null } | null;

/** By default newest first. */
export async function selectHits(
  db: Queryable,
  orgId: string,
  { sort = 'newest', withSubject = false, withdrawal, ...filter }: HitFilter & ShownAs,
  page: Page,
): Promise<Listed<ShownHit & { subject?: HitSubject }>> {
  const counted = filtered(db, orgId, filter);
  const shown = withSubject
    ? counted.select([
        ...shownWith(withdrawal),
        sql<HitSubject>`(SELECT json_build_object('name', s.name, 'dob', coalesce(s.facts ->> 'birthDate', s.dob::text),
          'country', coalesce(s.country, s.facts -> 'nationality' ->> 0))
          FROM screening_subjects s WHERE s.org_id = ${orgId} AND s.subject_id = screening_hits.subject_id)`.as(
          'subject',
        ),
      ])
    : counted.select(shownWith(withdrawal));
  const same = sameAs('subject_id', orgId, filter.subjectId);
  return selectPage(db, { shown, counted, same }, ORDERS[sort], page);
}

/** Counts the open hits found in a time range, as their list does. */
export async function countOpenWithin(db: Queryable, orgId: string, range: Range): Promise<Total> {
  const open = hitsOf(db, orgId).where('status', '=', 'open').where(isWithin(MADE, range));
  return countListed(db, sql`${open.select(sql.lit(1).as('one'))}`);
}

/** Counts open hits up to a maximum. */
export async function countOpenHits(db: Queryable, orgId: string, most: number): Promise<number> {
  const open = hitsOf(db, orgId).where('status', '=', 'open').select(sql.lit(1).as('one'));
  return countUpTo(db, sql`${open}`, most);
}

/** Counts hits by day and current state. */
export async function countHits(db: Queryable, orgId: string, range: { from: Date; to: Date }) {
  return countByDayOfId(db, range, {
    prefix: HIT_PREFIX,
    at: 'created_at',
    states: HIT_STATUSES,
    rows: sql`screening_hits WHERE org_id = ${orgId} AND status = s.state`,
  });
}
