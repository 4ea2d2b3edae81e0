import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  certificateFor,
  testCa,
  trustTestCa,
  type Certificate,
} from '../../../../test/support/certificates.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { expect400, rowsOf, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { within } from '../../../../test/support/within.ts';

let app: TestApp;
let receiver: Receiver;
let client: WebhookClient;
let own: Certificate;
let untrust: () => void;

beforeAll(async () => {
  untrust = await trustTestCa();
  own = await certificateFor({ names: ['ledger'], client: true });
  receiver = await startReceiver();
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    webhookTimeoutMs: within(5000),
  });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  untrust();
});
beforeEach(async () => {
  client = await WebhookClient.of(app);
});

let paths = 0;
function freshUrl(): { url: string; path: string } {
  const path = `/credentials-${(paths += 1)}`;
  return { url: receiver.url(path), path };
}

function subscribe(url: string, more: Record<string, unknown> = {}) {
  return client.ask(201, 'POST', '', { name: 'Ledger', url, events: ['*'], ...more });
}

/** Returns the headers of the request for the next event. */
async function sentTo(path: string): Promise<Record<string, string>> {
  const id = await client.publish('a.b');
  const requests = await receiver.waitFor((all) => all.some((one) => one.id === id), { path });
  return requests.find((one) => one.id === id)!.headers;
}

/** Returns all stored rows of credentials. */
function stored() {
  return rowsOf(
    app,
    sql`SELECT part, envelope, shown FROM webhook_credentials WHERE org_id = ${client.org.id} ORDER BY part`,
  );
}

const HEADERS = { 'X-Gateway-Key': 'g4te-k3y', Authorization: 'ApiKey s3cret' };

