import { beforeEach, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../declared.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { type Answer, type TestOrg } from '../../../../test/support/app.ts';
import { LiveListener } from '../../../../test/support/live-listener.ts';
import { eventually } from '../../../../test/support/process.ts';
import { routes } from '../../../../test/contract/support/manifest.ts';

const MODE = 'oriki-mode';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
let testKey: { id: string; key: string };
/** A person with every role of the twin, signed in by a portal session of the test key. */
let session: string;
beforeEach(async () => {
  org = await app.org();
  testKey = await makeTestKey();
  session = await portal();
});

async function makeTestKey(): Promise<{ id: string; key: string }> {
  const body = { scopes: [...TENANT_SCOPES], mode: 'test' };
  return (await app.call('POST', '/api/v1/keys', { key: org.key, body })).body.data;
}
async function codeOf(): Promise<string> {
  const body = { subject: 'tester', role: 'admin' };
  const { key } = testKey;
  const made = await app.call('POST', '/api/v1/portal-sessions', { key, body });
  expect(made.status, made.text).toBe(201);
  return made.body.data.code;
}
function exchange(code: string): Promise<Answer> {
  const headers = { origin: app.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' };
  return app.call('POST', '/console/session/exchange', { body: { code }, headers });
}
async function portal(): Promise<string> {
  const answer = await exchange(await codeOf());
  expect([answer.status, answer.headers.get(MODE)], answer.text).toEqual([200, 'test']);
  return /oriki-session=([^;]+)/.exec(answer.headers.get('set-cookie')!)![1]!;
}
function get(path: string, by = session): Promise<Answer> {
  return app.call('GET', path, { session: by });
}
async function revoke(id = testKey.id): Promise<void> {
  const { status } = await app.call('POST', `/api/v1/keys/${id}/revoke`, { key: org.key });
  expect(status).toBe(200);
}

describe('a session of test mode', () => {
  test('is marked as test mode in every answer: of the API, of streams and of session routes, including errors', async () => {
    for (const path of ['/api/v1/me', '/api/v1/fraud/lists', '/api/v1/live', '/console/session'])
      expect([path, (await get(path)).headers.get(MODE)]).toEqual([path, 'test']);
    const refused = await get('/api/v1/fraud/lists/list_x');
    expect([refused.status, refused.headers.get(MODE)]).toEqual([404, 'test']);
    const live = await app.person(org.id, ['admin']);
    expect((await get('/api/v1/me', live.session)).headers.get(MODE)).toBeNull();
  });

  test('reaches neither federation nor the keys of the organization', async () => {
    const refused = routes.filter(({ path }) => /^\/(permissions\/federation|keys)/.test(path));
    expect(refused.length).toBeGreaterThan(15);
    for (const { policy, operationId } of refused)
      expect([operationId, policy.acrossOrganizations]).toEqual([operationId, true]);
    const answers = [
      await get('/api/v1/permissions/federation/groups'),
      await get('/api/v1/keys'),
      await app.call('POST', '/api/v1/keys', { session, body: { scopes: ['fraud:screen'] } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error?.message]).toEqual([403, 'this is not available in test mode']);
  });

  test('sees and ends no session of the organization', async () => {
    const live = await app.person(org.id, ['admin']);
    const seen = await get('/api/v1/sessions');
    expect(seen.body.data.items.map(({ mode }: { mode: string }) => mode)).toEqual(['test']);
    const path = `/api/v1/sessions/${live.sessionId}`;
    expect((await app.call('DELETE', path, { session })).status).toBe(404);
    expect((await get('/api/v1/me', live.session)).status).toBe(200);
  });
});

describe('the organization', () => {
  test('sees the sessions of its test mode, and ends them with their streams', async () => {
    const stream = await new LiveListener({ session }).connect(app);
    const { body } = await app.call('GET', '/api/v1/sessions', { key: org.key });
    expect(body.data.items).toMatchObject([{ mode: 'test', method: 'portal' }]);
    const stranger = await app.org();
    const path = `/api/v1/sessions/${body.data.items[0].id}`;
    expect((await app.call('DELETE', path, { key: stranger.key })).status).toBe(404);
    expect((await app.call('DELETE', path, { key: org.key })).status).toBe(200);
    await eventually(async () => (await get('/api/v1/me')).status === 401, 6000);
    await eventually(async () => stream.ended, 6000);
  });
});

describe('the end of the last test key', () => {
  test('ends the sessions, streams and codes of test mode, even if test keys are made later', async () => {
    const second = await makeTestKey();
    const code = await codeOf();
    await revoke();
    const stream = await new LiveListener({ session }).connect(app);
    expect((await get('/api/v1/me')).status).toBe(200);
    await revoke(second.id);
    await eventually(async () => (await get('/api/v1/me')).status === 401, 6000);
    await eventually(async () => stream.ended, 6000);
    const { body } = await app.call('GET', '/api/v1/sessions', { key: org.key });
    expect(body.data.items).toEqual([]);
    expect((await exchange(code)).status).toBe(401);
    const next = await codeOf().catch(() => 'refused');
    expect(next).toBe('refused');
    testKey = await makeTestKey();
    expect((await get('/api/v1/me')).status).toBe(401);
    expect((await exchange(code)).status).toBe(401);
    expect((await get('/api/v1/me', await portal())).status).toBe(200);
  });

  test('by its expiry also ends them, and ends no live session', async () => {
    const live = await app.person(org.id, ['admin']);
    await app.db.query("UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1", [
      testKey.id,
    ]);
    await eventually(async () => (await get('/api/v1/me')).status === 401, 6000);
    expect((await get('/api/v1/me', live.session)).status).toBe(200);
    testKey = await makeTestKey();
    expect((await get('/api/v1/me')).status).toBe(401);
  });
});
