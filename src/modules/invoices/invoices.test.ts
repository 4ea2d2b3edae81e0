import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { refusedByCitus } from '../../../test/support/servers/is-spread.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { rollUp } from '../usage/index.ts';
import { repriceMonth, runInvoicesNow, verifyInvoices } from './index.ts';
import { runInvoices } from './run.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

const sheet = sheetFrom('2026-01-01');
/** Runs the worker's job, as if the month had just ended. */
async function runMonth(month: string, prices = sheet) {
  const reports = [];
  for (const db of app.buckets()) {
    await rollUp(db);
    reports.push(await runInvoices(db, prices, `${month}-01`, { once: true }));
  }
  return {
    unpriced: reports.flatMap((one) => one.unpriced),
    failed: reports.flatMap((one) => one.failed),
  };
}
/** Reprices a month as the command does. */
async function reprice(prices: typeof sheet, { org }: Biller) {
  const db = await app.dbOf(org.id);
  return db.transaction((tx) => repriceMonth(tx, prices, org.id, '2026-04-01'));
}
function summaryOf(documents: Awaited<ReturnType<Biller['documents']>>) {
  return documents.map(({ number, type, month, reason, total }) => [
    number,
    type,
    month,
    reason,
    total,
  ]);
}

// contract: billing/invoices-made-monthly
test('a month is charged by its days in UTC, with lines at the prices of the sheet', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-03-31T23:59:59.999Z', 'parts', 7);
  await biller.use('2026-04-01T00:00:00Z', 'messages', 3);
  await biller.use('2026-05-01T01:59:59+02:00', 'storage', '12.5');
  await biller.use('2026-05-01T00:00:00Z', 'parts', 9);
  await biller.use('2026-04-10', 'unknown', 5);
  expect((await runMonth('2026-04')).unpriced).toContain('email unknown');
  const [march, april, ...rest] = await biller.documents();
  expect(rest).toEqual([]);
  expect([march?.month, march?.number, march?.total]).toEqual(['2026-03', 1, 700]);
  const line = { service: 'email' };
  expect(april).toEqual({
    id: expect.stringMatching(/^invoice_/),
    number: 2,
    timeZone: 'UTC',
    startsAt: '2026-04-01T00:00:00.000Z',
    endsAt: '2026-05-01T00:00:00.000Z',
    type: 'invoice',
    month: '2026-04',
    corrects: null,
    reason: null,
    currency: 'EUR',
    total: 8,
    issuedAt: expect.stringMatching(/Z$/),
    lines: [
      {
        ...line,
        metric: 'messages',
        quantity: '3',
        totalQuantity: '3',
        amount: 2,
        totalAmount: 2,
        tiers: [{ upTo: null, unitPrice: '0.5' }],
      },
      {
        ...line,
        metric: 'storage',
        quantity: '12.5',
        totalQuantity: '12.5',
        amount: 6,
        totalAmount: 6,
        tiers: [
          { upTo: '10', unitPrice: '0' },
          { upTo: null, unitPrice: '2.25' },
        ],
      },
    ],
  });
});

test('one of several concurrent processes issues the invoice, and numbers have no gaps', async () => {
  const billers = await Promise.all(Array.from({ length: 3 }, () => Biller.of(app)));
  for (const [n, biller] of billers.entries())
    for (const month of ['2026-02', '2026-03', '2026-04'].slice(n))
      await biller.use(`${month}-15`, 'parts', 1);
  const reports = await Promise.all([
    ...Array.from({ length: 4 }, () => runMonth('2026-04')),
    ...Array.from({ length: 4 }, () => runInvoicesNow(app.db, sheet, '2026-04-01', {})),
  ]);
  expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
  for (const [n, biller] of billers.entries()) {
    const documents = await biller.documents();
    expect(documents.map(({ number, month }) => [number, month])).toEqual(
      ['2026-02', '2026-03', '2026-04'].slice(n).map((month, i) => [i + 1, month]),
    );
  }
});

