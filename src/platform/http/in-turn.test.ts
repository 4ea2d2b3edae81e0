import type { RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { inTurn } from './in-turn.ts';
import { createHttpServer, openListener } from './server.ts';
import { within } from '../../../test/support/within.ts';

const open: { server: Server; clients: Socket[] }[] = [];
afterEach(() => {
  for (const { server, clients } of open.splice(0)) {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handle: RequestListener, stalledMs?: number, timeoutMs = 400) {
  const server = await openListener({
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: timeoutMs,
    headersTimeoutMs: timeoutMs,
    ...(stalledMs === undefined ? {} : { stalledMs }),
  });
  // Requests that Node.js itself rejects are handled as in the service.
  createHttpServer(
    {
      log: createLogger('silent'),
      trustedProxies: [],
      clientAddressHeader: 'x-forwarded-for',
      bodyLimitBytes: 1024,
    },
    server,
  );
  server.removeAllListeners('request').on('request', inTurn(handle));
  const clients: Socket[] = [];
  open.push({ server, clients });
  return (): Socket & { text: string } => {
    const { port } = server.address() as AddressInfo;
    // A client that can still send after the server has closed its side.
    const to = { port, host: '127.0.0.1', allowHalfOpen: true };
    const client = Object.assign(connect(to), { text: '' });
    client.on('data', (chunk: Buffer) => (client.text += chunk.toString('latin1')));
    client.on('error', () => {});
    clients.push(client);
    return client;
  };
}

/** Resolves when the server has closed its side of the connection. */
function ended(client: Socket) {
  return expect.poll(() => client.readableEnded || client.closed).toBe(true);
}

/** Sends a body after the server has refused it. @returns true if the server has reset the connection */
async function sendRefused(client: Socket & { text: string }, bytes: number): Promise<boolean> {
  let isReset = false;
  client.on('error', () => (isReset = true));
  client.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  await expect.poll(() => client.text).toContain('refused');
  client.end(Buffer.alloc(bytes));
  await expect.poll(() => client.closed, { timeout: within(5000) }).toBe(true);
  return isReset;
}

function get(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
}
function post(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
const MALFORMED = 'THIS IS NO REQUEST\r\n\r\n';

/** The statuses and bodies of all answers on a connection, in order. */
function answers(text: string): string[] {
  return text
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => `${answer.slice(0, 3)} ${answer.split('\r\n\r\n')[1] ?? ''}`);
}

/** A handler whose answers the test releases, and the requests that have begun. */
function held(): { handle: RequestListener; begun: string[]; answer: () => void } {
  const begun: string[] = [];
  const responses: [string, ServerResponse][] = [];
  return {
    begun,
    handle: ({ method, url }, response) => {
      begun.push(`${method} ${url}`);
      responses.push([url!, response]);
    },
    answer: () => {
      const [url, response] = responses.shift()!;
      response.end(url);
    },
  };
}

test('starts requests of a connection one after the other, each when the one before is answered', async () => {
  const { handle, begun, answer } = held();
  const client = (await serve(handle))();
  client.write(post('/1', 'a') + get('/2') + post('/3', 'b'));
  for (let n = 1; n <= 3; n++) {
    await expect.poll(() => begun.length).toBe(n);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun).toHaveLength(n);
    answer();
  }
  await expect.poll(() => answers(client.text)).toEqual(['200 /1', '200 /2', '200 /3']);
  expect(begun).toEqual(['POST /1', 'GET /2', 'POST /3']);
});

test('serves connections independently of each other', async () => {
  const { handle, begun } = held();
  const dial = await serve(handle);
  dial().write(get('/1') + get('/2'));
  dial().write(get('/3'));
  await expect.poll(() => begun.toSorted()).toEqual(['GET /1', 'GET /3']);
});

test('disconnects a client that sends more than 64 requests ahead, and starts none of them', async () => {
  const { handle, begun, answer } = held();
  const dial = await serve(handle);
  const patient = dial();
  patient.write(Array.from({ length: 65 }, (_, i) => get(`/${i}`)).join(''));
  await expect.poll(() => begun.length).toBe(1);
  const greedy = dial();
  greedy.write(Array.from({ length: 66 }, (_, i) => get(`/greedy-${i}`)).join(''));
  await ended(greedy);
  answer();
  // The request on the other connection has begun by now. Its answer is discarded.
  await expect.poll(() => begun.length, { interval: 1 }).toBe(3);
  for (let n = 3; n <= 66; n++) {
    answer();
    await expect.poll(() => begun.length, { interval: 1 }).toBe(Math.min(n, 66));
  }
  expect(begun.filter((name) => name.includes('greedy'))).toEqual(['GET /greedy-0']);
});

test('rejects a malformed request after the answers to earlier requests, and starts no request after it', async () => {
  const { handle, begun, answer } = held();
  const client = (await serve(handle))();
  client.write(post('/1', 'a') + get('/2') + MALFORMED + post('/behind', 'b'));
  await expect.poll(() => begun.length).toBe(1);
  client.write(post('/later', 'c'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(client.text).toBe('');
  answer();
  await expect.poll(() => begun.length).toBe(2);
  answer();
  await ended(client);
  expect(answers(client.text).map((text) => text.slice(0, 30))).toEqual([
    '200 /1',
    '200 /2',
    '400 {"success":false,"error":{',
  ]);
  expect(begun).toEqual(['POST /1', 'GET /2']);
});

test('does not start a request whose body is malformed before its turn', async () => {
  const { handle, begun, answer } = held();
  const client = (await serve(handle))();
  client.write(get('/1'));
  await expect.poll(() => begun.length).toBe(1);
  client.write('POST /2 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  answer();
  await ended(client);
  expect(answers(client.text).map((text) => text.slice(0, 6))).toEqual(['200 /1', '400 {"']);
  expect(begun).toEqual(['GET /1']);
});

test('sends no second answer to a request that was answered before its body proved malformed', async () => {
  const client = (await serve((_request, response) => void response.writeHead(401).end('who')))();
  client.write('POST /1 HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  await expect.poll(() => answers(client.text).length).toBe(1);
  client.write('ZZ\r\n');
  await ended(client);
  expect(answers(client.text)).toHaveLength(1);
});

test('does not execute a request whose body continues after 408', async () => {
  const done: string[] = [];
  const client = (
    await serve((request, response) => {
      request.resume().on('end', () => {
        done.push(request.url!);
        response.end();
      });
    })
  )();
  client.write('POST /1 HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\na');
  await expect
    .poll(() => answers(client.text)[0]?.slice(0, 3), { timeout: within(5000) })
    .toBe('408');
  client.write(`b${post('/2', 'c')}`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(done).toEqual([]);
});

test('neither executes nor answers requests after one that ends the connection', async () => {
  const { handle, begun, answer } = held();
  const client = (await serve(handle))();
  client.write(get('/1', 'connection: close\r\n') + post('/2', 'a'));
  await expect.poll(() => begun.length).toBe(1);
  answer();
  await ended(client);
  expect([answers(client.text), begun]).toEqual([['200 /1'], ['GET /1']]);
});

test('never starts requests that wait behind one whose client disconnects', async () => {
  const { handle, begun } = held();
  const client = (await serve(handle))();
  client.write(get('/1') + get('/2'));
  await expect.poll(() => begun.length).toBe(1);
  client.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun).toEqual(['GET /1']);
});

const LARGE = Buffer.alloc(32 * 2 ** 20);

test.each([
  ['in one piece', (response: ServerResponse) => void response.end(LARGE)],
  [
    'as a stream',
    (response: ServerResponse) => {
      const more = (): void => {
        while (response.write(LARGE.subarray(0, 2 ** 16)));
        response.once('drain', more);
      };
      more();
    },
  ],
])('cuts off an answer %s that its client does not read', async (_how, answer) => {
  const closed = Promise.withResolvers<void>();
  const dial = await serve((_request, response) => {
    response.on('close', () => closed.resolve());
    answer(response);
  }, 200);
  const client = dial();
  client.pause();
  client.write(get('/1'));
  await closed.promise;
});

test('completes an answer that its client reads slowly, and one that takes long to begin', async () => {
  const stalledMs = within(1000);
  const dial = await serve((request, response) => {
    if (request.url === '/large') response.end(LARGE);
    else setTimeout(() => response.end('late'), 1.5 * stalledMs);
  }, stalledMs);
  const late = dial();
  late.write(get('/late'));
  await expect.poll(() => answers(late.text)).toEqual(['200 late']);
  const client = dial();
  let taken = 0;
  client.removeAllListeners('data').on('data', (chunk: Buffer) => {
    taken += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), 1);
  });
  client.write(get('/large'));
  await expect.poll(() => taken, { timeout: within(20_000) }).toBeGreaterThan(LARGE.length);
});

test('reads and drops the rest of a refused body before it closes the connection, up to 16 MiB', async () => {
  const dial = await serve(
    (_request, response) => void response.writeHead(401).end('refused'),
    undefined,
    10_000,
  );
  expect(await sendRefused(dial(), 2 ** 20)).toBe(false);
  expect(await sendRefused(dial(), 2 ** 26)).toBe(true);
});
