import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { refusedByCitus } from '../../../../test/support/servers/is-spread.ts';
import { report } from '../../../../test/support/process.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { expectAgreement, settled } from '../../../../test/support/webhook-checks.ts';
import { eventually, sentinel, WebhookClient } from '../../../../test/support/webhook-client.ts';
import type { Config } from '../../../config/config.ts';
import { within } from '../../../../test/support/within.ts';
import { lockQueue } from '../subscriptions/store.ts';

/** No request times out. */
const HOUR_MS = 3_600_000;

let app: TestApp;
let receiver: Receiver;

async function start(config: Partial<Config>): Promise<void> {
  receiver = await startReceiver();
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    shutdownTimeoutMs: 100,
    ...config,
  });
}
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

async function publish(
  client: WebhookClient,
  count: number,
  type = 'load.event',
): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => client.publish(type, { n })));
}

/** Returns the number of requests that run now. */
async function inFlight(): Promise<number> {
  const gauge = app.service.metrics.registry.getSingleMetric('oriki_webhook_requests_in_flight');
  return (await gauge!.get()).values[0]!.value;
}

/** Has a receiver hold its first answer. @returns a function that ends this */
function holdFirst(path: string, status = 500): () => void {
  const held = Promise.withResolvers<void>();
  receiver.behave(path, (_, n) => (n === 1 ? { status, until: held.promise } : { status: 204 }));
  return held.resolve;
}

describe('bounds', () => {
  test('give an organization whose endpoints all hang half of the places, and do not delay another organization', async () => {
    await start({
      webhookConcurrency: 16,
      webhookEndpointConcurrency: 4,
      webhookTimeoutMs: HOUR_MS,
    });
    const [bad, good] = [await WebhookClient.of(app), await WebhookClient.of(app)];
    for (let n = 0; n < 20; n += 1) {
      receiver.behave(`/hang/${n}`, 'hang');
      await bad.create(receiver.url(`/hang/${n}`));
    }
    receiver.behave('/fine', { status: 204, afterMs: 2 });
    await good.create(receiver.url('/fine'));
    await publish(bad, 10);
    // The share of the endpoint is used up by requests that will not end during this test.
    await eventually(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(8));
    const ids = await publish(good, 60);
    await receiver.waitFor(60, { path: '/fine' });
    expect(
      new Set(receiver.requests.filter(({ path }) => path === '/fine').map(({ id }) => id)),
    ).toEqual(new Set(ids));
    const hanging = receiver.requests.filter(({ path }) => path !== '/fine');
    expect(hanging.length).toBe(8);
    expect(receiver.concurrent()).toBeLessThanOrEqual(16);
    expect(receiver.concurrent('/fine')).toBeLessThanOrEqual(4);
    expect(receiver.overlaps()).toEqual([]);
    await expectAgreement(app.db);
  });

  test('do not let one hanging endpoint delay the others of its organization', async () => {
    await start({
      webhookConcurrency: 64,
      webhookEndpointConcurrency: 8,
      webhookTimeoutMs: HOUR_MS,
    });
    const client = await WebhookClient.of(app);
    receiver.behave('/hang', 'hang');
    await client.create(receiver.url('/hang'));
    await client.create(receiver.url('/fine'));
    await publish(client, 40);
    await receiver.waitFor(40, { path: '/fine' });
    expect(receiver.concurrent('/hang')).toBeLessThanOrEqual(8);
  });

  test.each([1, 2, 3])(
    'never give an endpoint more than %i requests at once, from the first one on',
    async (limit) => {
      await start({ webhookEndpointConcurrency: limit });
      const client = await WebhookClient.of(app);
      const held = Promise.withResolvers<void>();
      receiver.behave('/narrow', { status: 204, until: held.promise });
      await client.create(receiver.url('/narrow'));
      await publish(client, 20);
      await receiver.waitFor(limit, { path: '/narrow' });
      await sentinel(app, receiver);
      held.resolve();
      await receiver.waitFor(20, { path: '/narrow' });
      await settled(app.db);
      expect(receiver.concurrent('/narrow')).toBe(limit);
    },
  );

  test('never allow more requests in total than configured', async () => {
    await start({ webhookConcurrency: 6, webhookEndpointConcurrency: 32 });
    const held = Promise.withResolvers<void>();
    receiver.behave('*', { status: 204, until: held.promise });
    const clients = [
      await WebhookClient.of(app),
      await WebhookClient.of(app),
      await WebhookClient.of(app),
    ];
    for (const [index, client] of clients.entries())
      for (let n = 0; n < 3; n += 1) await client.create(receiver.url(`/${index}/${n}`));
    await Promise.all(clients.map((client) => publish(client, 6)));
    // The requests also reach the limit.
    await receiver.waitFor(6);
    held.resolve();
    await receiver.waitFor(3 * 3 * 6);
    await settled(app.db);
    expect(receiver.concurrent()).toBe(6);
  });

  test('give a place that one endpoint frees to another immediately', async () => {
    // There is one place for each organization, so its endpoints must wait for each other.
    await start({ webhookConcurrency: 2, webhookTimeoutMs: within(5000) });
    receiver.behave('*', { status: 204, afterMs: 30 });
    const client = await WebhookClient.of(app);
    for (let n = 0; n < 40; n += 1) await client.create(receiver.url(`/${n}`));
    const began = performance.now();
    await publish(client, 1);
    await receiver.waitFor(40);
    const tookMs = performance.now() - began;
    report(`dispatcher: 40 endpoints through one slot of 30 ms each took ${Math.round(tookMs)} ms`);
    // The requests take 1.2 s; reading the queue only once a second would take 40 s.
    expect(tookMs).toBeLessThan(within(6000));
    await settled(app.db);
  });
});

