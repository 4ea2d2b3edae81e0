import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { eventually } from '../../../test/support/process.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromMillionths } from '../../platform/decimal.ts';
import { rollUp } from '../usage/index.ts';
import { repriceMonth, verifyInvoices } from './index.ts';
import { priceOf, type Tier } from './pricing.ts';
import { runInvoices } from './run.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

const MONTHS = ['2026-01', '2026-02', '2026-03'];
const METRICS = ['messages', 'parts', 'storage'];
const sheet = sheetFrom('2026-01-01');
const dearer = sheetFrom('2026-01-01', { parts: [{ upTo: null, unitPrice: '120.5' }] });
function tiersOf(prices: typeof sheet, metric: string): Tier[] {
  return prices.versions[0]!.prices.items.find((item) => item.metric === metric)!.tiers;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      month: fc.constantFrom(...MONTHS),
      metric: fc.constantFrom(...METRICS),
      quantity: fc.bigInt(-5_000_000n, 30_000_000n),
    }),
  },
  { weight: 1, arbitrary: fc.constant('roll-up' as const) },
  { weight: 2, arbitrary: fc.record({ run: fc.constantFrom(...MONTHS), once: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ reprice: fc.constantFrom(...MONTHS) }) },
);

// contract: billing/invoices-made-monthly
test('for any order of events, each use is charged once, every document adds up, and no number is missing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const biller = await Biller.of(app);
      const db = await app.dbOf(biller.org.id);
      const options = { organizationId: biller.org.id };
      const used = new Map<string, bigint>();
      const repriced = new Set<string>();
      for (const one of steps) {
        if (one === 'roll-up') await rollUp(db);
        else if ('run' in one)
          // Two concurrent runs: a second process runs, or an operator in addition to the worker.
          await Promise.all(
            [one.once, true].map((once) =>
              runInvoices(db, sheet, `${one.run}-01`, { once, ...options }),
            ),
          );
        else if ('reprice' in one) {
          const done = await db
            .transaction((tx) => repriceMonth(tx, dearer, biller.org.id, `${one.reprice}-01`))
            .catch((error: { code: string }) => void expect(error.code).toBe('NOT_FOUND'));
          if (done?.issued.length) repriced.add(one.reprice);
        } else {
          await biller.use(`${one.month}-15`, one.metric, fromMillionths(one.quantity));
          const key = `${one.month} ${one.metric}`;
          used.set(key, (used.get(key) ?? 0n) + one.quantity);
        }
      }
      await rollUp(db);
      await runInvoices(db, sheet, '2026-03-01', { once: false, ...options });

      const documents = await biller.documents();
      expect(documents.map(({ number }) => number)).toEqual(documents.map((_, i) => i + 1));
      const charged = new Map<string, number>();
      for (const { month, total, lines } of documents) {
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        for (const { metric, amount } of lines)
          charged.set(`${month} ${metric}`, (charged.get(`${month} ${metric}`) ?? 0) + amount);
      }
      for (const [key, quantity] of used) {
        const [month = '', metric = ''] = key.split(' ');
        const tiers = tiersOf(repriced.has(month) ? dearer : sheet, metric);
        expect([key, charged.get(key) ?? 0]).toEqual([
          key,
          Number(priceOf(tiers, fromMillionths(quantity))),
        ]);
      }
      const check = await verifyInvoices(app.db.read, biller.org.id);
      expect(check).toMatchObject({ ok: true, documents: documents.length });
    }),
    { numRuns: 10 },
  );
});

function run(db: Database) {
  return runInvoices(db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });
}

/** Starts `work`, waits for its first write of the table, and closes its connection there. */
async function dieBefore(
  db: Database,
  table: string,
  work: (db: Database) => Promise<unknown>,
): Promise<unknown> {
  const blocker = await (table === 'price_sheets' ? app.db : db).pool.connect();
  await blocker.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const dying = work(db).then(
    () => 'finished',
    (error: unknown) => error,
  );
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  await eventually(async () => (await blocker.query(waiting)).rows.length > 0);
  await blocker.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`);
  const outcome = await dying;
  await blocker.query('ROLLBACK');
  blocker.release();
  return outcome;
}

test('a process that dies at any write leaves nothing behind, and the next one does the whole charge once', async () => {
  const biller = await Biller.of(app);
  const db = await app.dbOf(biller.org.id);
  await biller.use('2026-04-15', 'parts', 2);
  for (const table of ['usage_months', 'usage_daily']) {
    expect(await dieBefore(db, table, rollUp)).toBeInstanceOf(Error);
    expect((await biller.get('/usage')).items).toMatchObject([{ quantity: '2' }]);
  }
  await rollUp(db);
  for (const table of ['price_sheets', 'invoice_lines', 'invoices']) {
    expect(await dieBefore(db, table, run)).toBeInstanceOf(Error);
    expect(await biller.documents()).toEqual([]);
  }
  // The invoice is recorded; only the end of the run is not.
  expect(await dieBefore(db, 'invoice_runs', run)).toBeInstanceOf(Error);
  await run(db);
  await run(db);
  expect(await biller.documents()).toMatchObject([{ number: 1, total: 200 }]);
});
