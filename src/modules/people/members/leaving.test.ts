import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  type Answer,
  type CallOptions,
  type TestOrg,
  type TestPerson,
} from '../../../../test/support/app.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { TENANT_SCOPES } from '../../declared.ts';
import { within } from '../../../../test/support/within.ts';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
/** An admin who stays. */
let boss: TestPerson;
/** The admin who leaves. */
let ada: TestPerson;
beforeEach(async () => {
  org = await app.org();
  boss = await app.person(org.id, ['admin']);
  ada = await app.person(org.id, ['admin']);
});

type Caller = Pick<CallOptions, 'key' | 'session'>;

function by({ session }: TestPerson): Caller {
  return { session };
}
function send(method: string, path: string, caller: Caller, body?: object): Promise<Answer> {
  return app.call(method, `/api/v1${path}`, { ...caller, ...(body && { body }) });
}
async function invite(caller: Caller, roles = ['admin']): Promise<string> {
  const made = await send('POST', '/invitations', caller, { roles });
  expect(made.status, made.text).toBe(201);
  return made.body.data.id;
}
async function openInvitations(key = org.key): Promise<string[]> {
  const { body } = await send('GET', '/invitations?limit=100', { key });
  return body.data.items.map(({ id }: { id: string }) => id);
}
async function makeKey(
  caller: Caller,
  more: object = {},
): Promise<{ id: string; name: string; key: string }> {
  const body = { name: 'screening', scopes: [...TENANT_SCOPES], ...more };
  const made = await send('POST', '/keys', caller, body);
  expect(made.status, made.text).toBe(201);
  return made.body.data;
}
function remove({ id }: TestPerson, query = '', caller: Caller = by(boss)): Promise<Answer> {
  return send('DELETE', `/members/${id}${query}`, caller);
}
async function rowsOf(action: string, object: string): Promise<object[]> {
  const query = `/audit?action=${action}&object=${object}`;
  return (await send('GET', query, { key: org.key })).body.data.items;
}
async function keyEvents(): Promise<[string, Record<string, unknown>][]> {
  const { rows } = await (
    await app.dbOf(org.id)
  ).query(
    "SELECT body FROM events WHERE org_id = $1 AND type IN ('key.owner_left', 'key.revoked') ORDER BY id",
    [org.id],
  );
  return rows.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data]);
}

describe('a person who is removed', () => {
  test('leaves no open invitation, whether a session or a key created it', async () => {
    const own = await invite(by(ada));
    const { key } = await makeKey(by(ada));
    const ofKey = await invite({ key });
    const other = await invite(by(boss));
    expect((await openInvitations()).toSorted()).toEqual([own, ofKey, other].toSorted());
    expect((await remove(ada)).status).toBe(200);
    expect(await openInvitations()).toEqual([other]);
    for (const id of [own, ofKey])
      expect(await rowsOf('invitation.revoke', id)).toMatchObject([
        { actor: { kind: 'person', id: boss.id } },
      ]);
  });

  test('leaves no open invitation of a test key in the twin', async () => {
    const { key } = await makeKey(by(ada), { mode: 'test' });
    await invite({ key });
    expect(await openInvitations(key)).toHaveLength(1);
    await remove(ada);
    expect(await openInvitations(key)).toEqual([]);
  });

  test('keeps their keys in use, and the answer lists them without secrets', async () => {
    const one = await makeKey(by(ada), { name: 'one' });
    const two = await makeKey({ key: one.key }, { name: 'two', scopes: ['keys:manage'] });
    const ended = await makeKey(by(ada), { name: 'ended' });
    await send('POST', `/keys/${ended.id}/revoke`, by(ada));
    await makeKey(by(boss));
    const answer = await remove(ada);
    expect(answer.body.data).toEqual({
      id: ada.id,
      deleted: true,
      keys: [
        { id: one.id, name: 'one' },
        { id: two.id, name: 'two' },
      ],
    });
    expect(answer.text).not.toContain('ork_');
    expect((await send('GET', '/me', { key: two.key })).status).toBe(200);
    const told = (await keyEvents()).filter(([type]) => type === 'key.owner_left');
    expect(told.map(([, data]) => [data['keyId'], data['madeBy']])).toEqual([
      [one.id, ada.id],
      [two.id, ada.id],
    ]);
    expect(JSON.stringify(told)).not.toContain('"one"');
  });

  test('loses the keys that they made when the removal revokes keys', async () => {
    const { id, name, key } = await makeKey(by(ada));
    const kept = await makeKey(by(boss));
    const answer = await remove(ada, '?keys=revoke');
    expect(answer.body.data.keys).toEqual([{ id, name }]);
    const status = async () => (await send('GET', '/me', { key })).status;
    await expect.poll(status, { timeout: within(5000) }).toBe(401);
    expect((await send('GET', '/me', { key: kept.key })).status).toBe(200);
    expect((await keyEvents()).map(([type, data]) => [type, data['keyId']])).toEqual([
      ['key.revoked', id],
    ]);
    expect(await rowsOf('key.revoke', id)).toMatchObject([
      { actor: { kind: 'person', id: boss.id }, after: { name } },
    ]);
    expect(await rowsOf('member.remove', ada.id)).toMatchObject([{ before: { roles: ['admin'] } }]);
  });

  test('stays a member with all keys when the parameter is invalid', async () => {
    expect((await remove(ada, '?keys=all')).status).toBe(400);
    expect((await send('GET', `/members/${ada.id}`, { key: org.key })).status).toBe(200);
  });

  test('loses platform keys as an operator', async () => {
    const other = await app.person(null, ['admin']);
    const operator = await app.person(null, ['admin']);
    const body = { organizationId: null, scopes: ['platform:admin'], name: 'import' };
    const made = await send('POST', '/admin/keys', by(operator), body);
    expect(made.status, made.text).toBe(201);
    const { id, key } = made.body.data;
    const path = `/admin/operators/${operator.id}?keys=revoke`;
    const { data } = (await send('DELETE', path, by(other))).body;
    expect(data.keys).toEqual([{ id, name: 'import' }]);
    const status = async () => (await send('GET', '/me', { key })).status;
    await expect.poll(status, { timeout: within(5000) }).toBe(401);
  });
});