describe('a manual retry', () => {
  test('during an attempt is not lost when the attempt ends', async () => {
    await start({});
    const client = await WebhookClient.of(app);
    const answerFirst = holdFirst('/slow');
    const { id } = await client.create(receiver.url('/slow'));
    const event = await client.publish('load.event');
    await receiver.waitFor(1, { path: '/slow' });
    const { id: delivery } = await client.delivery(id, event);
    // The receiver works again, and its owner requests a retry, which is answered with 202.
    await client.ask(202, 'POST', `/${id}/deliveries/${delivery}/retry`);
    answerFirst();
    // The first step of the schedule would take at least 4 s.
    await receiver.waitFor(2, { path: '/slow', withinMs: within(3000) });
    const { attempts } = await client.delivery(id, event, (found) => found.status === 'succeeded');
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([500, 204]);
    await expectAgreement(app.db);
  });
});

describe('recovering', () => {
  test('does not lose a delivery whose attempt is running', async () => {
    await start({});
    const client = await WebhookClient.of(app);
    const answerFirst = holdFirst('/slow');
    const { id } = await client.create(receiver.url('/slow'));
    await client.publish('load.event');
    await receiver.waitFor(1, { path: '/slow' });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await client.ask(202, 'POST', `/${id}/recover`, { since })).toEqual({
      recovered: 1,
      since,
      complete: true,
    });
    answerFirst();
    await receiver.waitFor(2, { path: '/slow', withinMs: within(3000) });
  });
});

test.skipIf(
  refusedByCitus('is delivered when reading it is slow', 'puts a view in the place of a table'),
)('a delivery is sent even if reading it is slow', async () => {
  await start({});
  const client = await WebhookClient.of(app);
  receiver.behave('/slow-read', (_, n) => ({ status: n === 1 ? 500 : 204 }));
  const { id } = await client.create(receiver.url('/slow-read'));
  const event = await client.publish('load.event');
  await client.attempted(id, event);
  // From now on, every read of a due delivery takes longer than the initial time for which a read may be used.
  await sql`ALTER TABLE events RENAME TO events_behind`.execute(app.db.read);
  await sql`CREATE VIEW events AS SELECT e.* FROM events_behind e, (SELECT pg_sleep(0.15)) s`.execute(
    app.db.read,
  );
  await sql`GRANT SELECT ON events TO PUBLIC`.execute(app.db.read);
  await client.hurry();
  await receiver.waitFor(2, { path: '/slow-read' });
  // Changes wait for the time for which a read may be used, which is longer than the read takes.
  const { rows } = await sql<{ ms: number }>`
    SELECT send_within_ms AS ms FROM webhook_lanes WHERE webhook_id = ${id}`.execute(app.db.read);
  expect(rows[0]!.ms).toBeGreaterThan(150);
  await sql`DROP VIEW events`.execute(app.db.read);
  await sql`ALTER TABLE events_behind RENAME TO events`.execute(app.db.read);
});

