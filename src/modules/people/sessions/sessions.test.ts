import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestOrg,
} from '../../../../test/support/app.ts';
import { generateSessionToken } from '../../../platform/auth/api-key.ts';
import { within } from '../../../../test/support/within.ts';

const LISTS = '/api/v1/fraud/lists';
const ME = '/api/v1/me';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
beforeAll(async () => {
  org = await app.org();
});

function get(session: string, headers: Record<string, string> = {}): Promise<Answer> {
  return app.call('GET', ME, { session, headers });
}

function list(session: string | undefined, headers: Record<string, string>): Promise<Answer> {
  const body = { source: 'x', name: 'x', kind: 'tenant_blocklist' };
  return app.call('POST', LISTS, { ...(session && { session }), body, headers });
}

async function sql(text: string, ...parameters: unknown[]): Promise<void> {
  await app.db.pool.query(text, parameters);
}

describe('a session', () => {
  test('has the rights of the roles, in its organization only', async () => {
    const person = await app.person(org.id, ['billing', 'developer']);
    const { body } = await get(person.session);
    expect(body.data).toMatchObject({
      kind: 'person',
      id: person.id,
      sessionId: person.sessionId,
      organization: { id: org.id, plan: 'enterprise' },
      roles: ['billing', 'developer'],
      readScopes: ['fraud:manage'],
    });
    expect(body.data.scopes).toContain('webhooks:manage');
    expect((await app.call('GET', '/api/v1/webhooks', person)).status).toBe(200);
    expect((await app.call('GET', LISTS, person)).status).toBe(200);
    const refused = await list(person.session, {});
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'none of your roles has the scope fraud:manage',
    ]);
  });

  test('with a role that only reads changes nothing', async () => {
    const auditor = await app.person(org.id, ['auditor']);
    expect((await app.call('GET', LISTS, auditor)).status).toBe(200);
    expect((await list(auditor.session, {})).status).toBe(403);
    const operator = await app.person(null, ['auditor']);
    expect((await app.call('GET', '/api/v1/admin/organizations', operator)).status).toBe(200);
    const body = { name: 'x', plan: 'free' };
    const made = await app.call('POST', '/api/v1/admin/organizations', { ...operator, body });
    expect(made.status).toBe(403);
  });

  test('of an operator opens no route of an organization, and vice versa', async () => {
    const operator = await app.person(null, ['admin']);
    expect((await app.call('GET', '/api/v1/admin/organizations', operator)).status).toBe(200);
    const refused = await app.call('GET', LISTS, operator);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'the session belongs to no organization',
    ]);
    const admin = await app.person(org.id, ['admin']);
    expect((await app.call('GET', '/api/v1/admin/organizations', admin)).status).toBe(403);
  });

  test('with the role operator manages lists, and cannot create an organization', async () => {
    const operator = await app.person(null, ['operator']);
    const body = { name: 'x', plan: 'free' };
    const made = await app.call('POST', '/api/v1/admin/organizations', { ...operator, body });
    expect(made.status).toBe(403);
    const discarded = await app.call(
      'POST',
      '/api/v1/admin/dead-letters/deadletter_01kf3vm9c4e6g8j0m2p4r6t8v0/discard',
      operator,
    );
    expect(discarded.status).toBe(404);
  });

  test('is stored as a hash, and its token is in no log', async () => {
    const { session } = await app.person(org.id, ['admin']);
    await get(session);
    const { rows } = await app.db.pool.query('SELECT s::text AS text FROM sessions s');
    expect(rows.map(({ text }) => text).join()).not.toContain(session.slice(4));
    expect(app.logs.join('')).not.toContain(session.slice(4));
  });

  test('that is unknown, malformed or sent as a key returns 401', async () => {
    const { session } = await app.person(org.id, ['admin']);
    for (const token of [generateSessionToken(), 'ors_x', '', `${session}x`])
      expect((await get(token)).status).toBe(401);
    expect((await app.call('GET', ME, { key: session })).status).toBe(401);
    expect(
      (await app.call('GET', ME, { headers: { cookie: `oriki-session=${org.key}` } })).status,
    ).toBe(401);
  });

  test('that is sent twice under one name is rejected: another site may have set a cookie', async () => {
    const mine = await app.person(org.id, ['admin']);
    const other = await app.person(org.id, ['admin']);
    const cookie = `oriki-session=${mine.session}; oriki-session=${other.session}`;
    expect((await app.call('GET', ME, { headers: { cookie } })).status).toBe(401);
  });

  test('is ignored if the request also has a key', async () => {
    const person = await app.person(org.id, ['billing']);
    const answer = await app.call('GET', ME, { ...person, key: org.key });
    expect(answer.body.data.kind).toBe('key');
  });
});

