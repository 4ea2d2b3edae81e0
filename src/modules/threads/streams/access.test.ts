import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { EventSource } from 'undici';
import { expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp, type TestOrg } from '../../../../test/support/app.ts';
import { streamPath } from '../../../../test/support/inbox-listener.ts';
import { keyOf, type Who } from '../../../../test/support/thread-client.ts';
import { clock } from '../../../platform/clock.ts';
import { within } from '../../../../test/support/within.ts';

const BEN: Who = 'agent:ben';
const TOKEN = '/api/v1/threads/inbox/stream-token';
const PER_ORGANIZATION = 3;
const PER_PROCESS = 5;

const app = testApp({
  role: 'api',
  eventStreams: PER_PROCESS,
  eventStreamsPerOrganization: PER_ORGANIZATION,
  rateLimits: undefined,
});

/** Opens a stream with Node's HTTP client. */
async function open(path: string, key?: string, on = app): Promise<IncomingMessage> {
  const request = get(on.url + path, { headers: key === undefined ? {} : { 'x-api-key': key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  response.resume();
  return response;
}

async function tokenOf({ key }: TestOrg, who = BEN): Promise<string> {
  const answer = await app.call('POST', TOKEN, { key, body: keyOf(who) });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.token;
}
async function statusWith(path: string): Promise<number> {
  return (await app.call('GET', path)).status;
}

test('returns the headers of a stream', async () => {
  const stream = await open(streamPath(BEN), (await app.org()).key);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  stream.destroy();
});

// contract: threads/stream-unread-item
test('a browser opens a stream with a token, which expires after a minute', async () => {
  const org = await app.org();
  const realMs = clock.nowMs();
  const spy = vi.spyOn(clock, 'nowMs').mockReturnValue(realMs);
  const path = streamPath(BEN, `&token=${await tokenOf(org)}`);
  const source = new EventSource(app.url + path);
  const [event] = await once(source, 'unread');
  expect(JSON.parse(event.data)).toEqual({ count: 0 });
  source.close();
  spy.mockReturnValue(realMs + 59_000);
  expect(await statusWith(path)).toBe(200);
  spy.mockReturnValue(realMs + 61_000);
  expect(await statusWith(path)).toBe(401);
  spy.mockRestore();
});

test('with a token, an Authorization header of another system is ignored, and an API key is checked', async () => {
  const org = await app.org();
  const token = await tokenOf(org);
  const statusBeside = async (authorization: string): Promise<number> => {
    const path = streamPath(BEN, `&token=${token}`);
    return (await app.call('GET', path, { headers: { authorization } })).status;
  };
  for (const foreign of ['Basic eDp5', 'Bearer eyJhbGciOiJFZERTQSJ9.e30.c2ln', 'Bearer'])
    expect([foreign, await statusBeside(foreign)]).toEqual([foreign, 200]);
  expect(await statusBeside(`Bearer ${org.key}x`)).toBe(401);
});

test('a token is valid only for one participant and this operation', async () => {
  const org = await app.org();
  const token = await tokenOf(org);
  const query = (path: string) => `${path}${path.includes('?') ? '&' : '?'}token=${token}`;
  expect(await statusWith(query(streamPath('agent:other')))).toBe(401);
  expect(await statusWith(query(streamPath('customer:ben')))).toBe(401);
  expect(await statusWith(`${query(streamPath(BEN))}&token=${token}`)).toBe(401);
  expect(await statusWith(`${query(streamPath(BEN))}&role=admin`)).toBe(401);
  const inbox = new URLSearchParams(keyOf(BEN)).toString();
  expect(await statusWith(query(`/api/v1/threads/inbox?${inbox}`))).toBe(401);
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const bad of ['', 'x', changed, token.slice(4)])
    expect(await statusWith(streamPath(BEN, `&token=${bad}`))).toBe(401);
  expect(await statusWith(query(streamPath(BEN)))).toBe(200);
});

test('a token of a key that was revoked, or lacks the scope, is rejected', async () => {
  const { id } = await app.org();
  const key = await app.key(id, ['threads:manage']);
  const token = await tokenOf({ id, key: key.key });
  await app.db.pool.query(`UPDATE api_keys SET scopes = '{fraud:screen}' WHERE id = $1`, [key.id]);
  // A change by SQL sends no notification: the process sees it when its cached key expires.
  const refused = () => statusWith(streamPath(BEN, `&token=${token}`));
  await expect.poll(refused, { timeout: within(5000) }).toBe(403);
  await app.db.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key.id]);
  await expect.poll(refused, { timeout: within(5000) }).toBe(401);
});

