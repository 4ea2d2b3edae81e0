import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expect400, rowsOf, TIME, WebhookClient } from '../../../../test/support/webhook-client.ts';
import { loadConfig } from '../../../config/config.ts';
import {
  app,
  arrived,
  client,
  freshPath,
  receiver,
  useWebhooks,
} from '../../../../test/support/webhook-site.ts';

useWebhooks();

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URL = 'https://hooks.example.com/oriki';
const GOOD = { name: 'Ledger', url: URL, events: ['email.sent', 'file.*'] };
function post(change: Record<string, unknown>) {
  return client.call('POST', '', { body: { ...GOOD, ...change } });
}

// contract: limits/webhooks-500-events
test('the defaults are as decided: requests an hour, and the time for a receiver', () => {
  const { rateLimits, webhookTimeoutMs, outboundAllow, kms } = loadConfig({});
  expect(rateLimits).toMatchObject({
    webhooks: { points: 500, windowSeconds: 3600 },
    events: { points: 10_000, windowSeconds: 3600 },
  });
  expect([webhookTimeoutMs, outboundAllow, kms]).toEqual([15_000, [], 'local']);
});

describe('creating a webhook', () => {
  // contract: POST /webhooks
  test('returns 201 with exactly the fields of the contract', async () => {
    const answer = await post({});
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        ...GOOD,
        id: expect.stringMatching(/^webhook_[0-9a-hjkmnp-tv-z]{26}$/),
        secret: expect.stringMatching(SECRET),
        active: true,
        createdAt: expect.stringMatching(TIME),
      },
    });
  });

  // contract: POST /webhooks
  test('returns a secret of whsec_ and base64 of 32 bytes, different each time', async () => {
    const secrets = new Set<string>();
    for (let i = 0; i < 5; i += 1) secrets.add((await post({})).body.data.secret);
    expect(secrets.size).toBe(5);
    for (const secret of secrets) {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect([bytes.length, `whsec_${bytes.toString('base64')}`]).toEqual([32, secret]);
    }
  });

  test('accepts the same URL more than once', async () => {
    expect((await post({})).body.data.id).not.toBe((await post({})).body.data.id);
    expect((await client.ask(200, 'GET')).webhooks).toHaveLength(2);
  });

  // contract: webhooks/name-url-events
  test('requires a name of 1 to 200 characters, not only white space', async () => {
    for (const name of [
      'x',
      'x'.repeat(200),
      '🙂'.repeat(200),
      "Ọ́bá 名簿 '; DROP TABLE webhooks; --",
    ])
      expect((await post({ name })).body.data?.name).toBe(name);
    for (const name of ['', ' ', '\t\n', 'x'.repeat(201), null, 1, {}])
      expect400(await post({ name }), 'name');
  });

  // contract: webhooks/events-dotted-names
  test('stores repeated event types once, in order', async () => {
    const { data } = (await post({ events: ['b.c', 'a.b', 'b.c', '*', 'a.b'] })).body;
    expect(data.events).toEqual(['b.c', 'a.b', '*']);
  });

  // contract: webhooks/events-dotted-names
  test.each(['*', 'a.*', 'a.b.*', 'a.b', 'a1_-.b_2-c', '0.1', 'webhook.disabled', 'a.b.c.d.e.f.g'])(
    'accepts the event type %s',
    async (type) => {
      expect((await post({ events: [type] })).body.data?.events).toEqual([type]);
    },
  );

  // contract: webhooks/events-dotted-names
  test.each([
    'nodot',
    'A.b',
    'a.B',
    'a.*.b',
    '**',
    '*.a',
    '*.*',
    'a.**',
    'a*',
    'a.b*',
    '.',
    'a.',
    '.a',
    'a..b',
    '.*',
    'a .b',
    'é.a',
    'a.b\n',
    '',
    `a.${'b'.repeat(127)}`,
    null,
    1,
  ])('rejects the event type %j with 400 naming the item', async (type) => {
    expect400(await post({ events: ['fine.type', type] }), 'events[1]');
  });

  test.each([
    ['IDENTITY_BVN_VERIFIED', 'identity.bvn.verified'],
    ['IDENTITY_FACE_MATCHED', 'identity.face.matched'],
    ['Webhook.Disabled', 'webhook.disabled'],
    ['EXPORT_COMPLETD', 'export.completed'],
  ])('suggests for %s the type %s', async (sent, meant) => {
    const answer = await post({ events: [sent] });
    expect400(answer, 'events[0]');
    expect(answer.body.error.details[0].message).toMatch(`; did you mean ${meant}?`);
    expect(answer.text).not.toContain(sent);
  });

  // contract: webhooks/events-dotted-names
  test('accepts 1 to 100 items in events', async () => {
    const types = Array.from({ length: 101 }, (_, i) => `a.b${i}`);
    expect((await post({ events: types.slice(1) })).body.data.events).toEqual(types.slice(1));
    for (const events of [types, [], 'a.b', {}, null]) expect400(await post({ events }), 'events');
  });

  // contract: webhooks/name-url-events
  test.each(['name', 'url', 'events'])('without %s returns 400', async (field) => {
    const { [field as 'name']: _omitted, ...body } = GOOD;
    expect400(await client.call('POST', '', { body }), field);
  });

  test.each(['id', 'secret', 'createdAt'])('does not let the caller choose %s', async (field) => {
    expect400(await post({ [field]: 'x' }), field);
  });

  test('with `active: false` makes a paused webhook, which gets the events published once it is active', async () => {
    const answer = await post({ active: false, events: ['*'] });
    expect([answer.status, answer.body.data.active]).toEqual([201, false]);
    const { id } = answer.body.data;
    await client.publish('a.b');
    expect((await client.page(id)).total).toBe(0);
    expect(await client.patch(id, { active: true })).toMatchObject({ active: true });
    await client.publish('a.b');
    expect((await client.page(id)).total).toBe(1);
    expect400(await post({ active: 'no' }), 'active');
  });
});