describe('headers of a webhook', () => {
  test('are sent with every request, stored sealed, and shown only by name', async () => {
    const { url, path } = freshUrl();
    const created = await subscribe(url, { headers: HEADERS });
    expect(created.headerNames).toEqual(Object.keys(HEADERS));
    const shown = await client.get(created.id);
    expect(shown.headerNames).toEqual(Object.keys(HEADERS));
    expect(JSON.stringify([created, shown])).not.toMatch(/g4te|s3cret/);
    expect(await sentTo(path)).toMatchObject({
      'x-gateway-key': 'g4te-k3y',
      authorization: 'ApiKey s3cret',
      'content-type': 'application/json',
      'user-agent': 'Oriki-Webhooks',
    });
    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/g4te|s3cret/);
  });

  test('are replaced as a set from the next request on; an empty set removes them', async () => {
    const { url, path } = freshUrl();
    const { id } = await subscribe(url, { headers: HEADERS });
    await sentTo(path);
    await client.patch(id, { headers: { 'X-Other': 'other' } });
    const second = await sentTo(path);
    expect([second['x-other'], second['x-gateway-key']]).toEqual(['other', undefined]);
    expect(await client.patch(id, { headers: {} })).not.toHaveProperty('headerNames');
    expect(await sentTo(path)).not.toHaveProperty('x-other');
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['host', 'x'],
    ['Content-Type', 'text/plain'],
    ['content-length', '1'],
    ['Webhook-Id', 'x'],
    ['webhook-signature', 'x'],
    ['cookie', 'a=b'],
    ['Connection', 'close'],
    ['transfer-encoding', 'chunked'],
    ['TE', 'trailers'],
    ['upgrade', 'h2c'],
    ['Proxy-Authorization', 'x'],
    ['user-agent', 'x'],
    ['', 'x'],
    ['with space', 'x'],
    ['with\r\nBreak: 1', 'x'],
    ['__proto__', 'x'],
    ['X-Ok', 'a\r\nX-Evil: 1'],
    ['X-Ok', 'a\nb'],
    ['X-Ok', 'nul\u0000'],
    ['X-Ok', 'naïve'],
    ['X-Ok', ' padded '],
    ['X-Ok', ''],
    ['X-Ok', 'x'.repeat(4097)],
  ])('are rejected if a name or value is not allowed: %j: %j', async (name, value) => {
    const { url } = freshUrl();
    const body = `{"name":"n","url":${JSON.stringify(url)},"events":["*"],"headers":{${JSON.stringify(name)}:${JSON.stringify(value)}}}`;
    const answer = await client.call('POST', '', { raw: body });
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'BAD_REQUEST']);
    expect(answer.text).not.toContain('Evil');
  });

  test('are at most ten, with 8 KiB in total, and each name once', async () => {
    const { url } = freshUrl();
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-H${i}`, 'v']));
    const post = (headers: object) =>
      client.call('POST', '', { body: { name: 'n', url, events: ['*'], headers } });
    expect((await post(many(10))).status).toBe(201);
    expect400(await post(many(11)), 'headers');
    expect400(await post({ 'X-A': 'a', 'x-a': 'b' }), 'headers.x-a');
    const long = 'x'.repeat(4000);
    expect400(await post({ 'X-A': long, 'X-B': long, 'X-C': long }), 'headers');
  });
});

describe('authentication towards a receiver', () => {
  test('is a Basic or Bearer header, which replaces a header of the same name', async () => {
    const { url, path } = freshUrl();
    const { id, auth } = await subscribe(url, {
      auth: { type: 'basic', username: 'Adé', password: 'pa:ss wörd' },
    });
    expect(auth).toEqual({ type: 'basic' });
    const basic = `Basic ${Buffer.from('Adé:pa:ss wörd').toString('base64')}`;
    expect(await sentTo(path)).toMatchObject({ authorization: basic });
    await client.patch(id, { headers: HEADERS });
    expect(await sentTo(path)).toMatchObject({ authorization: basic });
    const changed = await client.patch(id, { auth: { type: 'bearer', token: 'tok.en-1' } });
    expect(changed.auth).toEqual({ type: 'bearer' });
    expect(await sentTo(path)).toMatchObject({
      authorization: 'Bearer tok.en-1',
      'x-gateway-key': 'g4te-k3y',
    });
    await client.patch(id, { auth: {} });
    expect(await sentTo(path)).toMatchObject({ authorization: 'ApiKey s3cret' });
    expect(await client.get(id)).not.toHaveProperty('auth');
  });

  test.each([
    [{ username: 'a' }, 'auth.type'],
    [{ type: 'basic', username: 'a' }, 'auth.password'],
    [{ type: 'basic', username: 'a:b', password: 'c' }, 'auth.username'],
    [{ type: 'basic', username: 'a', password: 'c\n' }, 'auth.password'],
    [{ type: 'basic', username: 'a', password: 'c', token: 't' }, 'auth.token'],
    [{ type: 'bearer', token: 'a b' }, 'auth.token'],
    [{ type: 'bearer' }, 'auth.token'],
    [{ type: 'digest' }, 'auth.type'],
  ])('is rejected if it is incomplete or of another kind: %j', async (auth, path) => {
    const { url } = freshUrl();
    expect400(
      await client.call('POST', '', { body: { name: 'n', url, events: ['*'], auth } }),
      path,
    );
  });

  test('is rejected together with a header Authorization', async () => {
    const { url } = freshUrl();
    const auth = { type: 'bearer', token: 't' };
    const body = { name: 'n', url, events: ['*'], headers: { authorization: 'x' }, auth };
    expect400(await client.call('POST', '', { body }), 'auth');
  });
});

describe('the client certificate of a webhook', () => {
  let strict: Receiver;
  beforeAll(async () => {
    strict = await startReceiver({ tls: true, clientCa: (await testCa()).cert });
  });
  afterAll(() => strict.stop());

  const pem = (certificate: Certificate) => ({
    certificate: certificate.cert,
    key: certificate.key,
  });

  test('is accepted by a receiver that requires one, and is used on no connection of another webhook', async () => {
    const other = await WebhookClient.of(app);
    const [mine, theirs] = [
      await subscribe(strict.url('/mine'), { clientCertificate: pem(own) }),
      await other.create(strict.url('/theirs')),
    ];
    expect(mine.clientCertificate).toEqual({
      fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(await stored())).not.toContain('PRIVATE');
    const event = await client.publish('a.b');
    await strict.waitFor(1, { path: '/mine' });
    const refused = await other.publish('a.b');
    expect(await other.attempted(theirs.id, refused)).toMatchObject({
      attempts: [{ statusCode: null, error: 'tls', tlsFailure: 'handshake' }],
    });
    expect((await client.attempted(mine.id, event)).status).toBe('succeeded');
    expect(strict.requests.map(({ path }) => path)).toEqual(['/mine']);
    await client.patch(mine.id, { clientCertificate: {} });
    const later = await client.publish('a.b');
    expect(await client.attempted(mine.id, later)).toMatchObject({ attempts: [{ error: 'tls' }] });
  });

  test('is rejected unless it is valid and the key belongs to it', async () => {
    const expired = await certificateFor({ names: ['ledger'], client: true, expired: true });
    const another = await certificateFor({ names: ['ledger'], client: true });
    const cases: [object, string][] = [
      [{ certificate: own.cert }, 'clientCertificate.key'],
      [{ key: own.key }, 'clientCertificate.certificate'],
      [{ certificate: 'x', key: own.key }, 'clientCertificate.certificate'],
      [{ certificate: own.cert, key: 'x' }, 'clientCertificate.key'],
      [{ certificate: own.cert, key: another.key }, 'clientCertificate.key'],
      [pem(expired), 'clientCertificate.certificate'],
      [
        {
          certificate: `${own.cert}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
          key: own.key,
        },
        'clientCertificate.certificate',
      ],
    ];
    for (const [clientCertificate, path] of cases) {
      const body = { name: 'n', url: strict.url(), events: ['*'], clientCertificate };
      const answer = await client.call('POST', '', { body });
      expect400(answer, path);
      expect(answer.text).not.toContain('BEGIN');
    }
  });
});

