import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from './types.ts';

/** The number of rows that a query without a select list has. */
export async function countRows<T extends keyof DB>(
  query: SelectQueryBuilder<DB, T, object>,
): Promise<number> {
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Rows that a part of the statement has inserted: its name, and its columns beside org_id and id, which it returns. */
export type Inserted = {
  from: RawBuilder<unknown>;
  /** When it was used. */
  at: RawBuilder<unknown>;
  service: RawBuilder<unknown>;
  metric: RawBuilder<unknown>;
  /** Sum of what was used; without it, rows are counted. */
  quantity?: RawBuilder<unknown>;
};

/**
 * A part of a statement that counts the usage of all rows that another part inserts with `counted` true: one row to sum up
 * for each organization, day and metric, however many they are. A trigger counts every other row.
 */
export function countingAtOnce({ from, at, service, metric, quantity }: Inserted) {
  return sql`
    INSERT INTO usage_pending (org_id, day, service, metric, quantity, id)
    SELECT org_id, utc_day(${at}), ${service}, ${metric}, ${quantity ?? sql`count(*)`}, min(id) FROM ${from}
    GROUP BY 1, 2, 3, 4`;
}
