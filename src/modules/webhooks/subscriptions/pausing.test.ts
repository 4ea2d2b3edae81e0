import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { deliveryLog } from '../../../../test/support/webhook-checks.ts';
import {
  eventually,
  rowsOf,
  TIME,
  WebhookClient,
} from '../../../../test/support/webhook-client.ts';
import { publishEvent } from '../../../../test/support/publish-event.ts';
import {
  app,
  arrived,
  client,
  freshPath,
  receiver,
  settle,
  useWebhooks,
} from '../../../../test/support/webhook-site.ts';
import { within } from '../../../../test/support/within.ts';

useWebhooks();

const URL = 'https://hooks.example.com/oriki';

describe('pausing and resuming', () => {
  // contract: webhooks/active-false-true
  test('sends nothing while paused: pending deliveries wait, and new events are not queued', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 500 });
    const { id } = await client.create(receiver.url(path));
    const waiting = await client.publish('a.b');
    await client.attempted(id, waiting);
    expect((await client.patch(id, { active: false })).active).toBe(false);
    const missed = await client.publish('a.b');
    await client.hurry();
    await settle();
    expect(arrived(path)).toHaveLength(1);
    expect(await client.deliveries(id)).toMatchObject([
      { eventId: waiting, status: 'pending', attemptCount: 1 },
    ]);

    receiver.behave(path, { status: 204 });
    expect((await client.patch(id, { active: true })).active).toBe(true);
    const sent = await client.delivery(id, waiting, ({ status }) => status === 'succeeded');
    expect(sent.attempts.map(({ statusCode }) => statusCode)).toEqual([500, 204]);
    const later = await client.publish('a.b');
    await client.delivery(id, later, ({ status }) => status === 'succeeded');
    expect(arrived(path).map((request) => request.id)).toEqual([waiting, waiting, later]);
    expect(await client.deliveries(id, { eventId: missed })).toEqual([]);
  });

  // contract: webhooks/active-false-true
  test('fails deliveries that waited five days, and sends the others', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 500 });
    const { id } = await client.create(receiver.url(path));
    for (const event of ['young', 'old']) await client.publish('a.b', {}, event);
    for (const event of ['young', 'old']) await client.attempted(id, event);
    await client.patch(id, { active: false });
    const age = (event: string, ago: string) =>
      sql`UPDATE deliveries SET created_at = now() - ${ago}::interval
        WHERE org_id = ${client.org.id} AND event_id = ${event}`.execute(app.db.read);
    await age('young', '4 days 23 hours 59 minutes');
    await age('old', '5 days 1 minute');
    receiver.behave(path, { status: 204 });
    await client.hurry();
    await client.patch(id, { active: true });
    expect(await client.delivery(id, 'young', (d) => d.status !== 'pending')).toMatchObject({
      status: 'succeeded',
      attemptCount: 2,
    });
    expect(await client.delivery(id, 'old')).toMatchObject({
      status: 'failed',
      attemptCount: 1,
      nextAttemptAt: null,
      finishedAt: expect.stringMatching(TIME),
    });
    await settle();
    expect(arrived(path).filter((request) => request.id === 'old')).toHaveLength(1);
  });

  test('records the outcome of an attempt that was running', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 204, afterMs: 300 });
    const { id } = await client.create(receiver.url(path));
    const event = await client.publish('a.b');
    await receiver.waitFor(1, { path });
    await client.patch(id, { active: false });
    expect(await client.delivery(id, event, ({ status }) => status !== 'pending')).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
    });
    expect((await client.get(id)).active).toBe(false);
  });

  test('to the current state changes no waiting delivery', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 500 });
    const { id } = await client.create(receiver.url(path));
    const event = await client.publish('a.b');
    const { nextAttemptAt } = await client.attempted(id, event);
    await client.patch(id, { active: true });
    expect((await client.delivery(id, event)).nextAttemptAt).toBe(nextAttemptAt);
    await client.patch(id, { active: false });
    await client.patch(id, { active: false });
    expect((await client.delivery(id, event)).status).toBe('pending');
  });
});

