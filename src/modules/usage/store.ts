import { sql } from 'kysely';
import { anyOf } from '../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../platform/db/bulk/rows.ts';
import { countingAtOnce } from '../../platform/db/count.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  countListed,
  cutPage,
  isAfter,
  orderBy,
  placeOf,
  type Listed,
  type Order,
  type Page,
} from '../../platform/db/lists/keyset.ts';
import { exportColumns, type ExportSource } from '../../platform/export-source.ts';
import type { Zones } from '../../platform/calendar/zoned-months.ts';
import { onChargedDays, usageByDay, zonedOf, type Zoned } from './days/store.ts';
import type { Usage } from './schemas.ts';

export type UsageRow = {
  id: string;
  service: string;
  metric: string;
  /** Without trailing zeros. */
  quantity: string;
  used_at: Date;
  recorded_at: Date;
};
/** An organization, with the time zones of its months. */
export type UsageOf = { id: string; zones: Zones };

export type NewUsage = Omit<UsageRow, 'recorded_at'>;

/**
 * Inserts new records and skips existing ones. In the order of ids, so that two batches with the same ids do not
 * deadlock.
 */
export async function insertRecords(
  tx: Tx,
  { id: orgId, zones }: UsageOf,
  records: NewUsage[],
): Promise<void> {
  const { names, from } = rowsOf(records, {
    id: 'text',
    service: 'text',
    metric: 'text',
    quantity: 'numeric',
    used_at: 'timestamptz',
  });
  await sql`
    WITH inserted AS (
      INSERT INTO usage_records (org_id, ${names}, counted)
      SELECT ${orgId}, ${names}, true FROM ${from}
      ORDER BY t.id COLLATE "C"
      ON CONFLICT (org_id, id) DO NOTHING RETURNING *
    )
    ${countingAtOnce({
      from: sql`inserted`,
      at: sql`used_at`,
      service: sql`service`,
      metric: sql`metric`,
      quantity: sql`sum(quantity)`,
      isUtc: zones.length === 0,
    })}`.execute(tx);
}

export async function selectRecords(
  db: Queryable,
  orgId: string,
  ids: string[],
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    SELECT id, service, metric, trim_scale(quantity)::text AS quantity, used_at, recorded_at FROM usage_records
    WHERE org_id = ${orgId} AND id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** Days as YYYY-MM-DD; `to` is exclusive. */
type UsageFilter = { from?: string; to?: string; service?: string; metric?: string };

const NEWEST_DAY: Order = [
  { column: 'day', type: 'date', descending: true },
  { column: 'service', type: 'text' },
  { column: 'metric', type: 'text' },
];

/** Selects sums by day, service and metric, newest day first. */
export async function selectUsage(
  db: Queryable,
  of: UsageOf,
  filter: UsageFilter,
  page: Page,
): Promise<Listed<Usage>> {
  const usage = usageByDay(zonedOf(of));
  const found = conditions(filter, sql`org_id = ${of.id}`);
  const { rows } = await sql<Usage & { place: string[] }>`
    SELECT day, service, metric, trim_scale(quantity)::text AS quantity, ${placeOf(NEWEST_DAY)} AS place
    FROM ${usage} WHERE ${found} AND ${isAfter(NEWEST_DAY, page.after)}
    ORDER BY ${orderBy(NEWEST_DAY)} LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db);
  const total = await countListed(db, sql`SELECT 1 FROM ${usage} WHERE ${found}`);
  return { ...cutPage(rows, page), ...total };
}

function conditions({ from, to, service, metric }: UsageFilter, first = sql`true`) {
  const all = [first];
  if (from !== undefined) all.push(sql`day >= ${from}::date`);
  if (to !== undefined) all.push(sql`day < ${to}::date`);
  if (service !== undefined) all.push(sql`service = ${service}`);
  if (metric !== undefined) all.push(sql`metric = ${metric}`);
  return sql.join(all, sql` AND `);
}

type UsageSum = {
  organizationId: string;
  service: string;
  metric: string;
  quantity: string;
};

const BY_NAME: Order = [
  { column: 'organizationId', type: 'text' },
  { column: 'service', type: 'text' },
  { column: 'metric', type: 'text' },
];

/**
 * Sums over days, by organization, service and metric.
 * @param filter.orgId limits the sums to one organization
 * @param zoned at least the organizations of the sums that have time zones
 */
export async function selectSums(
  db: Queryable,
  zoned: Zoned,
  { orgId, ...filter }: UsageFilter & { orgId?: string | undefined },
  page: Page,
): Promise<Listed<UsageSum>> {
  const sums = sql`
    SELECT org_id AS "organizationId", service COLLATE "C" AS service, metric COLLATE "C" AS metric,
      trim_scale(sum(quantity))::text AS quantity
    FROM ${usageByDay(zoned)} WHERE ${conditions(filter, orgId === undefined ? sql`true` : sql`org_id = ${orgId}`)}
    GROUP BY org_id, service, metric`;
  const { rows } = await sql<UsageSum & { place: string[] }>`
    SELECT *, ${placeOf(BY_NAME)} AS place FROM (${sums}) AS s WHERE ${isAfter(BY_NAME, page.after)}
    ORDER BY ${orderBy(BY_NAME)} LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db);
  return { ...cutPage(rows, page), ...(await countListed(db, sums)) };
}

