import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ReceivedRequest } from '../../../../test/support/receiver.ts';
import {
  eventually,
  expect400,
  notify,
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

useWebhooks();

function idsAt(path: string) {
  return arrived(path).map(({ id }) => id);
}

/** Counts the organization's rows in the tables of events and deliveries. */
async function stored(orgId: string): Promise<number[]> {
  const [row] = await rowsOf(
    app,
    sql`SELECT (SELECT count(*) FROM events WHERE org_id = ${orgId}) AS events,
      (SELECT count(*) FROM deliveries WHERE org_id = ${orgId}) AS deliveries,
      (SELECT count(*) FROM delivery_queue WHERE org_id = ${orgId}) AS queued`,
  );
  return [row.events, row.deliveries, row.queued];
}

describe('publishing an event', () => {
  // contract: deliveries/post-events-202
  test('returns 202 with id, type, timestamp, duplicate; an id is generated if none is given', async () => {
    const before = Date.now();
    const answer = await client.publishing({ type: 'invoice.paid', data: { n: 1 } });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^event_[0-9a-hjkmnp-tv-z]{26}$/),
        type: 'invoice.paid',
        timestamp: expect.stringMatching(TIME),
        duplicate: false,
      },
    });
    const at = Date.parse(answer.body.data.timestamp);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  // contract: deliveries/post-events-202
  test('with the same id again returns 200, with the first type, timestamp and data', async () => {
    const [first, second] = [freshPath(), freshPath()];
    const { id, secret } = await client.create(receiver.url(first), ['a.b']);
    const other = await client.create(receiver.url(second), ['c.d']);
    const answer = await client.publishing({ type: 'a.b', data: { n: 1 }, id: 'e-1' });
    expect([answer.status, answer.body.data.id]).toEqual([202, 'e-1']);
    await client.delivery(id, 'e-1', ({ status }) => status === 'succeeded');
    for (const again of [
      { type: 'a.b', data: { n: 1 }, id: 'e-1' },
      { type: 'c.d', data: { n: 2 }, id: 'e-1' },
    ]) {
      const repeated = await client.publishing(again);
      expect([repeated.status, repeated.body.data]).toEqual([
        200,
        { ...answer.body.data, duplicate: true },
      ]);
    }
    await settle();
    expect(arrived(first).map((request) => receiver.verify(request, secret).data)).toEqual([
      { n: 1 },
    ]);
    expect(await client.deliveries(other.id)).toEqual([]);
    expect(arrived(second)).toEqual([]);
    expect(await stored(client.org.id)).toEqual([1, 1, 0]);
  });

  // contract: deliveries/post-events-202
  test('with one id in 20 concurrent requests returns 202 to one of them, and delivers the event once', async () => {
    const path = freshPath();
    const { id, secret } = await client.create(receiver.url(path));
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => ({
        n,
        ...(await client.publishing({ type: `race.n${n}`, data: { n }, id: 'same' })),
      })),
    );
    const winners = answers.filter(({ status }) => status === 202);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    const [{ n, body }] = winners as [(typeof winners)[0]];
    for (const answer of answers)
      expect(answer.body.data).toEqual({ ...body.data, duplicate: answer.n !== n });
    await client.delivery(id, 'same', ({ status }) => status === 'succeeded');
    await settle();
    expect(arrived(path).map((request) => receiver.verify(request, secret))).toEqual([
      { type: `race.n${n}`, timestamp: body.data.timestamp, data: { n } },
    ]);
    expect(await stored(client.org.id)).toEqual([1, 1, 0]);
  });

  test('with the same id in two organizations makes two independent events', async () => {
    const stranger = await WebhookClient.of(app);
    const [own, foreign] = [freshPath(), freshPath()];
    const mine = await client.create(receiver.url(own));
    const theirs = await stranger.create(receiver.url(foreign));
    for (const [who, data] of [
      [client, { of: 'mine' }],
      [stranger, { of: 'theirs' }],
    ] as const)
      expect((await who.publishing({ type: 'a.b', data, id: 'shared' })).status).toBe(202);
    const [first] = await receiver.waitFor(1, { path: own });
    const [second] = await receiver.waitFor(1, { path: foreign });
    expect(receiver.verify(first!, mine.secret).data).toEqual({ of: 'mine' });
    expect(receiver.verify(second!, theirs.secret).data).toEqual({ of: 'theirs' });
  });

  // contract: deliveries/data-object-most
  test('accepts data of at most 64 KiB as JSON: exactly that is delivered whole, and one byte more returns 400', async () => {
    const path = freshPath();
    const { secret } = await client.create(receiver.url(path));
    const frame = Buffer.byteLength('{"x":""}');
    for (const [n, filler] of ['a', 'é', '🙂', '\n'].entries()) {
      const size = Buffer.byteLength(JSON.stringify(filler)) - 2;
      const left = 65_536 - frame;
      const x = filler.repeat(Math.floor(left / size)) + 'b'.repeat(left % size);
      expect(Buffer.byteLength(JSON.stringify({ x }))).toBe(65_536);
      await client.publish('a.b', { x });
      const requests = await receiver.waitFor(n + 1, { path });
      expect(receiver.verify(requests[n]!, secret).data.x === x).toBe(true);
      expect400(await client.publishing({ type: 'a.b', data: { x: `${x}b` } }), 'data');
    }
    // White space between tokens does not count.
    const raw = `{"type":"a.b","data":{${' '.repeat(1000)}"x":"${'a'.repeat(65_536 - frame)}"}}`;
    const spaced = await app.call('POST', '/api/v1/events', { key: client.org.key, raw });
    expect(spaced.status).toBe(202);
  });

  // contract: deliveries/data-object-most
  test.each([null, [], [1], 'text', 1, true])(
    'rejects the data %j with 400 naming data',
    async (data) => {
      expect400(await client.publishing({ type: 'a.b', data }), 'data');
    },
  );

  // contract: deliveries/data-object-most
  test.each(['a', 'x'.repeat(64), 'A-z_0.9', '.', '-', 'event_01kf3vbq2ye5rstv5n1v0m2r8k'])(
    'accepts the id %s and sends it as webhook-id',
    async (id) => {
      const path = freshPath();
      await client.create(receiver.url(path));
      expect(await client.publish('a.b', {}, id)).toBe(id);
      const [request] = await receiver.waitFor(1, { path });
      expect(request!.id).toBe(id);
    },
  );

  // contract: deliveries/data-object-most
  test.each(['', 'x'.repeat(65), 'a b', 'a/b', 'a:b', 'é', 'a\n', '%20', 1])(
    'rejects the id %j with 400 naming id',
    async (id) => {
      expect400(await client.publishing({ type: 'a.b', data: {}, id }), 'id');
    },
  );

  test.each([
    'nodot',
    'A.b',
    '*',
    'a.*',
    'a..b',
    '.a',
    'a.',
    'a b.c',
    `a.${'b'.repeat(127)}`,
    null,
  ])('rejects the type %j with 400 naming type', async (type) => {
    expect400(await client.publishing({ type, data: {} }), 'type');
  });

  // contract: deliveries/event-leaves-if
  test('commits in one transaction with its deliveries and its idempotency record', async () => {
    const { id } = await client.create(receiver.url(freshPath()));
    await client.patch(id, { events: ['a.b'] });
    const headers = { 'idempotency-key': 'publish-1' };
    const first = await client.publishing({ type: 'a.b', data: {} }, { headers });
    const rows = await rowsOf(
      app,
      sql`SELECT count(DISTINCT x) AS transactions, count(*) AS rows FROM (
          SELECT xmin::text AS x FROM events WHERE org_id = ${client.org.id}
          UNION ALL SELECT xmin::text FROM delivery_queue WHERE org_id = ${client.org.id}
          UNION ALL SELECT xmin::text FROM idempotency_records WHERE org_id = ${client.org.id}) t`,
    );
    // The row in the queue is deleted once the event is delivered.
    expect(rows[0].transactions).toBe(1);
    expect(rows[0].rows).toBeGreaterThanOrEqual(2);
    const again = await client.publishing({ type: 'a.b', data: {} }, { headers });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.text,
      'true',
    ]);
    expect((await stored(client.org.id))[0]).toBe(1);
  });
});

