import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  eventually,
  expectNextIn,
  rowsOf,
  TIME,
  WebhookClient,
} from '../../../../test/support/webhook-client.ts';
import { within } from '../../../../test/support/within.ts';
import {
  app,
  arrived,
  client,
  finished,
  freshPath,
  receiver,
  settle,
  subscribe,
  succeeded,
  useWebhooks,
} from '../../../../test/support/webhook-site.ts';

useWebhooks({ webhookTimeoutMs: within(1000) });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The decided steps, written independently of the code. */
const STEPS = [
  5000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

describe('the retry schedule', () => {
  // contract: deliveries/retries-steps-jitter
  test('makes ten attempts at the decided intervals, each within 20 %, and then ends with a failed delivery', async () => {
    const { id, path } = await subscribe({ status: 500 });
    const event = await client.publish('a.b');
    let delivery = await client.attempted(id, event);
    for (const [i, step] of STEPS.entries()) {
      expect([delivery.status, delivery.attemptCount]).toEqual(['pending', i + 1]);
      expectNextIn(delivery, 0.8 * step, 1.2 * step);
      delivery = await client.next(id, event);
    }
    expect(delivery).toMatchObject({
      status: 'failed',
      attemptCount: 10,
      nextAttemptAt: null,
      finishedAt: expect.stringMatching(TIME),
    });
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await client.get(id)).active).toBe(true);
    await client.hurry();
    await settle();
    expect(arrived(path)).toHaveLength(10);
    // After a retry, the delivery starts a whole schedule.
    await client.ask(202, 'POST', `/${id}/deliveries/${delivery.id}/retry`);
    const again = await client.attempted(id, event, 11);
    expect(again.status).toBe('pending');
    expectNextIn(again, 4000, 6000);
  });

  // contract: deliveries/retries-steps-jitter
  test('makes the second attempt 4 to 6 seconds after the first, without a request', async () => {
    const { id, path } = await subscribe((_, n) => ({ status: n === 1 ? 500 : 204 }));
    const event = await client.publish('a.b');
    const { nextAttemptAt } = await client.attempted(id, event);
    const delivery = await client.delivery(id, event, succeeded);
    expect(delivery.attempts[1]!.at >= nextAttemptAt!).toBe(true);
    const [first, second] = arrived(path);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(4000);
  });

  test('ends with a success, and no further attempt is made', async () => {
    const { id, path } = await subscribe((_, n) => ({ status: n < 3 ? 500 : 200 }));
    const event = await client.publish('a.b');
    await client.attempted(id, event);
    await client.next(id, event);
    expect(await client.next(id, event)).toMatchObject({
      status: 'succeeded',
      attemptCount: 3,
      nextAttemptAt: null,
    });
    await client.hurry();
    await settle();
    expect(arrived(path)).toHaveLength(3);
  });

  // contract: deliveries/retry-after-minimum
  test.each([
    ['in seconds', (seconds: number) => String(seconds)],
    ['as an HTTP date', (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()],
  ])('treats Retry-After %s as a minimum wait, at most twice the step', async (_, format) => {
    let asked = 9;
    const { id } = await subscribe(() => ({
      status: 429,
      headers: { 'retry-after': format(asked) },
    }));
    // An HTTP date has no fractions of a second.
    const event = await client.publish('a.b');
    expectNextIn(await client.attempted(id, event), 8000, 9000);
    asked = 3600;
    expectNextIn(await client.next(id, event), 10 * MINUTE, 10 * MINUTE);
    asked = 1;
    expectNextIn(await client.next(id, event), 24 * MINUTE, 36 * MINUTE);
    const capped = await subscribe(() => ({
      status: 503,
      headers: { 'retry-after': format(999_999) },
    }));
    expectNextIn(await client.attempted(capped.id, await client.publish('a.b')), 10_000, 10_000);
  });

  // contract: deliveries/retry-after-minimum
  test.each(['soon', '-5', '1.5', '', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(400)])(
    'ignores an unusable Retry-After %j',
    async (value) => {
      const { id } = await subscribe({ status: 503, headers: { 'retry-after': value } });
      expectNextIn(await client.attempted(id, await client.publish('a.b')), 4000, 6000);
    },
  );
});

