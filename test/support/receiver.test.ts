import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Client } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { caFile, certificateFor, removeCaFile, testCa, trustTestCa } from './certificates.ts';
import {
  startReceiver,
  unreachableUrl,
  type Behaviour,
  type Receiver,
  type ReceiverOptions,
} from './receiver.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function receiver(options?: ReceiverOptions): Promise<Receiver> {
  const started = await startReceiver(options);
  cleanups.push(() => started.stop());
  return started;
}

type SendOptions = {
  id?: string;
  body?: string;
  headers?: Record<string, string>;
  agent?: Agent;
  signal?: AbortSignal;
};

/** Resolves with the response before its body is read. */
function send(url: string, options: SendOptions = {}): Promise<IncomingMessage> {
  const { id, body = '{"a":1}', headers, agent = false, signal } = options;
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent,
      headers: { ...(id === undefined ? {} : { 'webhook-id': id }), ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.on('error', () => {});
      resolve(response);
    });
    request.end(body);
  });
}

async function text(response: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(response)).toString();
}

function codeOf(sent: Promise<unknown>): Promise<unknown> {
  return sent.then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code,
  );
}

test('requests are recorded as they arrived', async () => {
  const hooks = await receiver();
  expect(hooks.port).toBeGreaterThan(1023);
  const agent = new Agent({ keepAlive: true });
  cleanups.push(() => agent.destroy());

  const response = await send(hooks.url('/a?b=1'), {
    id: 'msg_1',
    body: '{"né":1}',
    headers: { 'X-Other': '2' },
    agent,
  });
  expect(response.statusCode).toBe(204);
  await text(response);
  await text(await send(hooks.url('/a'), { agent, body: 'x'.repeat(300_000) }));
  await send(hooks.url('/b'));

  const [first, second, third] = await hooks.waitFor(3);
  expect(first).toMatchObject({
    id: 'msg_1',
    path: '/a',
    query: '?b=1',
    method: 'POST',
    headers: { 'webhook-id': 'msg_1', 'x-other': '2' },
    body: Buffer.from('{"né":1}'),
    connection: 1,
    answered: 204,
  });
  expect(first!.endedAt).toBeGreaterThanOrEqual(first!.at);
  expect(second).toMatchObject({ id: '', query: '', connection: 1 });
  expect(second!.body.length).toBe(300_000);
  expect(third).toMatchObject({ path: '/b', connection: 2 });
  expect(hooks.connections).toBe(2);
});

test('a small body does not keep a large buffer in memory', async () => {
  const hooks = await receiver();
  await send(hooks.url());
  expect(hooks.requests[0]!.body.buffer.byteLength).toBeLessThanOrEqual(8192);
});

test('answers with the status, headers, body and delay set for path and attempt', async () => {
  const hooks = await receiver();
  hooks.behave('/a', (request, n) => ({
    status: n === 1 ? 503 : 200,
    headers: { 'retry-after': '7' },
    body: `${request.id} ${n}`,
  }));
  hooks.behave('/slow', { status: 201, afterMs: 50 });
  hooks.behave('/moved', { redirect: 'http://127.0.0.1:1/x' });
  hooks.behave('/moved-308', { redirect: '/y', status: 308 });
  hooks.behave('*', { status: 410 });

  const seen: unknown[] = [];
  for (const id of ['m1', 'm1', 'm2', 'm1']) {
    const response = await send(hooks.url('/a'), { id });
    seen.push([response.statusCode, response.headers['retry-after'], await text(response)]);
  }
  expect(seen).toEqual([
    [503, '7', 'm1 1'],
    [200, '7', 'm1 2'],
    [503, '7', 'm2 1'],
    [200, '7', 'm1 3'],
  ]);

  expect((await send(hooks.url('/slow'))).statusCode).toBe(201);
  const slow = hooks.requests.at(-1)!;
  expect(slow.endedAt! - slow.at).toBeGreaterThan(45);

  const moved = await send(hooks.url('/moved'));
  expect([moved.statusCode, moved.headers.location]).toEqual([302, 'http://127.0.0.1:1/x']);
  const moved308 = await send(hooks.url('/moved-308'));
  expect([moved308.statusCode, moved308.headers.location]).toEqual([308, '/y']);
  expect((await send(hooks.url('/else'))).statusCode).toBe(410);
});

