import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  eventually,
  expect400,
  sentinel,
  WebhookClient,
} from '../../../../../test/support/webhook-client.ts';
import {
  app,
  client,
  receiver,
  subscribe,
  useTwoDispatchers,
} from '../../../../../test/support/webhook-site.ts';
import { MAX_REQUEUED } from './store.ts';

useTwoDispatchers();

function arrived(path: string): string[] {
  return receiver.requests.filter((request) => request.path === path).map(({ id }) => id);
}

function replay(id: string, body: Record<string, unknown>) {
  return client.ask(202, 'POST', `/${id}/replay`, body);
}

async function succeeded(id: string, event: string, attempts: number): Promise<void> {
  await client.delivery(
    id,
    event,
    ({ status, attemptCount }) => status === 'succeeded' && attemptCount === attempts,
  );
}

/** Changes the rows as if the delivery had failed for good. */
async function giveUp(webhookId: string, eventId: string): Promise<void> {
  const { id } = await client.delivery(webhookId, eventId);
  await sql`UPDATE deliveries SET failed_at = now() WHERE id = ${id}`.execute(app.db.read);
}

describe('replaying', () => {
  test('sends only deliveries that match the filter again, each once', async () => {
    const { id, path } = await subscribe();
    const other = await subscribe();
    for (const event of ['a', 'b', 'c']) {
      await client.publish(event === 'c' ? 'order.sent' : 'order.paid', { event }, event);
      await succeeded(id, event, 1);
      await succeeded(other.id, event, 1);
    }
    expect(await replay(id, { eventType: 'order.paid' })).toEqual({
      replayed: 2,
      complete: true,
      next: null,
    });
    await succeeded(id, 'a', 2);
    await succeeded(id, 'b', 2);
    await sentinel(app, receiver);
    expect(arrived(path).toSorted()).toEqual(['a', 'a', 'b', 'b', 'c']);
    expect(arrived(other.path).toSorted()).toEqual(['a', 'b', 'c']);
    const [first, again] = receiver.requests.filter(
      (request) => request.path === path && request.id === 'a',
    );
    expect(again!.body.equals(first!.body)).toBe(true);
  });

  test('accepts the filters of the list: status, event and time', async () => {
    const { id } = await subscribe();
    for (const event of ['a', 'b', 'c']) {
      await client.publish('a.b', {}, event);
      await succeeded(id, event, 1);
    }
    await giveUp(id, 'b');
    expect(await replay(id, { status: 'failed' })).toMatchObject({ replayed: 1 });
    await succeeded(id, 'b', 2);
    expect(await replay(id, { eventId: 'c' })).toMatchObject({ replayed: 1 });
    await succeeded(id, 'c', 2);
    const { createdAt } = await client.delivery(id, 'a');
    expect(await replay(id, { to: createdAt })).toMatchObject({ replayed: 0 });
    expect(await replay(id, { status: 'failed', from: '2020-01-01' })).toMatchObject({
      replayed: 0,
    });
    expect(await replay(id, { status: 'succeeded', from: '2020-01-01' })).toMatchObject({
      replayed: 3,
    });
    for (const [event, attempts] of [
      ['a', 2],
      ['b', 3],
      ['c', 3],
    ] as const)
      await succeeded(id, event, attempts);
  });

  test('returns the same answer under an idempotency key, and sends nothing twice', async () => {
    const { id, path } = await subscribe();
    await client.publish('a.b', {}, 'one');
    await succeeded(id, 'one', 1);
    const ask = () =>
      client.call('POST', `/${id}/replay`, {
        body: { eventType: 'a.b' },
        headers: { 'idempotency-key': `replay-${id}` },
      });
    const first = await ask();
    await succeeded(id, 'one', 2);
    const repeated = await ask();
    expect([first.status, repeated.status]).toEqual([202, 202]);
    expect(repeated.body.data).toEqual(first.body.data);
    await sentinel(app, receiver);
    expect(arrived(path)).toEqual(['one', 'one']);
  });

  test('twice at the same time sends each delivery once more', async () => {
    const { id } = await subscribe();
    const events = Array.from({ length: 20 }, (_, n) => `e${n}`);
    for (const event of events) await client.publish('a.b', {}, event);
    for (const event of events) await succeeded(id, event, 1);
    await client.patch(id, { active: false });
    // While nothing is sent, both calls find the same deliveries.
    await sql`UPDATE webhooks SET active = true WHERE id = ${id}`.execute(app.db.read);
    await sql`UPDATE webhook_lanes SET leased_until = now() + interval '3 seconds', holder = 'nobody'
      WHERE webhook_id = ${id}`.execute(app.db.read);
    const both = await Promise.all([
      replay(id, { eventType: 'a.b' }),
      replay(id, { from: '2020-01-01' }),
    ]);
    expect(both.map(({ replayed }) => replayed)).toEqual([20, 20]);
    for (const event of events) await succeeded(id, event, 2);
    await sentinel(app, receiver);
    for (const event of events)
      expect((await client.delivery(id, event)).attemptCount, event).toBe(2);
  });

  test('requeues 10,000 deliveries a call, oldest first, and continues after them', async () => {
    const { id } = await client.create('https://hooks.example.com/x');
    const events = MAX_REQUEUED + 5;
    await sql`INSERT INTO events (org_id, id, type, body, created_at)
      VALUES (${client.org.id}, 'many', 'a.b', '{}', now())`.execute(app.db.read);
    await sql`INSERT INTO deliveries (org_id, id, webhook_id, event_id, event_type, counted, failed_at)
      SELECT ${client.org.id}, 'delivery_' || lpad(n::text, 26, '0'), ${id}, 'many', 'a.b', true, now()
      FROM generate_series(1, ${events}) n`.execute(app.db.read);
    const first = await replay(id, { eventType: 'a.b' });
    expect(first).toEqual({
      replayed: MAX_REQUEUED,
      complete: false,
      next: `delivery_${String(MAX_REQUEUED).padStart(26, '0')}`,
    });
    expect(await replay(id, { eventType: 'a.b', after: first.next })).toEqual({
      replayed: 5,
      complete: true,
      next: null,
    });
    await client.ask(200, 'DELETE', `/${id}`);
  });

  test('is written to the audit log with its result', async () => {
    const { id } = await subscribe();
    await client.publish('a.b', {}, 'one');
    await succeeded(id, 'one', 1);
    await replay(id, { eventId: 'one' });
    const { body } = await app.call('GET', '/api/v1/audit?action=webhook.replay', {
      key: client.org.key,
    });
    expect(body.data.items).toMatchObject([
      { action: 'webhook.replay', objectId: id, after: { replayed: 1, complete: true } },
    ]);
  });

  test('rejects a filter without a field, an invalid place, a paused webhook and one of another organization', async () => {
    const { id } = await subscribe();
    const ask = (body: object, by = client) =>
      by.call('POST', `/${id}/replay`, { body: body as Record<string, unknown> });
    for (const body of [{}, { after: 'delivery_01kf3vd1mde2vrm8v1s4n8h3xw' }])
      expect((await ask(body)).status).toBe(400);
    expect400(await ask({ status: 'failed', after: 'x' }), 'after');
    expect400(await ask({ status: 'gone' }), 'status');
    const stranger = await WebhookClient.of(app);
    expect((await ask({ status: 'failed' }, stranger)).status).toBe(404);
    await client.patch(id, { active: false });
    await eventually(async () => expect((await ask({ status: 'failed' })).status).toBe(409));
  });
});
