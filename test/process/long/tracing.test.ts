import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { call, startTestApp, type TestApp } from '../../support/app.ts';
import {
  attributesOf,
  CLIENT,
  SERVER,
  startCollector,
  type Collector,
  type Span,
} from '../../support/collector.ts';
import { ExportClient } from '../../support/export-client.ts';
import { eventually, freePort } from '../../support/process.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

let collector: Collector;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
// Each test has a separate collector: on a slow machine, spans of the previous test may be sent again.
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

/** Starts a service that sends its traces there, and trusts the test as its proxy. */
function start(config: Partial<Config> = {}, databaseUrl?: string) {
  return startTestApp(
    {
      tracesEndpoint: collector.endpoint,
      trustedProxies: ['127.0.0.1'],
      rateLimits: undefined,
      ...config,
    },
    databaseUrl,
  );
}

const SUBJECT = { name: 'Adaeze Okonkwo', subjectId: 'customer-4711' };

function screen(app: TestApp, key: string, more: Record<string, string> = {}) {
  return app.call('POST', '/api/v1/fraud/screen', { key, body: SUBJECT, headers: more });
}

test("a request is a span of its caller's trace, its requests to others are spans below, and none contains a name or data", async () => {
  const app = await start({
    tracesHeaders: { 'x-collector-key': 'k' },
    tracesService: 'oriki-test',
    outboundAllow: ['127.0.0.0/8'],
  });
  const { key, id } = await app.org();
  receiver.behave('/hook-4711', { status: 200, body: 'ok' });
  const before = receiver.requests.length;
  const body = { name: 'n', url: receiver.url('/hook-4711'), events: ['*'] };
  const hook = (await app.call('POST', '/api/v1/webhooks', { key, body })).body.data;
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const screened = await screen(app, key, { traceparent });
  expect(screened.status).toBe(200);
  const missing = await app.call('GET', `/api/v1/fraud/screenings/${'x'.repeat(30)}`, { key });
  expect(missing.status).toBe(404);
  await app.call('POST', '/api/v1/events', {
    key,
    body: { type: 'customer.created', data: { secret: 'sesame-4711' } },
  });
  await app.call('POST', '/api/v1/fraud/subjects', { key, body: SUBJECT });
  const block = { source: 's', name: 'l', kind: 'tenant_blocklist' };
  const list = (await app.call('POST', '/api/v1/fraud/lists', { key, body: block })).body.data.id;
  const entries = { entries: [{ name: SUBJECT.name }] };
  await app.call('POST', `/api/v1/fraud/lists/${list}/entries`, { key, body: entries });
  // The test waits at the receiver first, because requests to the service would fill the queue of waiting spans.
  await receiver.waitFor(before + 2);
  await eventually(async () => {
    const log = await app.call('GET', `/api/v1/webhooks/${hook.id}/deliveries`, { key });
    const { items } = log.body.data as { items: { status: string }[] };
    return items.length === 2 && items.every(({ status }) => status === 'succeeded');
  });
  await app.stop();

  // Waiting spans were sent while it stopped.
  const all = collector.spans();
  const server = all.find(({ traceId, kind }) => traceId === TRACE && kind === SERVER)!;
  expect(server).toMatchObject({
    name: 'POST /api/v1/fraud/screen',
    parentSpanId: PARENT,
  });
  expect(attributesOf(server)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/fraud/screen',
    'http.response.status_code': 200,
    'oriki.operation': 'screenName',
  });
  // The log has the actor.
  const line = app.logs.find((text) => text.includes(TRACE));
  expect(JSON.parse(line!)).toMatchObject({ traceId: TRACE, operation: 'screenName', orgId: id });
  const below = all.filter(({ parentSpanId }) => parentSpanId === server.spanId);
  expect(below.every(({ kind, traceId }) => kind === CLIENT && traceId === TRACE)).toBe(true);
  expect(below.map(({ name }) => name)).toContain('INSERT screenings');
  const other = all.find(({ name }) => name === 'GET /api/v1/fraud/screenings/:id')!;
  expect(attributesOf(other)['http.response.status_code']).toBe(404);
  expect(other.traceId).not.toBe(TRACE);
  // A delivery is a separate trace, linked to the request that published its event.
  const publishing = all.find(({ name }) => name === 'POST /api/v1/events')!;
  const deliveries = all.filter(
    (span) => span.kind === CLIENT && span.name === 'POST' && span.parentSpanId === undefined,
  );
  // This is the last attempt, because on a busy machine an earlier one may have run out of time.
  const causedBy = (cause: Span) =>
    deliveries.findLast(({ links }) => links?.some(({ spanId }) => spanId === cause.spanId));
  const delivery = causedBy(publishing);
  expect(attributesOf(delivery!)).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
  });
  expect(delivery!.traceId).not.toBe(publishing.traceId);
  expect(delivery!.links).toMatchObject([
    { traceId: publishing.traceId, spanId: publishing.spanId },
  ]);
  // A job of the worker is also a trace, and one of the jobs has opened the hit.
  const jobs = all.filter(({ name, parentSpanId }) => name === 'screen changes' && !parentSpanId);
  expect(jobs.some((job) => all.some(({ parentSpanId }) => parentSpanId === job.spanId))).toBe(
    true,
  );
  expect(jobs.filter(causedBy)).toHaveLength(1);
  expect(collector.asked.at(-1)!.headers).toMatchObject({ 'x-collector-key': 'k' });
  // Ids are random digits and times are arbitrary, so they may contain 4711 as well.
  const text = collector.sent.join().replaceAll(/"(\w*[iI]d|\w+UnixNano)":"\w*"/g, '');
  expect(text).toContain('oriki-test');
  for (const personal of ['Adaeze', 'Okonkwo', '4711', 'sesame', key, id, 'screenings/x', '$1'])
    expect(text, personal).not.toContain(personal);
});

