import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { unreachableUrl, type Behaviour } from '../../../../test/support/receiver.ts';
import {
  expect400,
  expectNextIn,
  TIME,
  type LoggedDelivery,
} from '../../../../test/support/webhook-client.ts';
import { within } from '../../../../test/support/within.ts';
import { derivedId } from '../../../platform/ids.ts';
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
import { DELIVERY_PREFIX } from '../events/schemas.ts';

useWebhooks({ webhookTimeoutMs: within(1000) });

/** Changes the rows to those of a delivery that has failed for good. */
async function giveUp(webhookId: string, eventId: string): Promise<void> {
  const { id } = await client.delivery(webhookId, eventId);
  await sql`WITH gone AS (DELETE FROM delivery_queue WHERE delivery_id = ${id})
    UPDATE deliveries SET failed_at = now() WHERE id = ${id}`.execute(app.db.read);
}

/** Moves all times of the event back by this many minutes, including those in ids. */
async function age(eventId: string, minutes: number): Promise<void> {
  // Whole milliseconds, as in answers, so that the bounds of filters are exact.
  const at = new Date(Date.now() - minutes * 60_000);
  const id = derivedId(
    DELIVERY_PREFIX,
    at.getTime(),
    createHash('sha256').update(eventId).digest(),
  );
  await sql`
    WITH aged AS (SELECT id FROM deliveries WHERE org_id = ${client.org.id} AND event_id = ${eventId}),
    attempts AS (UPDATE delivery_attempts SET delivery_id = ${id} WHERE delivery_id IN (SELECT id FROM aged)),
    queued AS (UPDATE delivery_queue SET delivery_id = ${id} WHERE delivery_id IN (SELECT id FROM aged))
    UPDATE deliveries SET id = ${id}, created_at = ${at} WHERE id IN (SELECT id FROM aged)`.execute(
    app.db.read,
  );
}

