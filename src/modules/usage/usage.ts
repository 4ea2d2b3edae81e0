import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx, Database } from '../../platform/db/database.ts';
import { everyBucketOf } from '../../platform/db/places.ts';
import { mergedPage } from '../../platform/db/buckets/merged-page.ts';
import { fromMillionths, toMillionths } from '../../platform/decimal.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors/index.ts';
import { PAGE_CAP, appliedPage, paged } from '../../platform/http/schema.ts';
import { parseTimestamp } from '../../platform/calendar/iso-time.ts';
import { monthOf, zonedMonth } from '../../platform/calendar/zoned-months.ts';
import { zonesOf } from '../tenants/index.ts';
import { zonedOf } from './days/store.ts';
import {
  MAX_AHEAD_MINUTES,
  OWN_SERVICES,
  type ReportUsage,
  type UsageQuery,
  type UsageRecord,
} from './schemas.ts';
import * as store from './store.ts';
import type { UsageOf } from './store.ts';
import type { Page } from '../../platform/db/lists/keyset.ts';
import { drain } from '../../platform/background/job.ts';
import * as rollUpStore from './roll-up/store.ts';

/**
 * Returns the problems of a report that its schema accepts. @param path the place of the report, such as `items[3].`
 */
export function usageProblems({ service, at }: ReportUsage, path = ''): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  if (OWN_SERVICES.includes(service))
    problems.push({ path: `${path}service`, message: 'is counted by Oriki itself' });
  if (parseTimestamp(at)!.getTime() > clock.nowMs() + MAX_AHEAD_MINUTES * 60_000)
    problems.push({
      path: `${path}at`,
      message: `must be at most ${MAX_AHEAD_MINUTES} minutes ahead`,
    });
  return problems;
}

function toRow({ id, service, metric, quantity, at }: ReportUsage): store.NewUsage {
  return {
    id,
    service,
    metric,
    quantity: fromMillionths(toMillionths(String(quantity))),
    used_at: parseTimestamp(at)!,
  };
}

function isSame(a: store.NewUsage, b: store.NewUsage): boolean {
  return (
    a.service === b.service &&
    a.metric === b.metric &&
    a.quantity === b.quantity &&
    a.used_at.getTime() === b.used_at.getTime()
  );
}

/**
 * Records usage that another service reports, all or none. An id with the same content as before is the same report:
 * it counts once, and returns the same record again.
 * @param pathOf returns the place of a report in the request
 * @returns the records, in the order of the reports
 * @throws ApiError CONFLICT if an id was used for other content
 */
export async function recordUsage(
  tx: Tx,
  of: UsageOf,
  reports: ReportUsage[],
  pathOf: (i: number) => string,
): Promise<UsageRecord[]> {
  const rows = reports.map(toRow);
  await store.insertRecords(tx, of, rows);
  const stored = await store.selectRecords(
    tx,
    of.id,
    rows.map(({ id }) => id),
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.map((row, i) => {
    const found = byId.get(row.id)!;
    if (!isSame(row, found))
      throw new ApiError('CONFLICT', `${pathOf(i)}: the id was used for a different report`);
    const { id, service, metric, quantity } = found;
    const [at, recordedAt] = [found.used_at.toISOString(), found.recorded_at.toISOString()];
    return { id, service, metric, quantity, at, recordedAt };
  });
}

/**
 * Returns sums by day, service and metric, newest day first, and the running month.
 * @throws ApiError BAD_REQUEST if the range ends before it begins
 */
export async function listUsage(db: Queryable, of: UsageOf, query: UsageQuery) {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && to < from)
    throw new ApiError('BAD_REQUEST', 'to: must not be before from', {
      details: [{ path: 'to', message: 'must not be before from' }],
    });
  const listed = await paged(
    query,
    (page) => store.selectUsage(db, of, query, page),
    ({ day, service, metric, quantity }) => ({ day, service, metric, quantity }),
  );
  return { ...listed, runningMonth: zonedMonth(of.zones, monthOf(of.zones, clock.now())) };
}

/** Returns the organization's sums of the running month, by service and metric; at most 100. */
export async function usageOfRunningMonth(db: Queryable, of: UsageOf) {
  const from = `${monthOf(of.zones, clock.now())}-01`;
  const page = appliedPage({ limit: PAGE_CAP });
  const filter = { orgId: of.id, from };
  const { rows, total, totalIsExact } = await store.selectSums(db, zonedOf(of), filter, page);
  const items = rows.map(({ service, metric, quantity }) => ({ service, metric, quantity }));
  return { from, items, total, totalIsExact };
}

/** Returns sums over days, by organization, service and metric, for operators. */
export async function sumUsage(
  db: Queryable,
  { organizationId: onlyOf, ...query }: UsageQuery & { organizationId?: string },
) {
  const zoned = await zonesOf(db, onlyOf === undefined ? undefined : [onlyOf]);
  const select = (own: Queryable, page: Page) =>
    store.selectSums(own, zoned, { ...query, orgId: onlyOf }, page);
  return paged(
    query,
    (page) => mergedPage(everyBucketOf(db), page, select),
    ({ organizationId, service, metric, quantity }) => ({
      organizationId,
      service,
      metric,
      quantity,
    }),
  );
}

const BATCH = 10_000;

/** Moves counts that are older than the call into the sums. One process does it at a time; others wait. */
export async function rollUp(db: Database, signal?: AbortSignal): Promise<number> {
  // The time zones are read first, because a change of a time zone applies only to usage later than this call counts.
  const zoned = await zonesOf(db.read);
  let moved = 0;
  for (const table of rollUpStore.PENDING)
    moved += await drain(BATCH, signal, () =>
      db.transaction(async (tx) => {
        await rollUpStore.lockRollUp(tx);
        return rollUpStore.movePending(tx, table, BATCH, zoned);
      }),
    );
  return moved;
}
