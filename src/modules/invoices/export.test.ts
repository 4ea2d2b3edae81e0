import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { exportRows } from '../../../test/support/export-rows.ts';
import { rollUp, usageExport } from '../usage/index.ts';
import { invoicesExport } from './index.ts';
import { runInvoices } from './run.ts';

let app: TestApp;
let own: Biller;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
  // Organizations before and after the one that is exported, with usage at the same times.
  const billers = await Promise.all(Array.from({ length: 3 }, () => Biller.of(app)));
  billers.sort((a, b) => (a.org.id < b.org.id ? -1 : 1));
  own = billers[1]!;
  for (const [n, biller] of billers.entries())
    for (const day of ['2026-04-01', '2026-04-02', '2026-04-03']) {
      await biller.use(day, 'parts', n + 1);
      await biller.use(day, 'messages', `${n}.5`);
    }
  await rollUp(app.db);
  await runInvoices(app.db, sheetFrom('2026-01-01'), '2026-04-01', { once: true });
});
afterAll(() => app.stop());

test('usage is exported by day, oldest first, of the organization alone', async () => {
  const rows = await exportRows(app.db, usageExport, { orgId: own.org.id });
  expect(rows).toHaveLength(6);
  expect(rows[0]).toEqual({
    day: '2026-04-01',
    service: 'email',
    metric: 'messages',
    quantity: '1.5',
  });
  expect(rows[1]).toMatchObject({ metric: 'parts', quantity: '2' });
  expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).toSorted());
});

test.each([
  ['2026-04-01T00:00:00Z', '2026-04-03T00:00:00Z', ['2026-04-01', '2026-04-02']],
  ['2026-04-01T00:00:00.001Z', '2026-04-03T00:00:00.001Z', ['2026-04-02', '2026-04-03']],
  ['2026-04-02T00:00:00Z', '2026-04-02T00:00:00Z', []],
  ['2026-04-03T00:00:00Z', undefined, ['2026-04-03']],
  [undefined, '2026-04-02T00:00:00Z', ['2026-04-01']],
  [undefined, '9999-12-31T23:59:59Z', ['2026-04-01', '2026-04-02', '2026-04-03']],
])('usage from %s to %s is that of days which begin in the range', async (from, to, days) => {
  const rows = await exportRows(app.db, usageExport, {
    orgId: own.org.id,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  });
  expect([...new Set(rows.map(({ day }) => day))]).toEqual(days);
});

test('invoices are exported by line, in a half-open range of when they were issued', async () => {
  const { id: orgId } = own.org;
  const rows = await exportRows(app.db, invoicesExport, { orgId });
  const issuedAt = expect.any(Date);
  const common = { number: 1, type: 'invoice', month: '2026-04', corrects: null, reason: null };
  expect(rows).toEqual([
    {
      ...common,
      invoiceId: expect.stringMatching(/^invoice_/),
      issuedAt,
      service: 'email',
      metric: 'messages',
      quantity: '4.5',
      amount: 2,
      currency: 'EUR',
    },
    expect.objectContaining({ metric: 'parts', quantity: '6', amount: 600 }),
  ]);
  const at = rows[0]!['issuedAt'] as Date;
  const later = new Date(at.getTime() + 1);
  const count = async (from: Date, to: Date) =>
    (await exportRows(app.db, invoicesExport, { orgId, from, to })).length;
  expect([await count(at, later), await count(later, later), await count(at, at)]).toEqual([
    2, 0, 0,
  ]);
});

test('service selects rows of this service, and takes any text', async () => {
  const { id: orgId } = own.org;
  for (const source of [usageExport, invoicesExport]) {
    const count = async (service: string) =>
      (await exportRows(app.db, source, { orgId, service })).length;
    expect(await count('email')).toBeGreaterThan(0);
    for (const other of ['sms', '', "email' OR true --"]) expect(await count(other)).toBe(0);
  }
});
