import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openPool } from '../../../test/support/database.ts';
import { OutboundClient } from './client.ts';
import { failureOf } from '../../../test/support/failure.ts';
import { OutboundError } from './error.ts';
import type { OutboundRequest } from './exchange.ts';
import { within } from '../../../test/support/within.ts';

const clients: OutboundClient[] = [];
const servers: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

function makeClient(): OutboundClient {
  const client = new OutboundClient({ allow: ['127.0.0.0/8', '::1'] });
  clients.push(client);
  return client;
}

type Receiver = { url: string; requests: string[]; connections: Socket[] };

/** Starts a receiver that reports the bytes of each complete request, with its connection and number. */
async function receive(
  answer: (socket: Socket, request: string, number: number) => void,
  { host = '127.0.0.1', onConnection = (_socket: Socket): void => {} } = {},
): Promise<Receiver> {
  const requests: string[] = [];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    let pending = '';
    socket.on('error', () => {});
    onConnection(socket);
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const head = pending.indexOf('\r\n\r\n') + 4;
        if (head === 3) return;
        const length = head + Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
        if (pending.length < length) return;
        const request = pending.slice(0, length);
        pending = pending.slice(length);
        requests.push(request);
        answer(socket, request, requests.length);
      }
    });
  });
  servers.push({ server, sockets: new Set() });
  const { sockets } = servers.at(-1)!;
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { url, requests, connections };
}

function reply(text: string) {
  return (socket: Socket): void => void socket.write(text, 'latin1');
}
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const ok = reply(OK);

function post(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs: 5000,
    maxResponseBytes: 1024,
    ...more,
  };
}

/** Returns the error of a request that must fail. */
function failure(answer: Promise<unknown>): Promise<OutboundError> {
  return failureOf(OutboundError, answer);
}

