import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import type { Database } from '../../platform/db/database.ts';
import { rollUp } from '../usage/index.ts';
import { verifyInvoices } from './index.ts';
import { runInvoices } from './run.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let biller: Biller;
let db: Database;
let before: unknown[];

const TABLES = ['price_sheets', 'invoices', 'invoice_lines'];
/** Returns the pool for a statement: price sheets are shared, documents are in the organization's bucket. */
function at(statement: string) {
  return (statement.includes('price_sheets') ? app.db : db).pool;
}
async function contents(): Promise<unknown[]> {
  const all = TABLES.map((table) =>
    at(table).query(`SELECT * FROM ${table} AS t ORDER BY t::text`),
  );
  return (await Promise.all(all)).map(({ rows }) => rows);
}

beforeAll(async () => {
  biller = await Biller.of(app);
  db = await app.dbOf(biller.org.id);
  for (const month of ['2026-03', '2026-04']) await biller.use(`${month}-15`, 'parts', 2);
  await rollUp(db);
  await runInvoices(db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });
  before = await contents();
});

const NEW_LINE = `INSERT INTO invoice_lines SELECT org_id, invoice_id, service, 'more', 0, 0, 0, 0 FROM invoice_lines`;
const NEW_INVOICE = `INSERT INTO invoices SELECT org_id, 'invoice_x', number + 5, type, '2026-05-01', corrects, reason,
  currency, total, price_sheet, issued_at FROM invoices LIMIT 1`;

// contract: billing/invoices-made-monthly
test.each([
  'UPDATE invoices SET total = 0',
  'DELETE FROM invoices',
  'TRUNCATE invoices CASCADE',
  'UPDATE invoice_lines SET amount = 0',
  'DELETE FROM invoice_lines',
  'TRUNCATE invoice_lines',
  "UPDATE price_sheets SET prices = '{}'",
  'DELETE FROM price_sheets',
  "SET session_replication_role = 'replica'; DELETE FROM invoices",
  "SET session_replication_role = 'replica'; UPDATE invoice_lines SET amount = 0",
  NEW_LINE,
  `SET session_replication_role = 'replica'; ${NEW_LINE}`,
  NEW_INVOICE,
])('the database rejects a change of an append-only row: %s', async (statement) => {
  const client = await at(statement).connect();
  try {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '23000' });
  } finally {
    await client.query("SET session_replication_role = 'origin'");
    client.release();
  }
  expect(await contents()).toEqual(before);
});

/** Changes rows as the owner of the tables can. */
async function tamper(statements: string): Promise<void> {
  for (const statement of statements.split(';')) {
    const tables = TABLES.filter((table) => statement.includes(table));
    const disabled = tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER;`);
    await at(statement).query(`BEGIN; ${disabled.join('')} ${statement}; COMMIT`);
  }
}

test.each([
  ['UPDATE invoice_lines SET total_quantity = 3, quantity = 3', 'the cost of the total quantity'],
  ['UPDATE invoice_lines SET amount = 1, total_amount = 1', 'the cost of the total quantity'],
  ['UPDATE invoice_lines SET quantity = 1', 'the quantity is not the added usage'],
  ['UPDATE invoices SET total = 201', 'do not add up'],
  [`UPDATE price_sheets SET prices = '{"currency":"EUR","items":[]}'`, 'the prices have changed'],
  [
    'DELETE FROM invoice_lines WHERE invoice_id = (SELECT id FROM invoices WHERE number = 1); DELETE FROM invoices WHERE number = 1',
    'the number before it is missing',
  ],
])('the check finds a changed row: %s', async (change, problem) => {
  const check = () => verifyInvoices(app.db.read, biller.org.id);
  expect(await check()).toEqual({
    ok: true,
    organizations: 1,
    documents: 2,
    problems: [],
    uncharged: [],
  });
  const [stored] = before[0] as { prices: object }[];
  await tamper(change);
  const { ok, problems } = await check();
  expect([ok, problems[0]?.problem]).toEqual([false, expect.stringContaining(problem)]);
  await tamper(`UPDATE price_sheets SET prices = '${JSON.stringify(stored!.prices)}';
    UPDATE invoice_lines SET quantity = 2, total_quantity = 2, amount = 200, total_amount = 200;
    UPDATE invoices SET total = 200`);
});
