import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Actor } from '../../platform/audit/action.ts';
import { fromNow } from '../../platform/background/store.ts';
import { anyOf } from '../../platform/db/bulk/arrays.ts';
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
import { CASE_PREFIX, PRIORITIES, type CaseQuery } from './schemas.ts';

export type CaseRow = Selectable<Cases>;

/** The priority of an open case rises by one level after each of these numbers of days. */
export const AGES = [7, 30];

export const HIGHEST_LEVEL = PRIORITIES.length - 1;

/** `priorityAt` in SQL: the level, from 0. */
export function levelAt(now: Date): RawBuilder<number> {
  const steps = AGES.map(
    (days) =>
      sql`(created_at + make_interval(days => ${sql.lit(days)}) <= least(closed_at, ${now}::timestamptz))::int`,
  );
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

export async function lockCase(tx: Tx, orgId: string, id: string): Promise<CaseRow | undefined> {
  return casesOf(tx, orgId).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

/**
 * Locks the open case without assignee and claim that has the highest priority, and of several the oldest. Skips cases
 * that other transactions have locked, so that callers at the same time get different ones.
 */
export async function lockNextUnassigned(
  tx: Tx,
  orgId: string,
  now: Date,
): Promise<CaseRow | undefined> {
  return casesOf(tx, orgId)
    .where('status', '<>', 'CLOSED')
    .where('assignee', 'is', null)
    .where(({ eb, or }) =>
      or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', sql<Date>`now()`)]),
    )
    .selectAll()
    .orderBy(levelAt(now), 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Changes a case that the caller has locked. @param isSeen false for changes that do not affect decisions */
export async function updateCase(
  tx: Tx,
  orgId: string,
  id: string,
  change: Updateable<Cases>,
  isSeen = true,
): Promise<CaseRow> {
  return tx
    .updateTable('cases')
    .set({ ...change, updated_at: sql`now()`, ...(isSeen && { revision: sql`revision + 1` }) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the claim of a case that the caller has locked. */
export async function setClaim(
  tx: Tx,
  orgId: string,
  id: string,
  { kind, id: by }: Pick<Actor, 'kind' | 'id'>,
  leaseMs: number,
): Promise<CaseRow> {
  return tx
    .updateTable('cases')
    .set({ claimed_kind: kind, claimed_by: by, claimed_until: fromNow(leaseMs) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function clearClaim(tx: Tx, orgId: string, id: string): Promise<CaseRow> {
  return tx
    .updateTable('cases')
    .set({ claimed_kind: null, claimed_by: null, claimed_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
};
const MADE = { id: 'id', at: 'created_at', prefix: CASE_PREFIX };

/** Selects cases, by default newest first. */
export async function selectCases(
  db: Queryable,
  orgId: string,
  filter: CaseFilter,
  page: Page,
): Promise<Listed<CaseRow>> {
  let query = casesOf(db, orgId).where(isWithin(MADE, filter));
  const { itemId, priority, claimed, isOpen, isAssigned, sort = 'newest' } = filter;
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  if (filter.assignee !== undefined) query = query.where('assignee', '=', filter.assignee);
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId);
  if (filter.dueBefore !== undefined) query = query.where('due_at', '<', filter.dueBefore);
  if (isOpen !== undefined) query = query.where('status', isOpen ? '<>' : '=', 'CLOSED');
  if (isAssigned !== undefined) query = query.where('assignee', isAssigned ? 'is not' : 'is', null);
  if (sort === 'due') query = query.where('due_at', 'is not', null);
  if (priority) query = query.where(levelAt(priority.now), '=', priority.level);
  if (claimed)
    query = query.where(({ eb, or }) =>
      claimed.is
        ? eb('claimed_until', '>', claimed.now)
        : or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', claimed.now)]),
    );
  if (itemId !== undefined)
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('case_items')
        .select('case_id')
        .where('org_id', '=', orgId)
        .where('item_id', '=', itemId),
    );
  return selectPage(db, { shown: query.selectAll(), counted: query }, ORDERS[sort], page);
}