describe('changing a webhook while events are being published', () => {
  const lockWaiters = () =>
    rowsOf(
      app,
      sql`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );

  /** Opens a transaction that publishes an event, and stays open until `end`. */
  function openPublisher(id: string) {
    const end = Promise.withResolvers<void>();
    let wrote = false;
    const publish = async (): Promise<void> => {
      const db = await app.dbOf(client.org.id);
      await db.transaction(async (tx) => {
        await publishEvent(tx, client.org.id, { type: 'a.b', data: {}, id });
        wrote = true;
        await end.promise;
      });
    };
    const transaction = publish();
    return { end: end.resolve, transaction, wrote: () => wrote };
  }

  // contract: webhooks/changes-publishing-after
  test('waits for a publisher with an open transaction: its event is then pending for the paused webhook', async () => {
    const { id } = await client.create(receiver.url(freshPath()));
    const order: string[] = [];
    const publisher = openPublisher('held');
    let pausing: Promise<unknown> | undefined;
    try {
      await eventually(() => expect(publisher.wrote()).toBe(true));
      pausing = client.patch(id, { active: false }).then(() => order.push('paused'));
      await eventually(async () => expect(await lockWaiters()).toHaveLength(1));
      order.push('published');
    } finally {
      publisher.end();
      await Promise.all([publisher.transaction, pausing]);
    }
    expect(order).toEqual(['published', 'paused']);
    expect(await client.deliveries(id)).toMatchObject([{ eventId: 'held' }]);
  });

  // contract: webhooks/changes-publishing-after
  test.each([
    ['pausing', 'PATCH', '', { active: false }],
    ['deleting', 'DELETE', '', undefined],
    ['moving', 'PATCH', '', { url: 'https://elsewhere.example.com/' }],
  ])('by %s waits for earlier publishers, never for later ones', async (_, method, path, body) => {
    const { id } = await client.create(receiver.url(freshPath()));
    const publishers = [openPublisher('before')];
    const work: Promise<unknown>[] = [];
    let outcome: unknown;
    try {
      await eventually(() => expect(publishers[0]!.wrote()).toBe(true));
      const changing = client.call(method, `/${id}${path}`, body ? { body } : {});
      work.push(changing);
      await eventually(async () => expect(await lockWaiters()).toHaveLength(1));
      const after = openPublisher('after');
      publishers.push(after);
      // The publisher waits behind the change, or has overtaken it.
      await eventually(async () =>
        expect(after.wrote() || (await lockWaiters()).length === 2).toBe(true),
      );
      publishers[0]!.end();
      outcome = await Promise.race([
        changing.then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, within(5000), 'still waiting')),
      ]);
    } finally {
      for (const publisher of publishers) publisher.end();
      await Promise.all([...publishers.map(({ transaction }) => transaction), ...work]);
    }
    expect(outcome).toBe(200);
  });

  test('by rotating its secret never waits for a publisher', async () => {
    const { id } = await client.create(receiver.url(freshPath()));
    const publisher = openPublisher('open');
    try {
      await eventually(() => expect(publisher.wrote()).toBe(true));
      const rotating = client.call('POST', `/${id}/rotate-secret`).then(({ status }) => status);
      const late = new Promise((resolve) => setTimeout(resolve, within(5000), 'still waiting'));
      expect(await Promise.race([rotating, late])).toBe(200);
    } finally {
      publisher.end();
      await publisher.transaction;
    }
  });

  test('does not make publishers of one organization wait for each other or for another organization', async () => {
    const { id } = await client.create(receiver.url(freshPath()));
    const stranger = await WebhookClient.of(app);
    const publishers = [openPublisher('one'), openPublisher('two')];
    try {
      await eventually(() => expect(publishers.every(({ wrote }) => wrote())).toBe(true));
      const foreign = await stranger.create(receiver.url(freshPath()));
      expect((await stranger.patch(foreign.id, { active: false })).active).toBe(false);
      expect((await client.get(id)).active).toBe(true);
    } finally {
      for (const publisher of publishers) publisher.end();
      await Promise.all(publishers.map(({ transaction }) => transaction));
    }
    expect(await client.deliveries(id)).toHaveLength(2);
  });
});

describe('deleting a webhook', () => {
  // contract: DELETE /webhooks/:id
  test('returns id and deleted, once; then the webhook is unknown everywhere', async () => {
    const { id } = await client.create(URL);
    const kept = await client.create(URL);
    const answer = await client.call('DELETE', `/${id}`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, data: { id, deleted: true } },
    ]);
    for (const [method, path, body] of [
      ['DELETE', ''],
      ['GET', ''],
      ['PATCH', '', {}],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['POST', '/recover', { since: '2026-01-01' }],
    ] as const) {
      const gone = await client.call(method, `/${id}${path}`, body === undefined ? {} : { body });
      expect([gone.status, gone.body.error.code], method + path).toEqual([404, 'NOT_FOUND']);
    }
    const { webhooks } = await client.ask(200, 'GET');
    expect(webhooks.map((webhook: { id: string }) => webhook.id)).toEqual([kept.id]);
  });

  // contract: DELETE /webhooks/:id, webhooks/deleting-cancels-pending
  test('cancels pending deliveries and deletes the secrets; nothing is sent afterwards', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 500 });
    const { id } = await client.create(receiver.url(path));
    const other = await client.create(receiver.url(freshPath()));
    const events = [await client.publish('a.b'), await client.publish('a.b')];
    for (const event of events) await client.attempted(id, event);
    receiver.behave(path, { status: 204 });
    const done = await client.publish('a.b');
    await client.delivery(id, done, ({ status }) => status === 'succeeded');
    for (const event of [...events, done])
      await client.delivery(other.id, event, ({ status }) => status === 'succeeded');

    await client.ask(200, 'DELETE', `/${id}`);
    const rows = await rowsOf(
      app,
      sql`SELECT webhook_id = ${id} AS deleted, event_id, status
        FROM ${deliveryLog} d WHERE org_id = ${client.org.id} ORDER BY id`,
    );
    const statusOf = (event: string, deleted: boolean) =>
      rows.find((row) => row.event_id === event && row.deleted === deleted);
    for (const event of events)
      expect(statusOf(event, true)).toMatchObject({ status: 'cancelled' });
    expect(statusOf(done, true)).toMatchObject({ status: 'succeeded' });
    for (const event of [...events, done])
      expect(statusOf(event, false)).toMatchObject({ status: 'succeeded' });
    const left = await rowsOf(
      app,
      sql`SELECT webhook_id FROM delivery_queue WHERE webhook_id = ${id}
        UNION ALL SELECT webhook_id FROM webhook_secrets WHERE webhook_id = ${id}
        UNION ALL SELECT webhook_id FROM webhook_lanes WHERE webhook_id = ${id}`,
    );
    expect(left).toEqual([]);

    const before = arrived(path).length;
    await client.publish('a.b');
    await settle();
    expect(arrived(path)).toHaveLength(before);
  });

  // contract: webhooks/deleting-cancels-pending
  test('lets a running attempt end without restoring anything', async () => {
    const path = freshPath();
    receiver.behave(path, { status: 500, afterMs: 300 });
    const { id } = await client.create(receiver.url(path));
    const event = await client.publish('a.b');
    await receiver.waitFor(1, { path });
    await client.ask(200, 'DELETE', `/${id}`);
    await receiver.waitFor(([request]) => request!.answered === 500, { path });
    await settle();
    expect(
      await rowsOf(
        app,
        sql`SELECT d.status, (SELECT count(*) FROM delivery_queue q WHERE q.delivery_id = d.id) AS queued
          FROM ${deliveryLog} d WHERE d.org_id = ${client.org.id} AND d.event_id = ${event}`,
      ),
    ).toEqual([{ status: 'cancelled', queued: 0 }]);
    expect(arrived(path)).toHaveLength(1);
  });
});
