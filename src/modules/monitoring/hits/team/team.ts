import { clock } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import type { Backlog, BacklogAges, TeamDecisions } from './schemas.ts';
import { countBacklog, countDecisions, type DecidedRow } from './store.ts';

/** The maximum numbers of counted decisions and open hits. */
const MOST_DECISIONS = 200_000;
const MOST_OPEN = 1_000_000;
/** The maximum number of people in an answer. */
const PEOPLE = 200;
const DAY_MS = 86_400_000;

function toDecided({ today, week, month, median, p90 }: DecidedRow) {
  return {
    today,
    week,
    month,
    secondsToDecide:
      median === null || p90 === null ? null : { median: Math.round(median), p90: Math.round(p90) },
  };
}

/** Returns the decisions on hits of the last 30 days in UTC by actor, and how long they took. */
export async function teamDecisions(
  db: Queryable,
  orgId: string,
  most = MOST_DECISIONS,
): Promise<TeamDecisions> {
  const startMs = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS;
  const since = (days: number): Date => new Date(startMs - (days - 1) * DAY_MS);
  const periods = { today: since(1), week: since(7), month: since(30) };
  const [all, ...rows] = await countDecisions(db, orgId, periods, {
    most: most + 1,
    people: PEOPLE,
  });
  return {
    since: {
      today: periods.today.toISOString(),
      week: periods.week.toISOString(),
      month: periods.month.toISOString(),
    },
    complete: all!.month <= most,
    all: toDecided(all!),
    people: rows.map((row) => ({ actorId: row.by!, ...toDecided(row) })),
  };
}

/** The lower limits of ages in days, oldest first, and the ages between them. */
const LIMITS = [30, 7, 3, 1];
const AGES = ['older', 'month', 'week', 'threeDays', 'day'] as const;

function noHits(): BacklogAges {
  return { total: 0, day: 0, threeDays: 0, week: 0, month: 0, older: 0, overdue: 0 };
}

/** Returns the open hits by age and assignee. */
export async function hitBacklog(db: Queryable, orgId: string, most = MOST_OPEN): Promise<Backlog> {
  const now = clock.now();
  const limits = LIMITS.map((days) => new Date(now.getTime() - days * DAY_MS));
  const open = await countBacklog(db, orgId, limits, { now, most: most + 1 });
  const all = noHits();
  const byAssignee = new Map<string | null, BacklogAges>();
  const add = (assignee: string | null, name: keyof BacklogAges, count: number): void => {
    const own = byAssignee.get(assignee) ?? noHits();
    byAssignee.set(assignee, own);
    own[name] += count;
    all[name] += count;
  };
  for (const { assignee, age, count, overdue } of open) {
    add(assignee, AGES[age]!, count);
    add(assignee, 'total', count);
    add(assignee, 'overdue', overdue);
  }
  const assignees = [...byAssignee]
    .map(([assignee, ages]) => ({ assignee, ...ages }))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, PEOPLE);
  return { complete: all.total <= most, all, assignees };
}
