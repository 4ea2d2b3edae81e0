import { sql, type Insertable, type Selectable } from 'kysely';
import { isExported } from '../../platform/db/lists/exported.ts';
import { anyOf } from '../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { selectPage, type Listed, type Order, type Page } from '../../platform/db/lists/keyset.ts';
import { sharedOf } from '../../platform/db/places.ts';
import { exportColumns, type ExportSource } from '../../platform/export-source.ts';
import type { Invoices } from '../../platform/db/types.ts';
import { rowById } from '../../platform/db/lists/row-by-id.ts';

export type InvoiceRow = Selectable<Invoices>;
export type LineRow = {
  service: string;
  metric: string;
  /** Exact decimals without trailing zeros. */
  quantity: string;
  total_quantity: string;
  amount: number;
  total_amount: number;
};

/** Serializes the documents of an organization. Held until the transaction ends. */
export async function lockInvoices(tx: Tx, orgId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('invoices ' || ${orgId}, 0))`.execute(tx);
}

/** Records the organization's run of this month. */
export async function insertRun(tx: Tx, orgId: string, month: string): Promise<void> {
  await tx
    .insertInto('invoice_runs')
    .values({ org_id: orgId, month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Selects the given organizations that have no run up to their month. */
export async function selectWithoutRun(
  db: Queryable,
  organizations: readonly { id: string; to: string }[],
): Promise<string[]> {
  const months = organizations.map(({ id, to }) => ({ id, month: to }));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${rowsOf(months, { id: 'text', month: 'date' }, 'o').from}
    WHERE NOT EXISTS (SELECT FROM invoice_runs r WHERE r.org_id = o.id AND r.month = o.month)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Selects the month's invoice, and the prices by which it was last charged, with or without a document. */
export async function selectCharged(
  db: Queryable,
  orgId: string,
  month: string,
): Promise<{ invoiceId: string; prices: unknown } | undefined> {
  const { rows } = await sql<{ invoiceId: string; price_sheet: Buffer }>`
    SELECT coalesce(i.corrects, i.id) AS "invoiceId", coalesce(r.price_sheet, i.price_sheet) AS price_sheet
    FROM invoices i
    LEFT JOIN invoice_repricings r ON r.org_id = i.org_id AND r.month = i.month
    WHERE i.org_id = ${orgId} AND i.month = ${month}::date
    ORDER BY i.number DESC LIMIT 1`.execute(db);
  return (await withPrices(db, rows))[0];
}

/** Returns the same rows, each with the prices of its hash. */
async function withPrices<Row extends { price_sheet: Buffer }>(
  db: Queryable,
  rows: Row[],
): Promise<(Row & { prices: unknown })[]> {
  if (rows.length === 0) return [];
  const hashes = [...new Set(rows.map((row) => row.price_sheet.toString('hex')))];
  const sheets = await sharedOf(db)
    .selectFrom('price_sheets')
    .selectAll()
    .where(
      'hash',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute();
  const pricesOf = new Map(sheets.map(({ hash, prices }) => [hash.toString('hex'), prices]));
  return rows.map((row) => ({ ...row, prices: pricesOf.get(row.price_sheet.toString('hex')) }));
}

/** Sets the prices for later charges of the month. */
export async function upsertRepricing(
  tx: Tx,
  orgId: string,
  month: string,
  hash: Buffer,
): Promise<void> {
  await sql`INSERT INTO invoice_repricings (org_id, month, price_sheet) VALUES (${orgId}, ${month}::date, ${hash})
    ON CONFLICT (org_id, month) DO UPDATE SET price_sheet = EXCLUDED.price_sheet, repriced_at = EXCLUDED.repriced_at
    WHERE invoice_repricings.price_sheet <> EXCLUDED.price_sheet`.execute(tx);
}

/** Selects an organization's months with documents, after `after`, in order. */
export async function selectMonths(
  db: Queryable,
  orgId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    SELECT month FROM invoices WHERE org_id = ${orgId} AND type = 'invoice' AND month > ${after}::date
    ORDER BY month LIMIT ${limit}`.execute(db);
  return rows.map(({ month }) => month);
}

/** Sums the month's documents, by service and metric. */
export async function selectTotals(
  db: Queryable,
  orgId: string,
  month: string,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT DISTINCT ON (l.service, l.metric) l.service, l.metric, trim_scale(l.quantity)::text AS quantity,
      trim_scale(l.total_quantity)::text AS total_quantity, l.amount, l.total_amount
    FROM invoices i JOIN invoice_lines l ON l.org_id = i.org_id AND l.invoice_id = i.id
    WHERE i.org_id = ${orgId} AND i.month = ${month}::date
    ORDER BY l.service, l.metric, i.number DESC`.execute(db);
  return rows;
}

/** Selects the next number, under the lock of the organization's invoices. */
export async function nextNumber(tx: Tx, orgId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(max(number), 0) + 1 AS number FROM invoices WHERE org_id = ${orgId}`.execute(
    tx,
  );
  return rows[0]!.number;
}

