import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { type Answer, type TestOrg } from '../../../test/support/app.ts';
import { streamPath } from '../../../test/support/inbox-listener.ts';
import { RequestsUnderWay } from './under-way.ts';

const PER_PROCESS = 6;
const PER_ORGANIZATION = 4;
const LISTS = '/api/v1/fraud/lists';

const app = testApp({
  adminPort: 0,
  requestsUnderWay: PER_PROCESS,
  requestsUnderWayPerOrganization: PER_ORGANIZATION,
});

/** Creates an organization with a list. While the test holds a lock, every change of the list hangs. */
async function tenant() {
  const org = await app.org();
  const body = { source: 's', name: 'Held', kind: 'tenant_blocklist' };
  const list: string = (await app.call('POST', LISTS, { key: org.key, body })).body.data.id;
  const path = `${LISTS}/${list}`;
  return {
    ...org,
    path,
    entries: `${path}/entries`,
    rename: (headers = {}) =>
      app.call('PATCH', path, { key: org.key, body: { name: 'New' }, headers }),
    add: (name: string) =>
      app.call('POST', `${path}/entries`, { key: org.key, body: { entries: [{ name }] } }),
    get: () => app.call('GET', path, { key: org.key }),
    /** @returns a function that releases the lock */
    async hold(): Promise<() => Promise<void>> {
      const letGo = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const db = await app.dbOf(org.id);
      const holding = db.transaction(async (tx) => {
        await tx
          .selectFrom('screening_lists')
          .select('id')
          .where('org_id', '=', org.id)
          .where('id', '=', list)
          .forUpdate()
          .execute();
        held.resolve();
        await letGo.promise;
      });
      await held.promise;
      return async () => {
        letGo.resolve();
        await holding;
      };
    },
  };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${app.service.adminUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
}
function underWay() {
  return metric('oriki_http_requests_under_way');
}
function shed(limit: string) {
  return metric(`oriki_http_requests_shed_total{limit="${limit}"}`);
}

/** Starts requests that hang, and waits until they are in progress. */
async function hanging<T>(count: number, request: () => Promise<T>): Promise<Promise<T>[]> {
  const before = await underWay();
  const started = Array.from({ length: count }, request);
  await expect.poll(underWay).toBe(before + count);
  return started;
}

async function statuses(answers: Promise<Answer>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

function dial(): Socket {
  const { hostname, port } = new URL(app.url);
  return connect(Number(port), hostname).on('error', () => {});
}

function head(path: string, key: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

test('rejects a further request of an organization with the maximum in progress, and serves others', async () => {
  const [a, b] = [await tenant(), await tenant()];
  const letGo = await a.hold();
  const held = await hanging(PER_ORGANIZATION, a.rename);
  const refused = await a.get();
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMITED',
    '1',
  ]);
  expect(refused.body.error.message).toMatch(/in progress/);
  expect([(await b.get()).status, (await b.rename()).status]).toEqual([200, 200]);
  await letGo();
  expect(await statuses(held)).toEqual([200, 200, 200, 200]);
  expect((await a.get()).status).toBe(200);
  await expect.poll(underWay).toBe(0);
});

test('rejects every caller with 503 when the process has the maximum number of requests in progress', async () => {
  const [a, b, c] = [await tenant(), await tenant(), await tenant()];
  const letGo = [await a.hold(), await b.hold()];
  const before = await shed('process');
  const held = [...(await hanging(4, a.rename)), ...(await hanging(2, b.rename))];
  for (const one of [b, c]) {
    const refused = await one.get();
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ]);
  }
  expect(await shed('process')).toBe(before + 2);
  // Requests that need no key are still answered.
  expect((await app.call('GET', '/readyz')).status).toBe(200);
  await Promise.all(letGo.map((go) => go()));
  await Promise.all(held);
  expect((await c.get()).status).toBe(200);
});

test('changes no rate-limit counter and no idempotency key when it rejects a request', async () => {
  const a = await tenant();
  const remaining = (answer: Answer) =>
    Number(/r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]);
  const letGo = await a.hold();
  const held = await hanging(PER_ORGANIZATION, a.rename);
  const headers = { 'idempotency-key': 'refused-1' };
  const refused = await a.rename(headers);
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, null]);
  await letGo();
  const before = Math.min(...(await Promise.all(held)).map(remaining));
  const again = await a.rename(headers);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  expect(remaining(again)).toBe(before - 1);
});

test('rejects a request before its body is read', async () => {
  const a = await tenant();
  const letGo = await a.hold();
  const held = await hanging(PER_ORGANIZATION, a.rename);
  const client = dial();
  let text = '';
  client.on('data', (chunk: Buffer) => (text += chunk.toString()));
  client.write(head(LISTS, a.key, 1_000_000));
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 429 /);
  client.destroy();
  await letGo();
  await Promise.all(held);
});

test.each([
  [
    'is refused by its route',
    (a: Tenant) => app.call('GET', `${LISTS}/unknown`, { key: a.key }),
    404,
  ],
  [
    'has a wrong body',
    (a: Tenant) => app.call('PATCH', a.path, { key: a.key, body: { x: 1 } }),
    400,
  ],
  ['has no JSON', (a: Tenant) => app.call('PATCH', a.path, { key: a.key, raw: '{' }), 400],
  [
    'lacks the scope',
    (a: Tenant) => app.call('GET', '/api/v1/admin/organizations', { key: a.key }),
    403,
  ],
])('a request that %s is no longer in progress', async (_what, request, status) => {
  const a = await tenant();
  for (let i = 0; i < PER_ORGANIZATION + 1; i++) expect((await request(a)).status).toBe(status);
  await expect.poll(underWay).toBe(0);
});

