import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Actor } from '../../platform/audit/action.ts';
import { fromNow } from '../../platform/background/store.ts';
import { anyOf } from '../../platform/db/bulk/arrays.ts';
import { updateById } from '../../platform/db/lists/row-by-id.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  BY_ID,
  isWithin,
  NEWEST_ID,
  selectPage,
  type Listed,
  type Order,
  type Range,
  type Page,
} from '../../platform/db/lists/keyset.ts';
import type { Cases } from '../../platform/db/types.ts';
import type { CaseQuery } from './places/schemas.ts';
import { CASE_PREFIX, PRIORITIES } from './schemas.ts';

export type CaseRow = Selectable<Cases>;
/** A case for an answer, with the last withdrawal of a consent of its subject. */
export type ShownRow = CaseRow & { consent_withdrawn_at: Date | null };

/** Numbers of days. After each of them, the priority of an open case rises by one level. */
export const AGES = [7, 30];

export const HIGHEST_LEVEL = PRIORITIES.length - 1;

/** `priorityAt` in SQL: the level, from 0. */
export function levelAt(now: Date): RawBuilder<number> {
  // A constant interval, because adding days to each time would read the calendar of the time zone for each row.
  const age = sql`least(closed_at, ${now}::timestamptz) - created_at`;
  const steps = AGES.map((days) => sql`(${age} >= make_interval(days => ${sql.lit(days)}))::int`);
  return sql<number>`coalesce(priority, least(${sql.lit(HIGHEST_LEVEL)}, base_priority + ${sql.join(steps, sql` + `)}))`;
}

function casesOf(db: Queryable, orgId: string) {
  return db.selectFrom('cases').where('org_id', '=', orgId);
}

