/**
 * Names whose DNS answers change, over real DNS and with the running service. Both ends are on loopback: 127.0.0.1 is
 * allowed and represents a public address; 127.0.0.2 represents an internal service, which must get no connection.
 */
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { certificateFor, trustTestCa } from '../support/certificates.ts';
import { startDnsServer, type DnsServer, type Records } from '../support/dns-server.ts';
import { oriki } from '../support/command-line.ts';
import { plain } from '../support/images.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { WebhookClient } from '../support/webhook-client.ts';

const OUTSIDE = [127, 0, 0, 1];
const INSIDE = [127, 0, 0, 2];
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...INSIDE];

/** Each test uses its own names, all in one certificate. */
const NAMES = Array.from({ length: 20 }, (_, i) => `host-${i}.rebind.example`);
let names = 0;
function named(records: (n: number) => Records): string {
  const name = NAMES[names++]!;
  dns.zone.set(name, records);
  return name;
}

let app: TestApp;
let receiver: Receiver;
let dns: DnsServer;
let inside: Server;
let reached = 0;
let distrust: () => void;
beforeAll(async () => {
  distrust = await trustTestCa();
  receiver = await startReceiver({ tls: await certificateFor({ names: NAMES }) });
  inside = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(receiver.port, '127.0.0.2');
  await once(inside, 'listening');
  dns = await startDnsServer();
  const servers = [dns.address];
  for (const method of ['resolve4', 'resolve6'] as const) {
    const resolve = Resolver.prototype[method] as (
      this: Resolver,
      name: string,
    ) => Promise<string[]>;
    vi.spyOn(Resolver.prototype, method).mockImplementation(function (
      this: Resolver,
      name: string,
    ) {
      // The servers are set only once, and not while the resolver queries the other address family.
      if (this.getServers().join() !== servers.join()) this.setServers(servers);
      return resolve.call(this, name);
    } as never);
  }
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.1'] });
});
afterEach(() => expect(reached).toBe(0));
afterAll(async () => {
  await app.stop();
  vi.restoreAllMocks();
  await receiver.stop();
  inside.close();
  dns.close();
  distrust();
});

function url(name: string, path: string): string {
  return receiver.url(path, name);
}
function outsideThen(records: Records) {
  return named((n) => (n === 0 ? { A: [OUTSIDE] } : records));
}
const INSIDES: [string, Records][] = [
  ['another address', { A: [INSIDE] }],
  ['one more address', { A: [OUTSIDE, INSIDE] }],
  ['one before', { A: [INSIDE, OUTSIDE] }],
  ['an IPv4-mapped address', { A: [OUTSIDE], AAAA: [MAPPED] }],
  ['the address of every interface', { A: [[0, 0, 0, 0]] }],
  ['an address of carriers', { A: [[100, 64, 0, 1]] }],
  ['an address of metadata', { A: [[169, 254, 169, 254]] }],
];

test.each(INSIDES)('a webhook whose name gets %s is not sent there', async (_, records) => {
  const name = outsideThen(records);
  const path = `/${name}`;
  receiver.behave(path, { status: 200, headers: { connection: 'close' } });
  const client = await WebhookClient.of(app);
  const hook = await client.create(url(name, path));
  await client.attempted(hook.id, await client.publish('a.b'));
  expect(receiver.requests.filter((request) => request.path === path)).toHaveLength(1);
  const { attempts } = await client.attempted(hook.id, await client.publish('a.b'));
  expect(attempts[0]).toMatchObject({ statusCode: null, error: 'refused_address' });
  expect(receiver.requests.filter((request) => request.path === path)).toHaveLength(1);
});

test('a name that changes with every query sends each delivery to the checked address, or nowhere', async () => {
  const name = named((n) => ({ A: [n % 2 ? INSIDE : OUTSIDE] }));
  const path = '/changing';
  receiver.behave(path, { status: 200, headers: { connection: 'close' } });
  const client = await WebhookClient.of(app);
  const hook = await client.create(url(name, path));
  const results = new Set<unknown>();
  for (let i = 0; i < 10; i += 1) {
    const { attempts } = await client.attempted(hook.id, await client.publish('a.b'));
    results.add(attempts[0]!.statusCode ?? attempts[0]!.error);
  }
  expect(results).toEqual(new Set([200, 'refused_address']));
});

test('an image whose name changes to an internal address returns 400, even behind a redirect', async () => {
  const { key } = await app.org();
  const png = await plain().png().toBuffer();
  const liveness = (name: string, path: string) =>
    app.call('POST', '/api/v1/identity/liveness', {
      key,
      body: { subjectId: 's', image: { url: url(name, path), contentType: 'image/png' } },
    });
  receiver.behave('/a.png', {
    status: 200,
    headers: { connection: 'close', 'content-type': 'image/png' },
    body: png,
  });
  const turning = outsideThen({ A: [INSIDE] });
  expect((await liveness(turning, '/a.png')).status).toBe(200);
  const refused = await liveness(turning, '/a.png');
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'image.url']);
  const honest = named(() => ({ A: [OUTSIDE] }));
  receiver.behave('/redirect', { redirect: url(turning, '/a.png') });
  expect((await liveness(honest, '/redirect')).status).toBe(400);
});

test('a list whose name changes to an internal address is not fetched, even behind a redirect', async () => {
  receiver.behave('/list.csv', {
    status: 200,
    headers: { connection: 'close' },
    body: 'id,name\n1,Ada\n',
  });
  const env = { ...app.env, ORIKI_OUTBOUND_ALLOW: '127.0.0.1' };
  const imported = async (name: string, path: string) => {
    const list = ['--kind', 'pep', '--source', 'test:rebind', '--format', 'csv'];
    return oriki(['list', 'import', ...list, '--url', url(name, path), '--json'], env);
  };
  const turning = outsideThen({ A: [INSIDE] });
  expect((await imported(turning, '/list.csv')).code).toBe(0);
  const honest = named(() => ({ A: [OUTSIDE] }));
  receiver.behave('/to-list', { redirect: url(turning, '/list.csv') });
  for (const [name, path] of [
    [turning, '/list.csv'],
    [honest, '/to-list'],
  ] as const) {
    const { code, stdout } = await imported(name, path);
    expect([code, stdout]).toEqual([1, expect.stringContaining('the address is not allowed')]);
  }
});