describe('an address that returns 410', () => {
  test('does not deactivate a subscription that has since moved to another address', async () => {
    await start({});
    const client = await WebhookClient.of(app);
    const answerOld = holdFirst('/old', 410);
    const { id } = await client.create(receiver.url('/old'));
    await client.publish('load.event');
    await receiver.waitFor(1, { path: '/old' });
    await client.patch(id, { url: receiver.url('/new') });
    answerOld();
    await receiver.waitFor(1, { path: '/new' });
    expect(await client.get(id)).toMatchObject({ active: true, disabledReason: null });
  });

  test('gets no more pending deliveries while the deactivation waits for a publisher', async () => {
    await start({ webhookEndpointConcurrency: 4 });
    const client = await WebhookClient.of(app);
    receiver.behave('/gone', { status: 410 });
    const { id } = await client.create(receiver.url('/gone'));
    const until = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    const publisher = app.db.transaction(async (tx) => {
      await sql`SELECT webhooks_to_notify(${client.org.id}, ARRAY['*'])`.execute(tx);
      open.resolve();
      await until.promise;
    });
    await open.promise;
    await publish(client, 40);
    await receiver.waitFor(1, { path: '/gone' });
    const waiting = sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await eventually(async () =>
      expect((await waiting.execute(app.db.read)).rows.length).toBeGreaterThan(0),
    );
    await sentinel(app, receiver);
    // The number is at most that of the first window.
    const sent = receiver.requests.filter(({ path }) => path === '/gone');
    expect(sent.length).toBeLessThanOrEqual(4);
    until.resolve();
    await publisher;
    await eventually(async () =>
      expect(await client.get(id)).toMatchObject({ active: false, disabledReason: 'gone' }),
    );
  });
});

test('a replaced secret signs the next delivery', async () => {
  await start({});
  const client = await WebhookClient.of(app);
  const { id } = await client.create(receiver.url('/'));
  await client.publish('load.event');
  await receiver.waitFor(1);
  await settled(app.db);
  const { secret } = await client.ask(200, 'POST', `/${id}/rotate-secret`);
  const began = performance.now();
  await client.publish('load.event');
  const [, second] = await receiver.waitFor(2);
  receiver.verify(second!, secret);
  report(`from rotation to delivery ${Math.round(performance.now() - began)} ms`);
});

describe('a database that has lost the change of a subscription', () => {
  test.each([
    ['and has another change with the same version', 'version = version'],
    ['and has no other', 'version = version - 1'],
  ])('%s delivers to the address that it has now, and the loss is logged', async (_, version) => {
    await start({});
    const client = await WebhookClient.of(app);
    const { id } = await client.create(receiver.url('/first'));
    await client.patch(id, { url: receiver.url('/lost') });
    await client.publish('load.event');
    await receiver.waitFor(1, { path: '/lost' });
    await settled(app.db);
    const own = await app.dbOf(client.org.id);
    await own.query(
      `UPDATE webhooks SET url = $1, stamp = 'of another history', ${version} WHERE id = $2`,
      [receiver.url('/new'), id],
    );
    await client.publish('load.event');
    await receiver.waitFor(1, { path: '/new' });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/lost', '/new']);
    const said = app.logs.filter((line) => line.includes('the database has lost changes'));
    expect(said).toHaveLength(1);
  });
});