test('usage after the invoice is charged in one note, with the run of the next month', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-04-15', 'parts', 2);
  await runMonth('2026-04');
  await biller.use('2026-04-30', 'parts', 1);
  await biller.use('2026-04-30', 'messages', 10);
  await runMonth('2026-04');
  expect(summaryOf(await biller.documents())).toEqual([[1, 'invoice', '2026-04', null, 200]]);
  await biller.use('2026-04-01', 'messages', 1);
  await biller.use('2026-05-01', 'parts', 1);
  await runMonth('2026-05');
  await biller.use('2026-04-02', 'parts', -2);
  await biller.use('2026-04-02', 'storage', 9);
  await runMonth('2026-05');
  await runMonth('2026-06');
  const documents = await biller.documents();
  expect(summaryOf(documents)).toEqual([
    [1, 'invoice', '2026-04', null, 200],
    [2, 'debit_note', '2026-04', 'late_usage', 106],
    [3, 'invoice', '2026-05', null, 100],
    [4, 'credit_note', '2026-04', 'late_usage', -200],
  ]);
  expect(documents.map(({ corrects }) => corrects)).toEqual([
    null,
    documents[0]!.id,
    null,
    documents[0]!.id,
  ]);
  expect(documents[3]!.lines).toMatchObject([
    { metric: 'parts', quantity: '-2', totalQuantity: '1', amount: -200, totalAmount: 100 },
  ]);
  // An operator can charge it before the next run, and nothing is issued twice.
  await biller.use('2026-04-03', 'parts', 4);
  for (const debitNotes of [1, 0])
    expect(
      await runInvoicesNow(app.db, sheet, '2026-05-01', { organizationId: biller.org.id }),
    ).toMatchObject({ month: '2026-05', invoices: 0, creditNotes: 0, debitNotes });
});

test('a month without priced usage is charged once some of its usage has a price', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-04-15', 'later', 5);
  await runMonth('2026-04');
  expect(await biller.documents()).toEqual([]);
  const run = (prices: typeof sheet) =>
    runInvoicesNow(app.db, prices, '2026-04-01', { organizationId: biller.org.id });
  expect(await run(sheet)).toMatchObject({ invoices: 0, unpriced: ['email later'] });
  const priced = sheetFrom('2026-01-01', { later: [{ upTo: null, unitPrice: '60' }] });
  for (const invoices of [1, 0]) expect(await run(priced)).toMatchObject({ invoices });
  expect(summaryOf(await biller.documents())).toEqual([[1, 'invoice', '2026-04', null, 300]]);
});

test('skips a month that cannot be charged, and charges the others', async () => {
  const biller = await Biller.of(app);
  const dear = sheetFrom('2026-01-01', { parts: [{ upTo: null, unitPrice: '999999999' }] });
  for (let n = 0; n < 12; n += 1) await biller.use('2026-03-15', 'parts', 900_000);
  await biller.use('2026-04-15', 'parts', 1);
  const report = await runInvoicesNow(app.db, dear, '2026-04-01', {
    organizationId: biller.org.id,
  });
  expect(report).toMatchObject({
    invoices: 1,
    failed: [{ organizationId: biller.org.id, problem: '2026-03: an amount beyond 2^53' }],
  });
  expect(summaryOf(await biller.documents())).toEqual([
    [1, 'invoice', '2026-04', null, 999_999_999],
  ]);
});

