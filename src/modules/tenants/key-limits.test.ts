import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { type Answer, type TestOrg } from '../../../test/support/app.ts';

const KEYS = '/api/v1/keys';
const END = '2090-01-01T00:00:00.000Z';
const HERE = ['127.0.0.0/8', '::1'];
const SCOPES = ['keys:manage', 'fraud:manage'];

const app = testApp({ rateLimits: undefined });
let platform: string;
let org: TestOrg;
/** A key with an expiry, addresses and limits. */
let limited: { id: string; key: string };
beforeAll(async () => {
  platform = await app.platformKey();
  org = await app.org();
  limited = await made(org.key, LIMITS);
});

const LIMITS = { expiresAt: END, allowedCidrs: HERE, rateLimits: { lists: 10, keys: 500 } };
const BEYOND: [string, object][] = [
  ['a later end', { expiresAt: '2091-01-01T00:00:00Z' }],
  ['more addresses', { allowedCidrs: ['127.0.0.0/7'] }],
  ['other addresses', { allowedCidrs: ['127.0.0.1', '203.0.113.7'] }],
  ['every address', { allowedCidrs: [] }],
  ['a higher limit', { rateLimits: { lists: 11 } }],
];

function create(key: string, body: object, path = KEYS): Promise<Answer> {
  return app.call('POST', path, { key, body: { scopes: SCOPES, ...body } });
}
async function made(key: string, body: object): Promise<{ id: string; key: string }> {
  const answer = await create(key, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
function change(key: string, id: string, body: object): Promise<Answer> {
  return app.call('PATCH', `${KEYS}/${id}`, { key, body });
}
function rotate(key: string, id: string, path = KEYS): Promise<Answer> {
  return app.call('POST', `${path}/${id}/rotate`, { key, body: { overlapSeconds: 600 } });
}
function expectRefused({ status, body, text }: Answer): void {
  expect([status, body.error?.code], text).toEqual([403, 'FORBIDDEN']);
  expect(body.error.message).toMatch(/^the key behind the caller has .*, and cannot give more$/);
}

describe('a key that makes another', () => {
  test.each(BEYOND)('does not give the new key %s', async (_, body) => {
    expectRefused(await create(limited.key, body));
  });

  test('passes on its expiry, addresses and limits if the request has none', async () => {
    const { body } = await create(limited.key, { rateLimits: { screening: 5 } });
    expect(body.data).toMatchObject({
      ...LIMITS,
      rateLimits: { ...LIMITS.rateLimits, screening: 5 },
    });
    const inTwin = await create(limited.key, { mode: 'test', expiresAt: null });
    expect(inTwin.body.data).toMatchObject(LIMITS);
  });

  test('can give narrower limits', async () => {
    const less = {
      expiresAt: '2089-01-01T00:00:00.000Z',
      allowedCidrs: ['127.0.0.0/16', '127.0.0.1', '::ffff:127.3.0.0/112'],
      rateLimits: { lists: 9, keys: 1 },
    };
    const { body } = await create(limited.key, less);
    expect(body.data).toMatchObject({
      ...less,
      allowedCidrs: ['127.0.0.0/16', '127.0.0.1', '127.3.0.0/16'],
    });
  });

  test('can be widened without a change of the keys that it has made', async () => {
    const maker = await made(org.key, LIMITS);
    const child = await made(maker.key, {});
    const wider = { allowedCidrs: [], rateLimits: {} };
    expect((await change(org.key, maker.id, wider)).status).toBe(200);
    const { body } = await app.call('GET', `${KEYS}/${child.id}`, { key: org.key });
    expect(body.data).toMatchObject(LIMITS);
  });

  test('is limited by the limits in the database, not by those in the memory of a process', async () => {
    const maker = await made(org.key, {});
    expect((await app.call('GET', KEYS, maker)).status).toBe(200);
    // The change sends no notification.
    await app.db.query(`UPDATE api_keys SET rate_limits = '{"lists": 3}' WHERE id = $1`, [
      maker.id,
    ]);
    expectRefused(await create(maker.key, { rateLimits: { lists: 4 } }));
    const fresh = await made(org.key, {});
    expect((await app.call('GET', KEYS, fresh)).status).toBe(200);
    await app.db.query(`UPDATE api_keys SET rate_limits = '{"lists": 3}' WHERE id = $1`, [
      fresh.id,
    ]);
    expectRefused(await change(fresh.key, fresh.id, { rateLimits: {} }));
  });
});

describe('a platform key that makes or replaces another', () => {
  test('gives no wider limits than its own', async () => {
    const own = { organizationId: null, scopes: ['platform:admin'] };
    const answer = await create(platform, { ...LIMITS, ...own }, '/api/v1/admin/keys');
    expect(answer.status, answer.text).toBe(201);
    const { key, id } = answer.body.data;
    for (const body of [own, { organizationId: org.id }]) {
      for (const [, beyond] of BEYOND)
        expectRefused(await create(key, { ...body, ...beyond }, '/api/v1/admin/keys'));
      const within = await create(key, body, '/api/v1/admin/keys');
      expect(within.body.data).toMatchObject(LIMITS);
    }
    const wider = await made(org.key, {});
    expectRefused(await rotate(key, wider.id, '/api/v1/admin/keys'));
    expect((await rotate(platform, wider.id, '/api/v1/admin/keys')).status).toBe(201);
    const next = await rotate(key, id, '/api/v1/admin/keys');
    expect(next.body.data).toMatchObject(LIMITS);
  });
});

describe('a key that replaces another', () => {
  test.each(Object.keys(LIMITS))('gets no wider %s than its own', async (name) => {
    const { [name as 'expiresAt']: _, ...others } = LIMITS;
    const wider = await made(org.key, others);
    expectRefused(await rotate(limited.key, wider.id));
    expect((await rotate(org.key, wider.id)).status).toBe(201);
  });

  test('replaces itself, and keeps its limits', async () => {
    const own = await made(org.key, LIMITS);
    const { body } = await rotate(own.key, own.id);
    expect(body.data).toMatchObject(LIMITS);
  });
});

describe('a key that changes itself or another', () => {
  test.each(BEYOND.slice(1))('does not give itself %s', async (_, body) => {
    expectRefused(await change(limited.key, limited.id, body));
    const shown = await app.call('GET', `${KEYS}/${limited.id}`, { key: org.key });
    expect(shown.body.data).toMatchObject(LIMITS);
  });

  test('does not lift a limit by omitting it', async () => {
    expectRefused(await change(limited.key, limited.id, { rateLimits: { keys: 500 } }));
    expectRefused(await change(limited.key, limited.id, { rateLimits: {} }));
  });

  test.each(BEYOND.slice(1))('does not give another key %s', async (_, body) => {
    const other = await made(org.key, { ...LIMITS, rateLimits: { lists: 5 } });
    expectRefused(await change(limited.key, other.id, body));
    expect((await change(org.key, other.id, body)).status).toBe(200);
  });

  test('widens another key up to its own limits, and narrows any key', async () => {
    const other = await made(org.key, {
      allowedCidrs: ['203.0.113.0/24'],
      rateLimits: { lists: 5 },
    });
    const wider = { allowedCidrs: ['203.0.113.7', '127.0.0.1'], rateLimits: { lists: 10 } };
    const widened = await change(limited.key, other.id, wider);
    expect(widened.body.data).toMatchObject(wider);
    const open = await made(org.key, {});
    const narrower = { allowedCidrs: ['198.51.100.0/24'], rateLimits: { screening: 7 } };
    const narrowed = await change(limited.key, open.id, narrower);
    expect(narrowed.body.data).toMatchObject(narrower);
  });
});