test('an invalid traceparent begins a trace, and one that asks not to be recorded is obeyed', async () => {
  const app = await start({ role: 'api' });
  const { key } = await app.org();
  for (const traceparent of [
    'nonsense',
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-00`,
  ])
    expect((await screen(app, key, { traceparent })).status).toBe(200);
  await app.stop();
  const found = collector.spans().filter(({ kind }) => kind === SERVER);
  expect(found).toHaveLength(2);
  for (const span of found) expect(span.parentSpanId).toBeUndefined();
});

test('an untrusted peer does not decide whether a request is recorded, or in which trace', async () => {
  const one: Partial<Config> = { role: 'api', trustedProxies: ['192.0.2.1'] };
  const app = await start(one);
  const share: Partial<Config> = { tracesSampler: 'parentbased_traceidratio', tracesRatio: 0 };
  const none = await start({ ...one, ...share }, app.databaseUrl);
  for (const { url } of [app, none])
    for (const flags of ['00', '01'])
      await call(url, 'POST', '/api/v1/fraud/screen', {
        key: 'ork_invalid',
        headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` },
      });
  await Promise.all([app.stop(), none.stop()]);
  const found = collector.spans().filter(({ kind }) => kind === SERVER);
  expect(found).toHaveLength(2);
  for (const span of found) {
    expect([span.parentSpanId, span.traceId === TRACE]).toEqual([undefined, false]);
    expect(span.links).toMatchObject([{ traceId: TRACE, spanId: PARENT }]);
  }
});

