import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { asOwner } from '../../../test/support/database.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { eventually } from '../../../test/support/process.ts';
import { rollUp } from '../usage/index.ts';
import { runInvoices } from './run.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

const run = () => runInvoices(app.db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });

/** Starts `work`, lets it come to its first write of the table, and cuts its connection there. */
async function dieBefore(table: string, work: () => Promise<unknown>): Promise<unknown> {
  const blocker = new pg.Client({ connectionString: asOwner(app.databaseUrl) });
  await blocker.connect();
  await blocker.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const dying = work().then(
    () => 'finished',
    (error: unknown) => error,
  );
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  await eventually(async () => (await blocker.query(waiting)).rows.length > 0);
  await blocker.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS w`);
  const outcome = await dying;
  await blocker.query('ROLLBACK');
  await blocker.end();
  return outcome;
}

test('a process that dies at any write leaves nothing behind, and the next one does all of it once', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-04-15', 'parts', 2);
  for (const table of ['usage_months', 'usage_daily']) {
    expect(await dieBefore(table, () => rollUp(app.db))).toBeInstanceOf(Error);
    expect((await biller.get('/usage')).items).toMatchObject([{ quantity: '2' }]);
  }
  await rollUp(app.db);
  for (const table of ['invoice_runs', 'price_sheets', 'invoice_lines', 'invoices']) {
    expect(await dieBefore(table, run)).toBeInstanceOf(Error);
    expect(await biller.documents()).toEqual([]);
  }
  await run();
  await run();
  expect(await biller.documents()).toMatchObject([{ number: 1, total: 200 }]);
});