/** Inserts prices unless they exist: the same hash means the same prices. */
export async function insertPrices(tx: Tx, hash: Buffer, prices: string): Promise<void> {
  await sql`INSERT INTO price_sheets (hash, prices) VALUES (${hash}, ${prices}::json) ON CONFLICT DO NOTHING`.execute(
    sharedOf(tx),
  );
}

/** Inserts a document after its lines, because the table accepts no lines for an existing document. */
export async function insertInvoice(
  tx: Tx,
  invoice: Insertable<Invoices>,
  lines: LineRow[],
): Promise<void> {
  const { names, from } = rowsOf(lines, {
    service: 'text',
    metric: 'text',
    quantity: 'numeric',
    total_quantity: 'numeric',
    amount: 'bigint',
    total_amount: 'bigint',
  });
  await sql`
    INSERT INTO invoice_lines (org_id, invoice_id, ${names})
    SELECT ${invoice.org_id}, ${invoice.id}, ${names} FROM ${from}`.execute(tx);
  await tx.insertInto('invoices').values(invoice).execute();
}

export type InvoiceFilter = { month?: string; type?: string };

const LAST_NUMBER: Order = [{ column: 'number', type: 'bigint', descending: true }];

/** Selects documents, last number first. */
export async function selectInvoices(
  db: Queryable,
  orgId: string,
  { month, type }: InvoiceFilter,
  page: Page,
): Promise<Listed<InvoiceRow>> {
  let all = db.selectFrom('invoices').where('org_id', '=', orgId);
  if (month !== undefined) all = all.where('month', '=', month);
  if (type !== undefined) all = all.where('type', '=', type);
  return selectPage(db, { shown: all.selectAll(), counted: all }, LAST_NUMBER, page);
}

export async function selectInvoice(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(InvoiceRow & { prices: unknown }) | undefined> {
  const rows = await rowById(db, 'invoices', orgId, id).execute();
  return (await withPrices(db, rows))[0];
}

/** Selects lines in the order of service and metric. */
export async function selectLines(
  db: Queryable,
  orgId: string,
  invoiceIds: string[],
): Promise<(LineRow & { invoice_id: string })[]> {
  const { rows } = await sql<LineRow & { invoice_id: string }>`
    SELECT invoice_id, service, metric, trim_scale(quantity)::text AS quantity,
      trim_scale(total_quantity)::text AS total_quantity, amount, total_amount
    FROM invoice_lines WHERE org_id = ${orgId} AND invoice_id = ${anyOf(invoiceIds)}
    ORDER BY invoice_id, service, metric`.execute(db);
  return rows;
}

/** Selects organizations that have documents, after `after`, in order. */
export async function selectInvoiced(
  db: Queryable,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    SELECT DISTINCT org_id FROM invoices WHERE org_id > ${after} ORDER BY org_id LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ org_id: orgId }) => orgId);
}

/** Selects documents after a number, in order, with their prices. */
export async function selectDocuments(
  db: Queryable,
  orgId: string,
  after: number,
  limit: number,
): Promise<(InvoiceRow & { prices: unknown })[]> {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return withPrices(db, rows);
}

export const invoicesExport: ExportSource = {
  description:
    'One row for each line of an invoice, a credit note or a debit note. The range is about when it was issued; ' +
    '`service` selects lines about this service.',
  columns: exportColumns({
    invoiceId: ['code', 'Id of the document.'],
    number: ['integer', 'Its number.'],
    type: ['text', '`invoice`, `credit_note` or `debit_note`.'],
    month: ['text', 'The charged month, as YYYY-MM.'],
    corrects: ['text', 'Id of the invoice that a note corrects.'],
    reason: ['text', 'The reason for a note: `late_usage` or `repriced`.'],
    issuedAt: ['timestamp', 'When it was issued.'],
    service: ['text', 'The charged service.'],
    metric: ['text', 'Name of the counted unit.'],
    quantity: ['decimal', 'The quantity that the document adds.'],
    amount: ['integer', 'The charge for it, in minor units.'],
    currency: ['text', 'ISO 4217.'],
  }),
  order: ['number', 'service', 'metric'],
  query(filter) {
    const named = { org: 'i.org_id', at: 'i.issued_at', state: 'l.service' };
    return sql`SELECT i.id AS "invoiceId", i.number, i.type, to_char(i.month::timestamp, 'YYYY-MM') AS month,
        i.corrects, i.reason, i.issued_at AS "issuedAt", l.service, l.metric, trim_scale(l.quantity) AS quantity,
        l.amount, i.currency
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
      WHERE l.org_id = ${filter.orgId} AND ${isExported(filter, named)}`;
  },
};