describe('the log of deliveries', () => {
  // contract: deliveries/log-deliveries-attempts
  test('contains a success with its one attempt', async () => {
    const { id } = await subscribe({ status: 201, body: 'thanks' });
    const before = Date.now();
    const event = await client.publish('a.b');
    const delivery = await client.delivery(id, event, finished);
    expect(delivery).toEqual({
      id: expect.stringMatching(/^delivery_[0-9a-hjkmnp-tv-z]{26}$/),
      webhookId: id,
      eventId: event,
      eventType: 'a.b',
      status: 'succeeded',
      attemptCount: 1,
      createdAt: expect.stringMatching(TIME),
      nextAttemptAt: null,
      finishedAt: expect.stringMatching(TIME),
      attempts: [
        {
          number: 1,
          at: expect.stringMatching(TIME),
          durationMs: expect.any(Number),
          statusCode: 201,
          error: null,
          response: 'thanks',
        },
      ],
    });
    const { createdAt, finishedAt, attempts } = delivery;
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 1);
    expect(attempts[0]!.at >= createdAt).toBe(true);
    expect(finishedAt! >= attempts[0]!.at).toBe(true);
    expect(attempts[0]!.durationMs).toBeGreaterThanOrEqual(0);
    const alone = await client.ask(200, 'GET', `/${id}/deliveries/${delivery.id}`);
    expect(alone).toMatchObject(delivery);
  });

  test('contains pending deliveries: before the first attempt, and after a failed one', async () => {
    const { id } = await subscribe({ status: 503, body: 'starting', afterMs: 200 });
    const event = await client.publish('a.b');
    expect(await client.delivery(id, event)).toMatchObject({
      status: 'pending',
      attemptCount: 0,
      nextAttemptAt: expect.stringMatching(TIME),
      finishedAt: null,
      attempts: [],
    });
    const failed = await client.attempted(id, event);
    expect(failed).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      nextAttemptAt: expect.stringMatching(TIME),
      finishedAt: null,
      attempts: [{ number: 1, statusCode: 503, error: null, response: 'starting' }],
    });
    expect(failed.attempts[0]!.durationMs).toBeGreaterThanOrEqual(190);
  });

  // contract: deliveries/2xx-success-redirects
  test.each([200, 201, 202, 204, 226, 299])('status %i is a success', async (status) => {
    const { id } = await subscribe({ status });
    const delivery = await client.attempted(id, await client.publish('a.b'));
    expect([delivery.status, delivery.attempts[0]!.statusCode]).toEqual(['succeeded', status]);
  });

  // contract: deliveries/2xx-success-redirects
  test.each([300, 304, 400, 401, 404, 409, 422, 429, 500, 503, 599])(
    'status %i is a failure that is retried',
    async (status) => {
      const { id } = await subscribe({ status });
      const delivery = await client.attempted(id, await client.publish('a.b'));
      expect([delivery.status, delivery.attempts[0]!.statusCode]).toEqual(['pending', status]);
    },
  );

  // contract: deliveries/2xx-success-redirects
  test.each([301, 302, 303, 307, 308])(
    'a redirect with %i is a failure and is not followed',
    async (status) => {
      const target = freshPath();
      const { id } = await subscribe({ redirect: receiver.url(target), status });
      const delivery = await client.attempted(id, await client.publish('a.b'));
      await settle();
      expect([delivery.status, delivery.attempts[0]!.statusCode]).toEqual(['pending', status]);
      expect(arrived(target)).toEqual([]);
    },
  );

  // contract: deliveries/most-64-kib
  test('stores the first 1,024 bytes of any response as text', async () => {
    const cases: [Buffer | string, string | null][] = [
      ['', null],
      ['short', 'short'],
      ['x'.repeat(1024), 'x'.repeat(1024)],
      ['y'.repeat(100_000), 'y'.repeat(1024)],
      // The text has 2 + 340 × 3 bytes; the next character would end at byte 1,025.
      [`aa${'€'.repeat(400)}`, `aa${'€'.repeat(340)}`],
      [`a${'🙂'.repeat(400)}`, `a${'🙂'.repeat(255)}`],
      ['nul\0 in\0side', 'nul inside'],
      [Buffer.from([0x68, 0xff, 0xfe, 0x69, 0xc3, 0x28]), 'h\uFFFD\uFFFDi\uFFFD('],
      [Buffer.alloc(2000, 0xff), '\uFFFD'.repeat(1024)],
      ['{"quote": "\\u0000 \\ud800"}', '{"quote": "\\u0000 \\ud800"}'],
      ["'; DROP TABLE deliveries; --", "'; DROP TABLE deliveries; --"],
    ];
    for (const [body, kept] of cases) {
      const { id } = await subscribe({ status: 200, body });
      const delivery = await client.delivery(id, await client.publish('a.b'), finished);
      expect(delivery.attempts[0]!.response).toBe(kept);
      await client.ask(200, 'DELETE', `/${id}`);
    }
  });

  // contract: deliveries/most-64-kib
  test('an endless response is cut off: its status counts, and 1,024 bytes are stored', async () => {
    const { id } = await subscribe('endless');
    const delivery = await client.delivery(id, await client.publish('a.b'), finished);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attempts: [{ statusCode: 200, error: null, response: 'x'.repeat(1024) }],
    });
  });

  // contract: deliveries/addresses-checked-again
  test('returns the reason if there was no answer', async () => {
    const behaviours = {
      hang: 'timeout',
      'headers-only-then-hang': 'timeout',
      drip: 'timeout',
      reset: 'reset',
      close: 'reset',
      garbage: 'protocol',
    } as const;
    const expected: [webhookId: string, error: string][] = [];
    for (const [behaviour, error] of Object.entries(behaviours))
      expected.push([(await subscribe(behaviour as Behaviour)).id, error]);
    expected.push([(await client.create(await unreachableUrl())).id, 'connect']);
    // The URL was allowed at creation, and is not allowed now.
    const refused = (await subscribe()).id;
    await sql`UPDATE webhooks SET url = 'https://10.0.0.1/', version = version + 1
      WHERE id = ${refused}`.execute(app.db.read);
    expected.push([refused, 'refused_address']);
    const event = await client.publish('a.b');
    // The deliveries are read together: the first ones are sent again before the last ones have timed out.
    const deliveries = await Promise.all(expected.map(([id]) => client.attempted(id, event)));
    for (const [i, [, error]] of expected.entries()) {
      const delivery = deliveries[i]!;
      expect(delivery).toMatchObject({
        status: 'pending',
        attemptCount: 1,
        attempts: [{ number: 1, statusCode: null, error, response: null }],
      });
      expectNextIn(delivery, 4000, 6000);
    }
  });

  // contract: deliveries/log-deliveries-attempts
  test('is newest first, in pages, with deliveries of this webhook only', async () => {
    const { id } = await subscribe();
    const other = await subscribe();
    const events = [];
    for (let i = 0; i < 5; i += 1) events.push(await client.publish('a.b'));
    for (const event of events) await client.delivery(id, event, finished);
    const ids = (items: LoggedDelivery[]) => items.map(({ eventId }) => eventId);
    const newest = events.toReversed();
    expect(ids(await client.deliveries(id))).toEqual(newest);
    for (const [page, wanted] of [
      ['1', newest.slice(0, 2)],
      ['2', newest.slice(2, 4)],
      ['3', newest.slice(4)],
      ['4', []],
    ] as const) {
      const answer = await client.page(id, { page, limit: '2' });
      expect([ids(answer.items), answer.total, answer.page, answer.limit]).toEqual([
        wanted,
        5,
        Number(page),
        2,
      ]);
      expect(answer.items.every(({ attempts }) => attempts.length === 1)).toBe(true);
    }
    for (const { webhookId } of await client.deliveries(other.id)) expect(webhookId).toBe(other.id);
  });

  // contract: deliveries/log-deliveries-attempts
  test('is filtered by every filter, alone and combined', async () => {
    const { id } = await subscribe(({ id: event }) => ({
      status: event.startsWith('bad') ? 500 : 204,
    }));
    const published = [
      ['good-1', 'x.y', 4],
      ['bad-1', 'x.y', 3],
      ['good-2', 'x.z', 2],
      ['bad-2', 'x.z', 1],
    ] as const;
    for (const [event, type, ago] of published) {
      await client.publish(type, {}, event);
      await client.attempted(id, event);
      await age(event, ago * 1440);
    }
    await giveUp(id, 'bad-2');
    const time = async (event: string) => (await client.delivery(id, event)).createdAt;
    const second = await time('bad-1');
    const third = await time('good-2');
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const [query, wanted] of [
      [{}, ['bad-2', 'good-2', 'bad-1', 'good-1']],
      [{ status: 'succeeded' }, ['good-2', 'good-1']],
      [{ status: 'pending' }, ['bad-1']],
      [{ status: 'failed' }, ['bad-2']],
      [{ eventType: 'x.z' }, ['bad-2', 'good-2']],
      [{ eventType: 'x' }, []],
      [{ eventType: 'x.*' }, []],
      [{ eventId: 'good-1' }, ['good-1']],
      [{ eventId: 'nobody' }, []],
      [{ from: third }, ['bad-2', 'good-2']],
      [{ to: third }, ['bad-1', 'good-1']],
      [{ from: second, to: third }, ['bad-1']],
      [{ from: third.replace('Z', '+00:00') }, ['bad-2', 'good-2']],
      [{ from: day }, []],
      [{ to: day }, ['bad-2', 'good-2', 'bad-1', 'good-1']],
      [{ status: 'succeeded', eventType: 'x.z', from: second, to: day }, ['good-2']],
      [{ status: 'failed', eventType: 'x.y' }, []],
    ] as [Record<string, string>, string[]][]) {
      const { items, total } = await client.page(id, query);
      expect([query, items.map(({ eventId }) => eventId), total]).toEqual([
        query,
        wanted,
        wanted.length,
      ]);
    }
  });

  // contract: deliveries/times-queries-bodies
  test.each([
    ['status', 'cancelled'],
    ['status', 'success'],
    ['from', 'yesterday'],
    ['from', '2026-02-30'],
    ['to', '2026-01-01T10:00:00'],
  ])('rejects %s=%s with 400', async (name, value) => {
    const { id } = await subscribe();
    expect400(await client.call('GET', `/${id}/deliveries?${name}=${value}`), name);
  });

  test('does not show a delivery of another webhook', async () => {
    const one = await subscribe();
    const two = await subscribe({ status: 204 }, ['other.only']);
    const { id } = await client.delivery(one.id, await client.publish('a.b'), finished);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/retry'],
    ] as const) {
      const answer = await client.call(method, `/${two.id}/deliveries/${id}${path}`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(
      (await client.delivery(one.id, (await client.deliveries(one.id))[0]!.eventId)).status,
    ).toBe('succeeded');
  });
});

