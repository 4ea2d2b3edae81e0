import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { DeliveryAttempts } from '../../../platform/db/types.ts';

/** The maximum number of attempts that sums cover: about two seconds. */
export const MAX_SUMMED = 1_000_000;

// The expression is the same as in the indexes of failures (migration 77).
const succeeded = sql<boolean>`(a.status_code >= 200 AND a.status_code < 300)`;
const failed = sql<boolean>`${succeeded} IS NOT TRUE`;

export type AttemptRow = Selectable<DeliveryAttempts> & {
  webhook_id: string;
  event_type: string;
  event_id: string;
  succeeded: boolean;
};

export type AttemptFilter = {
  webhookId?: string;
  outcome?: 'succeeded' | 'failed';
  status?: number;
  error?: string;
  eventType?: string;
  from?: Date;
  to?: Date;
};

const NEWEST: Order = [
  { column: 'a.attempted_at', type: 'timestamptz', descending: true },
  { column: 'a.delivery_id', type: 'text', descending: true },
  { column: 'a.number', type: 'bigint', descending: true },
];

function filtered(db: Queryable, orgId: string, filter: AttemptFilter) {
  const { webhookId, outcome, status, error, eventType, from, to } = filter;
  let query = db
    .selectFrom('delivery_attempts as a')
    .where('a.org_id', '=', orgId)
    // Attempts recorded before this column existed appear only with their deliveries.
    .where('a.webhook_id', 'is not', null);
  if (webhookId !== undefined) query = query.where('a.webhook_id', '=', webhookId);
  if (outcome !== undefined) query = query.where(outcome === 'failed' ? failed : succeeded);
  if (status !== undefined) query = query.where('a.status_code', '=', status);
  // The status implies this condition, which makes PostgreSQL use the index of failures by status.
  if (status !== undefined && (status < 200 || status > 299)) query = query.where(failed);
  // Only failures have an error. This condition makes PostgreSQL use their index.
  if (error !== undefined) query = query.where('a.error', '=', error).where(failed);
  if (eventType !== undefined) query = query.where('a.event_type', '=', eventType);
  if (from) query = query.where('a.attempted_at', '>=', from);
  if (to) query = query.where('a.attempted_at', '<', to);
  return query;
}

/** Selects attempts, newest first. */
export async function selectAttempts(
  db: Queryable,
  orgId: string,
  filter: AttemptFilter,
  page: Page,
): Promise<Listed<AttemptRow>> {
  const counted = filtered(db, orgId, filter);
  const shown = counted
    .selectAll('a')
    .select([
      sql<string>`a.webhook_id`.as('webhook_id'),
      sql<string>`a.event_type`.as('event_type'),
      sql<string>`(SELECT d.event_id FROM deliveries d WHERE d.org_id = a.org_id AND d.id = a.delivery_id)`.as(
        'event_id',
      ),
      sql<boolean>`${succeeded} IS TRUE`.as('succeeded'),
    ]);
  return selectPage(db, { shown, counted }, NEWEST, page);
}

export type SummedRange = { webhookId?: string; from: Date; to: Date };

/** Selects the time of the newest attempt that is beyond the limit of a sum; undefined if all attempts fit. */
export async function selectCut(
  db: Queryable,
  orgId: string,
  range: SummedRange,
  most: number,
): Promise<Date | undefined> {
  const row = await filtered(db, orgId, range)
    .select('a.attempted_at')
    .orderBy('a.attempted_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return row?.attempted_at;
}

export type Sums<Key> = {
  /** Null for the total. */
  key: Key | null;
  attempts: number;
  succeeded: number;
  /** The median and the 95th percentile, in milliseconds. */
  latencies: [number, number] | null;
};

function sumsBy(db: Queryable, orgId: string, range: SummedRange, key: RawBuilder<unknown>) {
  const read = filtered(db, orgId, range).select([
    key.as('key'),
    succeeded.as('succeeded'),
    'a.duration_ms',
  ]);
  return sql`
    SELECT key, grouping(key) AS level, count(*) AS attempts,
      count(*) FILTER (WHERE succeeded) AS succeeded,
      percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY duration_ms) AS latencies
    FROM (${read}) AS read GROUP BY GROUPING SETS ((), (key))`;
}

/** Sums all attempts of a range to one webhook, in total and for each hour or day with attempts. */
export async function sumByTime(
  db: Queryable,
  orgId: string,
  range: SummedRange,
  bucket: 'hour' | 'day',
): Promise<Sums<Date>[]> {
  const start = sql`date_trunc(${sql.lit(bucket)}, a.attempted_at, 'UTC')`;
  const { rows } = await sql<Sums<Date>>`
    SELECT key, attempts, succeeded, latencies FROM (${sumsBy(db, orgId, range, start)}) AS sums
    ORDER BY level DESC, key`.execute(db);
  return rows;
}

/** Sums all attempts of a range, with the number of webhooks, and then by webhook, most failures first. */
export async function sumByWebhook(
  db: Queryable,
  orgId: string,
  range: SummedRange,
  limit: number,
): Promise<(Sums<string> & { name: string | null; webhooks: number })[]> {
  const { rows } = await sql<Sums<string> & { name: string | null; webhooks: number }>`
    SELECT key, attempts, succeeded, latencies, webhooks,
      (SELECT w.name FROM webhooks w WHERE w.org_id = ${orgId} AND w.id = key) AS name
    FROM (
      SELECT *, count(*) OVER () - 1 AS webhooks FROM (${sumsBy(db, orgId, range, sql`a.webhook_id`)}) AS grouped
      ORDER BY level DESC, attempts - succeeded DESC, attempts DESC, key LIMIT ${limit + 1}) AS sums
    ORDER BY level DESC, attempts - succeeded DESC, attempts DESC, key`.execute(db);
  return rows;
}

/** Counts the deliveries that wait, by webhook, most first. */
export async function countPending(
  db: Queryable,
  orgId: string,
  limit: number,
): Promise<{ webhookId: string; count: number }[]> {
  const { rows } = await sql<{ webhookId: string; count: number }>`
    SELECT webhook_id AS "webhookId", count(*) AS count FROM delivery_queue WHERE org_id = ${orgId}
    GROUP BY webhook_id ORDER BY count(*) DESC, webhook_id LIMIT ${limit}`.execute(db);
  return rows;
}