for (const tls of [false, true]) {
  const kind = tls ? 'https' : 'http';
  const misbehaving = async (behaviour: Behaviour): Promise<Receiver> => {
    const hooks = await receiver(tls ? { tls: true } : {});
    if (tls) cleanups.push(await trustTestCa());
    hooks.behave('/', behaviour);
    return hooks;
  };
  const ended = (hooks: Receiver) => hooks.waitFor(([one]) => one?.endedAt !== undefined);

  test(`${kind}: hang never answers, and the end of the connection is recorded`, async () => {
    const hooks = await misbehaving('hang');
    const abort = new AbortController();
    const sent = codeOf(send(hooks.url(), { signal: abort.signal }));
    const [hanging] = await hooks.waitFor(1);
    await sleep(20);
    expect(hanging!.endedAt).toBeUndefined();
    abort.abort();
    expect(await sent).toBe('ABORT_ERR');
    const [request] = await ended(hooks);
    expect(request).toMatchObject({ answered: 'none' });
  });

  test(`${kind}: reset sends RST and close sends FIN`, async () => {
    for (const behaviour of ['reset', 'close'] as const) {
      const hooks = await misbehaving(behaviour);
      const failed = await send(hooks.url()).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error,
      );
      // Node reports a connection that ended without an answer as "socket hang up".
      expect([failed?.code, failed?.message === 'socket hang up']).toEqual([
        'ECONNRESET',
        behaviour === 'close',
      ]);
      const [request] = await ended(hooks);
      expect(request).toMatchObject({ answered: 'none', body: Buffer.from('{"a":1}') });
    }
  });

  test(`${kind}: endless ends when the sender leaves`, async () => {
    const hooks = await misbehaving('endless');
    const response = await send(hooks.url());
    expect(response.statusCode).toBe(200);
    let bytes = 0;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > 5_000_000) break;
    }
    const [request] = await ended(hooks);
    expect(request).toMatchObject({ answered: 'none' });
  });

  test(`${kind}: a receiver drips, hangs after its headers and answers garbage, as set`, async () => {
    const hooks = await misbehaving('drip');
    const response = await send(hooks.url());
    const chunks: string[] = [];
    for await (const chunk of response) if (chunks.push(String(chunk)) === 3) break;
    expect(chunks).toEqual(['x', 'x', 'x']);

    hooks.behave('/', 'headers-only-then-hang');
    const abort = new AbortController();
    const bare = await send(hooks.url(), { signal: abort.signal });
    expect(bare.statusCode).toBe(200);
    bare.resume();
    await sleep(20);
    expect(bare.complete).toBe(false);
    abort.abort();

    hooks.behave('/', 'garbage');
    expect(await codeOf(send(hooks.url()))).toMatch(/^HPE_/);
    await hooks.waitFor((all) => all.length === 3 && all.every((one) => one.endedAt));
  });
}

test('a request whose body is cut off is not counted as one', async () => {
  const hooks = await receiver();
  const socket = connect(hooks.port, '127.0.0.1');
  const start = 'POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc';
  socket.write(start, () => socket.destroy());
  await expect.poll(() => hooks.partial.length).toBe(1);
  expect(hooks.partial[0]).toMatchObject({ path: '/a', body: Buffer.from('abc') });
  expect(hooks.requests).toEqual([]);
});

test('waitFor counts by path, accepts predicates and ends in a time-out', async () => {
  const hooks = await receiver();
  const two = hooks.waitFor(2, { path: '/a' });
  await send(hooks.url('/a'));
  await send(hooks.url('/b'));
  await expect(hooks.waitFor(2, { path: '/a', withinMs: 30 })).rejects.toThrow(
    'not within 30 ms on /a: 2 requests; 1 came',
  );
  await send(hooks.url('/a'));
  expect((await two).map(({ path }) => path)).toEqual(['/a', '/a']);
  expect(await hooks.waitFor((all) => all.some(({ path }) => path === '/b'))).toHaveLength(3);
  const fail = () => {
    throw new Error('mine');
  };
  await expect(hooks.waitFor(fail)).rejects.toThrow('mine');
  const never = expect(hooks.waitFor(9)).rejects.toThrow('stopped');
  await hooks.stop();
  await never;
});

test('concurrency and overlapping duplicates are measured', async () => {
  const hooks = await receiver();
  await send(hooks.url('/b'), { id: 'm1' });
  hooks.behave('*', 'hang');
  const sent = [
    ['/a', 'm1'],
    ['/a', 'm1'],
    ['/a', 'm2'],
    ['/b', 'm1'],
    ['/b', ''],
    ['/b', ''],
  ].map(([path, id]) => codeOf(send(hooks.url(path), id ? { id } : {})));
  await hooks.waitFor(7);
  expect([hooks.concurrent('/a'), hooks.concurrent('/b'), hooks.concurrent()]).toEqual([3, 3, 6]);
  const overlaps = hooks.overlaps();
  expect(overlaps.map((pair) => pair.map(({ id, path }) => id + path))).toEqual([['m1/a', 'm1/a']]);
  await hooks.stop();
  await Promise.all(sent);
  expect(hooks.overlaps()).toEqual(overlaps);
});

test('sequential requests are never counted as overlapping', async () => {
  const hooks = await receiver({ tls: true });
  cleanups.push(await trustTestCa());
  const agent = new TlsAgent({ keepAlive: true });
  cleanups.push(() => agent.destroy());
  hooks.behave('/', { status: 200, body: 'x'.repeat(200_000) });
  for (let n = 0; n < 30; n += 1) await text(await send(hooks.url(), { id: 'm', agent }));
  expect(hooks.overlaps()).toEqual([]);
  expect(hooks.concurrent()).toBe(1);
});