/** Waits until the receiver's side of a connection is closed, with or without a reset. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

function settled(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('a request', () => {
  test('arrives unchanged, with the Host of the URL and without a fragment', async () => {
    const { url, requests } = await receive(ok);
    const answer = await makeClient().request(
      post(`${url}/a%20b?c=d#e`, { headers: { 'X-One': '1' }, body: Buffer.from('{"é":1}') }),
    );
    expect(answer).toMatchObject({ status: 200, truncated: false });
    expect(answer.body.toString()).toBe('ok');
    expect(answer.durationMs).toBeGreaterThan(0);
    const [head, body] = requests[0]!.split('\r\n\r\n');
    expect(head!.split('\r\n').toSorted()).toEqual(
      [
        'POST /a%20b?c=d HTTP/1.1',
        `host: ${new URL(url).host}`,
        'connection: keep-alive',
        'X-One: 1',
        'content-length: 8',
      ].toSorted(),
    );
    expect(Buffer.from(body!, 'latin1').toString()).toBe('{"é":1}');
  });

  test('can be a GET, and can go to an IPv6 address', async () => {
    const { url, requests } = await receive(ok, { host: '::1' });
    await makeClient().request({ ...post(`${url}/x`), method: 'GET', body: '' });
    expect(requests[0]).toMatch(/^GET \/x HTTP\/1\.1\r\nhost: \[::1\]:\d+\r\n/);
  });

  test('returns response headers in lower case, with repeated ones joined', async () => {
    const { url } = await receive(
      reply('HTTP/1.1 429 No\r\nRetry-After: 7\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await makeClient().request(post(url))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7', 'x-a': '1, 2', 'content-length': '0' },
    });
  });

  test.each([200, 201, 204, 301, 304, 400, 410, 500, 599])(
    'with status %i is an answer',
    async (status) => {
      const { url } = await receive(
        reply(
          `HTTP/1.1 ${status} X\r\n${status === 204 || status === 304 ? '' : 'Content-Length: 0\r\n'}\r\n`,
        ),
      );
      const client = makeClient();
      for (let i = 0; i < 2; i++)
        expect(await client.request(post(url))).toMatchObject({ status, truncated: false });
    },
  );

  test('cannot replace the Host header, and reports an invalid header as the caller’s error', async () => {
    const { url, requests } = await receive(ok);
    const client = makeClient();
    for (const headers of [{ Host: 'other.example' }, { 'x-a': 'b\r\nx-c: d' }, { 'x a': 'b' }])
      await expect(client.request(post(url, { headers }))).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
    expect(client.idle.connections).toBe(0);
  });

  test.each([301, 302, 303, 307, 308])('is not redirected by a %i', async (status) => {
    const elsewhere = await receive(ok);
    const { url } = await receive(
      reply(`HTTP/1.1 ${status} X\r\nLocation: ${elsewhere.url}/\r\nContent-Length: 0\r\n\r\n`),
    );
    const answer = await makeClient().request(post(url));
    expect(answer).toMatchObject({ status, headers: { location: `${elsewhere.url}/` } });
    expect(elsewhere.connections).toHaveLength(0);
  });

  test.each([
    'http://10.0.0.1:8080/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://2852039166/',
    'https://localhost:8443/',
    'http://example.com/',
    'https://example.com:22/',
    'http://user:secret@127.0.0.1/',
    'nonsense',
  ])('to a forbidden target is refused without a connection: %s', async (url) => {
    const error = await failure(makeClient().request(post(url)));
    expect(error).toMatchObject({ kind: 'refused_address', message: 'the address is not allowed' });
  });
});

describe('an answer', () => {
  test('is read up to the limit, then is cut off with its connection, and its status counts', async () => {
    const { url, connections } = await receive((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const pump = (): void => {
        while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`));
      };
      socket.on('drain', pump);
      pump();
    });
    const client = makeClient();
    const answer = await client.request(post(url, { maxResponseBytes: 10_000 }));
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body.toString()).toBe('x'.repeat(10_000));
    await closed(connections[0]!);
    expect(client.idle.connections).toBe(0);
  });

  test('of exactly the limit is complete, and its connection stays open', async () => {
    const { url } = await receive(reply('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789'));
    const client = makeClient();
    const answer = await client.request(post(url, { maxResponseBytes: 10 }));
    expect(answer.body.toString()).toBe('0123456789');
    expect(answer.truncated).toBe(false);
    expect(client.idle).toEqual({ connections: 1, origins: 1 });
  });

  test('is read completely, and returned up to the requested length', async () => {
    const { url } = await receive(reply('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789'));
    const client = makeClient();
    for (const keepResponseBytes of [4, 0]) {
      const answer = await client.request(post(url, { keepResponseBytes }));
      expect(answer.body.toString()).toBe('0123456789'.slice(0, keepResponseBytes));
      expect(answer.truncated).toBe(true);
    }
    expect(client.idle.connections).toBe(1);
  });

  test('is not decompressed', async () => {
    const { url } = await receive(
      reply('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc'),
    );
    expect((await makeClient().request(post(url))).body.toString()).toBe('abc');
  });

  test('without a length ends with the connection', async () => {
    const { url } = await receive((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nall of it'));
    expect((await makeClient().request(post(url))).body.toString()).toBe('all of it');
  });

  test.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers, twice', 'HTTP/1.1 100 Continue\r\nX: y\r\n\r\nHTTP/1.1 100 \r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'],
    ['100 and 103', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'],
  ])('may be preceded by informational ones: %s', async (_name, before) => {
    const { url } = await receive(reply(before + OK));
    const client = makeClient();
    for (let i = 0; i < 2; i++) {
      const answer = await client.request(post(url));
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '2' } });
      expect(answer.headers).not.toHaveProperty('link');
      expect(answer.body.toString()).toBe('ok');
    }
    expect(client.idle.connections).toBe(1);
  });

  test('is accepted byte by byte, with informational answers', async () => {
    const { url } = await receive(async (socket) => {
      for (const byte of `HTTP/1.1 100 Continue\r\n\r\n${OK}`) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
    });
    expect((await makeClient().request(post(url))).body.toString()).toBe('ok');
  });

  test('is returned unchanged if its body looks like 100 Continue', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const { url } = await receive(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      await settled(20);
      socket.write(body);
    });
    expect((await makeClient().request(post(url))).body.toString()).toBe(body);
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['random bytes', '\u0000\u0001\u00ff\u00fe\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
    ['broken chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a header line without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['headers beyond 16 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(9000)}`],
  ])('that is %s fails as protocol', async (_name, text) => {
    const { url } = await receive(reply(text));
    const client = makeClient();
    const error = await failure(client.request(post(url)));
    expect(error.kind).toBe('protocol');
    expect(error.cause).toBeUndefined();
    expect(client.idle.connections).toBe(0);
  });

  test('with both a length and chunks is rejected', async () => {
    const { url } = await receive(
      reply('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok'),
    );
    const client = makeClient();
    await failure(client.request(post(url)));
    expect(client.idle.connections).toBe(0);
  });
});

describe('the deadline', () => {
  const never: [string, (socket: Socket) => void][] = [
    ['never answers', () => {}],
    ['stops in the headers', reply('HTTP/1.1 200 OK\r\nContent-')],
    ['stops in the body', reply('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123')],
    [
      'drips its body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
        const drip = setInterval(() => socket.write('x'), 10);
        socket.on('close', () => clearInterval(drip));
      },
    ],
    [
      'drips informational answers',
      (socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 103 Early\r\n\r\n'), 10);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ];

  test.each(never)(
    'ends a request to a receiver that %s, and its socket',
    async (_name, answer) => {
      const { url, connections } = await receive(answer);
      const error = await failure(makeClient().request(post(url, { timeoutMs: 150 })));
      expect(error.kind).toBe('timeout');
      await closed(connections[0]!);
    },
  );

  test('ends a request whose body the receiver does not read', async () => {
    const { url } = await receive(() => {}, { onConnection: (socket) => socket.pause() });
    const body = Buffer.alloc(32 * 1024 * 1024);
    const error = await failure(makeClient().request(post(url, { timeoutMs: 200, body })));
    expect(error.kind).toBe('timeout');
  });
});

describe('a connection that is lost', () => {
  test('to a port without a listener fails as connect', async () => {
    const { url } = await receive(ok);
    const { server } = servers.pop()!;
    server.close();
    await once(server, 'close');
    expect(await failure(makeClient().request(post(url)))).toMatchObject({
      kind: 'connect',
      code: 'ECONNREFUSED',
      message: 'the connection could not be made (ECONNREFUSED)',
    });
  });

  const lost: [string, (socket: Socket) => void][] = [
    ['is reset after the request', (socket) => socket.resetAndDestroy()],
    ['is closed after the request', (socket) => socket.end()],
    ['is closed in the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nX')],
    [
      'is closed in the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'),
    ],
    [
      'is closed in the body, as announced',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nx'),
    ],
    [
      'is closed in a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx'),
    ],
    [
      'is closed between chunks, as announced',
      (socket) =>
        socket.end(
          'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
        ),
    ],
  ];
  test.each(lost)('%s fails as reset, and the request is not sent again', async (_name, answer) => {
    const { url, requests } = await receive(answer);
    expect((await failure(makeClient().request(post(url)))).kind).toBe('reset');
    expect(requests).toHaveLength(1);
  });

  test('after it was made and before a byte was written fails as reset, without endless retries', async () => {
    const { url, requests } = await receive(ok);
    let opened = 0;
    const listener = (message: unknown): void => {
      opened++;
      const { socket } = message as { socket: Socket };
      socket.once('connect', () => process.nextTick(() => socket.destroy()));
    };
    subscribe('net.client.socket', listener);
    const error = await failure(makeClient().request(post(url)));
    unsubscribe('net.client.socket', listener);
    expect(error.kind).toBe('reset');
    expect(opened).toBe(1);
    expect(requests).toEqual([]);
  });

  test('because it is closed immediately after it is accepted fails as reset, without endless retries', async () => {
    const { url, connections } = await receive(ok, { onConnection: (socket) => socket.end() });
    expect((await failure(makeClient().request(post(url)))).kind).toBe('reset');
    expect(connections).toHaveLength(1);
  });

  test('after reuse and before any byte of the answer fails as reset, and the request is not sent again', async () => {
    const { url, requests, connections } = await receive((socket, _request, number) => {
      if (number === 1) ok(socket);
      else socket.resetAndDestroy();
    });
    const client = makeClient();
    await client.request(post(url));
    expect((await failure(client.request(post(url)))).kind).toBe('reset');
    expect(requests).toHaveLength(2);
    expect(connections).toHaveLength(1);
  });

  test('while it was idle is replaced, and the request is sent once on another one', async () => {
    const { url, requests, connections } = await receive(ok);
    const client = makeClient();
    for (const end of ['end', 'resetAndDestroy', 'write'] as const) {
      await client.request(post(url));
      const last = connections.at(-1)!;
      if (end === 'write') last.write('HTTP/1.1 408 Timeout\r\n\r\n');
      else last[end]();
      await expect.poll(() => client.idle.connections).toBe(0);
      expect((await client.request(post(url))).status).toBe(200);
    }
    expect(requests).toHaveLength(6);
    expect(connections).toHaveLength(4);
  });

  test('after it was chosen, and before a byte was written, is replaced, and the request is sent once on another one', async () => {
    const { url, requests, connections } = await receive(ok);
    const opened: Socket[] = [];
    const listener = (message: unknown): void =>
      void opened.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', listener);
    const client = makeClient();
    await client.request(post(url));
    let asked = 0;
    const beforeSend = (): boolean => ++asked > 0;
    const answer = client.request(post(url, { beforeSend }));
    opened[0]!.destroy();
    expect((await answer).status).toBe(200);
    unsubscribe('net.client.socket', listener);
    expect(asked).toBe(1);
    expect(requests).toHaveLength(2);
    expect(connections).toHaveLength(2);
  });
});

describe('connections', () => {
  test('are reused one request at a time, and never by two at once', async () => {
    const { url, connections } = await receive(ok);
    const client = makeClient();
    for (let i = 0; i < 5; i++) await client.request(post(url));
    expect(connections).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => client.request(post(url))));
    expect(connections).toHaveLength(20);
    await Promise.all(Array.from({ length: 20 }, () => client.request(post(url))));
    expect(connections).toHaveLength(20);
    expect(client.idle).toEqual({ connections: 20, origins: 1 });
  });

  test('are not kept when the receiver closes them', async () => {
    const { url, connections } = await receive((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    );
    const client = makeClient();
    for (let i = 0; i < 3; i++) expect((await client.request(post(url))).status).toBe(200);
    expect(connections).toHaveLength(3);
    await expect.poll(() => client.idle).toEqual({ connections: 0, origins: 0 });
  });

  test('are closed when idle for the time that the receiver requests, and their origin is forgotten', async () => {
    const { url, connections } = await receive(
      reply('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=3\r\nContent-Length: 0\r\n\r\n'),
    );
    const client = makeClient();
    await client.request(post(url));
    expect(client.idle).toEqual({ connections: 1, origins: 1 });
    await expect
      .poll(() => client.idle, { timeout: within(5000) })
      .toEqual({ connections: 0, origins: 0 });
    expect(connections[0]!.destroyed || connections[0]!.readableEnded).toBe(true);
  });
});

describe('beforeSend', () => {
  test('can return false: nothing is sent, and the connection serves the next request', async () => {
    const { url, requests, connections } = await receive(ok);
    const client = makeClient();
    const no = post(url, { beforeSend: () => false, body: 'must not arrive' });
    expect((await failure(client.request(no))).kind).toBe('cancelled');
    await client.request(post(url, { body: '1' }));
    expect((await failure(client.request(no))).kind).toBe('cancelled');
    expect((await failure(client.request(no))).kind).toBe('cancelled');
    await client.request(post(url, { body: '2' }));
    await settled(20);
    expect(requests.map((text) => text.split('\r\n\r\n')[1])).toEqual(['1', '2']);
    expect(connections).toHaveLength(1);
  });

  test('is called when the connection is open, in the same turn in which the request is written', async () => {
    const { url, connections } = await receive(ok);
    const client = makeClient();
    let asked = 0;
    const beforeSend = (): boolean => {
      asked++;
      return true;
    };
    await client.request(post(url, { beforeSend }));
    await client.request(post(url, { beforeSend }));
    expect(asked).toBe(2);

    connections[0]!.destroy();
    await expect.poll(() => client.idle.connections).toBe(0);
    let accepted = false;
    const { url: other } = await receive(ok, { onConnection: () => (accepted = true) });
    await client.request(
      post(other, {
        beforeSend: () => {
          asked++;
          return true;
        },
      }),
    );
    expect(accepted).toBe(true);
    expect(asked).toBe(3);
  });

  test('can throw: the request fails with its error, and nothing is sent', async () => {
    const { url, requests } = await receive(ok);
    const client = makeClient();
    const beforeSend = (): boolean => {
      throw new Error('of the caller');
    };
    await expect(client.request(post(url, { beforeSend }))).rejects.toThrow('of the caller');
    await client.request(post(url));
    expect(requests).toHaveLength(1);
  });
});

describe('cancelling', () => {
  test('before the request sends nothing, and during it destroys the connection', async () => {
    const { url, requests, connections } = await receive(() => {});
    const client = makeClient();
    const aborted = post(url, { signal: AbortSignal.abort() });
    expect((await failure(client.request(aborted))).kind).toBe('cancelled');
    expect(connections).toHaveLength(0);

    const controller = new AbortController();
    const answer = failure(client.request(post(url, { signal: controller.signal })));
    await expect.poll(() => requests.length).toBe(1);
    controller.abort();
    expect((await answer).kind).toBe('cancelled');
    await closed(connections[0]!);
  });

  test('before the request is written keeps the connection usable', async () => {
    const { url, requests, connections } = await receive(ok);
    const client = makeClient();
    await client.request(post(url));
    const controller = new AbortController();
    const answer = failure(client.request(post(url, { signal: controller.signal })));
    controller.abort();
    expect((await answer).kind).toBe('cancelled');
    await expect.poll(() => client.idle.connections).toBe(1);
    await client.request(post(url));
    expect(requests).toHaveLength(2);
    expect(connections).toHaveLength(1);
  });

  test('by closing the client ends running requests, closes idle connections, and rejects later requests', async () => {
    const silent = await receive(() => {});
    const warm = await receive(ok);
    const client = makeClient();
    await client.request(post(warm.url));
    const running = failure(client.request(post(silent.url)));
    await expect.poll(() => silent.requests.length).toBe(1);
    const opening = failure(client.request(post(silent.url)));
    await client.close();
    expect((await running).kind).toBe('cancelled');
    expect((await opening).kind).toBe('cancelled');
    expect(client.idle).toEqual({ connections: 0, origins: 0 });
    for (const socket of [...silent.connections, ...warm.connections]) await closed(socket);
    expect((await failure(client.request(post(warm.url)))).kind).toBe('cancelled');
    await client.close();
  });
});

test('proxies in the environment are ignored', async () => {
  const proxy = await receive(ok);
  const { url, requests } = await receive(ok);
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { OutboundClient } from ${JSON.stringify(new URL('client.ts', import.meta.url).href)};
       const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
       const { status } = await client.request({
         url: ${JSON.stringify(url)}, method: 'GET', headers: {}, timeoutMs: 5000, maxResponseBytes: 10,
       });
       console.log(status);
       await client.close();`,
    ],
    {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        NO_PROXY: '',
        HTTP_PROXY: proxy.url,
        HTTPS_PROXY: proxy.url,
        ALL_PROXY: proxy.url,
        http_proxy: proxy.url,
        https_proxy: proxy.url,
        all_proxy: proxy.url,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  expect(output).toBe('200\n');
  expect(requests).toHaveLength(1);
  expect(proxy.connections).toHaveLength(0);
});

test('a request inside a transaction is refused', async () => {
  const { url, connections } = await receive(ok);
  const db = await openPool(1);
  try {
    await db.transaction(async () => {
      await expect(makeClient().request(post(url))).rejects.toThrow(
        'an outbound request inside a transaction',
      );
    });
  } finally {
    await db.close();
  }
  expect(connections).toHaveLength(0);
});