describe('the webhooks that get an event', () => {
  const PATTERNS = ['*', 'a.b.c', 'a.b.*', 'a.*', 'a.b', 'a.bb', 'a.bb.*', 'b.*', 'b.a', 'a.b.c.*'];

  // contract: deliveries/webhooks-get-event
  test.each([
    ['a.b', ['*', 'a.*', 'a.b']],
    ['a.b.c', ['*', 'a.b.c', 'a.b.*', 'a.*']],
    ['a.b.c.d.e', ['*', 'a.b.*', 'a.*', 'a.b.c.*']],
    ['a.bb', ['*', 'a.*', 'a.bb']],
    ['b.a', ['*', 'b.*', 'b.a']],
    ['aa.b', ['*']],
  ])('get %s if they have one of %j, once each', async (type, covering) => {
    const pathOf = new Map<string, string>();
    for (const pattern of PATTERNS) {
      pathOf.set(pattern, freshPath());
      await client.create(receiver.url(pathOf.get(pattern)), [pattern]);
    }
    const id = await client.publish(type);
    for (const pattern of covering) await receiver.waitFor(1, { path: pathOf.get(pattern)! });
    await settle();
    const got = PATTERNS.filter((pattern) => arrived(pathOf.get(pattern)!).length > 0);
    expect(got).toEqual(PATTERNS.filter((pattern) => covering.includes(pattern)));
    for (const pattern of covering) expect(idsAt(pathOf.get(pattern)!)).toEqual([id]);
  });

  // contract: deliveries/webhooks-get-event
  test('get one delivery for several matching patterns', async () => {
    const path = freshPath();
    const { id } = await client.create(receiver.url(path), ['*', 'a.*', 'a.b', 'a.b.*', 'c.d']);
    const event = await client.publish('a.b');
    await client.delivery(id, event, ({ status }) => status === 'succeeded');
    await settle();
    expect(idsAt(path)).toEqual([event]);
  });

  // contract: deliveries/webhooks-get-event
  test('are neither inactive nor of other organizations', async () => {
    const stranger = await WebhookClient.of(app);
    const [own, paused, foreign] = [freshPath(), freshPath(), freshPath()];
    await client.create(receiver.url(own));
    const { id } = await client.create(receiver.url(paused));
    await client.patch(id, { active: false });
    await stranger.create(receiver.url(foreign));
    const event = await client.publish('a.b');
    await receiver.waitFor(1, { path: own });
    await client.patch(id, { active: true });
    await settle();
    expect([idsAt(own), idsAt(paused), idsAt(foreign)]).toEqual([[event], [], []]);
    expect(await client.deliveries(id)).toEqual([]);
  });

  test('are the ones that were subscribed at the time of publishing', async () => {
    const path = freshPath();
    const { id } = await client.create(receiver.url(path), ['a.b']);
    await client.publish('c.d');
    await client.patch(id, { events: ['c.d'] });
    await client.publish('a.b');
    const event = await client.publish('c.d');
    await receiver.waitFor(1, { path });
    await settle();
    expect(idsAt(path)).toEqual([event]);
  });
});

