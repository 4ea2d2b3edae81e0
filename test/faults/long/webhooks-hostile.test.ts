import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { trustTestCa, type CertificateOptions } from '../../support/certificates.ts';
import { eventually, report } from '../../support/process.ts';
import {
  startReceiver,
  unreachableUrl,
  type Behaviour,
  type Receiver,
} from '../../support/receiver.ts';
import { badLines, deliveryLog, expectAgreement, settled } from '../../support/webhook-checks.ts';
import { WebhookClient, type Created, type LoggedDelivery } from '../../support/webhook-client.ts';

const TIMEOUT_MS = 500;
/** The first step of the schedule, ±20 %, with a margin for a slow machine. */
const STEP_MS = { min: 4000, max: 6000, late: 1500 };
/** A text in every payload and in every path; neither may be in a log. */
const PAYLOAD_MARK = 'payload-mark-7f3a';
const PATH_MARK = 'path-mark-91bc';
const EVENTS = 2;

type Hostile = {
  name: string;
  behaviour?: Behaviour;
  url?: () => string;
  /** The record of each attempt. */
  expected: { statusCode: number | null; error: string | null };
  response?: string | RegExp | null;
  /** The number of requests that arrive for each attempt; 1 by default. */
  arrives?: 0;
  waitMs?: { min: number; max: number };
};

function failed(error: string) {
  return { statusCode: null, error };
}
function answered(statusCode: number) {
  return { statusCode, error: null };
}

let app: TestApp;
let receiver: Receiver;
let loopback: Receiver;
let client: WebhookClient;
const tlsReceivers: Receiver[] = [];
let untrust: () => void;

beforeAll(async () => {
  untrust = await trustTestCa();
  receiver = await startReceiver();
  loopback = await startReceiver();
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    webhookTimeoutMs: TIMEOUT_MS,
  });
  client = await WebhookClient.of(app);
});
afterAll(async () => {
  await app.stop();
  for (const one of [receiver, loopback, ...tlsReceivers]) await one.stop();
  untrust();
});

async function tlsReceiver(options: true | CertificateOptions): Promise<Receiver> {
  const one = await startReceiver({ tls: options });
  tlsReceivers.push(one);
  return one;
}

function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name)).length;
}

