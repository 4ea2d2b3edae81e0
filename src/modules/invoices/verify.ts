import type { Queryable } from '../../platform/db/database.ts';
import { bucketOf, everyBucketOf } from '../../platform/db/places.ts';
import { fromMillionths, toMillionths } from '../../platform/decimal.ts';
import { zonesOf } from '../tenants/index.ts';
import { monthHasNews, usageOfMonth, type UsageOf } from '../usage/index.ts';
import { monthName } from './month.ts';
import { priceHash } from './price-sheet.ts';
import { chargedBefore } from './charge.ts';
import { linesOf, priceOf, type Prices } from './pricing.ts';
import * as store from './store.ts';

/** Organizations, or documents of one, that are read at a time. */
const BATCH = 100;
/** The maximum number of problems in a report. */
const MAX_PROBLEMS = 1000;

export type InvoiceCheck = {
  ok: boolean;
  organizations: number;
  documents: number;
  /** Problems of a document, or of the usage of a month. */
  problems: { organizationId: string; number?: number; month?: string; problem: string }[];
  /** Months with later usage, which the next run charges; at most 1,000. */
  uncharged: { organizationId: string; month: string }[];
};

type Totals = Map<string, { quantity: bigint; amount: number }>;

/** Returns the values that do not result from the document's own quantities and prices and from earlier documents. */
function documentProblems(
  row: store.InvoiceRow & { prices: unknown },
  lines: store.LineRow[],
  before: Totals,
): string[] {
  const prices = row.prices as Prices;
  const problems: string[] = [];
  if (!priceHash(prices).equals(row.price_sheet)) problems.push('the prices have changed');
  for (const line of lines) {
    const name = `${line.service} ${line.metric}`;
    const item = prices.items.find(
      ({ service, metric }) => service === line.service && metric === line.metric,
    );
    const last = before.get(name) ?? { quantity: 0n, amount: 0 };
    const quantity = toMillionths(line.total_quantity);
    if (priceOf(item?.tiers ?? [], line.total_quantity) !== BigInt(line.total_amount))
      problems.push(`${name}: the total amount is not the cost of the total quantity`);
    if (line.amount !== line.total_amount - last.amount)
      problems.push(`${name}: the amount is not the remaining charge`);
    if (line.quantity !== fromMillionths(quantity - last.quantity))
      problems.push(`${name}: the quantity is not the added usage`);
    before.set(name, { quantity, amount: line.total_amount });
  }
  if (lines.reduce((sum, { amount }) => sum + amount, 0) !== row.total)
    problems.push('the lines do not add up to the total');
  return problems;
}

/**
 * Recomputes every document from its quantities and prices, checks the numbers for gaps, and compares the charged
 * amount of each month with the current cost of its usage.
 * @param organizationId limits the check to one organization
 */
export async function verifyInvoices(
  db: Queryable,
  organizationId: string | undefined,
): Promise<InvoiceCheck> {
  const check: InvoiceCheck = {
    ok: true,
    organizations: 0,
    documents: 0,
    problems: [],
    uncharged: [],
  };
  if (organizationId !== undefined)
    await verifyAll(await bucketOf(db, organizationId), [organizationId], check);
  else
    for (const own of everyBucketOf(db))
      for (let after = '', more = true; more;) {
        const orgIds = await store.selectInvoiced(own, after, BATCH);
        await verifyAll(own, orgIds, check);
        more = orgIds.length === BATCH;
        after = orgIds.at(-1) ?? after;
      }
  return check;
}

async function verifyAll(db: Queryable, orgIds: string[], check: InvoiceCheck): Promise<void> {
  const zoned = await zonesOf(db, orgIds);
  for (const orgId of orgIds) {
    await verifyDocuments(db, orgId, check);
    await verifyMonths(db, { id: orgId, zones: zoned.get(orgId) ?? [] }, check);
  }
  check.organizations += orgIds.length;
}

async function verifyDocuments(db: Queryable, orgId: string, check: InvoiceCheck) {
  const totals = new Map<string, Totals>();
  let last = 0;
  for (let more = true; more;) {
    const rows = await store.selectDocuments(db, orgId, last, BATCH);
    more = rows.length === BATCH;
    const ids = rows.map(({ id }) => id);
    const lines = Map.groupBy(await store.selectLines(db, orgId, ids), ({ invoice_id: id }) => id);
    for (const row of rows) {
      const month = monthName(row.month);
      if (!totals.has(month)) totals.set(month, new Map());
      const problems = documentProblems(row, lines.get(row.id) ?? [], totals.get(month)!);
      if (row.number !== last + 1) problems.unshift('the number before it is missing');
      last = row.number;
      check.documents += 1;
      if (problems.length > 0) check.ok = false;
      for (const problem of problems)
        if (check.problems.length < MAX_PROBLEMS)
          check.problems.push({ organizationId: orgId, number: row.number, problem });
    }
  }
}

/** Checks that usage and documents of each charged month have the same amounts, at the prices of the last charge. */
async function verifyMonths(db: Queryable, of: UsageOf, check: InvoiceCheck): Promise<void> {
  const { id: orgId } = of;
  for (let after = '0001-01-01', more = true; more;) {
    const months = await store.selectMonths(db, orgId, after, BATCH);
    more = months.length === BATCH;
    after = months.at(-1) ?? after;
    for (const month of months) {
      const { prices, charged } = (await chargedBefore(db, orgId, month))!;
      const usage = await usageOfMonth(db, of, month, [...prices.items, ...charged]);
      // Uncharged usage is not an error. It is queried after the sums, so that it includes all usage in them.
      if (await monthHasNews(db, of, month)) {
        if (check.uncharged.length < MAX_PROBLEMS)
          check.uncharged.push({ organizationId: orgId, month: monthName(month) });
        continue;
      }
      for (const { service, metric, totalQuantity, totalAmount, amount } of linesOf(
        prices,
        usage,
        charged,
      )) {
        if (amount === 0) continue;
        check.ok = false;
        if (check.problems.length < MAX_PROBLEMS)
          check.problems.push({
            organizationId: orgId,
            month: monthName(month),
            problem: `${service} ${metric}: the usage of ${totalQuantity} costs ${totalAmount}, but ${totalAmount - amount} is charged`,
          });
      }
    }
  }
}
