import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { Biller, sheetFrom } from '../../../test/support/billing.ts';
import { withZoneFrom } from '../../platform/calendar/zoned-months.ts';
import { clock } from '../../platform/clock.ts';
import { lastClosedMonth } from './month.ts';
import { repriceMonth, runInvoicesNow, verifyInvoices } from './index.ts';
import { runInvoices } from './run.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const sheet = sheetFrom('2026-01-01');

function at(now: string): void {
  vi.spyOn(clock, 'nowMs').mockReturnValue(Date.parse(now));
}
/** Returns a biller of an organization whose months have this zone, and its database. */
async function inZone(timeZone: string, month = '2026-01') {
  const biller = await Biller.of(app);
  const zones = JSON.stringify(withZoneFrom([], month, timeZone));
  await app.db.pool.query('UPDATE organizations SET billing_zones = $2 WHERE id = $1', [
    biller.org.id,
    zones,
  ]);
  return { biller, db: await app.dbOf(biller.org.id), organizationId: biller.org.id };
}

test('a month is charged by its days in the time zone of billing', async () => {
  const { biller, organizationId } = await inZone('Africa/Lagos');
  await biller.use('2026-04-30T22:59:59.999Z', 'parts', 1);
  await biller.use('2026-04-30T23:00:00Z', 'parts', 2);
  await biller.use('2026-05-31T22:59:59.999Z', 'parts', 4);
  await biller.use('2026-05-31T23:00:00Z', 'parts', 8);
  at('2026-07-01T00:00:00Z');
  await runInvoicesNow(app.db, sheet, '2026-06-01', { organizationId });
  expect(await biller.documents()).toMatchObject([
    { month: '2026-04', total: 100 },
    {
      month: '2026-05',
      timeZone: 'Africa/Lagos',
      startsAt: '2026-04-30T23:00:00.000Z',
      endsAt: '2026-05-31T23:00:00.000Z',
      total: 600,
    },
    { month: '2026-06', total: 800 },
  ]);
  expect(await verifyInvoices(app.db.read, organizationId)).toMatchObject({
    ok: true,
    documents: 3,
    uncharged: [],
  });
});

test('months before a change stay as they are, and the month of the change begins where the previous one ends', async () => {
  const { biller, db, organizationId } = await inZone('America/New_York', '2026-05');
  await biller.use('2026-04-30T23:59:59.999Z', 'parts', 1);
  // In New York it is still April.
  await biller.use('2026-05-01T00:00:00Z', 'parts', 2);
  await biller.use('2026-06-01T03:59:59.999Z', 'parts', 4);
  await biller.use('2026-06-01T04:00:00Z', 'parts', 8);
  at('2026-07-01T04:00:00Z');
  await runInvoicesNow(app.db, sheet, '2026-06-01', { organizationId });
  const shown = (await biller.documents()).map(({ month, startsAt, endsAt, timeZone, total }) => {
    return [month, startsAt, endsAt, timeZone, total];
  });
  const [may, june] = ['2026-05-01T00:00:00.000Z', '2026-06-01T04:00:00.000Z'];
  expect(shown).toEqual([
    ['2026-04', '2026-04-01T00:00:00.000Z', may, 'UTC', 100],
    ['2026-05', may, june, 'America/New_York', 600],
    ['2026-06', june, '2026-07-01T04:00:00.000Z', 'America/New_York', 800],
  ]);
  // Usage that was not summed up yet belongs to the same months.
  await biller.use('2026-06-01T03:00:00Z', 'parts', 1);
  const note = await db.transaction((tx) =>
    repriceMonth(tx, sheetFrom('2026-01-01'), organizationId, '2026-05-01'),
  );
  expect(note.issued).toMatchObject([{ type: 'debit_note', total: 100 }]);
});

test('the worker charges a month 72 hours after its end in the time zone, and in UTC', async () => {
  const sites = [
    await inZone('UTC'),
    await inZone('America/New_York'),
    await inZone('Pacific/Kiritimati'),
  ];
  for (const { biller } of sites) await biller.use('2026-05-15', 'parts', 1);
  const charged = async (now: string): Promise<number[]> => {
    at(now);
    for (const { db, organizationId } of sites)
      await runInvoices(db, sheet, lastClosedMonth([], clock.now()), {
        once: true,
        organizationId,
      });
    vi.restoreAllMocks();
    const documents = sites.map(({ biller }) => biller.documents());
    return (await Promise.all(documents)).map(({ length }) => length);
  };
  await runInvoicesNow(app.db, sheet, '2026-01-01', {});
  expect(await charged('2026-06-03T23:59:59Z')).toEqual([0, 0, 0]);
  expect(await charged('2026-06-04T00:00:00Z')).toEqual([1, 0, 1]);
  expect(await charged('2026-06-04T03:59:59Z')).toEqual([1, 0, 1]);
  expect(await charged('2026-06-04T04:00:00Z')).toEqual([1, 1, 1]);
});

test('an operator charges a month when it has ended in the time zone', async () => {
  const west = await inZone('America/New_York');
  const east = await inZone('Pacific/Kiritimati');
  for (const { biller } of [west, east]) await biller.use('2026-05-15', 'parts', 1);
  const run = ({ organizationId }: { organizationId?: string }) =>
    runInvoicesNow(app.db, sheet, '2026-05-01', { organizationId });
  at('2026-05-31T10:00:00Z');
  expect(await run(east)).toMatchObject({ invoices: 1 });
  at('2026-06-01T03:59:59Z');
  await expect(run(west)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'month: has not ended yet, in America/New_York',
  });
  // A run for all organizations skips this one until its month has ended.
  await run({});
  vi.restoreAllMocks();
  expect(await west.biller.documents()).toEqual([]);
  at('2026-06-01T04:00:00Z');
  await run({});
  vi.restoreAllMocks();
  expect(await west.biller.documents()).toMatchObject([{ month: '2026-05' }]);
});
