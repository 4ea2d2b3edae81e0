import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import {
  createServer,
  getCACertificates,
  setDefaultCACertificates,
  type Server,
  type TlsOptions,
  type TLSSocket,
} from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OutboundClient } from './client.ts';
import { failureOf } from '../../../test/support/failure.ts';
import { OutboundError } from './error.ts';
import type { OutboundRequest } from './exchange.ts';
import type { Resolve } from './resolve.ts';

type Pems = Awaited<ReturnType<typeof generate>>;

const trusted = getCACertificates('default');
let ca: Pems;

/** Makes a certificate of the test's own authority, or a self-signed one. */
function certificate(name: string, more: { selfSigned?: true; expired?: true; ip?: string } = {}) {
  const past = new Date('2001-01-01');
  return generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(more.selfSigned ? {} : { ca: { key: ca.private, cert: ca.cert } }),
    ...(more.expired ? { notBeforeDate: past, notAfterDate: new Date('2001-02-01') } : {}),
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [more.ip === undefined ? { type: 2, value: name } : { type: 7, ip: more.ip }],
      },
    ],
  });
}

const clients: OutboundClient[] = [];
const servers: { server: Server; sockets: TLSSocket[] }[] = [];

beforeAll(async () => {
  ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  setDefaultCACertificates([...trusted, ca.cert]);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

afterAll(() => setDefaultCACertificates(trusted));

type Receiver = { port: number; requests: string[]; names: (string | false | null)[] };

/** Starts an HTTPS receiver on all of loopback that answers 200. */
async function receive(
  { private: key, cert }: Pems,
  more: TlsOptions = {},
  host = '::',
): Promise<Receiver> {
  const requests: string[] = [];
  const names: (string | false | null)[] = [];
  const sockets: TLSSocket[] = [];
  const server = createServer({ key, cert, ...more }, (socket) => {
    sockets.push(socket);
    names.push(socket.servername as string | false);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  server.on('tlsClientError', () => {});
  servers.push({ server, sockets });
  server.listen(0, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, requests, names };
}

function makeClient(resolve: Resolve, allow = ['127.0.0.0/8', '::1']): OutboundClient {
  const client = new OutboundClient({ allow, resolve });
  clients.push(client);
  return client;
}

function to(...addresses: string[]): Resolve {
  return async () => addresses;
}

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    method: 'GET',
    headers: {},
    timeoutMs: 3000,
    maxResponseBytes: 100,
    ...more,
  };
}

function failure(answer: Promise<unknown>): Promise<OutboundError> {
  return failureOf(OutboundError, answer);
}

describe('a name', () => {
  test('is connected at the checked address, and is sent in SNI and Host', async () => {
    const { port, requests, names } = await receive(await certificate('hook.example'));
    const asked: string[] = [];
    const client = makeClient(async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    });
    for (const host of ['hook.example', 'HOOK.example.'])
      expect((await client.request(get(`https://${host}:${port}/x`))).status).toBe(200);
    expect(requests).toHaveLength(2);
    for (const request of requests) expect(request).toContain(`host: hook.example:${port}\r\n`);
    expect(names).toEqual(['hook.example']);
    expect(asked).toEqual(['hook.example']);
  });

  test.each([
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['::'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['fe80::1%lo'],
    ['nonsense'],
    ['127.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8', '::1', 'fd00:ec2::254'],
  ])(
    'with a forbidden address among its answers is refused as a whole: %s %s',
    async (...addresses) => {
      const { port, names } = await receive(await certificate('hook.example'));
      const client = makeClient(to(...addresses.filter((address) => address !== undefined)));
      const error = await failure(client.request(get(`https://hook.example:${port}/`)));
      expect(error).toMatchObject({
        kind: 'refused_address',
        message: 'the address is not allowed',
      });
      expect(names).toEqual([]);
    },
  );

  test('is rejected at the next connection if its address has become private', async () => {
    const { port, requests } = await receive(await certificate('hook.example'));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const client = makeClient(async () => answers.shift()!);
    const url = `https://hook.example:${port}/`;
    await client.request(get(url, { headers: { connection: 'close' } }));
    expect((await failure(client.request(get(url)))).kind).toBe('refused_address');
    expect(requests).toHaveLength(1);
    expect(answers).toEqual([]);
  });

  test('is refused if the peer is not at the checked address', async () => {
    // The system connects 0.0.0.0 to 127.0.0.1, which is not allowed here.
    const { port, requests } = await receive(await certificate('hook.example'));
    const client = makeClient(to('0.0.0.0'), ['0.0.0.0']);
    const error = await failure(client.request(get(`https://hook.example:${port}/`)));
    expect(error.kind).toBe('refused_address');
    expect(requests).toEqual([]);
  });

  test('is tried at its other addresses in turn if one cannot be reached', async () => {
    const pems = await certificate('hook.example');
    const { port } = await receive(pems, {}, '127.0.0.2');
    const url = `https://hook.example:${port}/`;
    expect((await makeClient(to('127.0.0.1', '127.0.0.2')).request(get(url))).status).toBe(200);
    expect(await failure(makeClient(to('127.0.0.1', '::1')).request(get(url)))).toMatchObject({
      kind: 'connect',
      code: 'ECONNREFUSED',
    });
  });

  test('without an address, or that cannot be resolved, fails as dns', async () => {
    expect((await failure(makeClient(to()).request(get('https://hook.example/')))).kind).toBe(
      'dns',
    );
    const client = makeClient(async () => {
      throw new OutboundError('dns', 'ENOTFOUND');
    });
    expect(await failure(client.request(get('https://hook.example/')))).toMatchObject({
      kind: 'dns',
      code: 'ENOTFOUND',
    });
  });

  test('with a slow DNS ends at the deadline, and the query is cancelled', async () => {
    let cancelled = false;
    const client = makeClient(
      (_name, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            cancelled = true;
            reject(new OutboundError('dns', 'ECANCELLED'));
          });
        }),
    );
    const error = await failure(client.request(get('https://hook.example/', { timeoutMs: 100 })));
    expect(error.kind).toBe('timeout');
    expect(cancelled).toBe(true);
  });

  test('fails at the deadline if its host never answers TLS', async () => {
    const silent = createPlainServer();
    const accepted: Promise<unknown> = once(silent, 'connection');
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const url = `https://hook.example:${port}/`;
    const error = await failure(makeClient(to('127.0.0.1')).request(get(url, { timeoutMs: 150 })));
    expect(error.kind).toBe('timeout');
    const [socket] = (await accepted) as [TLSSocket];
    if (!socket.closed) await new Promise((resolve) => socket.resume().once('close', resolve));
    silent.close();
  });
});