test('stops counting a caller that disconnects while sending, and counts later work until its end', async () => {
  const a = await tenant();
  const sender = dial();
  sender.write(`${head(a.entries, a.key, 100)}{`);
  await expect.poll(underWay).toBe(1);
  sender.destroy();
  await expect.poll(underWay).toBe(0);

  const letGo = await a.hold();
  const body = JSON.stringify({ entries: [{ name: 'Ada Obi' }] });
  const leaver = dial();
  leaver.write(head(a.entries, a.key, body.length) + body);
  await expect.poll(underWay).toBe(1);
  await expect.poll(async () => (await lockWaiters()) > 0).toBe(true);
  leaver.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await underWay()).toBe(1);
  await letGo();
  await expect.poll(underWay).toBe(0);
});

test('a request whose caller disconnects between admission and work is released once, and its work never starts', async () => {
  const requests = new RequestsUnderWay({ perProcess: 2, perOrganization: 1 }, new Registry());
  const enter = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    return { response, passage: requests.enter('org_1', response) };
  };
  const gone = enter();
  gone.response.emit('close');
  const work = vi.fn(async () => {});
  await expect(gone.passage(work)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(work).not.toHaveBeenCalled();
  enter();
  expect(enter).toThrow('the organization has too many requests');
});

/** The number of statements that wait for a row lock. */
async function lockWaiters(): Promise<number> {
  const { rows } = await app.db.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

async function namesOf({ entries, key }: Tenant): Promise<string[]> {
  return (await app.call('GET', entries, { key })).body.data.items.map(
    (one: { name: string }) => one.name,
  );
}

test('runs one bulk request of an organization at a time; only its other bulk requests wait', async () => {
  const [a, b] = [await tenant(), await tenant()];
  const letGo = await a.hold();
  const first = await hanging(1, () => a.add('First'));
  await expect.poll(lockWaiters).toBe(1);
  const second = await hanging(1, () => a.add('Second'));
  const gone = dial();
  const body = JSON.stringify({ entries: [{ name: 'Gone' }] });
  gone.write(head(a.entries, a.key, body.length) + body);
  await expect.poll(underWay).toBe(3);
  expect([(await a.get()).status, (await b.add('Other')).status]).toEqual([200, 201]);
  expect(await lockWaiters()).toBe(1);
  gone.destroy();
  await expect.poll(underWay).toBe(2);
  await letGo();
  expect(await statuses([...first, ...second])).toEqual([201, 201]);
  expect((await namesOf(a)).toSorted()).toEqual(['First', 'Second']);
  await expect.poll(underWay).toBe(0);
});

test('streams of events do not count', async () => {
  const a: TestOrg = await app.org();
  const streams = await Promise.all(
    Array.from({ length: PER_PROCESS + 1 }, () => {
      const end = new AbortController();
      const path = streamPath('agent:u');
      const signal = end.signal;
      return fetch(app.url + path, { headers: { 'x-api-key': a.key }, signal }).then((answer) => ({
        answer,
        end,
      }));
    }),
  );
  expect(new Set(streams.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(await underWay()).toBe(0);
  for (const { end } of streams) end.abort();
});

test('a bulk request waits up to five seconds for its turn, and the next one gets it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const limits = { perProcess: 10, perOrganization: 10 };
    const requests = new RequestsUnderWay(limits, new Registry());
    const first = Promise.withResolvers<string>();
    const run = (work: () => Promise<string>) =>
      requests.inTurn('bulk', 'org_1', new AbortController().signal, 'RATE_LIMITED', work);
    const begun = run(() => first.promise);
    const refused = expect(run(async () => 'late')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await vi.advanceTimersByTimeAsync(2500);
    const next = run(async () => 'next');
    await vi.advanceTimersByTimeAsync(2500);
    await refused;
    first.resolve('first');
    expect(await Promise.all([begun, next])).toEqual(['first', 'next']);
  } finally {
    vi.useRealTimers();
  }
});

test('runs two requests for files per organization at a time, and three per process', async () => {
  const requests = new RequestsUnderWay({ perProcess: 99, perOrganization: 99 }, new Registry());
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (orgId: string, name: string) =>
    requests.inTurn('large', orgId, new AbortController().signal, 'RATE_LIMITED', async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => run('org_a', name)),
    ...['b1', 'b2'].map((name) => run('org_b', name)),
  ];
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1']);
  ends.get('b1')!();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  ends.get('a1')!();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  for (const end of ends.values()) end();
  await Promise.all(all);
});

test('a bulk request that fails, or whose caller disconnects, passes its turn to the next', async () => {
  const requests = new RequestsUnderWay({ perProcess: 10, perOrganization: 10 }, new Registry());
  const caller = new AbortController();
  const first = Promise.withResolvers<string>();
  const run = (work: () => Promise<string>, signal = new AbortController().signal) =>
    requests.inTurn('bulk', 'org_1', signal, 'RATE_LIMITED', work);
  const failing = expect(run(() => first.promise)).rejects.toThrow('failed');
  const leaving = expect(run(async () => 'gone', caller.signal)).rejects.toThrow('gone away');
  const next = run(async () => 'next');
  caller.abort(new Error('gone away'));
  await leaving;
  first.reject(new Error('failed'));
  await failing;
  expect(await next).toBe('next');
  expect(await run(async () => 'after')).toBe('after');
});
