import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestOrg,
} from '../../../test/support/app.ts';
import { fromMillionths, toMillionths } from '../../platform/decimal.ts';
import { rollUp } from './index.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

type Report = Record<string, unknown>;
function report(fields: Report = {}): Report {
  return {
    service: 'email',
    metric: 'messages',
    quantity: 3,
    at: '2026-10-31T23:59:59.999Z',
    id: 'r-1',
    ...fields,
  };
}
function reporting({ key }: TestOrg, body: unknown, path = ''): Promise<Answer> {
  return app.call('POST', `/api/v1/usage${path}`, { key, body });
}

async function usage({ key }: TestOrg, query = ''): Promise<unknown[][]> {
  const { status, body, text } = await app.call('GET', `/api/v1/usage?limit=100${query}`, { key });
  expect(status, text).toBe(200);
  return body.data.items.map((item: object) => Object.values(item));
}

// contract: billing/other-services-report
test('a repeated report returns the same answer and counts once, even in 20 concurrent requests', async () => {
  const org = await app.org();
  const first = await reporting(org, report({ quantity: '2.50' }));
  expect([first.status, first.body.data]).toEqual([
    201,
    {
      id: 'r-1',
      service: 'email',
      metric: 'messages',
      quantity: '2.5',
      at: '2026-10-31T23:59:59.999Z',
      recordedAt: expect.stringMatching(/Z$/),
    },
  ]);
  const again = report({ quantity: '2.5', at: '2026-11-01T00:59:59.999+01:00' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => reporting(org, again)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set([`201 ${first.text}`]),
  );
  expect(await usage(org)).toEqual([['2026-10-31', 'email', 'messages', '2.5']]);
});

// contract: billing/other-services-report
test('returns 409 for an id of another report, and counts nothing', async () => {
  const org = await app.org();
  await reporting(org, report());
  for (const change of [
    { quantity: 4 },
    { service: 'sms' },
    { metric: 'parts' },
    { at: '2026-10-31T23:59:59.998Z' },
  ]) {
    const answer = await reporting(org, report(change));
    expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(answer.body.error.message).toContain('id');
  }
  expect(await usage(org)).toEqual([['2026-10-31', 'email', 'messages', '3']]);
});

test('records exactly one of different concurrent reports with one id', async () => {
  const org = await app.org();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => reporting(org, report({ quantity: n + 1 }))),
  );
  const recorded = answers.filter(({ status }) => status === 201);
  expect(recorded).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await usage(org)).toEqual([
    ['2026-10-31', 'email', 'messages', recorded[0]!.body.data.quantity],
  ]);
});

test.each([
  [{ service: 'Email' }, 'service'],
  [{ service: 'identity' }, 'service'],
  [{ service: 'exports' }, 'service'],
  [{ metric: '' }, 'metric'],
  [{ metric: 'a b' }, 'metric'],
  [{ quantity: 0.5 }, 'quantity'],
  [{ quantity: 1e15 }, 'quantity'],
  [{ quantity: '1e3' }, 'quantity'],
  [{ quantity: '01' }, 'quantity'],
  [{ quantity: '1.1234567' }, 'quantity'],
  [{ quantity: '1234567890123456' }, 'quantity'],
  [{ quantity: null }, 'quantity'],
  [{ at: '2026-02-30' }, 'at'],
  [{ at: new Date(Date.now() + 400_000).toISOString() }, 'at'],
  [{ id: '' }, 'id'],
  [{ id: 'a/b' }, 'id'],
  [{ id: 'x'.repeat(65) }, 'id'],
  [{ extra: 1 }, 'extra'],
])('%j is rejected with 400 and the name of the field', async (change, path) => {
  const org = await app.org();
  const answer = await reporting(org, report(change));
  expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
  const batch = await reporting(org, { items: [report({ id: 'ok' }), report(change)] }, '/batch');
  expect([batch.status, batch.body.error.details?.[0]?.path]).toEqual([400, `items[1].${path}`]);
  expect(await usage(org)).toEqual([]);
});

test('accepts late reports, reports minutes ahead, and negative corrections', async () => {
  const org = await app.org();
  const ahead = new Date(Date.now() + 200_000).toISOString();
  await reporting(org, report({ id: 'a', quantity: '999999999999999.999999', at: '2021-03-01' }));
  await reporting(org, report({ id: 'b', quantity: '-0.000001', at: '2021-03-01T12:00:00Z' }));
  await reporting(org, report({ id: 'c', quantity: -5, at: ahead }));
  expect(await usage(org)).toEqual([
    [ahead.slice(0, 10), 'email', 'messages', '-5'],
    ['2021-03-01', 'email', 'messages', '999999999999999.999998'],
  ]);
});

test('a batch is recorded whole or not at all, in any order', async () => {
  const org = await app.org();
  const items = ['z', 'a', 'm'].map((id, n) => report({ id, quantity: n + 1 }));
  const answer = await reporting(org, { items: [...items, items[0]] }, '/batch');
  expect(answer.body.data.items.map(({ id }: Report) => id)).toEqual(['z', 'a', 'm', 'z']);
  const refused = await reporting(
    org,
    { items: [report({ id: 'new' }), report({ id: 'a', quantity: 7 })] },
    '/batch',
  );
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    expect.stringContaining('items[1].id'),
  ]);
  expect(await usage(org)).toEqual([['2026-10-31', 'email', 'messages', '6']]);
});

