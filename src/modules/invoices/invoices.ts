import type { Queryable } from '../../platform/db/database.ts';
import { found } from '../../platform/errors/index.ts';
import { paged } from '../../platform/http/schema.ts';
import { isId } from '../../platform/ids.ts';
import { zonedMonth, type Zones } from '../../platform/calendar/zoned-months.ts';
import type { UsageOf } from '../usage/index.ts';
import { INVOICE_PREFIX } from './charge.ts';
import { monthName, monthStart } from './month.ts';
import type { Prices } from './pricing.ts';
import type { Invoice, InvoiceQuery, InvoiceWithLines } from './schemas.ts';
import * as store from './store.ts';

function toInvoice(row: store.InvoiceRow, zones: Zones): Invoice {
  const { id, number, corrects, currency, total } = row;
  return {
    id,
    number,
    type: row.type as Invoice['type'],
    ...zonedMonth(zones, monthName(row.month)),
    corrects,
    reason: row.reason as Invoice['reason'],
    currency,
    total,
    issuedAt: row.issued_at.toISOString(),
  };
}

/** Lists documents, last number first. */
export async function listInvoices(db: Queryable, of: UsageOf, { month, ...query }: InvoiceQuery) {
  const filter = { ...query, ...(month !== undefined && { month: monthStart(month) }) };
  return paged(
    query,
    (page) => store.selectInvoices(db, of.id, filter, page),
    (row) => toInvoice(row, of.zones),
  );
}

/** @throws ApiError NOT_FOUND */
export async function getInvoice(
  db: Queryable,
  { id: orgId, zones }: UsageOf,
  id: string,
): Promise<InvoiceWithLines> {
  const row = await found(
    'invoice',
    isId(INVOICE_PREFIX, id) && store.selectInvoice(db, orgId, id),
  );
  const { items } = row.prices as Prices;
  const lines = (await store.selectLines(db, orgId, [id])).map((line) => ({
    service: line.service,
    metric: line.metric,
    quantity: line.quantity,
    totalQuantity: line.total_quantity,
    amount: line.amount,
    totalAmount: line.total_amount,
    tiers:
      items.find(({ service, metric }) => service === line.service && metric === line.metric)
        ?.tiers ?? [],
  }));
  return { ...toInvoice(row, zones), lines };
}