/**
 * Selects organizations after `after`, in order, with uncharged usage in months from `from` to `to`.
 * @param from the first day of a month, as YYYY-MM-DD, like `to`
 */
export async function selectUnchargedOrganizations(
  db: Queryable,
  { from, to }: { from: string; to: string },
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    SELECT DISTINCT org_id FROM usage_months
    WHERE uncharged AND month BETWEEN ${from}::date AND ${to}::date AND org_id > ${after}
      -- Usage of test mode is counted and not charged.
      AND org_id LIKE 'org\\_%'
    ORDER BY org_id LIMIT ${limit}`.execute(db);
  return rows.map(({ org_id: orgId }) => orgId);
}

export async function selectUncharged(
  db: Queryable,
  orgId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    SELECT month FROM usage_months
    WHERE org_id = ${orgId} AND uncharged AND month BETWEEN ${from}::date AND ${to}::date ORDER BY month`.execute(
    db,
  );
  return rows.map(({ month }) => month);
}

/**
 * Sets or clears the mark of a month, and locks its row until the transaction ends: a concurrent roll-up waits, and
 * marks it again.
 * @returns whether the mark has changed
 */
export async function setUncharged(
  tx: Tx,
  orgId: string,
  month: string,
  uncharged: boolean,
): Promise<boolean> {
  const { rows } = await sql`UPDATE usage_months SET uncharged = ${uncharged}
    WHERE org_id = ${orgId} AND month = ${month}::date AND uncharged IS DISTINCT FROM ${uncharged}
    RETURNING 1`.execute(tx);
  return rows.length === 1;
}

export type MetricName = { service: string; metric: string };

function ofMonth(orgId: string, month: string) {
  return sql`org_id = ${orgId} AND day >= ${month}::date AND day < (${month}::date + interval '1 month')::date`;
}
function pairs(names: readonly MetricName[]) {
  const { names: columns, from } = rowsOf(names, { service: 'text', metric: 'text' });
  return sql`SELECT ${columns} FROM ${from}`;
}

/** Sums these metrics of a month, rolled up or not. @param month its first day */
export async function selectMonth(
  db: Queryable,
  of: UsageOf,
  month: string,
  names: readonly MetricName[],
): Promise<(MetricName & { quantity: string })[]> {
  const { rows } = await sql<MetricName & { quantity: string }>`
    SELECT service, metric, trim_scale(sum(quantity))::text AS quantity FROM ${usageByDay(zonedOf(of))}
    WHERE ${ofMonth(of.id, month)} AND (service, metric) IN (${pairs(names)}) GROUP BY service, metric`.execute(
    db,
  );
  return rows;
}

/** Returns true if usage of the month was rolled up after its mark was cleared, or waits to be. */
export async function selectHasNews(db: Queryable, of: UsageOf, month: string): Promise<boolean> {
  const pending = onChargedDays(sql`usage_pending`, zonedOf(of));
  const { rows } = await sql<{ news: boolean }>`
    SELECT EXISTS (SELECT FROM usage_months WHERE org_id = ${of.id} AND month = ${month}::date AND uncharged)
      OR EXISTS (SELECT FROM (${pending}) AS p WHERE ${ofMonth(of.id, month)})
      OR EXISTS (SELECT FROM usage_pending_unkeyed WHERE ${ofMonth(of.id, month)}) AS news`.execute(
    db,
  );
  return rows[0]!.news;
}

/** Selects at most `limit` other metrics of a month. */
export async function selectOthers(
  db: Queryable,
  of: UsageOf,
  month: string,
  names: readonly MetricName[],
  limit: number,
): Promise<MetricName[]> {
  const { rows } = await sql<MetricName>`
    SELECT DISTINCT service, metric FROM ${usageByDay(zonedOf(of))}
    WHERE ${ofMonth(of.id, month)} AND (service, metric) NOT IN (${pairs(names)}) LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** The first day that begins at `at` or later. */
function firstDayFrom(at: Date) {
  return sql`((${at}::timestamptz AT TIME ZONE 'UTC') + interval '1 day' - interval '1 microsecond')::date`;
}

export const usageExport: ExportSource = {
  description:
    'One row for each day (in the time zone of billing), service and metric. The range is about the day, at midnight ' +
    'of UTC; `service` selects the service.',
  columns: exportColumns({
    day: ['date', 'The day, in the time zone of billing.'],
    service: ['text', 'The service that was used.'],
    metric: ['text', 'Name of the counted unit.'],
    quantity: ['decimal', 'Sum of the day.'],
  }),
  order: ['day', 'service', 'metric'],
  query({ orgId, from, to, service, zones = [] }) {
    const found = [sql`org_id = ${orgId}`];
    if (from) found.push(sql`day >= ${firstDayFrom(from)}`);
    if (to) found.push(sql`day < ${firstDayFrom(to)}`);
    if (service !== undefined) found.push(sql`service = ${service}`);
    return sql`SELECT day, service, metric, trim_scale(quantity) AS quantity
      FROM ${usageByDay(zonedOf({ id: orgId, zones }))}
      WHERE ${sql.join(found, sql` AND `)}`;
  },
};