const BAD_URLS = [
  'http://hooks.example.com/x',
  'http://hooks.example.com:443/x',
  'ftp://hooks.example.com/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'wss://hooks.example.com/',
  '//hooks.example.com/x',
  '/x',
  'hooks.example.com/x',
  'not a URL',
  '',
  'https://',
  'https://hooks exa.com/',
  ' https://hooks.example.com/',
  'https://hooks.example.com/\n',
  'https://hooks.example.com/a\tb',
  'https://hooks.example.com/\u007f',
  'https:\\\\hooks.example.com\\x',
  'https:hooks.example.com/x',
  'https:/hooks.example.com/x',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:1023/',
  'https://hooks.example.com:65536/',
  'https://localhost/',
  'https://LocalHost:8443/',
  'https://localhost./',
  'https://a.localhost/',
  'https://printer.local/',
  'https://printer.LOCAL./',
  'https://metadata.google.internal/',
  'https://x.internal./',
  'https://internal/',
  // These are private, local and reserved addresses in any spelling.
  'https://10.0.0.1/',
  'https://10.1/',
  'https://167772161/',
  'https://0x0a000001/',
  'https://0xa.0.0.0x1/',
  'https://012.0.0.01/',
  'https://10.0.0.1./',
  'https://１０.０.０.１/',
  'https://%31%30.0.0.1/',
  'https://10。0。0。1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[0:0:0:0:0:ffff:0a00:0001]/',
  'https://[::10.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[2002:a00:1::]/',
  'https://[2001::a00:1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  `https://hooks.example.com/${'x'.repeat(2048 - 25)}`,
  null,
  1,
  ['https://hooks.example.com/'],
];

describe('the url', () => {
  // contract: webhooks/url-https-no
  test.each(BAD_URLS)(
    '%j is rejected with 400 naming url, at creation and at every change',
    async (bad) => {
      expect400(await post({ url: bad }), 'url');
      const { id } = await client.create(URL);
      // null counts as omitted.
      if (bad !== null)
        expect400(await client.call('PATCH', `/${id}`, { body: { url: bad } }), 'url');
      expect((await client.get(id)).url).toBe(URL);
    },
  );

  // contract: webhooks/url-https-no
  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:443/a?b=c#d',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:8443/',
    'https://HOOKS.example.com./x',
    'https://bücher.example/x',
    'https://93.184.216.34/x',
    'https://[2606:4700:4700::1111]:8443/x',
    'https://notlocalhost/',
    'https://internal.example.com/',
    `https://hooks.example.com/${'x'.repeat(2048 - 26)}`,
    // An address on the allow list is accepted without TLS and on any port.
    'http://127.0.0.1:80/',
    'http://127.1.2.3:9/x',
    'https://127.0.0.1:22/',
    'http://0x7f.1:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
  ])('%s is accepted and stored as sent', async (fine) => {
    expect((await post({ url: fine })).body.data?.url).toBe(fine);
  });
});