describe('deactivation', () => {
  // contract: deliveries/410-five-days
  test('by 410 ends the delivery and sends an event to the other webhooks', async () => {
    const gone = await subscribe(
      ({ id }) => ({ status: id === 'waits' ? 500 : 410 }),
      ['a.b', 'webhook.disabled'],
    );
    const other = await subscribe({ status: 204 }, ['webhook.*']);
    const uninterested = await subscribe({ status: 204 }, ['a.b']);
    const stranger = await WebhookClient.of(app);
    const foreign = freshPath();
    await stranger.create(receiver.url(foreign));
    await client.publish('a.b', {}, 'waits');
    const waiting = await client.attempted(gone.id, 'waits');

    await client.publish('a.b', {}, 'last');
    const ended = await client.delivery(gone.id, 'last', finished);
    expect(ended).toMatchObject({
      status: 'failed',
      attemptCount: 1,
      nextAttemptAt: null,
      attempts: [{ statusCode: 410 }],
    });
    expect((await client.get(gone.id)).active).toBe(false);
    const [request] = await receiver.waitFor(1, { path: other.path });
    expect(receiver.verify(request!, other.secret)).toEqual({
      type: 'webhook.disabled',
      timestamp: expect.stringMatching(TIME),
      data: {
        webhookId: gone.id,
        name: 'Ledger',
        reason: 'gone',
        disabledAt: expect.stringMatching(TIME),
      },
    });
    expect(request!.body.toString()).not.toContain(gone.path);

    await client.publish('a.b', {}, 'after');
    await client.hurry();
    await settle();
    expect(arrived(gone.path).map(({ id }) => id)).toEqual(['waits', 'last']);
    expect(arrived(uninterested.path).map(({ id }) => id)).toEqual(['waits', 'last', 'after']);
    expect(arrived(foreign)).toEqual([]);
    // The delivery waits, as for any paused webhook, and is sent once the webhook is activated.
    expect((await client.delivery(gone.id, 'waits')).attempts).toEqual(waiting.attempts);
    receiver.behave(gone.path, { status: 204 });
    await client.patch(gone.id, { active: true });
    await client.delivery(gone.id, 'waits', succeeded);
    expect((await client.delivery(gone.id, 'last')).status).toBe('failed');
    expect(arrived(other.path)).toHaveLength(1);
  });

  test('by several simultaneous 410 answers happens once, with one event', async () => {
    const gone = await subscribe({ status: 410, afterMs: 100 }, ['a.b']);
    const other = await subscribe({ status: 204 }, ['webhook.disabled']);
    const events = await Promise.all([1, 2, 3, 4].map(() => client.publish('a.b')));
    await receiver.waitFor(1, { path: other.path });
    const sent = new Set(arrived(gone.path).map(({ id }) => id));
    for (const event of events)
      if (sent.has(event))
        expect((await client.delivery(gone.id, event, finished)).status).toBe('failed');
    await settle();
    expect(arrived(other.path)).toHaveLength(1);
  });

  const failingSince = async (id: string): Promise<Date | null> =>
    (await rowsOf(app, sql`SELECT failing_since FROM webhook_lanes WHERE webhook_id = ${id}`))[0]
      .failing_since;
  const failedFor = (id: string, time: string) =>
    sql`UPDATE webhook_lanes SET failing_since = now() - ${time}::interval
      WHERE webhook_id = ${id} AND failing_since IS NOT NULL`.execute(app.db.read);

  // contract: deliveries/410-five-days
  test('follows after five days of failures, not earlier, with reason failing', async () => {
    const failing = await subscribe('reset', ['a.b']);
    const other = await subscribe({ status: 204 }, ['webhook.disabled']);
    const event = await client.publish('a.b');
    const { attempts } = await client.attempted(failing.id, event);
    expect((await failingSince(failing.id))!.toISOString()).toBe(attempts[0]!.at);
    await failedFor(failing.id, '4 days 23 hours 59 minutes');
    await client.next(failing.id, event);
    expect((await client.get(failing.id)).active).toBe(true);
    await failedFor(failing.id, '5 days');
    await client.next(failing.id, event);
    const [request] = await receiver.waitFor(1, { path: other.path });
    expect(receiver.verify(request!, other.secret).data).toEqual({
      webhookId: failing.id,
      name: 'Ledger',
      reason: 'failing',
      disabledAt: expect.stringMatching(TIME),
    });
    expect((await client.get(failing.id)).active).toBe(false);
    expect(await client.delivery(failing.id, event)).toMatchObject({
      status: 'pending',
      attemptCount: 3,
    });

    // After activation, the delivery has five days again.
    await client.patch(failing.id, { active: true });
    expect(await failingSince(failing.id)).toBeNull();
    await client.next(failing.id, event);
    await settle();
    expect((await client.get(failing.id)).active).toBe(true);
    expect(arrived(other.path)).toHaveLength(1);
  });

  // contract: deliveries/410-five-days
  test('starts counting again after a success', async () => {
    const { id } = await subscribe(({ id: event }) => ({ status: event === 'good' ? 204 : 500 }));
    await client.publish('a.b', {}, 'bad');
    await client.attempted(id, 'bad');
    await failedFor(id, '6 days');
    await client.publish('a.b', {}, 'good');
    await client.delivery(id, 'good', succeeded);
    await eventually(async () => expect(await failingSince(id)).toBeNull());
    const { attempts } = await client.next(id, 'bad');
    expect((await failingSince(id))!.toISOString()).toBe(attempts[1]!.at);
    await settle();
    expect((await client.get(id)).active).toBe(true);
  });

  test('does not follow failures of another webhook with the same URL', async () => {
    const path = freshPath();
    receiver.behave(path, ({ id }) => ({ status: id === 'bad' ? 410 : 204 }));
    const [one, two] = [
      await client.create(receiver.url(path), ['x.bad']),
      await client.create(receiver.url(path), ['x.good']),
    ];
    await client.publish('x.bad', {}, 'bad');
    await client.delivery(one.id, 'bad', finished);
    await client.publish('x.good', {}, 'good');
    await client.delivery(two.id, 'good', succeeded);
    expect([(await client.get(one.id)).active, (await client.get(two.id)).active]).toEqual([
      false,
      true,
    ]);
  });
});
