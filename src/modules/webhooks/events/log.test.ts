import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { TIME, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { cleanUp } from '../deliveries/cleanup.ts';

let app: TestApp;
let client: WebhookClient;

beforeAll(async () => {
  // The service has no dispatcher, so deliveries stay pending.
  app = await startTestApp({ rateLimits: undefined, role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await WebhookClient.of(app);
});

function get(path: string, by = client) {
  return app.call('GET', `/api/v1/events${path}`, { key: by.org.key });
}

async function list(query: Record<string, string> = {}, by = client) {
  const answer = await get(`?${new URLSearchParams(query)}`, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

async function ids(query: Record<string, string> = {}, by = client): Promise<string[]> {
  return (await list(query, by)).items.map(({ id }: { id: string }) => id);
}

/** Changes the time at which the event was published. */
function publishedAt(id: string, at: string): Promise<unknown> {
  return sql`UPDATE events SET created_at = ${at}
    WHERE org_id = ${client.org.id} AND id = ${id}`.execute(app.db.read);
}

describe('the list of events', () => {
  test('contains published events and Oriki’s own, newest first, with or without deliveries', async () => {
    await client.publish('order.paid', { orderId: 'o-1' }, 'first');
    const { id } = await client.create('https://hooks.example.com/x', ['webhook.test']);
    const { eventId } = await client.ask(202, 'POST', `/${id}/test`);
    const { items, total } = await list();
    expect([items.map((event: { id: string }) => event.id), total]).toEqual([
      [eventId, 'first'],
      2,
    ]);
    expect(items[1]).toEqual({
      id: 'first',
      type: 'order.paid',
      timestamp: expect.stringMatching(TIME),
      objectId: 'o-1',
    });
  });

  test('is filtered by type, object and time, alone and combined', async () => {
    await client.publish('order.paid', { orderId: 'o-1' }, 'a');
    await client.publish('order.sent', { orderId: 'o-1' }, 'b');
    await client.publish('order.paid', { orderId: 'o-2' }, 'c');
    await publishedAt('a', '2026-11-01T10:00:00.000Z');
    await publishedAt('b', '2026-11-01T11:00:00.000Z');
    await publishedAt('c', '2026-11-01T12:00:00.000Z');
    expect(await ids({ type: 'order.paid' })).toEqual(['c', 'a']);
    expect(await ids({ type: 'order' })).toEqual([]);
    expect(await ids({ objectId: 'o-1' })).toEqual(['b', 'a']);
    expect(await ids({ from: '2026-11-01T11:00:00Z' })).toEqual(['c', 'b']);
    expect(await ids({ to: '2026-11-01T11:00:00Z' })).toEqual(['a']);
    expect(await ids({ objectId: 'o-1', type: 'order.paid', from: '2026-11-01' })).toEqual(['a']);
    expect(await ids({ objectId: "' OR true --" })).toEqual([]);
  });

  test('finds an event by the first field of its data that is an id', async () => {
    const objectOf = async (data: Record<string, unknown>) => {
      const event = await client.publish('a.b', data);
      return (await get(`/${event}`)).body.data.objectId;
    };
    expect(await objectOf({ name: 'x', threadId: 't-1', messageId: 'm-1' })).toBe('t-1');
    expect(await objectOf({ id: 'x-1' })).toBe('x-1');
    expect(await objectOf({ userId: 7, id: 'x-2' })).toBe('x-2');
    expect(await objectOf({ id: 'x'.repeat(129), otherId: 'x-3' })).toBe('x-3');
    expect(await objectOf({ paid: 'y' })).toBeNull();
    expect(await objectOf({ nested: { id: 'x-4' } })).toBeNull();
    expect(await objectOf({})).toBeNull();
  });

  test('contains nothing of another organization, whose ids and objects count as unknown', async () => {
    const stranger = await WebhookClient.of(app);
    await stranger.publish('order.paid', { orderId: 'o-1' }, 'theirs');
    await client.publish('order.paid', { orderId: 'o-1' }, 'mine');
    expect(await ids({ objectId: 'o-1' })).toEqual(['mine']);
    expect(await ids({}, stranger)).toEqual(['theirs']);
    expect((await get('/theirs')).status).toBe(404);
  });

  test('keeps an event for 30 days', async () => {
    await client.publish('a.b', {}, 'old');
    await client.publish('a.b', {}, 'young');
    await publishedAt('old', new Date(Date.now() - 30.1 * 86_400_000).toISOString());
    await publishedAt('young', new Date(Date.now() - 29.9 * 86_400_000).toISOString());
    for (const db of app.buckets()) await cleanUp(db);
    expect(await ids()).toEqual(['young']);
  });

  test('accepts only a key that may manage webhooks', async () => {
    const { key } = await app.key(client.org.id, ['events:publish']);
    for (const path of ['/api/v1/events', '/api/v1/events/x'])
      expect((await app.call('GET', path, { key })).status).toBe(403);
  });
});

describe('one event', () => {
  test('is returned with its data and its deliveries to existing webhooks', async () => {
    const wants = await client.create('https://hooks.example.com/x', ['order.*']);
    const gone = await client.create('https://hooks.example.com/y', ['order.*']);
    await client.create('https://hooks.example.com/z', ['other.*']);
    const data = { orderId: 'o-1', lines: [{ price: 5 }], hint: 'kept' };
    await client.publish('order.paid', data, 'event');
    await client.ask(200, 'DELETE', `/${gone.id}`);
    const { id: deliveryId } = await client.delivery(wants.id, 'event');
    expect((await get('/event')).body.data).toEqual({
      id: 'event',
      type: 'order.paid',
      timestamp: expect.stringMatching(TIME),
      objectId: 'o-1',
      data,
      redacted: [],
      deliveryCount: 1,
      deliveries: [
        {
          id: deliveryId,
          webhookId: wants.id,
          eventId: 'event',
          eventType: 'order.paid',
          status: 'pending',
          attemptCount: 0,
          createdAt: expect.stringMatching(TIME),
          nextAttemptAt: expect.stringMatching(TIME),
          finishedAt: null,
        },
      ],
    });
  });

  test('shows 100 deliveries and their total number', async () => {
    await sql`INSERT INTO webhooks (org_id, id, name, url, events)
      SELECT ${client.org.id}, 'webhook_' || lpad(n::text, 26, '0'), 'W', 'https://hooks.example.com/' || n, '{*}'
      FROM generate_series(1, 120) n`.execute(app.db.read);
    await client.publish('a.b', {}, 'wide');
    const { deliveries, deliveryCount } = (await get('/wide')).body.data;
    expect([deliveries.length, deliveryCount]).toEqual([100, 120]);
  });
});