test('verify accepts only a body that was signed with the secret', async () => {
  const hooks = await receiver();
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const body = '{"type":"x","né":1}';
  const timestamp = new Date();
  await send(hooks.url(), {
    id: 'msg_1',
    body,
    headers: {
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', timestamp, body),
    },
  });
  const [request] = await hooks.waitFor(1);
  expect(hooks.verify(request!, secret)).toEqual({ type: 'x', né: 1 });
  expect(() => hooks.verify(request!, `whsec_${Buffer.alloc(24).toString('base64')}`)).toThrow(
    'No matching signature',
  );
  expect(() => hooks.verify({ ...request!, body: Buffer.from('{}') }, secret)).toThrow();
});

test('a receiver stops with its connections and can be started again on its port', async () => {
  const hooks = await receiver();
  hooks.behave('/', 'hang');
  const sent = codeOf(send(hooks.url()));
  await hooks.waitFor(1);
  await hooks.stop();
  await hooks.stop();
  expect(await sent).toBe('ECONNRESET');
  expect(await codeOf(send(hooks.url()))).toBe('ECONNREFUSED');
  const again = await receiver({ port: hooks.port });
  expect((await send(again.url())).statusCode).toBe(204);
});

test('the unreachable URL refuses connections', async () => {
  expect(await codeOf(send(await unreachableUrl('/a')))).toBe('ECONNREFUSED');
  expect(await unreachableUrl()).toBe(await unreachableUrl());
});

/** Returns the outcomes of Node's client, of the built-in fetch and of undici. */
async function outcomes(hooks: Receiver, host?: string): Promise<unknown[]> {
  const url = hooks.url('/', host);
  const client = new Client(new URL(url).origin);
  const results = [
    await codeOf(send(url)),
    await fetch(url).then(
      () => 'answered',
      (error: Error) => (error.cause as NodeJS.ErrnoException).code,
    ),
    await codeOf(client.request({ path: '/', method: 'POST' })),
  ];
  await client.destroy();
  return results;
}

function thrice(outcome: string): string[] {
  return [outcome, outcome, outcome];
}

test('clients trust the test CA only while it is enabled', async () => {
  const untrusted = thrice('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await outcomes(await receiver({ tls: true }))).toEqual(untrusted);
  const restore = await trustTestCa();
  expect(await outcomes(await receiver({ tls: true }))).toEqual(thrice('answered'));
  expect(await outcomes(await receiver({ tls: true }), 'localhost')).toEqual(thrice('answered'));
  restore();
  expect(await outcomes(await receiver({ tls: true }))).toEqual(untrusted);
});

test('clients reject expired, self-signed and misnamed certificates', async () => {
  cleanups.push(await trustTestCa());
  const refusals = [
    [{ expired: true }, 'CERT_HAS_EXPIRED'],
    [{ selfSigned: true }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [{ names: ['other.test'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [{ ips: ['127.0.0.2'] }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const;
  for (const [tls, refusal] of refusals) {
    const options = { ...tls } as NonNullable<ReceiverOptions['tls']>;
    const hooks = await receiver({ tls: options });
    expect(await outcomes(hooks), refusal).toEqual(thrice(refusal));
    expect(hooks.requests).toEqual([]);
    expect(hooks.connections).toBe(3);
  }
  const misnamed = await receiver({ tls: await certificateFor({ ips: ['127.0.0.1'] }) });
  expect(await outcomes(misnamed)).toEqual(thrice('answered'));
  expect(await outcomes(misnamed, 'localhost')).toEqual(thrice('ERR_TLS_CERT_ALTNAME_INVALID'));
});

test('a child process trusts the CA file, which is deleted with its maker', async () => {
  const file = await caFile();
  cleanups.push(() => {
    removeCaFile();
    expect(existsSync(file)).toBe(false);
  });
  expect(readFileSync(file, 'utf8')).toBe((await testCa()).cert);
  const run = async (script: string, env: Record<string, string>): Promise<string> => {
    const args = ['--input-type=module', '-e', script];
    const { PATH } = process.env;
    const child = await promisify(execFile)(process.execPath, args, { env: { PATH, ...env } });
    return child.stdout.trim();
  };
  const hooks = await receiver({ tls: true });
  const script = `console.log(await fetch('${hooks.url()}').then((r) => r.status, (e) => e.cause.code))`;
  expect(await run(script, { NODE_EXTRA_CA_CERTS: file })).toBe('204');
  expect(await run(script, {})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');

  const maker = new URL('certificates.ts', import.meta.url).href;
  const made = await run(`console.log(await (await import('${maker}')).caFile())`, {});
  expect(made).toMatch(/ca\.pem$/);
  expect(existsSync(made)).toBe(false);
});