describe('the request of a delivery', () => {
  /** Computed by the specification alone, without a library. */
  function signatureOf(request: ReceivedRequest, secret: string): string {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = request.headers;
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), request.body]);
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  }

  // contract: deliveries/standard-webhooks-body
  test('is a POST of exactly type, timestamp and data, in this order and without white space', async () => {
    const path = freshPath();
    await client.create(`${receiver.url(path)}?tenant=7&x=%20y#fragment`);
    const data = { z: 1, a: [true, null, 1.5, -0.25, 1e-9], nested: { deep: { '': 'x' } } };
    const answer = await client.publishing({ type: 'a.b', data });
    const [request] = await receiver.waitFor(1, { path });
    expect([request!.method, request!.path, request!.query]).toEqual([
      'POST',
      path,
      '?tenant=7&x=%20y',
    ]);
    expect(request!.body.toString()).toBe(
      `{"type":"a.b","timestamp":"${answer.body.data.timestamp}","data":${JSON.stringify(data)}}`,
    );
  });

  // contract: deliveries/standard-webhooks-body
  test('has only these headers', async () => {
    const path = freshPath();
    const { secret } = await client.create(receiver.url(path));
    const before = Math.floor(Date.now() / 1000);
    const event = await client.publish('a.b', { n: 1 });
    const [request] = await receiver.waitFor(1, { path });
    const { headers } = request!;
    expect(headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(request!.body.length),
      'user-agent': 'Oriki-Webhooks',
      'webhook-id': event,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': signatureOf(request!, secret),
    });
    const timestamp = Number(headers['webhook-timestamp']);
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000);
  });

  // contract: deliveries/standard-webhooks-body
  test('is accepted by both verifiers, and by neither with a changed byte, id, timestamp or another secret', async () => {
    const path = freshPath();
    const { secret } = await client.create(receiver.url(path));
    const other = await client.create(receiver.url(freshPath()));
    await client.publish('a.b', { n: 1 });
    const [request] = await receiver.waitFor(1, { path });
    expect(receiver.verify(request!, secret).data).toEqual({ n: 1 });
    const { headers } = request!;
    const body = Buffer.from(request!.body);
    body[body.length - 3]! += 1;
    for (const changed of [
      { ...request!, body },
      { ...request!, headers: { ...headers, 'webhook-id': 'event_other' } },
      {
        ...request!,
        headers: { ...headers, 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 1}` },
      },
    ])
      expect(() => receiver.verify(changed, secret)).toThrow();
    expect(() => receiver.verify(request!, other.secret)).toThrow();
  });

  test('keeps any text unchanged: scripts, emoji, quotes, escapes, line separators', async () => {
    const path = freshPath();
    const { secret } = await client.create(receiver.url(path));
    const data = {
      'Ọ̀ṣun "名"': 'naïve 🙂👩‍👩‍👧 \u2028\u2029 \\" \u0001\u001f\u007f </script> \uFEFF',
      list: ['\n\r\t', '', '\u{10FFFF}'],
    };
    await client.publish('a.b', data);
    const [request] = await receiver.waitFor(1, { path });
    expect(receiver.verify(request!, secret).data).toEqual(data);
    expect(request!.headers['webhook-signature']).toBe(signatureOf(request!, secret));
  });

  // contract: deliveries/standard-webhooks-body
  test('has the same id and bytes in every attempt, with a new timestamp and signature', async () => {
    const path = freshPath();
    receiver.behave(path, (_, n) => ({ status: n < 3 ? 503 : 204 }));
    const { id, secret } = await client.create(receiver.url(path));
    const event = await client.publish('a.b', { é: 1 });
    await client.attempted(id, event);
    const first = Number(arrived(path)[0]!.headers['webhook-timestamp']);
    await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(first));
    await client.next(id, event);
    await client.next(id, event);
    const requests = arrived(path);
    expect(requests.map((request) => request.id)).toEqual([event, event, event]);
    expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
    for (const request of requests)
      expect(request.headers['webhook-signature']).toBe(signatureOf(request, secret));
    expect(Number(requests[1]!.headers['webhook-timestamp'])).toBeGreaterThan(first);
  });
});

describe('outbox', () => {
  // contract: deliveries/event-leaves-if
  test('sends the events of a committed transaction to all that match', async () => {
    const [one, two] = [freshPath(), freshPath()];
    const { secret } = await client.create(receiver.url(one), ['own.*']);
    await client.create(receiver.url(two), ['own.event']);
    const event = await (
      await app.dbOf(client.org.id)
    ).transaction((tx) => publishEvent(tx, client.org.id, { type: 'own.event', data: { n: 7 } }));
    expect(event).toEqual({
      id: expect.stringMatching(/^event_/),
      type: 'own.event',
      timestamp: expect.stringMatching(TIME),
      duplicate: false,
    });
    const [request] = await receiver.waitFor(1, { path: one });
    await receiver.waitFor(1, { path: two });
    expect([request!.id, receiver.verify(request!, secret)]).toEqual([
      event.id,
      { type: 'own.event', timestamp: event.timestamp, data: { n: 7 } },
    ]);
  });

  // contract: deliveries/event-leaves-if
  test('a transaction that rolls back sends nothing and leaves no row', async () => {
    const path = freshPath();
    await client.create(receiver.url(path));
    const failing = (await app.dbOf(client.org.id)).transaction(async (tx) => {
      await publishEvent(tx, client.org.id, { type: 'a.b', data: {}, id: 'undone' });
      await notify(app).catch(() => {});
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await settle();
    expect(await stored(client.org.id)).toEqual([0, 0, 0]);
    expect(arrived(path)).toEqual([]);
    // The id was never used.
    expect((await client.publishing({ type: 'a.b', data: {}, id: 'undone' })).status).toBe(202);
  });

  // contract: deliveries/event-leaves-if
  test('sends nothing before the commit', async () => {
    const path = freshPath();
    await client.create(receiver.url(path));
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const open = (await app.dbOf(client.org.id)).transaction(async (tx) => {
      await publishEvent(tx, client.org.id, { type: 'a.b', data: {}, id: 'held' });
      written.resolve();
      await release.promise;
    });
    await written.promise;
    await settle();
    expect(arrived(path)).toEqual([]);
    release.resolve();
    await open;
    await receiver.waitFor(1, { path });
  });

  test('sends several events of one transaction, and reports an existing id without repeating it', async () => {
    const path = freshPath();
    await client.create(receiver.url(path));
    const duplicates = await (
      await app.dbOf(client.org.id)
    ).transaction(async (tx) => {
      const told = [];
      for (const id of ['one', 'two', 'one'])
        told.push((await publishEvent(tx, client.org.id, { type: 'a.b', data: {}, id })).duplicate);
      return told;
    });
    expect(duplicates).toEqual([false, false, true]);
    await receiver.waitFor(2, { path });
    await settle();
    expect(idsAt(path).toSorted()).toEqual(['one', 'two']);
  });

  test("a second event with the id of an open transaction's event waits, whichever of them commits", async () => {
    const written = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const open = (await app.dbOf(client.org.id)).transaction(async (tx) => {
      await publishEvent(tx, client.org.id, { type: 'a.b', data: {}, id: 'contested' });
      written.resolve();
      await release.promise;
      throw new Error('rolled back');
    });
    await written.promise;
    const second = client.publishing({ type: 'a.b', data: {}, id: 'contested' });
    await eventually(async () => {
      const waiting = await rowsOf(
        app,
        sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    release.resolve();
    await expect(open).rejects.toThrow('rolled back');
    expect((await second).status).toBe(202);
  });
});

test('a number that would lose digits is rejected with 400, and any other number is stored as sent', async () => {
  const { key } = await app.org();
  const publish = (number: string) =>
    app.call('POST', '/api/v1/events', {
      key,
      raw: `{"type":"email.sent","data":{"of":[{"big":${number}}]}}`,
      headers: { 'content-type': 'application/json' },
    });
  for (const number of ['123456789012.12345678', '0.10000000000000000001', '1e-400']) {
    const refused = await publish(number);
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      [
        {
          path: 'data.of[0].big',
          message: 'a number would lose digits: send it as a string',
        },
      ],
    ]);
  }
  const kept = await publish('123456789012.1234');
  expect(kept.status).toBe(202);
  const event = await app.call('GET', `/api/v1/events/${kept.body.data.id}`, { key });
  expect(event.text).toContain('"big":123456789012.1234}');
});
