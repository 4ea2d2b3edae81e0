/** Invitations and codes that take effect later, from callers who have lost the right to create them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { ask, data, exchanged, remove, type World } from './actors.ts';
import { membersWith, SIGN_IN_APP, SignIns } from './sign-ins.ts';

let app: TestApp;
let world: World;
let signIns: SignIns;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, ...SIGN_IN_APP });
  world = { app, org: await app.org() };
  signIns = await SignIns.at(world, {});
});
afterAll(async () => {
  await signIns.close();
  await app.stop();
});

type Key = { id: string; key: string };
function freshKey(): Promise<Key> {
  return app.key(world.org.id, [...TENANT_SCOPES]);
}
function asAdmin(method: string, path: string, body?: object): Promise<Answer> {
  return ask(world, world.org, method, path, body);
}
function rotate({ id, key }: Key): Promise<Key> {
  return data(ask(world, { key }, 'POST', `/keys/${id}/rotate`, { overlapSeconds: 0 }), 201);
}
function revoke({ id }: Key): Promise<unknown> {
  return data(asAdmin('POST', `/keys/${id}/revoke`), 200);
}
function narrow({ id }: Key, without: string): Promise<unknown> {
  const scopes = TENANT_SCOPES.filter((scope) => scope !== without);
  return data(asAdmin('PATCH', `/keys/${id}`, { scopes }), 200);
}
function expire({ id }: Key): Promise<unknown> {
  return app.db.pool.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [id]);
}

async function invite(caller: object): Promise<{ id: string; token: string }> {
  return data(ask(world, caller, 'POST', '/invitations', { roles: ['admin'] }), 201);
}
async function letsIn({ token }: { token: string }): Promise<boolean> {
  const before = await membersWith(world, 'admin');
  signIns.next();
  await signIns.accept(token);
  return (await membersWith(world, 'admin')) > before;
}
async function openInvitations(): Promise<string[]> {
  const { items } = await data(asAdmin('GET', '/invitations?limit=100'), 200);
  return items.map(({ id }: { id: string }) => id);
}

const ENDS: [string, (key: Key) => Promise<unknown>][] = [
  ['is revoked', revoke],
  [
    'is revoked on the command line',
    async ({ id }) => {
      const done = await oriki(['key', 'revoke', '--id', id], app.env);
      expect(done.code, done.stderr).toBe(0);
    },
  ],
  ['has expired', expire],
  ['has lost a scope of the role', (key) => narrow(key, 'usage:read')],
  ['was rotated, and the key after it is revoked', async (key) => revoke(await rotate(key))],
  [
    'was rotated to fewer scopes',
    ({ id, key }) =>
      data(
        ask(world, { key }, 'POST', `/keys/${id}/rotate`, {
          overlapSeconds: 0,
          scopes: ['fraud:screen'],
        }),
        201,
      ),
  ],
];

describe('an invitation by a key', () => {
  test.each([
    ...ENDS,
    ['has lost the scope to invite', (key: Key) => narrow(key, 'members:manage')],
  ] as typeof ENDS)('that %s admits no person', async (_, end) => {
    const key = await freshKey();
    const made = await invite(key);
    await end(key);
    expect(await letsIn(made)).toBe(false);
    const body = { token: made.token, issuer: signIns.issuerId };
    const begun = await app.call('POST', '/console/session/invitation', {
      body,
      headers: { origin: app.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' },
    });
    expect(begun.status).toBe(401);
  });

  test('admits no person if the key is revoked during the sign-in', async () => {
    const key = await freshKey();
    const { token } = await invite(key);
    const before = await membersWith(world, 'admin');
    signIns.next();
    await signIns.accept(token, undefined, () => narrow(key, 'members:manage'));
    expect(await membersWith(world, 'admin')).toBe(before);
  });

  test('admits a person if the key is in use or was rotated', async () => {
    const key = await freshKey();
    const [now, later] = [await invite(key), await invite(key)];
    expect(await letsIn(now)).toBe(true);
    await rotate(key);
    expect(await letsIn(later)).toBe(true);
  });

  test('is revoked with the key, with a row in the log', async () => {
    const key = await freshKey();
    const [{ id }, other] = [await invite(key), await invite(world.org)];
    await revoke(key);
    const open = await openInvitations();
    expect([open.includes(id), open.includes(other.id)]).toEqual([false, true]);
    const query = `/audit?action=invitation.revoke&object=${id}`;
    expect((await data(asAdmin('GET', query), 200)).items).toHaveLength(1);
  });

  test('in the twin is revoked with the test key', async () => {
    const body = { scopes: TENANT_SCOPES, mode: 'test' };
    const [one, other] = [
      await data(asAdmin('POST', '/keys', body), 201),
      await data(asAdmin('POST', '/keys', body), 201),
    ];
    await invite(one);
    await revoke(one);
    const { items } = await data(ask(world, other, 'GET', '/invitations'), 200);
    expect(items).toEqual([]);
  });
});

let subjects = 0;
async function code(caller: object, role = 'admin'): Promise<string> {
  const body = { subject: `given-${++subjects}`, role };
  return (await data(ask(world, caller, 'POST', '/portal-sessions', body), 201)).code;
}

describe('the code of a portal session', () => {
  test.each([
    ...ENDS,
    ['has lost the scope to open sessions', (key: Key) => narrow(key, 'portal:create')],
  ] as typeof ENDS)('from a key that %s opens no session', async (_, end) => {
    const key = await freshKey();
    const made = await code(key);
    await end(key);
    expect(await exchanged(world, made)).toBeUndefined();
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['was removed', (id) => data(remove(world, id), 200)],
    [
      'has lost the role',
      (id) => data(asAdmin('PATCH', `/members/${id}`, { roles: ['analyst'] }), 200),
    ],
  ])('from a person who %s opens no session', async (_, end) => {
    const { id, session } = await app.person(world.org.id, ['admin']);
    const [made, kept] = [await code({ session }), await code({ session })];
    expect(await exchanged(world, kept)).toBeDefined();
    await end(id);
    expect(await exchanged(world, made)).toBeUndefined();
  });

  test('from a key that was rotated opens a session', async () => {
    const key = await freshKey();
    const made = await code(key);
    await rotate(key);
    expect(await exchanged(world, made)).toBeDefined();
  });
});
