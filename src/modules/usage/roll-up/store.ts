import { sql } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { onChargedDays, type Zoned } from '../days/store.ts';

/**
 * Makes PostgreSQL plan each statement again. A plan made for a nearly empty usage_pending would compare every row with
 * every other once there is a backlog.
 */
const planAnew = sql`set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Waits for another process that rolls up. Held until the transaction ends. */
export async function lockRollUp(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('usage roll-up', 0)), ${planAnew}`.execute(
    tx,
  );
}

/**
 * Tables whose rows wait to be summed. The one without a key contains counts older than migration 40; no version
 * writes to it now.
 */
export const PENDING = ['usage_pending_unkeyed', 'usage_pending'] as const;

/**
 * Moves at most `limit` rows from a table into the sums, and marks their months, under the lock of the roll-up.
 * @param zoned every organization with time zones that may have such rows
 * @returns the number of moved rows
 */
export async function movePending(
  tx: Tx,
  table: (typeof PENDING)[number],
  limit: number,
  zoned: Zoned,
): Promise<number> {
  const from = sql.table(table);
  type Sum = { org_id: string; day: string; service: string; metric: string; quantity: string };
  const { rows: sums } = await sql<Sum & { moved: number }>`
    WITH taken AS (
      DELETE FROM ${from} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${from} LIMIT ${limit}))
      RETURNING *
    )
    SELECT org_id, day, service, metric, sum(quantity)::text AS quantity, count(*) AS moved
    FROM (${onChargedDays(sql`taken`, table === 'usage_pending' ? zoned : new Map())}) AS counted
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(tx);
  if (sums.length === 0) return 0;
  const days = rowsOf(sums, { org_id: 'text', day: 'date' });
  const daily = rowsOf(sums, {
    org_id: 'text',
    day: 'date',
    service: 'text',
    metric: 'text',
    quantity: 'numeric',
  });
  await sql`
    INSERT INTO usage_months AS m (org_id, month)
    SELECT DISTINCT org_id, date_trunc('month', day::timestamp)::date
    FROM ${days.from} ORDER BY 1, 2
    ON CONFLICT (org_id, month) DO UPDATE SET uncharged = true WHERE NOT m.uncharged`.execute(tx);
  await sql`
    INSERT INTO usage_daily AS d (${daily.names}) SELECT ${daily.names} FROM ${daily.from}
    ON CONFLICT (org_id, day, service, metric) DO UPDATE SET quantity = d.quantity + EXCLUDED.quantity`.execute(
    tx,
  );
  return sums.reduce((all, { moved }) => all + moved, 0);
}
