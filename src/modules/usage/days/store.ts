import { sql, type RawBuilder } from 'kysely';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Zones } from '../../../platform/calendar/zoned-months.ts';

/** Organizations whose days are not those of UTC, with the time zones of their months. */
export type Zoned = ReadonlyMap<string, Zones>;

/** Returns the time zones of one organization for these statements. */
export function zonedOf({ id, zones }: { id: string; zones: Zones }): Zoned {
  return zones.length === 0 ? new Map() : new Map([[id, zones]]);
}

/** The changes of time zones as rows, each until the next one. */
function changes(zoned: Zoned): RawBuilder<unknown> {
  const rows = [...zoned].flatMap(([orgId, zones]) =>
    zones.map(({ month, startsAt, timeZone }, i) => {
      const endsAt = zones[i + 1]?.startsAt ?? 'infinity';
      return { orgId, firstDay: `${month}-01`, startsAt, endsAt, timeZone };
    }),
  );
  const types = {
    orgId: 'text',
    firstDay: 'date',
    startsAt: 'timestamptz',
    endsAt: 'timestamptz',
    timeZone: 'text',
  } as const;
  return rowsOf(rows, types, 'z').from;
}

/**
 * Rows of pending usage, each with the day on which its organization is charged for it, in the place of the day in UTC.
 * @param rows the name of a table or of a part of the statement with the columns of `usage_pending`
 */
export function onChargedDays(rows: RawBuilder<unknown>, zoned: Zoned): RawBuilder<unknown> {
  if (zoned.size === 0) return sql`SELECT org_id, day, service, metric, quantity FROM ${rows}`;
  return sql`
    SELECT p.org_id, coalesce(greatest((p.used_at AT TIME ZONE z.time_zone)::date, z.first_day), p.day) AS day,
      p.service, p.metric, p.quantity
    FROM ${rows} AS p
    LEFT JOIN ${changes(zoned)} ON z.org_id = p.org_id AND p.used_at >= z.starts_at AND p.used_at < z.ends_at`;
}

/** Selects sums by day, including usage that is not rolled up yet. */
export function usageByDay(zoned: Zoned): RawBuilder<unknown> {
  return sql`(SELECT org_id, day, service, metric, sum(quantity) AS quantity FROM (
    SELECT org_id, day, service, metric, quantity FROM usage_daily
    UNION ALL ${onChargedDays(sql`usage_pending`, zoned)}
    UNION ALL SELECT org_id, day, service, metric, quantity FROM usage_pending_unkeyed) AS counted
  GROUP BY org_id, day, service, metric) AS usage_by_day`;
}
