import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from './types.ts';

/** Returns the row count of a query without a select list. */
export async function countRows<T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, object>,
): Promise<number> {
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Rows that a part of the statement has inserted: the part's name, and the columns that it returns in addition to
 * org_id and id.
 */
export type Inserted = {
  from: RawBuilder<unknown>;
  /** The time of use. */
  at: RawBuilder<unknown>;
  service: RawBuilder<unknown>;
  metric: RawBuilder<unknown>;
  /** Sum of the used quantity; without it, rows are counted. */
  quantity?: RawBuilder<unknown>;
  /** True to store only the day in UTC, for organizations whose days are in UTC. */
  isUtc?: boolean;
};

/** Usage is summed in steps of this length, because the days of every time zone begin at such a step. */
const USAGE_STEP = sql.lit('15 minutes');

/**
 * A part of a statement that counts the usage of all rows that another part inserts with `counted` true. It adds one
 * row per organization, quarter of an hour and metric, for any number of rows. A trigger counts every other row.
 */
export function countingAtOnce({ from, at, service, metric, quantity, isUtc = false }: Inserted) {
  const usedAt = isUtc
    ? sql`NULL::timestamptz`
    : sql`date_bin(${USAGE_STEP}, ${at}, '2026-01-01Z'::timestamptz)`;
  return sql`
    INSERT INTO usage_pending (org_id, day, service, metric, quantity, id, used_at)
    SELECT org_id, utc_day(${at}), ${service}, ${metric}, ${quantity ?? sql`count(*)`}, min(id), ${usedAt} FROM ${from}
    GROUP BY 1, 2, 3, 4, 7`;
}
