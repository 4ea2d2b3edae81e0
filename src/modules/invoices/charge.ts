import { clock } from '../../platform/clock.ts';
import { type Database, type Queryable, type Tx } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/failures.ts';
import { ApiError, found } from '../../platform/errors/index.ts';
import { newId } from '../../platform/ids.ts';
import { zonesOf } from '../tenants/index.ts';
import {
  leaveMonth,
  monthsToCharge,
  otherMetrics,
  takeMonth,
  usageOfMonth,
  type MonthRange,
  type UsageOf,
} from '../usage/index.ts';
import { monthName } from './month.ts';
import { priceHash, pricesOf, type PriceSheet } from './price-sheet.ts';
import { linesOf, totalOf, type Charged, type Prices } from './pricing.ts';
import type { INVOICE_TYPES, REASONS } from './schemas.ts';
import * as store from './store.ts';

export const INVOICE_PREFIX = 'invoice';

/** The maximum number of items in a report. */
export const MAX_UNPRICED = 100;

type InvoiceType = (typeof INVOICE_TYPES)[number];
type Issued = { id: string; number: number; type: InvoiceType; total: number };
/** The cost of a month so far, and the prices of its last charge. */
type Before = { invoiceId: string; prices: Prices; charged: Charged[] };
export type Charge = {
  issued: Issued[];
  /** Usage without a price, as `service metric`: at most 100 for each month. */
  unpriced: string[];
};

export async function chargedBefore(
  db: Queryable,
  orgId: string,
  month: string,
): Promise<Before | undefined> {
  const last = await store.selectCharged(db, orgId, month);
  if (!last) return undefined;
  const totals = await store.selectTotals(db, orgId, month);
  const charged = totals.map(({ service, metric, total_quantity, total_amount }) => ({
    service,
    metric,
    totalQuantity: total_quantity,
    totalAmount: total_amount,
  }));
  return { invoiceId: last.invoiceId, prices: last.prices as Prices, charged };
}

/**
 * Issues a document for the difference between the cost of a month and the amount charged so far, under the
 * organization's lock.
 */
async function chargeMonth(
  tx: Tx,
  of: UsageOf,
  month: string,
  { prices, before, reason }: { prices: Prices; before?: Before; reason: (typeof REASONS)[number] },
): Promise<Charge> {
  const { id: orgId } = of;
  const names = [...prices.items, ...(before?.charged ?? [])];
  const usage = await usageOfMonth(tx, of, month, names);
  const others = await otherMetrics(tx, of, month, prices.items, MAX_UNPRICED);
  const unpriced = others.map(({ service, metric }) => `${service} ${metric}`);
  const lines = linesOf(prices, usage, before?.charged ?? []);
  if (lines.length === 0) return { issued: [], unpriced };
  const total = totalOf(lines);
  const type: InvoiceType = !before ? 'invoice' : total < 0 ? 'credit_note' : 'debit_note';
  const hash = priceHash(prices);
  await store.insertPrices(tx, hash, JSON.stringify(prices));
  const [id, number] = [newId(INVOICE_PREFIX), await store.nextNumber(tx, orgId)];
  await store.insertInvoice(
    tx,
    {
      org_id: orgId,
      id,
      number,
      type,
      month,
      corrects: before?.invoiceId ?? null,
      reason: before ? reason : null,
      currency: prices.currency,
      total,
      price_sheet: hash,
      issued_at: clock.now(),
    },
    lines.map(({ totalQuantity, totalAmount, ...line }) => ({
      ...line,
      total_quantity: totalQuantity,
      total_amount: totalAmount,
    })),
  );
  return { issued: [{ id, number, type, total }], unpriced };
}

/**
 * Charges a month if its usage has changed since the last charge. Issues an invoice if it has none, otherwise a note at
 * the prices of its last document. Skips a month without any priced usage until the next run.
 */
async function chargeNews(tx: Tx, sheet: PriceSheet, of: UsageOf, month: string): Promise<Charge> {
  const { id: orgId } = of;
  if (!(await takeMonth(tx, orgId, month))) return { issued: [], unpriced: [] };
  const before = await chargedBefore(tx, orgId, month);
  const prices = before?.prices ?? pricesOf(sheet, month)!;
  const charge = await chargeMonth(tx, of, month, {
    prices,
    reason: 'late_usage',
    ...(before && { before }),
  });
  if (!before && charge.issued.length === 0) await leaveMonth(tx, orgId, month);
  return charge;
}

/**
 * Charges an organization's months in the range, each in a separate transaction, so that a month that fails does not
 * block others.
 * @param range starts with the first month that has prices
 * @param once true to skip if a run has already charged the last month
 * @param onCharge called with the result of each month once it is issued
 * @throws AggregateError at the end, for months that could not be charged
 */
export async function chargeOrganization(
  db: Database,
  sheet: PriceSheet,
  of: UsageOf,
  range: MonthRange,
  once: boolean,
  onCharge: (charge: Charge) => void,
): Promise<void> {
  const { id: orgId } = of;
  const wasRun = async (tx: Tx): Promise<boolean> =>
    (await store.selectWithoutRun(tx, [{ id: orgId, to: range.to }])).length === 0;
  const failures: unknown[] = [];
  for (const month of await monthsToCharge(db.read, orgId, range)) {
    try {
      onCharge(
        await db.transaction(async (tx) => {
          await store.lockInvoices(tx, orgId);
          if (once && (await wasRun(tx))) return { issued: [], unpriced: [] };
          return chargeNews(tx, sheet, of, month);
        }),
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(
        new Error(`${monthName(month)}: ${(error as Error).message}`, { cause: error }),
      );
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map((one) => (one as Error).message).join('; '));
  if (once) await db.transaction((tx) => store.insertRun(tx, orgId, range.to));
}

/**
 * Charges a month again at the current prices of the sheet for it. The difference becomes a note. Later usage of the
 * month is charged at these prices, even if there is no difference yet.
 * @returns the note, or none if nothing changes
 * @throws ApiError NOT_FOUND if the month has no invoice, CONFLICT if the sheet has no prices for it or uses another
 * currency
 */
export async function repriceMonth(
  tx: Tx,
  sheet: PriceSheet,
  orgId: string,
  month: string,
): Promise<Charge> {
  await store.lockInvoices(tx, orgId);
  const before = await found('invoice of this month', chargedBefore(tx, orgId, month));
  const prices = pricesOf(sheet, month);
  if (!prices) throw new ApiError('CONFLICT', 'the price sheet has no prices for this month');
  if (prices.currency !== before.prices.currency)
    throw new ApiError('CONFLICT', "the price sheet's currency is not the invoice's");
  const zones = (await zonesOf(tx, [orgId])).get(orgId) ?? [];
  const of = { id: orgId, zones };
  const charge = await chargeMonth(tx, of, month, { prices, before, reason: 'repriced' });
  const hash = priceHash(prices);
  await store.insertPrices(tx, hash, JSON.stringify(prices));
  await store.upsertRepricing(tx, orgId, month, hash);
  return charge;
}