describe('a person who loses a role', () => {
  test('loses open invitations that they could no longer create', async () => {
    await invite(by(ada));
    const { key } = await makeKey(by(ada));
    await invite({ key }, ['billing']);
    const other = await invite(by(boss));
    await send('PATCH', `/members/${ada.id}`, by(boss), { roles: ['analyst'] });
    expect(await openInvitations()).toEqual([other]);
  });

  test('keeps invitations that the remaining roles allow', async () => {
    const id = await invite(by(ada));
    await send('PATCH', `/members/${ada.id}`, by(boss), { roles: ['admin', 'billing'] });
    expect(await openInvitations()).toEqual([id]);
  });

  test('leaves no invitation when a portal session takes the role', async () => {
    const portal = (role: string) =>
      send('POST', '/portal-sessions', { key: org.key }, { subject: 'employee-1', role });
    const { code } = (await portal('admin')).body.data;
    const signedIn = await app.call('POST', '/console/session/exchange', {
      body: { code },
      headers: { origin: app.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' },
    });
    const session = /oriki-session=([^;]*)/.exec(signedIn.headers.getSetCookie()[0]!)![1]!;
    await invite({ session });
    expect((await portal('analyst')).status).toBe(201);
    expect(await openInvitations()).toEqual([]);
  });
});

describe('the rights of a caller', () => {
  const WAYS: [string, string, (n: number) => object][] = [
    ['POST', '/invitations', () => ({ roles: ['admin'] })],
    [
      'POST',
      '/members',
      (n) => ({ issuer: 'https://login.example.com', subject: `late-${n}`, roles: ['admin'] }),
    ],
    ['POST', '/portal-sessions', (n) => ({ subject: `late-${n}`, role: 'admin' })],
    [
      'POST',
      '/sign-in/issuers',
      () => ({
        name: 'late',
        issuer: 'https://late.example.com',
        clientId: 'x',
        groupRoles: { all: ['admin'] },
        skipCheck: true,
      }),
    ],
    ['POST', '/keys', () => ({ scopes: ['members:manage'] })],
  ];

  /** Sends a request while an uncommitted change of rights holds the lock. */
  async function during(
    change: (tx: Tx) => Promise<unknown>,
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const changed = app.db.transaction(async (tx) => {
      await lockRights(tx, org.id);
      held.resolve();
      await release.promise;
      await change(tx);
    });
    await held.promise;
    const late = request();
    const waiting = async () => {
      const { rows } = await app.db.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
      );
      return rows.length;
    };
    await expect.poll(waiting, { timeout: within(10_000) }).toBe(1);
    release.resolve();
    await changed;
    return late;
  }
  const leaves = (tx: Tx) =>
    sql`UPDATE memberships SET ended_at = now() WHERE org_id = ${org.id} AND user_id = ${ada.id}`.execute(
      tx,
    );
  const become = (role: string) => (db: Queryable) =>
    sql`UPDATE memberships SET roles = ${[role]} WHERE org_id = ${org.id} AND user_id = ${ada.id}`.execute(
      db,
    );

  test.each(WAYS)('are read again by %s %s after a concurrent removal', async (...way) => {
    const [method, path, bodyOf] = way;
    const late = await during(leaves, () => send(method, path, by(ada), bodyOf(1)));
    expect(late.status).toBe(401);
  });

  test.each(WAYS)('with a key are read again by %s %s after its revocation', async (...way) => {
    const [method, path, bodyOf] = way;
    const { id, key } = await makeKey(by(boss));
    const late = await during(
      (tx) => sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`.execute(tx),
      () => send(method, path, { key }, bodyOf(2)),
    );
    expect(late.status).toBe(401);
  });

  test.each(WAYS)(
    'that are insufficient are not recorded as the outcome of %s %s',
    async (...way) => {
      const [method, path, bodyOf] = way;
      const request = () =>
        app.call(method, `/api/v1${path}`, {
          ...by(ada),
          body: bodyOf(3),
          headers: { 'idempotency-key': 'while-the-role-was-away' },
        });
      const late = await during(become('billing'), request);
      expect([late.status, late.body.error?.code], late.text).toEqual([403, 'FORBIDDEN']);
      await become('admin')(app.db.read);
      const again = await request();
      expect([again.status, again.headers.get('idempotency-replayed')], again.text).toEqual([
        201,
        null,
      ]);
    },
  );

  test('leave no usable key if an operator rotates it while its maker is removed', async () => {
    const platform = await app.platformKey();
    for (let round = 0; round < 6; round += 1) {
      const leaver = await app.person(org.id, ['admin']);
      const { id } = await makeKey(by(leaver));
      const rotate = () =>
        send('POST', `/admin/keys/${id}/rotate`, { key: platform }, { overlapSeconds: 600 });
      const [removed, rotated] = await Promise.all([remove(leaver, '?keys=revoke'), rotate()]);
      expect(removed.status, removed.text).toBe(200);
      expect([201, 409]).toContain(rotated.status);
      const { rows } = await app.db.query(
        'SELECT id FROM api_keys WHERE org_id = $1 AND made_by = $2 AND revoked_at IS NULL',
        [org.id, leaver.id],
      );
      expect(rows).toEqual([]);
    }
  });

  test('are checked when an operator rotates a key after a concurrent revocation', async () => {
    const { id } = await makeKey(by(ada));
    const platform = await app.platformKey();
    const late = await during(
      (tx) => sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`.execute(tx),
      () => send('POST', `/admin/keys/${id}/rotate`, { key: platform }, { overlapSeconds: 600 }),
    );
    expect([late.status, late.body.error?.code]).toEqual([409, 'CONFLICT']);
  });

  test('let no invitation or key outlive the concurrent removal of its maker', async () => {
    for (let round = 0; round < 6; round += 1) {
      const leaver = await app.person(org.id, ['admin']);
      const { key } = await makeKey(by(leaver));
      const requests = Array.from({ length: 8 }, (_, n) => [
        send('POST', '/invitations', by(leaver), { roles: ['admin'] }),
        send('POST', '/invitations', { key }, { roles: ['admin'] }),
        send('POST', '/keys', n % 2 ? { key } : by(leaver), { scopes: ['members:manage'] }),
      ]).flat();
      const answers = Promise.all(requests);
      const [{ status }] = await Promise.all([
        remove(leaver, '?keys=revoke', round % 2 ? by(boss) : { key: org.key }),
        answers,
      ]);
      expect(status).toBe(200);
      const statuses = new Set((await answers).map((answer) => answer.status));
      // A busy database refuses with 503, and stores nothing.
      for (const one of statuses) expect([201, 401, 503]).toContain(one);
      expect(await openInvitations()).toEqual([]);
      const { rows } = await app.db.query(
        'SELECT id FROM api_keys WHERE org_id = $1 AND made_by = $2 AND revoked_at IS NULL',
        [org.id, leaver.id],
      );
      expect(rows).toEqual([]);
    }
  });

  test('let one of two admins stay when they remove each other concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const of = await app.org();
      const one = await app.person(of.id, ['admin']);
      const two = await app.person(of.id, ['admin']);
      const answers = await Promise.all([remove(two, '', by(one)), remove(one, '', by(two))]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, 401]);
    }
  });
});