describe('a certificate', () => {
  const at = async (pems: Pems, host = 'hook.example', more: TlsOptions = {}) => {
    const receiver = await receive(pems, more);
    const url = `https://${host}:${receiver.port}/`;
    const error = await failure(makeClient(to('127.0.0.1')).request(get(url)));
    expect(receiver.requests).toEqual([]);
    expect(error.message + String(error.stack)).not.toContain('hook.example');
    return error;
  };

  test('is rejected if it is self-signed', async () => {
    expect(await at(await certificate('hook.example', { selfSigned: true }))).toMatchObject({
      kind: 'tls',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  test('is rejected if it has expired', async () => {
    expect(await at(await certificate('hook.example', { expired: true }))).toMatchObject({
      kind: 'tls',
      code: 'CERT_HAS_EXPIRED',
    });
  });

  test('for another name is refused', async () => {
    expect(await at(await certificate('other.example'))).toMatchObject({
      kind: 'tls',
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  test('for the name is rejected for its address', async () => {
    expect((await at(await certificate('hook.example'), '127.0.0.1')).kind).toBe('tls');
  });

  test('for the address is valid for the address', async () => {
    const { port, names } = await receive(await certificate('x', { ip: '127.0.0.1' }));
    const client = makeClient(to());
    expect((await client.request(get(`https://127.0.0.1:${port}/`))).status).toBe(200);
    expect(names).toEqual([false]);
  });

  test('is rejected whatever NODE_TLS_REJECT_UNAUTHORIZED is', async () => {
    const { port, requests } = await receive(
      await certificate('x', { ip: '127.0.0.1', selfSigned: true }),
    );
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { OutboundClient } from ${JSON.stringify(new URL('client.ts', import.meta.url).href)};
         const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
         await client.request({
           url: 'https://127.0.0.1:${port}/', method: 'GET', headers: {}, timeoutMs: 5000, maxResponseBytes: 9,
         }).catch((error) => console.log(error.kind, error.code));
         await client.close();`,
      ],
      { env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } },
    );
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    await once(child, 'close');
    expect(output).toBe('tls DEPTH_ZERO_SELF_SIGNED_CERT\n');
    expect(requests).toEqual([]);
  });

  test('is missing with plain HTTP or very old TLS', async () => {
    const plain = createPlainServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const url = `https://hook.example:${(plain.address() as AddressInfo).port}/`;
    expect((await failure(makeClient(to('127.0.0.1')).request(get(url)))).kind).toBe('tls');
    plain.close();
    const old = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    } as const;
    expect((await at(await certificate('hook.example'), 'hook.example', old)).kind).toBe('tls');
  });

  test('causes a TLS error if the receiver requires a client certificate', async () => {
    const { port } = await receive(await certificate('hook.example'), {
      requestCert: true,
      rejectUnauthorized: true,
      ca: ca.cert,
    });
    const url = `https://hook.example:${port}/`;
    expect((await failure(makeClient(to('127.0.0.1')).request(get(url)))).kind).toBe('tls');
  });
});

test('only HTTP/1.1 is offered, even to servers that prefer HTTP/2', async () => {
  const { port, requests } = await receive(await certificate('hook.example'), {
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  const client = makeClient(to('127.0.0.1'));
  expect((await client.request(get(`https://hook.example:${port}/`))).status).toBe(200);
  expect(requests[0]).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
});
