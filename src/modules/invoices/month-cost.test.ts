import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { Biller } from '../../../test/support/billing.ts';
import { monthOf, startOfMonth, withZoneFrom } from '../../platform/calendar/zoned-months.ts';
import { clock } from '../../platform/clock.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-cost-'));
  const priceSheetFile = join(folder, 'prices.yaml');
  const tiers = [{ upTo: 100, unitPrice: 10 }, { unitPrice: 5 }];
  const items = [{ service: 'email', metric: 'messages', tiers }];
  await writeFile(
    priceSheetFile,
    JSON.stringify({ versions: [{ from: '2020-01', currency: 'NGN', items }] }),
  );
  app = await startTestApp({ role: 'api', rateLimits: undefined, priceSheetFile });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

test('usage contains the cost of the current month so far if it is requested', async () => {
  const org = await app.org();
  const biller = new Biller(app, org);
  const today = clock.now().toISOString().slice(0, 10);
  const month = today.slice(0, 7);
  const ask = async (query: string) =>
    (await app.call('GET', `/api/v1/usage${query}`, org)).body.data;
  await biller.use(today, 'messages', 150);
  await biller.use('2021-03-01', 'messages', 1000);
  await biller.use(today, 'parts', 2);
  expect((await ask('?cost=true&limit=1')).cost).toEqual({
    month,
    currency: 'NGN',
    total: 1250,
    lines: [{ service: 'email', metric: 'messages', quantity: '150', amount: 1250 }],
    unpriced: [{ service: 'email', metric: 'parts' }],
  });
  await biller.use(today, 'messages', -60);
  expect((await ask('?cost=true')).cost.total).toBe(900);
  expect(await ask('')).not.toHaveProperty('cost');
});

test('the current month is that of the time zone of billing', async () => {
  const org = await app.org();
  const zones = withZoneFrom([], '2026-01', 'Pacific/Kiritimati');
  const change = 'UPDATE organizations SET billing_zones = $2 WHERE id = $1';
  await app.db.pool.query(change, [org.id, JSON.stringify(zones)]);
  const biller = new Biller(app, org);
  const month = monthOf(zones, clock.now());
  const start = startOfMonth(zones, month).getTime();
  await biller.use(new Date(start - 1).toISOString(), 'messages', 1000);
  await biller.use(new Date(start).toISOString(), 'messages', 2);
  const { cost } = await biller.get('/usage?cost=true');
  expect(cost).toMatchObject({ month, total: 20, lines: [{ quantity: '2' }] });
});

test('without prices there is no cost', async () => {
  const other = await startTestApp({ role: 'api', rateLimits: undefined }, app.databaseUrl);
  try {
    const org = await other.org();
    const answer = await other.call('GET', '/api/v1/usage?cost=true', org);
    expect([answer.status, answer.body.data.cost]).toEqual([200, null]);
  } finally {
    await other.stop();
  }
});