test("neither the log nor an answer contains a token or the participant's key", async () => {
  const org = await app.org();
  const token = await tokenOf(org, 'zzrole:zzperson');
  await statusWith(streamPath('zzrole:zzperson', `&token=${token}`));
  await statusWith(streamPath('zzrole:zzperson', `&token=${token.slice(1)}`));
  await expect
    .poll(() => app.logs.filter((line) => line.includes('streamInbox')).length)
    .toBeGreaterThanOrEqual(2);
  for (const line of app.logs) {
    expect(line).not.toContain(token.slice(1, 40));
    expect(line).not.toMatch(/zzrole|zzperson|token=/);
  }
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/zzrole|zzperson/);
});

test('streams end when their key is revoked, including those opened with a token', async () => {
  const org = await app.org();
  const { id, key } = await app.key(org.id, ['threads:manage']);
  const token = await tokenOf({ id: org.id, key });
  const streams = [
    await open(streamPath(BEN), key),
    await open(streamPath(BEN, `&token=${token}`)),
  ];
  const other = await open(streamPath(BEN), org.key);
  await app.db.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [id]);
  await Promise.all(streams.map((stream) => once(stream, 'end')));
  expect(other.readableEnded).toBe(false);
  other.destroy();
});

test('streams end when their key is no longer allowed from their address', async () => {
  const org = await app.org();
  const { id, key } = await app.key(org.id, ['threads:manage']);
  const stream = await open(streamPath(BEN), key);
  await app.call('PATCH', `/api/v1/keys/${id}`, {
    key: org.key,
    body: { allowedCidrs: ['203.0.113.7'] },
  });
  await once(stream, 'end');
});

test('rejects too many streams of an organization with 429, and of the process with 503; a closed stream makes room', async () => {
  const [org, others] = [await app.org(), await app.org()];
  const streams: IncomingMessage[] = [];
  const status = async ({ key }: TestOrg): Promise<number | undefined> => {
    const stream = await open(streamPath(BEN), key);
    if (stream.statusCode === 200) streams.push(stream);
    return stream.statusCode;
  };
  // Streams of earlier tests may still be closing.
  await expect.poll(() => status(org)).toBe(200);
  for (let i = streams.length; i < PER_ORGANIZATION; i++)
    await expect.poll(() => status(org)).toBe(200);
  expect(await status(org)).toBe(429);
  for (let i = PER_ORGANIZATION; i < PER_PROCESS; i++)
    await expect.poll(() => status(others)).toBe(200);
  const over = await app.call('GET', streamPath(BEN), { key: others.key });
  expect([over.status, over.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  streams[0]!.destroy();
  await expect.poll(() => status(org)).toBe(200);
  for (const stream of streams) stream.destroy();
});

test('clients that disconnect during admission have no stream left', async () => {
  const { key } = await app.org();
  for (let i = 0; i < 40; i++) {
    const request = get(app.url + streamPath(BEN), { headers: { 'x-api-key': key } });
    request.on('error', () => {});
    setTimeout(() => request.destroy(), i / 4);
    await new Promise((resolve) => request.once('close', resolve));
  }
  const streams: IncomingMessage[] = [];
  await expect
    .poll(async () => {
      const stream = await open(streamPath(BEN), key);
      if (stream.statusCode === 200) streams.push(stream);
      return streams.length;
    })
    .toBe(PER_ORGANIZATION);
  for (const stream of streams) stream.destroy();
});

test('HEAD returns 405, because a stream has only events', async () => {
  const { key } = await app.org();
  expect((await app.call('HEAD', streamPath(BEN), { key })).status).toBe(405);
});

test('a stop of the service ends streams without an error', async () => {
  const second = await startTestApp({ role: 'api' }, app.databaseUrl);
  const stream = await open(streamPath(BEN), (await second.org()).key, second);
  const ended = once(stream, 'end');
  await second.stop();
  await ended;
  expect(stream.complete).toBe(true);
});
