import { beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { testApp } from '../support/test-app.ts';
import { type Answer } from '../support/app.ts';
import { isTenant, routes, rows, scopesBut } from './support/manifest.ts';
import { freshKey, makeRequest, makeWorld, otherKey, send, withKey } from './support/world.ts';
import { takeEffects, watchEffects } from './support/effects.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
let platform: string;
beforeAll(async () => {
  platform = await app.platformKey();
  await watchEffects(app);
});

const REPLAYED = 'idempotency-replayed';
const TO_ACTORS = routes.filter(({ replay }) => replay === 'actor');

async function idOf(key: string): Promise<string> {
  return (await app.call('GET', '/api/v1/me', { key })).body.data.id;
}
async function rotated(key: string, scopes?: string[]): Promise<string> {
  const body = { overlapSeconds: 600, ...(scopes && { scopes }) };
  const path = `/api/v1/admin/keys/${await idOf(key)}/rotate`;
  const answer = await app.call('POST', path, { key: platform, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.key;
}
function expectRefused(answer: Answer): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'FORBIDDEN']);
  expect(answer.body.error.message).toContain('another caller used this idempotency key');
  expect(answer.headers.get(REPLAYED)).toBeNull();
}

test('repeats an answer with a credential only to the same actor', () => {
  expect(TO_ACTORS.map(({ operationId }) => operationId).toSorted()).toEqual([
    'createApiKey',
    'createIdentitySessionLink',
    'createInboxStreamToken',
    'createKey',
    'createMemberInvitation',
    'createPortalSession',
    'rotateApiKey',
    'rotateKey',
  ]);
});

describe.each(rows(TO_ACTORS))('%s', (_, route) => {
  test('repeats the answer for the same key and its replacements, and does nothing for others', async () => {
    const world = await makeWorld(app, route);
    const request = await makeRequest(world, route);
    const own = withKey(freshKey());
    const first = await send(world, request, own);
    expect(first.status, first.text).toBe(route.status);
    const next = await rotated(world.key);
    const last = await rotated(next);
    const other = await otherKey(world);
    await takeEffects(app);
    for (const key of [world.key, next, last]) {
      const again = await send(world, request, { ...own, key });
      expect([again.text, again.headers.get(REPLAYED)]).toEqual([first.text, 'true']);
    }
    expectRefused(await send(world, request, { ...own, key: other }));
    // The refusal does not replace the recorded answer.
    expect((await send(world, request, own)).text).toBe(first.text);
    expect(await takeEffects(app)).toEqual({});
  });

  test.runIf(isTenant(route))(
    'rejects a repeat by a narrowed replacement of the first key, and by a person',
    async () => {
      const world = await makeWorld(app, route);
      const request = await makeRequest(world, route);
      const own = withKey(freshKey());
      const first = await send(world, request, own);
      const lacked = TENANT_SCOPES.find((scope) => scope !== route.policy.scope)!;
      const narrow = await rotated(world.key, scopesBut(lacked));
      expectRefused(await send(world, request, { ...own, key: narrow }));
      const { session } = await app.person(world.orgId, ['admin']);
      const { method, path, body } = request;
      expectRefused(await app.call(method, path, { ...own, session, body }));
      expect((await send(world, request, own)).text).toBe(first.text);
    },
  );
});

describe('a key that may not grant a role', () => {
  test.each([
    ['/api/v1/invitations', 'members:manage', { roles: ['admin'] }],
    ['/api/v1/portal-sessions', 'portal:create', { subject: 'x', role: 'admin' }],
  ])(
    'cannot create an admin with the idempotency key of an admin: POST %s',
    async (path, scope, body) => {
      const org = await app.org();
      const { key } = await app.key(org.id, [scope]);
      const headers = { 'idempotency-key': 'once' };
      const { session } = await app.person(org.id, ['admin']);
      const first = await app.call('POST', path, { session, body, headers });
      expect(first.status, first.text).toBe(201);
      expectRefused(await app.call('POST', path, { key, body, headers }));
      const again = await app.call('POST', path, { session, body, headers });
      expect([again.text, again.headers.get(REPLAYED)]).toEqual([first.text, 'true']);
      const other = await app.person(org.id, ['admin']);
      expectRefused(await app.call('POST', path, { session: other.session, body, headers }));
    },
  );

  test('gets no answer of another key by narrowing and replacing that key', async () => {
    const org = await app.org();
    const scopes = ['members:manage', 'keys:manage'];
    const thief = await app.key(org.id, scopes);
    const headers = { 'idempotency-key': 'once' };
    const invite = (key: string) =>
      app.call('POST', '/api/v1/invitations', { key, body: { roles: ['admin'] }, headers });
    expect((await invite(org.key)).status).toBe(201);
    const path = `/api/v1/keys/${await idOf(org.key)}`;
    const by = { key: thief.key };
    expect((await app.call('PATCH', path, { ...by, body: { scopes } })).status).toBe(200);
    const body = { overlapSeconds: 60 };
    const taken = await app.call('POST', `${path}/rotate`, { ...by, body });
    expect(taken.status, taken.text).toBe(201);
    expectRefused(await invite(taken.body.data.key));
  });
});

describe('the secret of a webhook', () => {
  test('is repeated to every key with the scope of webhooks', async () => {
    const org = await app.org();
    const other = await app.key(org.id, ['webhooks:manage']);
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'W', url: 'https://example.com/hook', events: ['*'] };
    const ask = (path: string, key: string) =>
      app.call('POST', `/api/v1/webhooks${path}`, { key, headers, ...(path === '' && { body }) });
    const made = await ask('', org.key);
    expect((await ask('', other.key)).text).toBe(made.text);
    const path = `/${made.body.data.id}/rotate-secret`;
    const rotatedSecret = await ask(path, org.key);
    expect(rotatedSecret.body.data.secret).toEqual(expect.any(String));
    expect((await ask(path, other.key)).text).toBe(rotatedSecret.text);
  });
});
