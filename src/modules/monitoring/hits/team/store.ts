import { sql } from 'kysely';
import { arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { firstIdAt } from '../../../../platform/ids.ts';
import { HIT_PREFIX } from '../schemas.ts';

/** Decisions of one actor, or of all; times in seconds, null if none is known. */
export type DecidedRow = {
  by: string | null;
  today: number;
  week: number;
  month: number;
  median: number | null;
  p90: number | null;
};

/**
 * Counts the decisions on hits by actor: since `today`, since `week` and since `month`, with the time from the opening of
 * the hit. Reads at most `most` decisions, the newest.
 * @returns the total, then at most `people` actors, those with the most decisions first
 */
export async function countDecisions(
  db: Queryable,
  orgId: string,
  since: { today: Date; week: Date; month: Date },
  { most, people }: { most: number; people: number },
): Promise<DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    SELECT by, count(*) AS month, count(*) FILTER (WHERE decided_at >= ${since.today}) AS today,
      count(*) FILTER (WHERE decided_at >= ${since.week}) AS week,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90
    FROM (SELECT coalesce(actor_id, api_key_id) AS by, decided_at,
        date_part('epoch', greatest(decided_at, opened_at) - opened_at) AS seconds
      FROM screening_decisions WHERE org_id = ${orgId} AND decided_at >= ${since.month}
      ORDER BY decided_at DESC LIMIT ${most}) AS read
    GROUP BY GROUPING SETS ((by), ()) ORDER BY grouping(by) DESC, month DESC, by LIMIT ${people + 1}`.execute(
    db,
  );
  return rows;
}

/** The open hits of an assignee in the age with this index, and how many of them are overdue. */
export type BacklogRow = { assignee: string | null; age: number; count: number; overdue: number };

/**
 * Counts open hits by assignee and age; reads at most `most` hits. Ages follow from the times in ids, so that an index
 * alone is read.
 * @param limits the beginnings of the ages, in ascending order; age 0 is before the first one
 */
export async function countBacklog(
  db: Queryable,
  orgId: string,
  limits: readonly Date[],
  { now, most }: { now: Date; most: number },
): Promise<BacklogRow[]> {
  const ids = limits.map((limit) => firstIdAt(HIT_PREFIX, limit.getTime()));
  const { rows } = await sql<BacklogRow>`
    SELECT assignee, width_bucket(id, ${arrayText(ids)}::text[]) AS age, count(*) AS count,
      count(*) FILTER (WHERE due_at < ${now}) AS overdue
    FROM (SELECT assignee, id, due_at FROM screening_hits
      WHERE org_id = ${orgId} AND status = 'open' LIMIT ${most}) AS read
    GROUP BY 1, 2`.execute(db);
  return rows;
}
