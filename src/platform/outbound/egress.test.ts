import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/support/failure.ts';
import { isListed } from './address.ts';
import { Egress, type Use } from './egress.ts';
import { OutboundError } from './error.ts';

/** Bytes on the wire, as the receiver counts them. */
let wire: { received: number; sent: number };
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
let server: Server;
let host: string;
beforeAll(async () => {
  wire = { received: 0, sent: 0 };
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      wire.received += chunk.length;
      wire.sent += ANSWER.length;
      socket.write(ANSWER);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const ALLOW = ['127.0.0.1'];

/** Returns counted requests, with the batches that were written. */
function counting(
  hosts?: readonly string[],
  write: (uses: Use[]) => Promise<void> = () => Promise.resolve(),
) {
  const batches: Use[][] = [];
  const failures: unknown[] = [];
  const egress = new Egress({
    allow: ALLOW,
    hosts,
    noOrganization: 'platform',
    write: async (uses) => {
      await write(uses);
      batches.push(uses);
    },
    onFailure: (error) => failures.push(error),
  });
  return { egress, batches, failures };
}

function request(orgId?: string, path = '/') {
  const url = `http://${host}${path}`;
  return { url, method: 'GET' as const, headers: {}, timeoutMs: 5000, maxResponseBytes: 99, orgId };
}

describe('the counts of outbound requests', () => {
  test('have the bytes of each host and organization, and are written in one batch', async () => {
    const { egress, batches } = counting();
    const client = egress.client('webhook');
    const before = { ...wire };
    for (const orgId of ['org_1', 'org_1', 'org_2', undefined])
      await client.request(request(orgId));
    expect(batches).toEqual([]);
    await client.close();
    await egress.close();
    expect(batches).toHaveLength(1);
    const [uses] = batches as [Use[]];
    expect(uses.map(({ orgId, requests }) => [orgId, requests])).toEqual([
      ['org_1', 2],
      ['org_2', 1],
      ['platform', 1],
    ]);
    expect(uses.every((use) => use.purpose === 'webhook' && use.host === host)).toBe(true);
    const sum = (of: 'bytesSent' | 'bytesReceived'): number =>
      uses.reduce((total, use) => total + use[of], 0);
    expect(sum('bytesSent')).toBe(wire.received - before.received);
    expect(sum('bytesReceived')).toBe(wire.sent - before.sent);
  });

  test('contain refused requests, and none that did not leave', async () => {
    const { egress, batches } = counting(['hooks.example.com']);
    const client = egress.client('webhook');
    const error = await failureOf(OutboundError, client.request(request('org_1')));
    expect(error).toMatchObject({ kind: 'refused_address', code: 'NOT_LISTED' });
    const inside = { ...request('org_1'), url: 'https://10.0.0.1/' };
    await expect(client.request(inside)).rejects.toThrow();
    await egress.close();
    expect(batches).toMatchObject([[{ host, requests: 0, refused: 1, bytesSent: 0 }]]);
  });

  test('have one row for all hosts that callers choose freely', async () => {
    const { egress, batches } = counting();
    const client = egress.client('image');
    await client.request(request('org_1'));
    await client.close();
    await egress.close();
    expect(batches).toMatchObject([[{ purpose: 'image', host: '*', requests: 1 }]]);
  });

  test('wait after a failed write, and are added to later ones', async () => {
    let isDown = true;
    const { egress, batches, failures } = counting(undefined, async () => {
      if (isDown) throw new Error('the database does not answer');
    });
    const client = egress.client('list');
    await client.request(request());
    await egress.close();
    expect([failures.length, batches]).toEqual([1, []]);
    isDown = false;
    await client.request(request());
    await client.close();
    await egress.close();
    expect(batches).toMatchObject([[{ requests: 2 }]]);
  });

  test('let a file of the operator add hosts to one purpose', async () => {
    const { egress } = counting([]);
    const [providers, webhooks] = [
      egress.client('provider', ['127.0.0.1']),
      egress.client('webhook'),
    ];
    expect((await providers.request(request())).status).toBe(200);
    await expect(webhooks.request(request())).rejects.toThrow(OutboundError);
    await Promise.all([providers.close(), webhooks.close()]);
  });
});

describe('a list of hosts', () => {
  test('contains names, and ends of names after an asterisk', () => {
    const hosts = ['hooks.example.com', '*.bank.example', '192.0.2.7'];
    const listed = ['hooks.example.com', 'a.bank.example', 'a.b.bank.example', '192.0.2.7'];
    const unlisted = [
      'example.com',
      'x.hooks.example.com',
      'bank.example',
      'evilbank.example',
      '192.0.2.70',
    ];
    expect(listed.filter((one) => !isListed(one, hosts))).toEqual([]);
    expect(unlisted.filter((one) => isListed(one, hosts))).toEqual([]);
    expect([isListed('any.example', undefined), isListed('any.example', [])]).toEqual([
      true,
      false,
    ]);
  });
});