describe('reading webhooks', () => {
  // contract: GET /webhooks
  test('lists all of the organization, oldest first, without secrets; a single read has more fields', async () => {
    expect(await client.ask(200, 'GET')).toEqual({ webhooks: [] });
    const created = [];
    for (let i = 0; i < 25; i += 1) created.push(await client.create(URL, ['a.b'], `n${i}`));
    const { webhooks } = await client.ask(200, 'GET');
    expect(webhooks).toEqual(
      created.map(({ secret: _secret, ...rest }) => ({
        ...rest,
        lastTriggeredAt: null,
        failing: null,
      })),
    );
    expect(await client.get(created[7]!.id)).toEqual({
      ...webhooks[7],
      updatedAt: webhooks[7].createdAt,
      disabledReason: null,
    });
    expect(await (await WebhookClient.of(app)).ask(200, 'GET')).toEqual({ webhooks: [] });
  });

  // contract: GET /webhooks, webhooks/lasttriggeredat-list-answers
  test('returns as lastTriggeredAt the latest attempt, successful or failed', async () => {
    const path = freshPath();
    receiver.behave(path, (_, n) => ({ status: n === 1 ? 500 : 204 }));
    const { id } = await client.create(receiver.url(path), ['a.b']);
    const other = await client.create(URL, ['c.d']);
    const event = await client.publish('a.b');
    for (const attempt of [0, 1]) {
      const { attempts } =
        attempt === 0 ? await client.attempted(id, event) : await client.next(id, event);
      expect((await client.get(id)).lastTriggeredAt).toBe(attempts[attempt]!.at);
    }
    expect((await client.get(other.id)).lastTriggeredAt).toBeNull();
  });

  // contract: webhooks/lasttriggeredat-list-answers
  test('never moves lastTriggeredAt back when an earlier attempt ends later', async () => {
    const path = freshPath();
    receiver.behave(path, ({ id }) => ({ status: 204, afterMs: id === 'slow' ? 250 : 0 }));
    const { id } = await client.create(receiver.url(path));
    await client.publish('a.b', {}, 'slow');
    await receiver.waitFor(1, { path });
    await client.publish('a.b', {}, 'quick');
    const { attempts } = await client.attempted(id, 'quick');
    expect((await client.get(id)).lastTriggeredAt).toBe(attempts[0]!.at);
    const slow = await client.attempted(id, 'slow');
    expect(slow.attempts[0]!.at < attempts[0]!.at).toBe(true);
    expect((await client.get(id)).lastTriggeredAt).toBe(attempts[0]!.at);
  });
});

describe('changing a webhook', () => {
  // contract: PATCH /webhooks/:id
  test('returns 200 with exactly the fields of the contract', async () => {
    const { id, createdAt } = await client.create(URL);
    const change = {
      name: 'Other',
      url: 'https://other.example.com/',
      events: ['x.y', 'z.*', 'x.y'],
      active: false,
    };
    const answer = await client.call('PATCH', `/${id}`, { body: change });
    expect(answer.status).toBe(200);
    const updatedAt = answer.body.data.updatedAt;
    expect(answer.body).toEqual({
      success: true,
      data: { id, ...change, events: ['x.y', 'z.*'], updatedAt: expect.stringMatching(TIME) },
    });
    expect(updatedAt >= createdAt).toBe(true);
    expect(await client.get(id)).toMatchObject({ ...change, events: ['x.y', 'z.*'], createdAt });
  });

  // contract: PATCH /webhooks/:id, webhooks/patch-everything-optional
  test('changes only the given fields; events are replaced', async () => {
    const { id, secret: _secret, ...before } = await client.create(URL, ['a.b', 'c.d']);
    const unsent = { lastTriggeredAt: null, failing: null, disabledReason: null };
    let expected: object = { id, ...before, ...unsent };
    for (const change of [
      { name: 'Renamed' },
      { url: 'https://other.example.com/' },
      { events: ['e.f'] },
      { active: false },
      { active: true },
    ]) {
      const { updatedAt } = await client.patch(id, change);
      expected = { ...expected, ...change, updatedAt };
      expect(await client.get(id)).toEqual(expected);
    }
  });

  // contract: webhooks/patch-everything-optional
  test('with {} returns 200 and changes nothing, not even updatedAt', async () => {
    const { id } = await client.create(URL);
    const { updatedAt } = await client.patch(id, { name: 'Once' });
    const row = sql`SELECT * FROM webhooks WHERE id = ${id}`;
    const before = await rowsOf(app, row);
    const { secret: _secret, ...fields } = { ...(await client.patch(id, {})), secret: undefined };
    expect(fields).toEqual({ ...GOOD, id, name: 'Once', events: ['*'], active: true, updatedAt });
    expect(await rowsOf(app, row)).toEqual(before);
  });

  test.each([
    ['name', ''],
    ['events', []],
    ['active', 'true'],
    ['active', 1],
  ])('rejects %s %j with 400 and changes nothing', async (field, value) => {
    const { id } = await client.create(URL);
    const body = { name: 'Other', [field]: value };
    expect400(await client.call('PATCH', `/${id}`, { body }), field);
    expect((await client.get(id)).name).toBe('Ledger');
  });

  // contract: webhooks/patch-everything-optional
  test.each(['id', 'secret', 'createdAt', 'updatedAt', 'lastTriggeredAt'])(
    'leaves %s unchanged',
    async (field) => {
      const { id } = await client.create(URL);
      expect400(await client.call('PATCH', `/${id}`, { body: { [field]: 'x' } }), field);
    },
  );

  test('to a new URL sends pending deliveries to that URL, under the same ids, and nothing to the old URL', async () => {
    const [before, after] = [freshPath(), freshPath()];
    receiver.behave(before, { status: 500 });
    const { id, secret } = await client.create(receiver.url(before));
    const event = await client.publish('a.b', { n: 1 });
    await client.attempted(id, event);
    await client.patch(id, { url: receiver.url(after) });
    expect((await client.next(id, event)).status).toBe('succeeded');
    expect(arrived(before)).toHaveLength(1);
    const [request] = arrived(after);
    expect([request!.id, receiver.verify(request!, secret).data]).toEqual([event, { n: 1 }]);
  });
});