describe('a session ends', () => {
  test('in every process, as soon as the notification arrives', async () => {
    const second = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
    try {
      const admin = await app.person(org.id, ['admin']);
      const person = await app.person(org.id, ['analyst']);
      const there = async () => (await second.call('GET', ME, person)).status;
      expect(await there()).toBe(200);
      const path = `/api/v1/sessions/${person.sessionId}`;
      const ended = await app.call('DELETE', path, admin);
      expect(ended.body.data).toEqual({ id: person.sessionId, deleted: true });
      await vi.waitFor(async () => expect(await there()).toBe(401), { timeout: within(5000) });
      expect((await app.call('DELETE', path, admin)).status).toBe(404);
    } finally {
      await second.stop();
    }
  });

  test('within 5 s after a change by SQL, which sends no notification', async () => {
    const person = await app.person(org.id, ['analyst']);
    expect((await get(person.session)).status).toBe(200);
    await sql('UPDATE sessions SET ended_at = now() WHERE id = $1', person.sessionId);
    await vi.waitFor(async () => expect((await get(person.session)).status).toBe(401), {
      timeout: within(5000),
    });
  });

  test('after too long without use, or at its absolute end', async () => {
    for (const change of [
      "last_seen_at = now() - interval '15 min'",
      "expires_at = now() - interval '1 s'",
    ]) {
      const person = await app.person(org.id, ['analyst']);
      await sql(`UPDATE sessions SET ${change} WHERE id = $1`, person.sessionId);
      expect((await get(person.session)).status).toBe(401);
    }
  });

  test('together with the membership', async () => {
    const admin = await app.person(org.id, ['admin']);
    const person = await app.person(org.id, ['analyst']);
    expect((await get(person.session)).status).toBe(200);
    expect((await app.call('DELETE', `/api/v1/members/${person.id}`, admin)).status).toBe(200);
    await vi.waitFor(async () => expect((await get(person.session)).status).toBe(401), {
      timeout: within(5000),
    });
  });

  test('never by a request from another organization', async () => {
    const stranger = await app.org();
    const person = await app.person(org.id, ['analyst']);
    const path = `/api/v1/sessions/${person.sessionId}`;
    expect((await app.call('DELETE', path, { key: stranger.key })).status).toBe(404);
    const seen = await app.call('GET', '/api/v1/sessions', { key: stranger.key });
    expect(seen.body.data.items).toEqual([]);
    expect((await get(person.session)).status).toBe(200);
  });
});

describe('the use of a session', () => {
  test('is recorded once a minute, outside of the request', async () => {
    const person = await app.person(org.id, ['analyst']);
    const seen = async (): Promise<number> => {
      const text = 'SELECT last_seen_at FROM sessions WHERE id = $1';
      const { rows } = await app.db.pool.query(text, [person.sessionId]);
      return rows[0].last_seen_at.getTime();
    };
    const first = await seen();
    await get(person.session);
    await get(person.session);
    expect(await seen()).toBe(first);
    await sql(
      "UPDATE sessions SET last_seen_at = now() - interval '2 min' WHERE id = $1",
      person.sessionId,
    );
    const before = await seen();
    await vi.waitFor(
      async () => {
        expect((await get(person.session)).status).toBe(200);
        expect(await seen()).toBeGreaterThan(before);
      },
      { timeout: within(8000), interval: 500 },
    );
  });
});

describe('a request with a session', () => {
  let session: string;
  beforeAll(async () => {
    ({ session } = await app.person(org.id, ['admin']));
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { 'sec-fetch-site': 'same-site' }],
    ['no page', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['a form, which cannot send our header', { 'x-oriki-console': '' }],
  ])('that changes data and comes from %s returns 403', async (_, headers) => {
    const answer = await list(session, headers);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('that changes data and does not name its origin returns 403', async () => {
    const answer = await list(undefined, {
      cookie: `oriki-session=${session}`,
      'x-oriki-console': '1',
    });
    expect(answer.body.error.message).toContain('Origin');
  });

  test('that reads is rejected from another site, and allowed from the address bar', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect((await get(session, { 'sec-fetch-site': site })).status).toBe(403);
    expect((await get(session, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await get(session, { 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  test('from another origin gets no header that would let its page read the answer', async () => {
    const answer = await get(session, { origin: 'https://evil.example' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    const preflight = await app.call('OPTIONS', LISTS, {
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.status).toBe(405);
  });

  test('that is not JSON returns 415', async () => {
    const answer = await app.call('POST', LISTS, {
      session,
      raw: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
  });

  test('for a dangerous action needs a sign-in within the last five minutes', async () => {
    const person = await app.person(org.id, ['admin']);
    const other = await app.person(org.id, ['analyst']);
    const body = { roles: ['reviewer'] };
    const change = () => app.call('PATCH', `/api/v1/members/${other.id}`, { ...person, body });
    expect((await change()).status).toBe(200);
    await sql(
      "UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1",
      person.sessionId,
    );
    await vi.waitFor(
      async () => expect((await change()).body.error?.code).toBe('STEP_UP_REQUIRED'),
      { timeout: within(5000) },
    );
    expect((await get(person.session)).status).toBe(200);
    const byKey = await app.call('PATCH', `/api/v1/members/${other.id}`, { key: org.key, body });
    expect(byKey.status).toBe(200);
  });
});

describe('a request behind TLS', () => {
  let secure: TestApp;
  beforeAll(async () => {
    secure = await startTestApp(
      { rateLimits: undefined, publicUrl: 'https://oriki.example' },
      app.databaseUrl,
    );
  });
  afterAll(() => secure.stop());

  test('reads only the cookie that browsers protect', async () => {
    const { session } = await app.person(org.id, ['admin']);
    const by = async (name: string) =>
      (await secure.call('GET', ME, { headers: { cookie: `${name}=${session}` } })).status;
    expect([await by('oriki-session'), await by('__Host-oriki-session')]).toEqual([401, 200]);
  });

  test('uses the public origin', async () => {
    const { session } = await app.person(org.id, ['admin']);
    const from = async (origin: string) => {
      const headers = {
        cookie: `__Host-oriki-session=${session}`,
        origin,
        'x-oriki-console': '1',
      };
      const body = { source: 'x', name: 'x', kind: 'tenant_blocklist' };
      return (await secure.call('POST', LISTS, { body, headers })).status;
    };
    expect([await from(secure.url), await from('https://oriki.example')]).toEqual([403, 201]);
  });
});