export async function insertCase(tx: Tx, row: Insertable<Cases>): Promise<CaseRow> {
  return tx.insertInto('cases').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectCase(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<CaseRow | undefined> {
  return casesOf(db, orgId).where('id', '=', id).selectAll().executeTakeFirst();
}

/** Selects a case for an answer. @param withdrawal the last withdrawal of the subject in a column */
export async function selectShown(
  db: Queryable,
  orgId: string,
  id: string,
  withdrawal: RawBuilder<Date | null>,
): Promise<ShownRow | undefined> {
  return casesOf(db, orgId)
    .where('id', '=', id)
    .selectAll()
    .select(withdrawal.as('consent_withdrawn_at'))
    .executeTakeFirst();
}

/** Locks and returns the claimed open cases with any of these hits, in the order of their ids. */
export async function lockClaimed(
  tx: Tx,
  orgId: string,
  hitIds: readonly string[],
): Promise<CaseRow[]> {
  return casesOf(tx, orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('case_items')
        .select('case_id')
        .where('org_id', '=', orgId)
        .where('item_id', '=', anyOf(hitIds)),
    )
    .where('status', '<>', 'CLOSED')
    .where('claimed_until', '>', sql<Date>`now()`)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** True if the claim or the snooze of a case is over at a time, or there is none. */
function isOver(
  until: 'claimed_until' | 'snoozed_until',
  now: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(until)} IS NULL OR ${sql.ref(until)} <= ${now})`;
}

export async function lockCase(tx: Tx, orgId: string, id: string): Promise<CaseRow | undefined> {
  return casesOf(tx, orgId).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

/**
 * Locks the open case with the highest priority that has no assignee, claim or snooze; of cases with the same priority,
 * the oldest. Skips cases that other transactions have locked, so concurrent callers get different ones.
 */
export async function lockNextUnassigned(
  tx: Tx,
  orgId: string,
  now: Date,
): Promise<CaseRow | undefined> {
  // A lock prevents the sort from stopping after the first row, so the statement sorts only ids.
  const next = casesOf(tx, orgId)
    .where('status', '<>', 'CLOSED')
    .where('assignee', 'is', null)
    .where(isOver('claimed_until', sql`now()`))
    .where(isOver('snoozed_until', sql`now()`))
    .select('id')
    .orderBy(levelAt(now), 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return casesOf(tx, orgId).where('id', '=', next).selectAll().forUpdate().executeTakeFirst();
}

/** Changes a case that the caller has locked. @param isSeen false for changes that do not affect decisions */
export async function updateCase(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<Cases>,
  isSeen = true,
): Promise<CaseRow> {
  const revision = isSeen && { revision: sql`revision + 1` };
  return updateById(tx, 'cases', orgId, id, { ...change, updated_at: sql`now()`, ...revision });
}

/** Sets the claim of a case that the caller has locked. */
export async function setClaim(
  tx: Tx,
  orgId: string,
  id: string,
  { kind, id: by }: Pick<Actor, 'kind' | 'id'>,
  leaseMs: number,
): Promise<CaseRow> {
  const claim = { claimed_kind: kind, claimed_by: by, claimed_until: fromNow(leaseMs) };
  return updateById(tx, 'cases', orgId, id, claim);
}

export async function clearClaim(tx: Tx, orgId: string, id: string): Promise<CaseRow> {
  const none = { claimed_kind: null, claimed_by: null, claimed_until: null };
  return updateById(tx, 'cases', orgId, id, none);
}

export type CaseWork = { mine: number; unassigned: number; overdue: number };

/**
 * Counts open cases that wait for work, each up to a maximum. Overdue ones include snoozed ones.
 * @param person null for a key
 */
export async function countWork(
  db: Queryable,
  orgId: string,
  { person, now, most }: { person: string | null; now: Date; most: number },
): Promise<CaseWork> {
  const count = (condition: RawBuilder<unknown>): RawBuilder<number> =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM cases
      WHERE org_id = ${orgId} AND status <> 'CLOSED' AND ${condition} LIMIT ${most}) AS counted)`;
  const isAwake = isOver('snoozed_until', sql`${now}`);
  const { rows } = await sql<CaseWork>`
    SELECT ${count(sql`assignee = ${person} AND ${isAwake}`)} AS mine,
      ${count(sql`assignee IS NULL AND ${isAwake}`)} AS unassigned,
      ${count(sql`due_at < ${now}`)} AS overdue`.execute(db);
  return rows[0]!;
}

/** Counts open cases past their due date by assignee, at most `most` cases and `people` assignees. */
export async function countOverdue(
  db: Queryable,
  orgId: string,
  { now, most, people }: { now: Date; most: number; people: number },
): Promise<{ assignee: string | null; count: number }[]> {
  const { rows } = await sql<{ assignee: string | null; count: number }>`
    SELECT assignee, count(*) AS count FROM (SELECT assignee FROM cases
      WHERE org_id = ${orgId} AND status <> 'CLOSED' AND due_at < ${now} ORDER BY due_at LIMIT ${most}) AS read
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${people}`.execute(db);
  return rows;
}

/** Replaces the tags of a case that the caller has locked, for the filter. */
export async function replaceTags(
  tx: Tx,
  orgId: string,
  caseId: string,
  tags: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('case_tags')
    .where('org_id', '=', orgId)
    .where('case_id', '=', caseId)
    .execute();
  if (tags.length === 0) return;
  const rows = tags.map((tag) => ({ org_id: orgId, case_id: caseId, tag }));
  await tx.insertInto('case_tags').values(rows).execute();
}

type CaseSort = NonNullable<CaseQuery['sort']>;
export type CaseFilter = Range & {
  status?: string;
  outcome?: string;
  assignee?: string;
  subjectId?: string;
  itemId?: string;
  dueBefore?: Date;
  /** The level at time `now`. */
  priority?: { level: number; now: Date };
  /** Claimed or unclaimed at time `now`. */
  claimed?: { is: boolean; now: Date };
  /** Snoozed or not at time `now`. */
  snoozed?: { is: boolean; now: Date };
  type?: string;
  tag?: string;
  isOpen?: boolean;
  isAssigned?: boolean;
  sort?: CaseSort;
};
const ORDERS: Record<CaseSort, Order> = {
  newest: NEWEST_ID,
  oldest: BY_ID,
  due: [
    { column: 'due_at', type: 'timestamptz' },
    { column: 'id', type: 'text' },
  ],
  snooze: [
    { column: 'snoozed_until', type: 'timestamptz' },
    { column: 'id', type: 'text' },
  ],
};
const MADE = { id: 'id', at: 'created_at', prefix: CASE_PREFIX };

/** Selects cases, by default newest first. */
export async function selectCases(
  db: Queryable,
  orgId: string,
  filter: CaseFilter,
  page: Page,
  withdrawal: RawBuilder<Date | null>,
): Promise<Listed<ShownRow>> {
  let query = casesOf(db, orgId).where(isWithin(MADE, filter));
  const { itemId, priority, claimed, snoozed, tag, isOpen, isAssigned, sort = 'newest' } = filter;
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  if (filter.assignee !== undefined) query = query.where('assignee', '=', filter.assignee);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.dueBefore !== undefined) query = query.where('due_at', '<', filter.dueBefore);
  if (isOpen !== undefined) query = query.where('status', isOpen ? '<>' : '=', 'CLOSED');
  if (isAssigned !== undefined) query = query.where('assignee', isAssigned ? 'is not' : 'is', null);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (sort === 'due') query = query.where('due_at', 'is not', null);
  if (sort === 'snooze') query = query.where('snoozed_until', 'is not', null);
  if (priority) query = query.where(levelAt(priority.now), '=', priority.level);
  for (const [until, wanted] of [
    ['claimed_until', claimed],
    ['snoozed_until', snoozed],
  ] as const)
    if (wanted)
      query = wanted.is
        ? query.where(until, '>', wanted.now)
        : query.where(isOver(until, sql`${wanted.now}`));
  if (tag !== undefined)
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('case_tags')
        .select('case_id')
        .where('org_id', '=', orgId)
        .where('tag', '=', tag),
    );
  if (itemId !== undefined)
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('case_items')
        .select('case_id')
        .where('org_id', '=', orgId)
        .where('item_id', '=', itemId),
    );
  const shown = query.selectAll().select(withdrawal.as('consent_withdrawn_at'));
  return selectPage(db, { shown, counted: query }, ORDERS[sort], page);
}