test('lists a half-open range by day, newest first, with combined filters, for one organization only', async () => {
  const [org, stranger] = [await app.org(), await app.org()];
  const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
  for (const [n, at] of days.entries())
    for (const metric of ['messages', 'parts'])
      await reporting(org, report({ at, metric, id: `${n}-${metric}`, quantity: n + 1 }));
  await reporting(org, report({ at: days[1], service: 'sms', id: 'sms' }));
  expect(await usage(org, '&from=2026-10-01&to=2026-10-03&service=email&metric=parts')).toEqual([
    ['2026-10-02', 'email', 'parts', '2'],
    ['2026-10-01', 'email', 'parts', '1'],
  ]);
  expect(await usage(org, '&from=2026-10-03&to=2026-10-03')).toEqual([]);
  const path = '/api/v1/usage?page=2&limit=3';
  const { items, ...page } = (await app.call('GET', path, { key: org.key })).body.data;
  expect(page).toMatchObject({ total: 7, page: 2, limit: 3 });
  expect(items[0]).toEqual({ day: '2026-10-02', service: 'email', metric: 'parts', quantity: '2' });
  expect(await usage(stranger)).toEqual([]);
  for (const query of [
    'from=2026-10-01T00:00:00Z',
    'to=2026-02-30',
    'from=2026-10-02&to=2026-10-01',
    'service=A',
    'limit=0',
  ])
    expect((await app.call('GET', `/api/v1/usage?${query}`, { key: org.key })).status).toBe(400);
});

test('a report cannot be changed', async () => {
  await reporting(await app.org(), report());
  for (const statement of [
    'UPDATE usage_records SET quantity = 0',
    'DELETE FROM usage_records',
    'TRUNCATE usage_records',
  ])
    await expect(app.db.pool.query(statement)).rejects.toMatchObject({ code: '23000' });
});

// contract: billing/other-services-report
test('for any interleaving of reports and roll-ups, usage is the sum of the reports', async () => {
  const step = fc.oneof(
    { arbitrary: fc.constant('roll-up' as const), weight: 1 },
    {
      arbitrary: fc.record({
        day: fc.constantFrom('2026-09-30', '2026-10-01'),
        metric: fc.constantFrom('a', 'b'),
        quantity: fc.bigInt(-(10n ** 18n) + 1n, 10n ** 18n - 1n),
        n: fc.nat(5),
      }),
      weight: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const org = await app.org();
      const first = new Map<number, { key: string; quantity: bigint }>();
      const reports = steps.map((one) => {
        if (one === 'roll-up')
          return async () => {
            for (const db of app.buckets()) await rollUp(db);
          };
        const { day, metric, quantity, n } = one;
        if (!first.has(n)) first.set(n, { key: `${day} ${metric}`, quantity });
        const fields = { at: day, metric, quantity: fromMillionths(quantity), id: `id-${n}` };
        return () => reporting(org, report(fields));
      });
      for (const run of reports) await run();
      const sums = new Map<string, bigint>();
      for (const { key, quantity } of first.values())
        sums.set(key, (sums.get(key) ?? 0n) + quantity);
      const seen = await usage(org);
      expect(
        new Map(seen.map(([d, , m, quantity]) => [`${d} ${m}`, toMillionths(String(quantity))])),
      ).toEqual(sums);
    }),
    { numRuns: 12 },
  );
  const { rows } = await sql`SELECT FROM usage_daily`.execute(app.db.read);
  expect(rows.length).toBeGreaterThan(0);
});

test('several processes that roll up at the same time move each count once', async () => {
  const org = await app.org();
  await app.db.pool.query(
    `INSERT INTO usage_pending SELECT $1, '2026-10-01'::date + i % 3, 'email', 'messages', 1 FROM generate_series(0, 14999) i`,
    [org.id],
  );
  const during = usage(org);
  const db = await app.dbOf(org.id);
  await Promise.all([rollUp(db), rollUp(db), rollUp(db)]);
  for (const seen of [await during, await usage(org)])
    expect(seen.map(([, , , quantity]) => quantity)).toEqual(['5000', '5000', '5000']);
  expect((await sql`SELECT FROM usage_pending`.execute(db.read)).rows).toEqual([]);
});

test('usage counted by an earlier version is in the sums, and is moved with the others', async () => {
  const org = await app.org();
  await reporting(org, report({ quantity: 2 }));
  await app.db.pool.query(
    `INSERT INTO usage_pending_unkeyed SELECT $1, '2026-10-31', 'email', 'messages', 1 FROM generate_series(1, 3)`,
    [org.id],
  );
  expect(await usage(org)).toEqual([['2026-10-31', 'email', 'messages', '5']]);
  await rollUp(await app.dbOf(org.id));
  expect(await usage(org)).toEqual([['2026-10-31', 'email', 'messages', '5']]);
  expect((await sql`SELECT FROM usage_pending_unkeyed`.execute(app.db.read)).rows).toEqual([]);
});