test('every kind of failure has the decided outcome, and delays no other delivery', async () => {
  const path = (name: string): string => `/${PATH_MARK}/${name}`;
  const selfSigned = await tlsReceiver({ selfSigned: true });
  const expired = await tlsReceiver({ expired: true });
  const wrongName = await tlsReceiver({ names: ['other.example'] });
  const goodTls = await tlsReceiver(true);
  const refused = await unreachableUrl(path('refused'));

  const hostile: Hostile[] = [
    { name: 'slow', behaviour: { status: 200, afterMs: 5000 }, expected: failed('timeout') },
    { name: 'never', behaviour: 'hang', expected: failed('timeout') },
    { name: 'headers', behaviour: 'headers-only-then-hang', expected: failed('timeout') },
    { name: 'drip', behaviour: 'drip', expected: failed('timeout') },
    { name: 'reset', behaviour: 'reset', expected: failed('reset') },
    { name: 'close', behaviour: 'close', expected: failed('reset') },
    { name: 'garbage', behaviour: 'garbage', expected: failed('protocol') },
    {
      name: 'broken',
      behaviour: { status: 500, body: 'down' },
      expected: answered(500),
      response: 'down',
    },
    {
      name: 'redirect',
      behaviour: { redirect: loopback.url('/secret-admin') },
      expected: answered(302),
    },
    {
      name: 'moved',
      behaviour: { redirect: loopback.url('/secret-admin'), status: 307 },
      expected: answered(307),
    },
    {
      name: 'busy',
      behaviour: { status: 429, headers: { 'retry-after': '8' } },
      expected: answered(429),
      waitMs: { min: 8000, max: 8000 },
    },
    {
      name: 'greedy',
      behaviour: { status: 503, headers: { 'retry-after': '86400' } },
      expected: answered(503),
      waitMs: { min: 10_000, max: 10_000 },
    },
    {
      name: 'malformed-retry-after',
      behaviour: { status: 503, headers: { 'retry-after': 'in a while' } },
      expected: answered(503),
    },
    {
      name: 'self-signed',
      url: () => selfSigned.url(path('tls')),
      expected: failed('tls'),
      arrives: 0,
    },
    { name: 'expired', url: () => expired.url(path('tls')), expected: failed('tls'), arrives: 0 },
    {
      name: 'wrong-name',
      url: () => wrongName.url(path('tls')),
      expected: failed('tls'),
      arrives: 0,
    },
    { name: 'refused', url: () => refused, expected: failed('connect'), arrives: 0 },
    {
      name: 'unresolvable',
      url: () => `https://${PATH_MARK}.invalid${path('dns')}`,
      expected: failed('dns'),
      arrives: 0,
    },
    {
      name: 'plain-text-on-tls',
      url: () => `https://127.0.0.1:${receiver.port}${path('no-tls')}`,
      expected: failed('tls'),
      arrives: 0,
    },
  ];

  const events = ['hostile.*'];
  const webhooks = new Map<string, Created>();
  for (const { name, behaviour, url } of hostile) {
    if (behaviour !== undefined) receiver.behave(path(name), behaviour);
    webhooks.set(name, await client.create(url?.() ?? receiver.url(path(name)), events, name));
  }
  // These answer 2xx in odd ways, which is a success.
  receiver.behave(path('endless'), 'endless');
  const endless = await client.create(receiver.url(path('endless')), events, 'endless');
  const tls = await client.create(goodTls.url(path('good')), events, 'tls');
  const healthy = await client.create(receiver.url(path('healthy')), ['healthy.*'], 'healthy');
  receiver.behave(path('gone'), { status: 410, body: 'gone' });
  const gone = await client.create(receiver.url(path('gone')), ['gone.*'], 'gone');
  const notices = await client.create(
    receiver.url(path('notices')),
    ['webhook.disabled'],
    'notices',
  );

  const heapBefore = process.memoryUsage().rss;
  const socketsBefore = sockets();

  /** Continuous deliveries of other subscriptions. */
  const state = { stopped: false };
  const healthyIds: string[] = [];
  const background = (async () => {
    while (!state.stopped) {
      healthyIds.push(await client.publish('healthy.beat', { mark: PAYLOAD_MARK }));
      await sleep(25);
    }
  })();

  const ids: string[] = [];
  for (let i = 0; i < EVENTS; i += 1)
    ids.push(await client.publish('hostile.event', { mark: PAYLOAD_MARK, i }));

  const logged = async (webhook: Created): Promise<LoggedDelivery[]> =>
    client.deliveries(webhook.id, { eventType: 'hostile.event' });
  const attempted = async (attempts: number): Promise<void> => {
    await eventually(async () => {
      for (const webhook of webhooks.values())
        if ((await logged(webhook)).some((one) => one.attemptCount < attempts)) return false;
      return true;
    });
  };

  // After the first attempt each delivery waits as decided.
  await attempted(1);
  const lookedAt = Date.now();
  for (const { name, expected, response, waitMs } of hostile)
    for (const delivery of await logged(webhooks.get(name)!)) {
      expect(delivery, name).toMatchObject({
        status: 'pending',
        attemptCount: 1,
        attempts: [expected],
      });
      const [attempt] = delivery.attempts;
      if (response !== undefined) expect(attempt!.response).toBe(response);
      const ended = Date.parse(attempt!.at) + attempt!.durationMs;
      const wait = Date.parse(delivery.nextAttemptAt!) - ended;
      const { min, max } = waitMs ?? STEP_MS;
      expect(wait, name).toBeGreaterThanOrEqual(min - 5);
      expect(wait, `timing: ${name}`).toBeLessThanOrEqual(max + STEP_MS.late);
      if (expected.error === 'timeout') {
        expect(attempt!.durationMs, name).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
        expect(attempt!.durationMs, `timing: ${name}`).toBeLessThan(TIMEOUT_MS + 1000);
      }
    }
  expect(Date.now() - lookedAt, 'timing: the whole look').toBeLessThan(4000);
  for (const webhook of [endless, tls])
    for (const id of ids)
      expect(await client.attempted(webhook.id, id)).toMatchObject({
        status: 'succeeded',
        attempts: [answered(webhook === tls ? 204 : 200)],
      });
  for (const request of goodTls.requests) goodTls.verify(request, tls.secret);

  // Runs the rest of the schedule without waiting: after ten attempts it is over.
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    await client.hurry();
    await attempted(attempt);
  }
  for (const { name, expected } of hostile)
    for (const delivery of await logged(webhooks.get(name)!)) {
      expect(delivery, name).toMatchObject({
        status: 'failed',
        attemptCount: 10,
        nextAttemptAt: null,
      });
      expect(delivery.attempts.map(({ number }) => number)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      for (const { statusCode, error } of delivery.attempts)
        // On a machine that is suspended for a moment, any attempt can be too late once.
        if (error !== 'timeout') expect({ statusCode, error }, name).toEqual(expected);
    }
  await client.hurry();

  // 410 ends the delivery and the subscription, and the other subscriptions get one event.
  const goneEvent = await client.publish('gone.event', { mark: PAYLOAD_MARK });
  await receiver.waitFor(1, { path: path('notices') });
  const [over] = await client.deliveries(gone.id, { eventId: goneEvent });
  expect(over).toMatchObject({
    status: 'failed',
    attemptCount: 1,
    attempts: [{ statusCode: 410, response: 'gone' }],
  });
  expect(await client.get(gone.id)).toMatchObject({ active: false });
  const notice = receiver.requests.find((request) => request.path === path('notices'))!;
  expect(receiver.verify(notice, notices.secret)).toMatchObject({
    type: 'webhook.disabled',
    data: { webhookId: gone.id, reason: 'gone' },
  });

  state.stopped = true;
  await background;
  // Makes everything that the machine has delayed due now.
  await client.hurry();
  await settled(app.db);

  // The service sent nothing more often than it logged, nothing at the same time, and nothing to the target of a
  // redirect.
  const count = (one: Receiver, where: string, id?: string): number =>
    one.requests.filter(
      (request) => request.path === where && (id === undefined || request.id === id),
    ).length;
  for (const { name, arrives } of hostile)
    for (const id of ids) expect(count(receiver, path(name), id), name).toBe(arrives ?? 10);
  for (const id of ids) {
    expect(count(receiver, path('endless'), id)).toBe(1);
    expect(count(goodTls, path('good'), id)).toBe(1);
  }
  expect(count(receiver, path('gone'))).toBe(1);
  expect(count(receiver, path('notices'))).toBe(1);
  expect(healthyIds.length).toBeGreaterThan(50);
  for (const id of healthyIds) {
    const delivery = await client.delivery(healthy.id, id);
    expect(count(receiver, path('healthy'), id)).toBe(delivery.attemptCount);
  }
  const beats = await sql<{ slowest: number }>`
    SELECT (extract(epoch FROM max(finished_at - created_at)) * 1000)::int AS slowest FROM ${deliveryLog} d
    WHERE webhook_id = ${healthy.id}`.execute(app.db.read);
  const { slowest } = beats.rows[0]!;
  // The limit is far below the delay of a hanging receiver, even on the slowest machine.
  expect(slowest, 'timing: the slowest delivery beside').toBeLessThan(3000);
  expect(receiver.overlaps()).toEqual([]);
  expect(loopback.connections).toBe(0);
  for (const one of [selfSigned, expired, wrongName]) {
    expect(one.requests).toEqual([]);
    expect(one.connections).toBeGreaterThan(0);
  }

  // Connections end with their requests, except a few that wait for the next one.
  await eventually(() => sockets() <= socketsBefore + 8);
  const grownMb = (process.memoryUsage().rss - heapBefore) / 1e6;
  expect(grownMb).toBeLessThan(300);
  report(
    `hostile: ${healthyIds.length} deliveries beside, the slowest after ${slowest} ms; memory grew by ` +
      `${Math.round(grownMb)} MB; sockets ${socketsBefore} before, ${sockets()} after`,
  );

  // The log reports the failures, and neither names nor payloads.
  expect(badLines(app.logs)).toEqual([]);
  const text = app.logs.join('\n');
  expect(text).toContain('a webhook was deactivated');
  const secrets = [...webhooks.values(), endless, tls, healthy, gone, notices].map(
    ({ secret }) => secret,
  );
  for (const taboo of [PAYLOAD_MARK, PATH_MARK, 'secret-admin', 'whsec_', ...secrets])
    expect(text).not.toContain(taboo);
  for (const one of [receiver, loopback, ...tlsReceivers])
    expect(text).not.toContain(`:${one.port}`);
  await expectAgreement(app.db);
});
