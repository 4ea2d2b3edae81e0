import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../test/support/app.ts';
import { ThreadClient } from '../../../test/support/thread-client.ts';
import { rollUp } from './index.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ role: 'api', rateLimits: undefined })));
afterAll(() => app.stop());

async function ask({ key }: TestOrg, path: string, body: unknown): Promise<void> {
  const answer = await app.call('POST', `/api/v1${path}`, { key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
}

async function usage({ key }: TestOrg): Promise<string[]> {
  const { body } = await app.call('GET', '/api/v1/usage?limit=100', { key });
  return body.data.items.map(
    ({ service, metric, quantity }: Record<string, string>) => `${service} ${metric} ${quantity}`,
  );
}

/** Creates usage of every counted kind in one organization. */
async function useAll(): Promise<TestOrg> {
  const { org, ...threads } = await prepare();
  const matchAgainst = { firstName: 'Ada', lastName: 'Obi' };
  // In the sandbox, the first person is found, the second is not, and no provider answers for the third.
  for (const last of ['0', '1', '8'])
    await ask(org, '/identity/verify-bvn', {
      subjectId: 'customer-1',
      bvn: `2222222222${last}`,
      matchAgainst,
    });
  await ask(org, '/fraud/screen', { name: 'Ada Obi' });
  const items = [{ name: 'Ada Obi' }, { name: 'Chidi Okeke' }];
  await ask(org, '/fraud/screen/batch', { items });
  for (let n = 0; n < 3; n += 1) await threads.send();
  const url = 'https://hooks.example.com/';
  await ask(org, '/webhooks', { name: 'Ledger', url, events: ['order.*'] });
  await ask(org, '/webhooks', { name: 'Mirror', url, events: ['order.paid'] });
  for (const type of ['order.paid', 'order.sent', 'other.type'])
    await ask(org, '/events', { type, data: {} });
  return org;
}

async function prepare(): Promise<{ org: TestOrg; send: () => Promise<unknown> }> {
  const client = await ThreadClient.of(app);
  const thread = await client.thread(['user:ada', 'agent:chidi']);
  return { org: client.org, send: () => client.send(thread, 'user:ada') };
}

const EXPECTED = [
  'identity bvn 2',
  'screening screenings 3',
  'threads messages 3',
  'webhooks deliveries 3',
];

// contract: billing/usage-computed-products
test("an organization's use of the product is counted immediately, and stays after rows are deleted", async () => {
  const [org, stranger] = [await useAll(), await app.org()];
  expect(await usage(org)).toEqual(EXPECTED);
  await rollUp(app.db);
  expect(await usage(org)).toEqual(EXPECTED);
  for (const table of ['deliveries', 'messages', 'screenings'])
    await app.db.pool.query(`DELETE FROM ${table} WHERE org_id = $1`, [org.id]);
  expect(await usage(org)).toEqual(EXPECTED);
  expect(await usage(stranger)).toEqual([]);
});

// contract: billing/usage-computed-products
test('the counts equal the rows, day by day, whichever statements inserted them', async () => {
  const org = await app.org();
  const days = `'2026-10-30T22:00:00+00'::timestamptz + i * interval '1 hour'`;
  await app.db.pool.query(
    `INSERT INTO screenings (org_id, id, query, outcome, list_version, hits, screened_at)
       SELECT $1, 's-' || i, '{}', 'clear', 'v', '[]', ${days} FROM generate_series(1, 60) i`,
    [org.id],
  );
  for (let i = 1; i <= 5; i += 1)
    await app.db.pool.query(
      `INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, created_at)
         SELECT $1, 'd-' || i, 'w', 'e', 't.t', ${days} FROM generate_series(${i * 10}, ${i * 10 + 9}) i`,
      [org.id],
    );
  const counted = `SELECT 'screening' AS service, (screened_at AT TIME ZONE 'UTC')::date AS day, count(*)::text AS quantity
      FROM screenings WHERE org_id = $1 GROUP BY 2
    UNION ALL SELECT 'webhooks', (created_at AT TIME ZONE 'UTC')::date, count(*)::text
      FROM deliveries WHERE org_id = $1 GROUP BY 2 ORDER BY 1, 2`;
  const summed = `SELECT service, day, trim_scale(quantity)::text AS quantity FROM usage_by_day
    WHERE org_id = $1 ORDER BY 1, 2`;
  const rows = async (text: string) => (await app.db.pool.query(text, [org.id])).rows;
  const expected = await rows(counted);
  expect(expected.length).toBeGreaterThan(5);
  expect(await rows(summed)).toEqual(expected);
  await rollUp(app.db);
  expect(await rows(summed)).toEqual(expected);
});

test('counts the rows of one statement in one row, and each row inserted without a count as one', async () => {
  const org = await app.org();
  const items = Array.from({ length: 50 }, (_, i) => ({ name: `Ada Obi ${i}` }));
  await ask(org, '/fraud/screen/batch', { items });
  const reported = items.map((_, i) => ({
    service: 'email',
    metric: 'sent',
    quantity: 1,
    at: '2026-11-01',
    id: `r-${i}`,
  }));
  await ask(org, '/usage/batch', { items: reported });
  const pending = async () =>
    (
      await app.db.pool.query(
        'SELECT service, quantity::integer FROM usage_pending WHERE org_id = $1 ORDER BY service',
        [org.id],
      )
    ).rows;
  expect(await pending()).toEqual([
    { service: 'email', quantity: 50 },
    { service: 'screening', quantity: 50 },
  ]);
  await app.db.pool.query(
    `INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
       SELECT $1, 'm-' || i, 't', i, 'p', 'TEXT', 'x', now() FROM generate_series(1, 3) AS i`,
    [org.id],
  );
  expect((await pending()).filter(({ service }) => service === 'threads')).toHaveLength(3);
  expect(await usage(org)).toContain('threads messages 3');
});

test('rolled-back usage is not counted', async () => {
  const org = await app.org();
  const insert = `INSERT INTO messages (org_id, id, thread_id, sequence, participant_id, type, content, created_at)
    VALUES ('${org.id}', 'm', 't', 1, 'p', 'TEXT', 'x', now())`;
  await app.db.pool.query(`BEGIN; ${insert}; ROLLBACK`);
  expect(await usage(org)).toEqual([]);
  await app.db.pool.query(insert);
  expect(await usage(org)).toEqual(['threads messages 1']);
});
