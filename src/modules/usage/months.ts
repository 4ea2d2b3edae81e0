import type { Queryable, Tx } from '../../platform/db/database.ts';
import * as store from './store.ts';

/** Usage for invoicing. A month is given by its first day, as YYYY-MM-DD. */

export type UsageOf = store.UsageOf;
export type MonthRange = { from: string; to: string };

/** Returns organizations with uncharged usage in these months, both inclusive, after `after`, in order. */
export async function organizationsToCharge(
  db: Queryable,
  range: MonthRange,
  after: string,
  limit: number,
): Promise<string[]> {
  return store.selectUnchargedOrganizations(db, range, after, limit);
}

/** Returns the organization's months, oldest first, whose usage has changed since they were last taken. */
export async function monthsToCharge(
  db: Queryable,
  orgId: string,
  range: MonthRange,
): Promise<string[]> {
  return store.selectUncharged(db, orgId, range);
}

/**
 * Takes a month for charging if its usage has changed since it was last taken. A concurrent roll-up waits, and marks
 * the month again.
 * @returns true if the usage had changed
 */
export async function takeMonth(tx: Tx, orgId: string, month: string): Promise<boolean> {
  return store.setUncharged(tx, orgId, month, false);
}

/** Returns a taken month, for the next run. */
export async function leaveMonth(tx: Tx, orgId: string, month: string): Promise<void> {
  await store.setUncharged(tx, orgId, month, true);
}

export type MetricName = store.MetricName;
export type MonthUsage = MetricName & { quantity: string };

/** Sums the organization's usage of these metrics in a month, as exact decimals. */
export async function usageOfMonth(
  db: Queryable,
  of: UsageOf,
  month: string,
  names: readonly MetricName[],
): Promise<MonthUsage[]> {
  return store.selectMonth(db, of, month, names);
}

/** Returns some of the other metrics that the organization has used in a month. */
export async function otherMetrics(
  db: Queryable,
  of: UsageOf,
  month: string,
  names: readonly MetricName[],
  limit: number,
): Promise<MetricName[]> {
  return store.selectOthers(db, of, month, names, limit);
}

/** Returns true if the month has usage from after its last charge. */
export async function monthHasNews(db: Queryable, of: UsageOf, month: string): Promise<boolean> {
  return store.selectHasNews(db, of, month);
}