describe('a new origin', () => {
  const auth = { type: 'bearer', token: 't0ken' };

  test('deletes headers, credentials and certificate unless the request sends them again', async () => {
    const { url } = freshUrl();
    const { id } = await subscribe(url, {
      headers: { 'X-Gateway-Key': 'g4te-k3y' },
      auth,
      clientCertificate: { certificate: own.cert, key: own.key },
    });
    expect((await stored()).map(({ part }) => part)).toEqual([
      'auth',
      'clientCertificate',
      'headers',
    ]);
    const samePlace = await client.patch(id, { url: `${url}/deeper?x=1` });
    expect([samePlace.headerNames, samePlace.auth]).toEqual([
      ['X-Gateway-Key'],
      { type: 'bearer' },
    ]);
    const moved = await client.patch(id, {
      url: 'https://other.example.com/hook',
      headers: { 'X-New': 'new' },
    });
    expect(moved).toMatchObject({ headerNames: ['X-New'] });
    expect(Object.keys(moved)).not.toEqual(expect.arrayContaining(['auth', 'clientCertificate']));
    expect((await stored()).map(({ part }) => part)).toEqual(['headers']);
  });

  test('includes a new scheme or port, and gets no earlier credentials', async () => {
    const { url } = freshUrl();
    const second = await startReceiver();
    try {
      const { id } = await subscribe(url, { auth });
      await client.patch(id, { url: second.url('/here') });
      await client.publish('a.b');
      const [request] = await second.waitFor(1, { path: '/here' });
      expect(request!.headers).not.toHaveProperty('authorization');
    } finally {
      await second.stop();
    }
  });
});

test('deleting a webhook deletes its credentials', async () => {
  const { id } = await subscribe(freshUrl().url, { headers: HEADERS });
  await client.ask(200, 'DELETE', `/${id}`);
  expect(await stored()).toEqual([]);
});

test('the audit log contains that headers changed and the kind of authentication, and no value', async () => {
  const { id } = await subscribe(freshUrl().url, { headers: HEADERS });
  await client.patch(id, { auth: { type: 'bearer', token: 't0ken' }, headers: {} });
  const { rows } = await sql<{ before: object; after: object }>`
    SELECT before, after FROM audit_actions WHERE org_id = ${client.org.id} AND object_id = ${id} ORDER BY id`.execute(
    app.db.read,
  );
  expect(rows.at(-1)).toMatchObject({
    after: { auth: { type: 'bearer' }, changed: ['headerNames'] },
  });
  expect(JSON.stringify(rows)).not.toMatch(/g4te|s3cret|t0ken/);
});

test('the audit log contains the hosts of the old and the new address, without path and query', async () => {
  const url = 'https://hooks.example.com/p4th?k=s3cret';
  const { id } = await subscribe(url);
  await client.patch(id, { url: 'https://other.example.com:8443/p4th?k=s3cret' });
  await client.patch(id, { url: 'https://other.example.com:8443/there' });
  const { rows } = await sql<{ before: object; after: object }>`
    SELECT before, after FROM audit_actions WHERE org_id = ${client.org.id} AND object_id = ${id} ORDER BY id`.execute(
    app.db.read,
  );
  expect(rows.slice(-2)).toMatchObject([
    {
      before: { urlHost: 'hooks.example.com' },
      after: { urlHost: 'other.example.com:8443', changed: ['url'] },
    },
    { after: { urlHost: 'other.example.com:8443', changed: ['url'] } },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/p4th|s3cret|there/);
});

test('without a KMS, headers and credentials are rejected, and webhooks without them work', async () => {
  const without = await startTestApp({ rateLimits: undefined, role: 'api', kms: 'none' });
  try {
    const theirs = await WebhookClient.of(without);
    const body = { name: 'n', url: 'https://hooks.example.com/', events: ['*'] };
    const refused = await theirs.call('POST', '', { body: { ...body, headers: HEADERS } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SERVICE_DISABLED']);
    const { id } = await theirs.ask(201, 'POST', '', { ...body, headers: {}, auth: {} });
    const change = { auth: { type: 'bearer', token: 't' } };
    const second = await theirs.call('PATCH', `/${id}`, { body: change });
    expect([second.status, second.body.error.code]).toEqual([403, 'SERVICE_DISABLED']);
  } finally {
    await without.stop();
  }
});