describe('a portal session', () => {
  const portal = (role: string, caller: Caller, subject = 'employee-17') =>
    send('POST', '/portal-sessions', caller, { subject, role });
  const rolesNow = async (id: string) =>
    (await send('GET', `/members/${id}`, { key: org.key })).body.data.roles;

  test('changes the roles of a member only for callers who may change members', async () => {
    const { key } = await app.key(org.id, ['portal:create', 'usage:read', 'invoices:read']);
    const made = await portal('billing', { key });
    expect(made.status, made.text).toBe(201);
    const { userId } = made.body.data;
    expect((await portal('billing', { key })).status).toBe(201);
    await send('PATCH', `/members/${userId}`, by(boss), { roles: ['analyst', 'billing'] });
    const refused = await portal('billing', { key });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await rolesNow(userId)).toEqual(['analyst', 'billing']);
    const manager = await app.key(org.id, [
      'portal:create',
      'members:manage',
      'usage:read',
      'invoices:read',
    ]);
    expect((await portal('billing', { key: manager.key })).status).toBe(201);
    expect(await rolesNow(userId)).toEqual(['billing']);
  });

  test('does not change the role of the last admin', async () => {
    const of = await app.org();
    const { userId } = (await portal('admin', { key: of.key })).body.data;
    const refused = await portal('analyst', { key: of.key });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    const { body } = await send('GET', `/members/${userId}`, { key: of.key });
    expect(body.data.roles).toEqual(['admin']);
    await app.person(of.id, ['admin']);
    expect((await portal('analyst', { key: of.key })).status).toBe(201);
  });
});