describe('a locked queue', () => {
  test('does not delay renewals, records or requests of other queues, and its own outcomes are recorded afterwards', async () => {
    await start({ webhookConcurrency: 16, webhookEndpointConcurrency: 8 });
    const [bulk, other] = [await WebhookClient.of(app), await WebhookClient.of(app)];
    const { id } = await bulk.create(receiver.url('/bulk'));
    const { id: otherId } = await other.create(receiver.url('/other'));
    await publish(bulk, 1);
    await publish(other, 1);
    await settled(app.db);
    const until = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    // The verb `recover` also holds this lock while it handles a long backlog.
    const locking = app.db.transaction(async (tx) => {
      await lockQueue(tx, bulk.org.id, id);
      taken.resolve();
      await until.promise;
    });
    await taken.promise;
    const leasedUntil = async (): Promise<number> => {
      const { rows } = await sql<{ leased_until: Date }>`
          SELECT leased_until FROM webhook_lanes WHERE webhook_id = ${otherId}`.execute(
        app.db.read,
      );
      return rows[0]!.leased_until.getTime();
    };
    try {
      await publish(bulk, 100);
      // The maximum number of requests have run without a record.
      await receiver.waitFor(2, { path: '/bulk' });
      await eventually(async () => expect(await inFlight()).toBe(0));
      const before = await leasedUntil();
      const began = performance.now();
      const ids = await publish(other, 20);
      for (const event of ids)
        await other.delivery(otherId, event, ({ status }) => status === 'succeeded');
      report(
        `dispatcher: 20 deliveries beside a locked queue took ${Math.round(performance.now() - began)} ms`,
      );
      await eventually(async () => expect(await leasedUntil()).toBeGreaterThan(before));
      expect((await bulk.page(id, { status: 'succeeded' })).total).toBe(1);
    } finally {
      until.resolve();
      await locking;
    }
    await settled(app.db);
    expect((await bulk.page(id, { status: 'succeeded' })).total).toBe(101);
    expect(receiver.requests.length).toBe(101 + 21);
  });
});

describe('an outcome that cannot be recorded', () => {
  test('stops further requests, which a crash would otherwise repeat', async () => {
    await start({ webhookConcurrency: 16 });
    const client = await WebhookClient.of(app);
    await client.create(receiver.url('/e'));
    await publish(client, 20).then(() => settled(app.db));
    const sent = receiver.requests.length;
    let unlock = (): void => {};
    const until = new Promise<void>((resolve) => (unlock = resolve));
    const locked = Promise.withResolvers<void>();
    const locking = app.db.transaction(async (tx) => {
      await sql`LOCK TABLE delivery_attempts IN EXCLUSIVE MODE`.execute(tx);
      locked.resolve();
      await until;
    });
    await locked.promise;
    await publish(client, 200);
    await receiver.waitFor(sent + 16);
    await eventually(async () => expect(await inFlight()).toBe(0));
    const unrecorded = receiver.requests.length - sent;
    unlock();
    await locking;
    await settled(app.db);
    expect(receiver.requests.length).toBe(220);
    report(`dispatcher: ${unrecorded} requests without a record at a bound of 16 under way`);
    expect(unrecorded).toBeLessThanOrEqual(4 * 16);
  });
});

describe('a delivery after five days', () => {
  test('stays failed after a pause, although a request was running', async () => {
    await start({});
    const client = await WebhookClient.of(app);
    const answerOld = holdFirst('/old');
    const { id } = await client.create(receiver.url('/old'));
    const event = await client.publish('load.event');
    await receiver.waitFor(1, { path: '/old' });
    await sql`UPDATE deliveries SET created_at = (created_at AT TIME ZONE 'UTC' - interval '6 days') AT TIME ZONE 'UTC'`.execute(
      app.db.read,
    );
    await client.patch(id, { active: false });
    await client.patch(id, { active: true });
    const [given] = await client.deliveries(id, { eventId: event });
    expect(given!.status).toBe('failed');
    answerOld();
    expect((await client.attempted(id, event)).status).toBe('failed');
    await expectAgreement(app.db);
  });
});
