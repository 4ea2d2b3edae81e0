import { clock } from '../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/index.ts';
import { newId } from '../../platform/ids.ts';
import { otherMetrics, takeMonths, usageOfMonth, type MonthRange } from '../usage/index.ts';
import { priceHash, pricesOf, type PriceSheet } from './price-sheet.ts';
import { linesOf, totalOf, type Charged, type Prices } from './pricing.ts';
import type { INVOICE_TYPES, REASONS } from './schemas.ts';
import * as store from './store.ts';

export const INVOICE_PREFIX = 'invoice';

/** Of a report. */
export const MAX_UNPRICED = 100;

type InvoiceType = (typeof INVOICE_TYPES)[number];
export type Issued = { id: string; number: number; type: InvoiceType; total: number };
/** What a month has cost so far, and the prices that it was charged at last. */
type Before = { invoiceId: string; prices: Prices; charged: Charged[] };
export type Charge = {
  issued: Issued[];
  /** What was used and has no price, as `service metric`: at most 100 a month. */
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

/** Issues what is missing between what a month costs and what it has been charged, under the organization's lock. */
async function chargeMonth(
  tx: Tx,
  orgId: string,
  month: string,
  { prices, before, reason }: { prices: Prices; before?: Before; reason: (typeof REASONS)[number] },
): Promise<Charge> {
  const names = [...prices.items, ...(before?.charged ?? [])];
  const usage = await usageOfMonth(tx, orgId, month, names);
  const others = await otherMetrics(tx, orgId, month, prices.items, MAX_UNPRICED);
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
 * Issues what is missing for an organization's months in the range, in one transaction: an invoice for a month that
 * has none, a note for one whose usage has changed since, at the prices of the month's last document.
 * @param range from the first month with prices on
 * @param once only if no such run for the last of the months was made yet
 */
export function chargeOrganization(
  db: Database,
  sheet: PriceSheet,
  orgId: string,
  range: MonthRange,
  once: boolean,
): Promise<Charge> {
  return db.transaction(async (tx) => {
    await store.lockInvoices(tx, orgId);
    const all: Charge = { issued: [], unpriced: [] };
    if (once && !(await store.insertRun(tx, orgId, range.to))) return all;
    for (const month of await takeMonths(tx, orgId, range)) {
      const before = await chargedBefore(tx, orgId, month);
      const prices = before?.prices ?? pricesOf(sheet, month)!;
      const charge = await chargeMonth(tx, orgId, month, {
        prices,
        reason: 'late_usage',
        ...(before && { before }),
      });
      all.issued.push(...charge.issued);
      all.unpriced.push(...charge.unpriced);
    }
    return all;
  });
}

/**
 * Charges a month anew at the prices that the sheet has for it now: the difference becomes a note, and what is used late
 * is charged at these prices, also when there is no difference yet.
 * @returns the note, or none when nothing changes
 * @throws ApiError NOT_FOUND when the month has no invoice, CONFLICT when the sheet has no prices for it or they are in
 *   another currency
 */
export async function repriceMonth(
  tx: Tx,
  sheet: PriceSheet,
  orgId: string,
  month: string,
): Promise<Charge> {
  await store.lockInvoices(tx, orgId);
  const before = await chargedBefore(tx, orgId, month);
  if (!before) throw notFound('invoice of this month');
  const prices = pricesOf(sheet, month);
  if (!prices) throw new ApiError('CONFLICT', 'the price sheet has no prices for this month');
  if (prices.currency !== before.prices.currency)
    throw new ApiError('CONFLICT', "the price sheet's currency is not the invoice's");
  const charge = await chargeMonth(tx, orgId, month, { prices, before, reason: 'repriced' });
  const hash = priceHash(prices);
  await store.insertPrices(tx, hash, JSON.stringify(prices));
  await store.upsertRepricing(tx, orgId, month, hash);
  return charge;
}