test('deliveries and jobs are recorded if the request that caused them was, whatever the share of traces', async () => {
  const app = await start({
    tracesSampler: 'parentbased_traceidratio',
    tracesRatio: 0,
    outboundAllow: ['127.0.0.0/8'],
  });
  const { key, id } = await app.org();
  const body = { name: 'n', url: receiver.url('/sampled'), events: ['*'] };
  await app.call('POST', '/api/v1/webhooks', { key, body });
  const exports = new ExportClient(app, { id, key });
  const before = receiver.requests.length;
  for (const caller of [{}, { traceparent: `00-${TRACE}-${PARENT}-01` }])
    await app.call('POST', '/api/v1/events', {
      key,
      body: { type: 'customer.created', data: {} },
      headers: caller,
    });
  await receiver.waitFor(before + 2);
  const created = await app.call('POST', '/api/v1/exports', {
    key,
    body: { dataType: 'usage' },
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  await exports.finished(created.body.data.id);
  await receiver.waitFor(before + 3);
  await app.stop();

  const all = collector.spans();
  const others = all.filter(({ traceId }) => traceId !== TRACE);
  const roots = others.filter(({ parentSpanId }) => parentSpanId === undefined);
  const made = roots.find(({ name }) => name === 'export')!;
  // On a busy machine a delivery may have several attempts.
  const causes = new Map(
    roots
      .map(({ name, links }) => [name, links?.map(({ traceId }) => traceId)])
      .map((cause) => [JSON.stringify(cause), cause]),
  );
  expect([...causes.values()].toSorted()).toEqual(
    [
      ['POST', [TRACE]],
      ['POST', [made.traceId]],
      ['export', [TRACE]],
    ].toSorted(),
  );
  expect(others.map(({ parentSpanId }) => parentSpanId)).toContain(made.spanId);
  expect(JSON.stringify(all)).not.toContain(created.body.data.id);
});

test('a write shared by many requests belongs to the trace of one of them', async () => {
  const app = await start({ role: 'api' });
  const { key } = await app.org();
  const busy = async () => {
    for (let n = 0; n < 8; n += 1) await screen(app, key);
  };
  await Promise.all([busy(), busy(), busy(), busy()]);
  const post = async (path: string, body: object, n = 0) => {
    const traceparent = `00-${String(n + 1).padStart(32, '0')}-${PARENT}-01`;
    return (await app.call('POST', `/api/v1/${path}`, { key, body, headers: { traceparent } })).body
      .data.id as string;
  };
  await post('channels', { slug: 'c', displayName: 'C', entityType: 'ORDER' });
  const participants = [{ externalId: 'u', role: 'BUYER' }];
  const thread = await post('threads', { channel: 'c', entityId: 'o', subject: 's', participants });
  const message = {
    participantExternalId: 'u',
    participantRole: 'BUYER',
    content: 'x',
    type: 'TEXT',
  };
  const send = (n: number) => post(`threads/${thread}/messages`, message, n);
  const ids = [await send(0)];
  ids.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => send(n + 1)))));
  const { rows } = await app.db.pool.query<{ body: string; traceparent: string | null }>(
    "SELECT body, traceparent FROM events WHERE type = 'message.created'",
  );
  await app.stop();
  // Each event names the request that sent its message as its cause, however the messages were written.
  const causes = rows.map(({ body, traceparent }) => {
    const n = ids.indexOf(JSON.parse(body).data.messageId);
    return [n, Number(traceparent?.split('-')[1]) - 1];
  });
  expect(causes).toHaveLength(21);
  for (const [n, cause] of causes) expect(cause).toBe(n);
  const all = collector.spans();
  const inserts = all.filter(({ name }) => name === 'INSERT screenings');
  expect(inserts.length).toBeGreaterThan(3);
  for (const insert of inserts) {
    const server = all.find(({ spanId }) => spanId === insert.parentSpanId)!;
    expect(server.kind).toBe(SERVER);
    // Start times have millisecond precision.
    const endMs = Number(BigInt(server.endTimeUnixNano) / 1_000_000n) + 1;
    expect(Number(BigInt(insert.startTimeUnixNano) / 1_000_000n)).toBeLessThanOrEqual(endMs);
  }
});

test('an unavailable collector fails no request, and the stop does not wait for it', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const app = await startTestApp({ role: 'api', tracesEndpoint: gone });
  const { key } = await app.org();
  const answers = await Promise.all(Array.from({ length: 8 }, () => screen(app, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await app.stop();
  expect(app.logs.some((line) => line.includes('"level":50'))).toBe(false);
});

test('a trace collector alone suffices, and the log reports one that refuses data', async () => {
  const tracesUrl = `${collector.endpoint}/refused/traces/`;
  const app = await startTestApp({ role: 'api', tracesUrl });
  await screen(app, (await app.org()).key);
  await app.stop();
  expect(app.logs.filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
  expect(collector.asked.at(-1)!.path).toBe('/refused/traces/');
});

test('sends nothing when it is disabled', async () => {
  const app = await start({ role: 'api', tracesDisabled: true });
  expect((await screen(app, (await app.org()).key)).status).toBe(200);
  await app.stop();
  expect(collector.sent).toEqual([]);
});