describe('retrying one delivery', () => {
  const retry = (delivery: { webhookId: string; id: string }) =>
    client.ask(202, 'POST', `/${delivery.webhookId}/deliveries/${delivery.id}/retry`);

  // contract: deliveries/retry-recover-test
  test('sends a successful delivery again immediately, with the next attempt number', async () => {
    const { id, path } = await subscribe();
    const event = await client.publish('a.b');
    const before = await client.delivery(id, event, succeeded);
    const answer = await retry(before);
    expect(answer).toEqual({
      ...before,
      status: 'pending',
      nextAttemptAt: expect.stringMatching(TIME),
      finishedAt: null,
    });
    expect(Date.parse(answer.nextAttemptAt)).toBeLessThanOrEqual(Date.now());
    const after = await client.delivery(id, event, ({ attemptCount }) => attemptCount === 2);
    expect(after.status).toBe('succeeded');
    expect(after.attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(after.attempts[0]).toEqual(before.attempts[0]);
    const [first, second] = arrived(path);
    expect([second!.id, second!.body.equals(first!.body)]).toEqual([event, true]);
  });

  // contract: deliveries/retry-recover-test
  test('restarts the schedule of a failed delivery, and continues its attempt numbers', async () => {
    const { id } = await subscribe({ status: 500 });
    const event = await client.publish('a.b');
    await client.attempted(id, event);
    await client.next(id, event);
    expectNextIn(await client.next(id, event), 0.8 * 1_800_000, 1.2 * 1_800_000);
    await giveUp(id, event);
    await retry(await client.delivery(id, event));
    const again = await client.attempted(id, event, 4);
    expect(again.status).toBe('pending');
    expect(again.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expectNextIn(again, 4000, 6000);
  });

  test('sends a pending delivery immediately and keeps its place in the schedule', async () => {
    const { id } = await subscribe({ status: 500 });
    const event = await client.publish('a.b');
    await client.attempted(id, event);
    const pending = await client.next(id, event);
    expect(await retry(pending)).toMatchObject({ status: 'pending', attemptCount: 2 });
    const again = await client.attempted(id, event, 3);
    expect(again.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expectNextIn(again, 0.8 * 1_800_000, 1.2 * 1_800_000);
  });

  test('leaves other deliveries unchanged', async () => {
    const { id, path } = await subscribe();
    const events = [await client.publish('a.b'), await client.publish('a.b')];
    for (const event of events) await client.delivery(id, event, succeeded);
    const kept = await client.delivery(id, events[0]!);
    await retry(await client.delivery(id, events[1]!));
    await client.attempted(id, events[1]!, 2);
    await settle();
    expect(await client.delivery(id, events[0]!)).toEqual(kept);
    expect(arrived(path)).toHaveLength(3);
  });
});

describe('recovering', () => {
  // contract: deliveries/retry-recover-test
  test('immediately sends unsuccessful deliveries published since then, and returns their number', async () => {
    let broken = true;
    const { id, path } = await subscribe(({ id: event }) => ({
      status: broken && !event.startsWith('good') ? 500 : 204,
    }));
    for (const event of ['old', 'good', 'failed', 'pending']) {
      await client.publish('a.b', {}, event);
      await client.attempted(id, event);
    }
    await giveUp(id, 'failed');
    await giveUp(id, 'old');
    await age('old', 120);
    await age('good', 1);
    await age('failed', 60);
    broken = false;
    const { createdAt: since } = await client.delivery(id, 'failed');
    const other = await subscribe({ status: 500 });
    const elsewhere = await client.publish('a.b', {}, 'elsewhere');
    await client.attempted(other.id, elsewhere);
    await client.delivery(id, elsewhere, succeeded);

    expect(await client.ask(202, 'POST', `/${id}/recover`, { since })).toEqual({
      recovered: 2,
      since,
      complete: true,
    });
    for (const event of ['failed', 'pending']) {
      const { attempts } = await client.delivery(id, event, succeeded);
      expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
        [1, 500],
        [2, 204],
      ]);
    }
    await settle();
    expect((await client.delivery(id, 'old')).status).toBe('failed');
    expect((await client.delivery(id, 'good')).attemptCount).toBe(1);
    expect((await client.delivery(other.id, elsewhere)).attemptCount).toBe(1);
    expect(arrived(path)).toHaveLength(7);
    expect((await client.ask(202, 'POST', `/${id}/recover`, { since })).recovered).toBe(0);
  });

  test('restarts the schedule of failed deliveries', async () => {
    const { id } = await subscribe({ status: 500 });
    const event = await client.publish('a.b');
    await client.attempted(id, event);
    await client.next(id, event);
    await giveUp(id, event);
    await client.ask(202, 'POST', `/${id}/recover`, { since: '2020-01-01' });
    expectNextIn(await client.attempted(id, event, 3), 4000, 6000);
  });

  test('accepts since as a date or a time with offset, returned in UTC; a future one finds nothing', async () => {
    const { id } = await subscribe({ status: 500 });
    await client.attempted(id, await client.publish('a.b'));
    for (const [since, applied, recovered] of [
      ['2020-02-29', '2020-02-29T00:00:00.000Z', 1],
      ['2020-01-01T01:30:00+01:30', '2020-01-01T00:00:00.000Z', 1],
      ['9998-01-01T00:00:00Z', '9998-01-01T00:00:00.000Z', 0],
    ])
      expect(await client.ask(202, 'POST', `/${id}/recover`, { since })).toEqual({
        recovered,
        since: applied,
        complete: true,
      });
    for (const since of ['', 'yesterday', '2021-02-29', '2020-01-01T00:00:00', 0, null])
      expect400(await client.call('POST', `/${id}/recover`, { body: { since } }), 'since');
  });
});

describe('the test event', () => {
  // contract: deliveries/retry-recover-test
  test('is sent to this webhook only, whatever events it receives', async () => {
    const tested = await subscribe({ status: 204 }, ['other.type']);
    const bystander = await subscribe();
    const answer = await client.ask(202, 'POST', `/${tested.id}/test`);
    expect(answer).toEqual({
      id: expect.stringMatching(/^delivery_/),
      webhookId: tested.id,
      eventId: expect.stringMatching(/^event_/),
      eventType: 'webhook.test',
      status: 'pending',
      attemptCount: 0,
      createdAt: expect.stringMatching(TIME),
      nextAttemptAt: expect.stringMatching(TIME),
      finishedAt: null,
      attempts: [],
    });
    const [request] = await receiver.waitFor(1, { path: tested.path });
    expect([request!.id, receiver.verify(request!, tested.secret)]).toEqual([
      answer.eventId,
      {
        type: 'webhook.test',
        timestamp: expect.stringMatching(TIME),
        data: { webhookId: tested.id },
      },
    ]);
    await client.delivery(tested.id, answer.eventId, succeeded);
    await settle();
    expect(arrived(bystander.path)).toEqual([]);
    expect(await client.deliveries(bystander.id)).toEqual([]);
  });

  test('contains the example of the requested type, which must be in the catalogue', async () => {
    const { id, path, secret } = await subscribe({ status: 204 }, ['other.type']);
    const { eventTypes } = await client.ask(200, 'GET', '/event-types');
    const { type, example } = eventTypes.find(({ redact }: { redact: [] }) => redact.length === 0);
    const answer = await client.ask(202, 'POST', `/${id}/test`, { eventType: type });
    expect(answer.eventType).toBe(type);
    const [request] = await receiver.waitFor(1, { path });
    const { timestamp, ...sent } = receiver.verify(request!, secret);
    expect([sent, timestamp]).toEqual([
      { type, data: example.data },
      expect.not.stringMatching(example.timestamp),
    ]);
    for (const eventType of ['', 'no.such', 17])
      expect400(await client.call('POST', `/${id}/test`, { body: { eventType } }), 'eventType');
  });
});

// contract: deliveries/retry-recover-test
test('retrying, recovering and testing a paused webhook returns 409 and changes nothing', async () => {
  const { id, path } = await subscribe();
  const delivery = await client.delivery(id, await client.publish('a.b'), succeeded);
  await client.patch(id, { active: false });
  for (const [tool, body] of [
    [`deliveries/${delivery.id}/retry`],
    ['recover', { since: '2020-01-01' }],
    ['test'],
  ] as [string, object?][]) {
    const answer = await client.call('POST', `/${id}/${tool}`, body ? { body } : {});
    expect([answer.status, answer.body.error.code], tool).toEqual([409, 'CONFLICT']);
  }
  expect(await client.deliveries(id)).toEqual([delivery]);
  await client.patch(id, { active: true });
  await settle();
  expect(arrived(path)).toHaveLength(1);
});
