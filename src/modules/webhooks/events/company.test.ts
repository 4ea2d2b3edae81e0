/** Events that are published at the same time share transactions. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { countRows, settled } from '../../../../test/support/webhook-checks.ts';
import { eventually, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { newId } from '../../../platform/ids.ts';
import { insertWebhook, lockSubscriptions } from '../subscriptions/store.ts';
import { preparePublished, publishAll, type Publishing } from './outbox.ts';

let app: TestApp;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

function transactions(orgId: string): Promise<number> {
  return countRows(
    app.db,
    sql`SELECT count(DISTINCT xmin::text) AS count FROM events WHERE org_id = ${orgId}`,
  );
}
function events(orgId: string): Promise<number> {
  return countRows(app.db, sql`SELECT count(*) AS count FROM events WHERE org_id = ${orgId}`);
}
function waiting(): Promise<number> {
  return countRows(
    app.db,
    sql`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
}

test('many events published at the same time are stored in few transactions, with usage and deliveries', async () => {
  const clients = [await WebhookClient.of(app), await WebhookClient.of(app)];
  for (const [n, client] of clients.entries())
    await client.create(receiver.url(`/many${n}`), ['load.*']);
  const published = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      clients[n % 2]!.publish(n % 4 === 0 ? 'other.type' : 'load.event', { n }),
    ),
  );
  await settled(app.db);
  for (const [n, { org }] of clients.entries()) {
    const ids = published.filter((_, i) => i % 2 === n && i % 4 !== 0).toSorted();
    const arrived = receiver.requests.filter(({ path }) => path === `/many${n}`);
    expect(arrived.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(await events(org.id)).toBe(100);
    // If events arrive alone, each of the 100 has a separate transaction. On a busy machine, more events arrive alone.
    expect(await transactions(org.id)).toBeLessThan(90);
    expect(
      await countRows(
        app.db,
        sql`SELECT sum(quantity) AS count FROM usage_by_day
          WHERE org_id = ${org.id} AND service = 'webhooks' AND metric = 'deliveries'`,
      ),
    ).toBe(ids.length);
  }
});

test('an organization whose subscriptions are being changed waits in one transaction, and does not delay other organizations', async () => {
  const [locked, other] = [await WebhookClient.of(app), await WebhookClient.of(app)];
  await locked.create(receiver.url('/locked'));
  await other.create(receiver.url('/other'));
  const end = Promise.withResolvers<void>();
  const holds = Promise.withResolvers<void>();
  const change = (await app.dbOf(locked.org.id)).transaction(async (tx) => {
    await lockSubscriptions(tx, locked.org.id);
    holds.resolve();
    await end.promise;
  });
  await holds.promise;
  let done = 0;
  // There are more events than connections.
  const behind = Array.from({ length: 60 }, (_, n) =>
    locked.publish('load.event', { n }).finally(() => (done += 1)),
  );
  try {
    await eventually(async () => expect(await waiting()).toBe(1));
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, n) => other.publish('load.event', { n })));
    expect(done).toBe(0);
    expect(await waiting()).toBe(1);
    expect(await events(locked.org.id)).toBe(0);
  } finally {
    end.resolve();
    await change;
  }
  await Promise.all(behind);
  expect(await transactions(locked.org.id)).toBeLessThan(10);
  await settled(app.db);
  const arrived = (at: string) => receiver.requests.filter(({ path }) => path === at).length;
  expect([arrived('/locked'), arrived('/other')]).toEqual([60, 100]);
});

test('publishers do not block the change of a subscription that waits for them', async () => {
  const client = await WebhookClient.of(app);
  const { id } = await client.create(receiver.url('/changed'));
  const state = { stopped: false };
  const publishers = Array.from({ length: 8 }, async () => {
    while (!state.stopped) await client.publish('load.event');
  });
  for (let n = 0; n < 10; n += 1) await client.patch(id, { events: [`only.n${n}`, '*'] });
  expect(await client.ask(200, 'DELETE', `/${id}`)).toEqual({ id, deleted: true });
  state.stopped = true;
  await Promise.all(publishers);
});

async function subscriptions(count: number, beside?: string): Promise<string> {
  const { id: orgId } = await app.org({ beside });
  await (
    await app.dbOf(orgId)
  ).transaction(async (tx) => {
    for (let n = 0; n < count; n += 1)
      await insertWebhook(
        tx,
        {
          org_id: orgId,
          id: newId('webhook'),
          name: `${n}`,
          url: 'https://example.com/',
          // No event has this type.
          events: ['never.sent'],
        },
        { id: newId('whsecret'), envelope: 'sealed' },
      );
  });
  return orgId;
}

test('an event with very many recipients is written in a separate transaction', async () => {
  const many = await subscriptions(2001);
  const few = await subscriptions(3, many);
  const db = await app.dbOf(many);
  const publishing = (orgId: string) => preparePublished(orgId, { type: 'never.sent', data: {} });
  const [large, larger, small] = [publishing(many), publishing(many), publishing(few)];
  const left: [Publishing, string][] = [];
  const leave = (item: Publishing, key: string) => void left.push([item, key]);
  await db.transaction((tx) =>
    publishAll(tx, [large, small, larger], undefined, { leave, waits: false }),
  );
  expect(left).toEqual([
    [large, many],
    [larger, many],
  ]);
  expect([await events(many), await events(few)]).toEqual([0, 1]);
  left.length = 0;
  await db.transaction((tx) => publishAll(tx, [large, larger], undefined, { leave, waits: true }));
  expect(left).toEqual([[larger, many]]);
  expect(await events(many)).toBe(1);
  await sql`DELETE FROM delivery_queue WHERE org_id IN (${many}, ${few})`.execute(app.db.read);
});

test('two publishers of the same ids of the same organizations, in any order, do not deadlock', async () => {
  const { id: beside } = await app.org();
  const others = Array.from({ length: 3 }, async () => (await app.org({ beside })).id);
  const orgIds = [beside, ...(await Promise.all(others))];
  const db = await app.dbOf(beside);
  for (let round = 0; round < 20; round += 1) {
    const batch = orgIds.flatMap((orgId) =>
      ['a', 'b', 'c'].map((name) => ({
        orgId,
        event: { type: `type.${name}`, data: {}, id: `${round}-${name}` },
      })),
    );
    const publish = (all: typeof batch) => {
      const publishings = all.map(({ orgId, event }) => preparePublished(orgId, event));
      return db.transaction((tx) => publishAll(tx, publishings));
    };
    await Promise.all([publish(batch), publish(batch.toReversed())]);
  }
  for (const orgId of orgIds) expect(await events(orgId)).toBe(60);
});
