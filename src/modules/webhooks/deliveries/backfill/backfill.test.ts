import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expect400, sentinel, WebhookClient } from '../../../../../test/support/webhook-client.ts';
import { MAX_READ } from './backfill.ts';
import { app, client, receiver, useWebhooks } from '../../../../../test/support/webhook-site.ts';

useWebhooks();

let paths = 0;
/** Creates a webhook after the earlier events were published. */
async function late(events: string[], more: object = {}) {
  const path = `/late-${(paths += 1)}`;
  const body = { name: 'Late', url: receiver.url(path), events, ...more };
  const { id } = await client.ask(201, 'POST', '', body);
  return { id, path };
}
function hourAgo() {
  return new Date(Date.now() - 3_600_000).toISOString();
}
function fill(id: string, more: object = {}) {
  return client.ask(202, 'POST', `/${id}/backfill`, { from: hourAgo(), ...more });
}
function arrived(path: string) {
  return receiver.requests.filter((request) => request.path === path).map(({ id }) => id);
}

describe('a backfill', () => {
  test('sends a new webhook earlier events that match it, oldest first, each once', async () => {
    const first = await client.publish('order.paid', { n: 1 });
    await client.publish('other.thing');
    const second = await client.publish('order.sent.late', { n: 2 });
    const { id, path } = await late(['order.*']);
    const live = await client.publish('order.paid', { n: 3 });
    await receiver.waitFor(1, { path });
    expect(await fill(id)).toEqual({ backfilled: 2, complete: true, next: null });
    await receiver.waitFor(3, { path });
    expect(await fill(id)).toMatchObject({ backfilled: 0 });
    await sentinel(app, receiver);
    expect(arrived(path).toSorted()).toEqual([live, first, second].toSorted());
    const page = await client.page(id);
    expect(page.items.map(({ eventId }) => eventId)).toEqual([second, first, live]);
    expect((await client.delivery(id, first)).status).toBe('succeeded');
  });

  test('can be limited to one type, a time and a filter', async () => {
    const paid = await client.publish('order.paid', { live: true });
    await client.publish('order.paid', { live: false });
    const sent = await client.publish('order.sent', { live: true });
    const all = await late(['*']);
    expect(await fill(all.id, { eventType: 'order.sent' })).toMatchObject({ backfilled: 1 });
    await receiver.waitFor(1, { path: all.path });
    expect(arrived(all.path)).toEqual([sent]);
    const filter = { all: [{ path: 'live', op: 'eq', value: true }] };
    const live = await late(['order.paid'], { filter });
    expect(await fill(live.id)).toMatchObject({ backfilled: 1 });
    await receiver.waitFor(1, { path: live.path });
    expect(arrived(live.path)).toEqual([paid]);
    const none = await late(['order.*']);
    const from = new Date(Date.now() + 60_000).toISOString();
    expect(await fill(none.id, { from })).toMatchObject({ backfilled: 0 });
    expect(await fill(none.id, { eventType: 'invoice.paid' })).toMatchObject({ backfilled: 0 });
  });

  test('excludes tests of other webhooks, and events about the webhook itself', async () => {
    const other = await late(['*']);
    await client.ask(202, 'POST', `/${other.id}/test`, { eventType: 'email.sent' });
    await client.ask(202, 'POST', `/${other.id}/test`, {});
    const { id } = await late(['*']);
    expect(await fill(id)).toMatchObject({ backfilled: 0 });
    await sql`INSERT INTO events (org_id, id, type, object_id, body, created_at)
      SELECT ${client.org.id}, 'about-' || w, 'webhook.disabled', w, '{"data":{}}', now()
      FROM unnest(ARRAY[${id}, ${other.id}]) AS w`.execute(app.db.read);
    expect(await fill(id)).toMatchObject({ backfilled: 1 });
  });

  test('continues where the previous call ended', async () => {
    const filter = { all: [{ path: 'n', op: 'gte', value: 0 }] };
    const { id } = await late(['order.*'], { filter });
    const count = MAX_READ + 5;
    await sql`INSERT INTO events (org_id, id, type, body, created_at)
      SELECT ${client.org.id}, 'e' || n, 'order.paid', '{"data":{"n":' || n || '}}',
        now() - interval '1 minute' + (n / 10) * interval '1 millisecond'
      FROM generate_series(1, ${count}::int) AS n`.execute(app.db.read);
    const first = await fill(id);
    expect(first).toMatchObject({ backfilled: MAX_READ, complete: false });
    const second = await fill(id, { after: first.next });
    expect(second).toEqual({ backfilled: 5, complete: true, next: null });
    expect((await client.page(id)).total).toBe(count);
  });

  test('never sends an event twice that is published at the same time', async () => {
    await client.publish('order.paid', {}, 'before');
    const { id, path } = await late(['order.*']);
    await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => client.publish('order.paid', {}, `during-${n}`)),
      fill(id),
      fill(id),
    ]);
    await fill(id);
    await receiver.waitFor(21, { path });
    await sentinel(app, receiver);
    expect(new Set(arrived(path)).size).toBe(21);
    expect((await client.page(id)).total).toBe(21);
  });

  test('is rejected for a paused webhook, an unknown webhook and one of another organization', async () => {
    const { id } = await late(['order.*']);
    await client.patch(id, { active: false });
    await client.ask(409, 'POST', `/${id}/backfill`, { from: hourAgo() });
    const stranger = await WebhookClient.of(app);
    await stranger.ask(404, 'POST', `/${id}/backfill`, { from: hourAgo() });
    const bad = (body: object) => client.call('POST', `/${id}/backfill`, { body });
    expect400(await bad({}), 'from');
    expect400(await bad({ from: hourAgo(), after: 'nonsense' }), 'after');
    expect400(await bad({ from: hourAgo(), after: '9999999999999999999:x' }), 'after');
    expect400(await bad({ from: hourAgo(), eventType: '*' }), 'eventType');
  });
});