test('changed prices apply to months without an invoice; an operator can correct the others', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-04-15', 'parts', 2);
  await runMonth('2026-04');
  const cheaper = sheetFrom('2026-01-01', { parts: [{ upTo: null, unitPrice: '60' }] });
  await biller.use('2026-04-16', 'parts', 1);
  await biller.use('2026-05-16', 'parts', 1);
  await runMonth('2026-05', cheaper);
  const correct = () => reprice(cheaper, biller);
  await Promise.all([correct(), correct()]);
  expect((await correct()).issued).toEqual([]);
  await biller.use('2026-04-17', 'parts', 1);
  await runMonth('2026-06');
  expect(summaryOf(await biller.documents())).toEqual([
    [1, 'invoice', '2026-04', null, 200],
    [2, 'debit_note', '2026-04', 'late_usage', 100],
    [3, 'invoice', '2026-05', null, 60],
    [4, 'credit_note', '2026-04', 'repriced', -120],
    [5, 'debit_note', '2026-04', 'late_usage', 60],
  ]);
  const stranger = await Biller.of(app);
  await expect(reprice(cheaper, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a correction that changes no amount applies to later usage', async () => {
  const biller = await Biller.of(app);
  await biller.use('2026-04-15', 'storage', 5);
  await biller.use('2026-04-15', 'parts', 1);
  await runMonth('2026-04');
  const tiers = [
    { upTo: '10', unitPrice: '0' },
    { upTo: null, unitPrice: '5' },
  ];
  const dearer = sheetFrom('2026-01-01', { storage: tiers });
  expect((await reprice(dearer, biller)).issued).toEqual([]);
  await biller.use('2026-04-16', 'storage', 7);
  await rollUp(await app.dbOf(biller.org.id));
  expect(await verifyInvoices(app.db.read, biller.org.id)).toMatchObject({
    ok: true,
    problems: [],
    uncharged: [{ organizationId: biller.org.id, month: '2026-04' }],
  });
  await runMonth('2026-05');
  expect(summaryOf(await biller.documents())).toEqual([
    [1, 'invoice', '2026-04', null, 100],
    [2, 'debit_note', '2026-04', 'late_usage', 10],
  ]);
  // This usage is uncharged although its month is not marked.
  await app.db.pool.query(
    "UPDATE usage_daily SET quantity = quantity + 1 WHERE org_id = $1 AND metric = 'storage'",
    [biller.org.id],
  );
  const { ok, problems } = await verifyInvoices(app.db.read, biller.org.id);
  expect([ok, problems]).toEqual([
    false,
    [
      {
        organizationId: biller.org.id,
        month: '2026-04',
        problem: expect.stringMatching(
          /^email storage: the usage of 1[34] costs 20, but 10 is charged$/,
        ),
      },
    ],
  ]);
});

test('an operator cannot charge a month that has not ended, or that has no prices', async () => {
  const now = new Date().toISOString().slice(0, 7);
  for (const month of [now, '2025-12'])
    await expect(runInvoicesNow(app.db, sheet, `${month}-01`, {})).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
});

test.skipIf(
  refusedByCitus(
    'an organization that cannot be charged is skipped without a lost number, and others are charged',
    'changes a table',
  ),
)(
  'an organization that cannot be charged is skipped without a gap in the numbers, and others are charged',
  async () => {
    const [broken, sound] = [await Biller.of(app), await Biller.of(app)];
    for (const biller of [broken, sound]) await biller.use('2026-04-15', 'parts', 1);
    const db = await app.dbOf(broken.org.id);
    await db.query(
      `ALTER TABLE invoices ADD CONSTRAINT broken CHECK (org_id <> '${broken.org.id}')`,
    );
    const { failed } = await runMonth('2026-04');
    expect(failed.map(({ organizationId }) => organizationId)).toEqual([broken.org.id]);
    expect(await sound.documents()).toHaveLength(1);
    expect(await broken.documents()).toEqual([]);
    await db.query('ALTER TABLE invoices DROP CONSTRAINT broken');
    await runMonth('2026-04');
    expect((await broken.documents()).map(({ number }) => number)).toEqual([1]);
  },
);

test('documents of another organization count as unknown', async () => {
  const [own, stranger] = [await Biller.of(app), await Biller.of(app)];
  await own.use('2026-04-15', 'parts', 1);
  await runMonth('2026-04');
  const [{ id } = { id: '' }] = await own.documents();
  expect(await stranger.documents()).toEqual([]);
  const answers = [];
  for (const unknown of [id, 'invoice_01kf3w5r7t9v1x3z5b7d9f1h3k', 'x'])
    answers.push(await app.call('GET', `/api/v1/invoices/${unknown}`, { key: stranger.org.key }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
});

test('the list has filters and pages, and starts with the last number', async () => {
  const biller = await Biller.of(app);
  for (const month of ['2026-03', '2026-04']) await biller.use(`${month}-15`, 'parts', 1);
  await runMonth('2026-04');
  await biller.use('2026-03-16', 'parts', 1);
  await runMonth('2026-05');
  const numbers = async (query: string) =>
    (await biller.get(`/invoices?${query}`)).items.map(({ number }: { number: number }) => number);
  expect(await numbers('')).toEqual([3, 2, 1]);
  expect(await numbers('month=2026-03')).toEqual([3, 1]);
  expect(await numbers('type=invoice')).toEqual([2, 1]);
  expect(await numbers('type=debit_note&month=2026-04')).toEqual([]);
  expect(await numbers('page=2&limit=2')).toEqual([1]);
  for (const query of ['month=2026-13', 'month=2026-03-01', 'type=note'])
    expect(
      (await app.call('GET', `/api/v1/invoices?${query}`, { key: biller.org.key })).status,
    ).toBe(400);
});
