import type { Queryable, Tx } from '../../platform/db/database.ts';
import * as store from './store.ts';

/** Reads usage for invoicing. Months are their first days, as YYYY-MM-DD, in UTC. */

export type MonthRange = { from: string; to: string };

/** Organizations with usage that was not charged yet in these months, both included, in order, after `after`. */
export async function organizationsToCharge(
  db: Queryable,
  range: MonthRange,
  after: string,
  limit: number,
): Promise<string[]> {
  return store.selectUnchargedOrganizations(db, range, after, limit);
}

/** The organization's months, oldest first, whose usage has changed since they were taken last. */
export async function monthsToCharge(
  db: Queryable,
  orgId: string,
  range: MonthRange,
): Promise<string[]> {
  return store.selectUncharged(db, orgId, range);
}

/**
 * Takes a month whose usage has changed since it was taken last. Usage that is summed up while the transaction lasts
 * waits for it, and has the month taken again.
 * @returns whether it had
 */
export async function takeMonth(tx: Tx, orgId: string, month: string): Promise<boolean> {
  return store.setUncharged(tx, orgId, month, false);
}

/** Leaves a month that was taken to whoever charges next. */
export async function leaveMonth(tx: Tx, orgId: string, month: string): Promise<void> {
  await store.setUncharged(tx, orgId, month, true);
}

export type MetricName = store.MetricName;
export type MonthUsage = MetricName & { quantity: string };

/** Sums the organization's usage of these metrics in a month, as exact decimals. */
export async function usageOfMonth(
  db: Queryable,
  orgId: string,
  month: string,
  names: readonly MetricName[],
): Promise<MonthUsage[]> {
  return store.selectMonth(db, orgId, month, names);
}

/** Some of the other metrics that it has used in a month. */
export async function otherMetrics(
  db: Queryable,
  orgId: string,
  month: string,
  names: readonly MetricName[],
  limit: number,
): Promise<MetricName[]> {
  return store.selectOthers(db, orgId, month, names, limit);
}

/** Tells whether the month has usage that came after it was charged last. */
export async function monthHasNews(db: Queryable, orgId: string, month: string): Promise<boolean> {
  return store.selectHasNews(db, orgId, month);
}
