import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TIME, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { within } from '../../../../test/support/within.ts';
import { allWebhookStats, webhookStats } from './attempts.ts';
import type { Figures, WebhookAttempt } from './schemas.ts';
import { app, client, receiver, useWebhooks } from '../../../../test/support/webhook-site.ts';

let paths = 0;

useWebhooks({ webhookTimeoutMs: within(1000) });

async function subscribe(status: number, events = ['*']) {
  const path = `/attempts/${(paths += 1)}`;
  receiver.behave(path, { status, body: 'answer' });
  return client.create(receiver.url(path), events);
}

async function list(query: Record<string, string> = {}, by = client): Promise<WebhookAttempt[]> {
  return (await by.ask(200, 'GET', `/attempts?${new URLSearchParams(query)}`)).items;
}

describe('attempts over all webhooks', () => {
  test('are listed with all their fields, newest first, including those to deleted webhooks', async () => {
    const works = await subscribe(204, ['order.*']);
    const broken = await subscribe(503, ['order.paid']);
    await client.publish('order.paid', {}, 'one');
    await client.attempted(works.id, 'one');
    const { id: deliveryId, attempts } = await client.attempted(broken.id, 'one');
    await client.next(broken.id, 'one');
    await client.ask(200, 'DELETE', `/${broken.id}`);
    const found = await list();
    expect(found).toHaveLength(3);
    expect(found.map(({ at }) => at)).toEqual(
      found.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    const first = found.find((one) => one.deliveryId === deliveryId && one.number === 1);
    expect(first).toEqual({
      webhookId: broken.id,
      deliveryId,
      eventId: 'one',
      eventType: 'order.paid',
      outcome: 'failed',
      ...attempts[0],
    });
    expect(found.find(({ webhookId }) => webhookId === works.id)).toMatchObject({
      outcome: 'succeeded',
      statusCode: 204,
      at: expect.stringMatching(TIME),
    });
  });

  test('are filtered by webhook, outcome, status, type and time, alone and combined', async () => {
    const works = await subscribe(204);
    const broken = await subscribe(503, ['order.paid']);
    for (const type of ['order.paid', 'order.sent']) {
      await client.publish(type, {}, type);
      await client.attempted(works.id, type);
    }
    await client.attempted(broken.id, 'order.paid');
    await sql`UPDATE delivery_attempts SET attempted_at = '2026-11-01T10:00:00Z'
      WHERE org_id = ${client.org.id} AND event_type = 'order.sent'`.execute(app.db.read);
    const events = async (query: Record<string, string>) =>
      (await list(query)).map(({ webhookId, eventType }) =>
        [webhookId === works.id ? 'works' : 'broken', eventType.slice('order.'.length)].join(' '),
      );
    expect((await events({})).toSorted()).toEqual(['broken paid', 'works paid', 'works sent']);
    expect(await events({ webhookId: works.id })).toEqual(['works paid', 'works sent']);
    expect(await events({ outcome: 'failed' })).toEqual(['broken paid']);
    expect(await events({ outcome: 'succeeded' })).toEqual(['works paid', 'works sent']);
    expect(await events({ status: '503' })).toEqual(['broken paid']);
    expect(await events({ status: '204' })).toEqual(['works paid', 'works sent']);
    expect(await events({ status: '500' })).toEqual([]);
    expect(await events({ eventType: 'order.sent' })).toEqual(['works sent']);
    expect(await events({ to: '2026-11-01T10:00:00.001Z' })).toEqual(['works sent']);
    expect(await events({ to: '2026-11-01T10:00:00Z' })).toEqual([]);
    expect(await events({ from: '2026-11-01T10:00:00Z', eventType: 'order.sent' })).toEqual([
      'works sent',
    ]);
    expect(await events({ webhookId: works.id, outcome: 'failed' })).toEqual([]);
    expect(await events({ outcome: 'succeeded', status: '503' })).toEqual([]);
    for (const query of ['status=99', 'status=x', 'outcome=gone', 'from=yesterday'])
      expect((await client.call('GET', `/attempts?${query}`)).status, query).toBe(400);
  });

  test('without an answer are failures without a status', async () => {
    const path = `/attempts/${(paths += 1)}`;
    receiver.behave(path, 'reset');
    const { id } = await client.create(receiver.url(path));
    await client.attempted(id, await client.publish('a.b'));
    const [attempt] = await list({ outcome: 'failed' });
    expect(attempt).toMatchObject({ statusCode: null, error: 'reset', outcome: 'failed' });
  });

  test('of another organization are not listed or summed, and its webhook is not found', async () => {
    const { id } = await subscribe(204);
    await client.attempted(id, await client.publish('a.b'));
    const stranger = await WebhookClient.of(app);
    expect(await list({}, stranger)).toEqual([]);
    expect(await list({ webhookId: id }, stranger)).toEqual([]);
    expect((await stranger.ask(200, 'GET', '/stats')).total.attempts).toBe(0);
    expect((await stranger.call('GET', `/${id}/stats`)).status).toBe(404);
  });
});

/** Records attempts directly, without deliveries. */
async function record(
  webhookId: string,
  attempts: { at: string; ms: number; status: number | null }[],
): Promise<void> {
  for (const [n, { at, ms, status }] of attempts.entries())
    await sql`INSERT INTO delivery_attempts
        (org_id, delivery_id, number, attempted_at, duration_ms, status_code, webhook_id, event_type)
      VALUES (${client.org.id}, ${`delivery_${webhookId}_${n}`}, 1, ${at}, ${ms}, ${status}, ${webhookId}, 'a.b')`.execute(
      app.db.read,
    );
}

/** Computes the figures independently from a list of attempts. */
function counted(attempts: { ms: number; status: number | null }[]): Figures {
  const good = attempts.filter(({ status }) => status !== null && status >= 200 && status < 300);
  const sorted = attempts.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  return {
    attempts: attempts.length,
    succeeded: good.length,
    failed: attempts.length - good.length,
    successRate: attempts.length === 0 ? null : good.length / attempts.length,
    latencyMs: { p50: at(0.5), p95: at(0.95) },
  };
}

const STATUSES = [204, 200, 299, 300, 404, 503, null];

/** Attempts every 37 minutes, from 8 November on. */
const MANY = Array.from({ length: 120 }, (_, n) => ({
  at: new Date(Date.parse('2026-11-08T00:00:00Z') + n * 37 * 60_000).toISOString(),
  ms: (n * 7919) % 1000,
  status: STATUSES[n % 7]!,
}));

describe('figures', () => {
  const RANGE = { from: '2026-11-08', to: '2026-11-12' };
  const stats = (path: string, query: Record<string, string> = RANGE) =>
    client.ask(200, 'GET', `${path}/stats?${new URLSearchParams(query)}`);

  test('equal those of the attempts, in total and for each hour and day', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    await record(id, MANY);
    for (const [bucket, length] of [
      ['hour', 13],
      ['day', 10],
    ] as const) {
      const startOf = ({ at }: { at: string }) =>
        at.slice(0, length) + '0000-00-00T00:00:00.000Z'.slice(length);
      const answer = await stats(`/${id}`, { ...RANGE, bucket });
      expect(answer).toEqual({
        webhookId: id,
        from: '2026-11-08T00:00:00.000Z',
        to: '2026-11-12T00:00:00.000Z',
        complete: true,
        total: counted(MANY),
        buckets: [...Map.groupBy(MANY, startOf)].map(([at, attempts]) => ({
          at,
          ...counted(attempts),
        })),
      });
    }
  });

  test('exclude attempts before the start of the range, and at or after its end', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    await record(id, MANY);
    const [from, to] = [MANY[10]!.at, MANY[20]!.at];
    const { total } = await stats(`/${id}`, { from, to });
    expect(total).toEqual(counted(MANY.slice(10, 20)));
  });

  test('over all webhooks list each webhook, most failures first, including a deleted one', async () => {
    const [good, bad, gone] = [
      await client.create('https://hooks.example.com/x', ['*'], 'Good'),
      await client.create('https://hooks.example.com/y', ['*'], 'Bad'),
      await client.create('https://hooks.example.com/z', ['*'], 'Gone'),
    ];
    const failing = MANY.map((attempt) => ({ ...attempt, status: 500 }));
    await record(good.id, MANY.slice(0, 4));
    await record(bad.id, failing.slice(0, 30));
    await record(gone.id, failing.slice(30, 40));
    await client.ask(200, 'DELETE', `/${gone.id}`);
    expect(await stats('')).toEqual({
      from: '2026-11-08T00:00:00.000Z',
      to: '2026-11-12T00:00:00.000Z',
      complete: true,
      total: counted([...MANY.slice(0, 4), ...failing.slice(0, 40)]),
      webhookCount: 3,
      webhooks: [
        { webhookId: bad.id, name: 'Bad', ...counted(failing.slice(0, 30)) },
        { webhookId: gone.id, name: null, ...counted(failing.slice(30, 40)) },
        { webhookId: good.id, name: 'Good', ...counted(MANY.slice(0, 4)) },
      ],
      pending: [],
    });
  });

  test('cover the newest attempts up to the limit, and return the start of that range', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    // Two attempts have the time of the first attempt that is excluded.
    await record(id, [...MANY, { ...MANY[99]!, ms: 5 }]);
    const expected = counted(MANY.slice(100));
    const from = new Date(Date.parse(MANY[99]!.at) + 1).toISOString();
    const ofOne = await webhookStats(app.db.read, client.org.id, id, RANGE, 20);
    const ofAll = await allWebhookStats(app.db.read, client.org.id, RANGE, 20);
    for (const answer of [ofOne, ofAll])
      expect(answer).toMatchObject({ complete: false, from, total: expected });
    const whole = await allWebhookStats(app.db.read, client.org.id, RANGE, 121);
    expect(whole).toMatchObject({ complete: true, total: { attempts: 121 } });
  });

  test('without a range cover the last 24 hours; a range has at most 31 days', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    const now = Date.now();
    const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    const attempts = [1, 23, 25, 24 * 29].map((hours) => ({ at: ago(hours), ms: 1, status: 204 }));
    await record(id, attempts);
    const last = await stats(`/${id}`, {});
    expect(last.total.attempts).toBe(2);
    expect(Date.parse(last.to) - Date.parse(last.from)).toBe(24 * 3_600_000);
    const most = await stats(`/${id}`, { from: '2020-01-01' });
    expect(most.total.attempts).toBe(4);
    expect(Date.parse(most.to) - Date.parse(most.from)).toBe(31 * 86_400_000);
  });

  test('are 0 and null without attempts', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    for (const query of [
      {},
      { to: '0001-01-01' },
      { from: '9999-12-31', to: '9999-12-31' },
      { from: '0001-01-01', to: '1970-01-02' },
      { from: '2026-11-12', to: '2026-11-08' },
    ]) {
      const answer = await stats(`/${id}`, query);
      expect([answer.total, answer.buckets, answer.complete]).toEqual([counted([]), [], true]);
      expect(await stats('', query)).toMatchObject({ webhookCount: 0, webhooks: [] });
    }
    expect((await client.call('GET', `/${id}/stats?bucket=week`)).status).toBe(400);
  });

  test('include the attempts that a dispatcher has made', async () => {
    const { id } = await subscribe(204);
    const broken = await subscribe(500);
    for (const event of ['one', 'two', 'three']) {
      await client.publish('a.b', {}, event);
      await client.attempted(id, event);
      await client.attempted(broken.id, event);
    }
    const listed = (await list()).map(({ durationMs, statusCode }) => ({
      ms: durationMs,
      status: statusCode,
    }));
    const { total } = await client.ask(200, 'GET', '/stats');
    expect(total).toEqual(counted(listed));
    expect(total).toMatchObject({ attempts: 6, succeeded: 3, failed: 3 });
  });
});
