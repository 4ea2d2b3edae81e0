import { SOMEBODY } from '../../../../test/support/actor.ts';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  startTestApp,
  TEST_SECRET,
  type Answer,
  type TestOrg,
} from '../../../../test/support/app.ts';
import { ProfileBox } from '../profiles.ts';
import { generateCode, makeLinkCode } from './codes.ts';
import { within } from '../../../../test/support/within.ts';

const EXCHANGE = '/console/session/exchange';

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
beforeAll(async () => {
  org = await app.org();
});

function page(cookie?: string): Record<string, string> {
  return {
    origin: app.url,
    'sec-fetch-site': 'same-origin',
    'x-oriki-console': '1',
    ...(cookie && { cookie }),
  };
}

function exchange(code: string, cookie?: string): Promise<Answer> {
  return app.call('POST', EXCHANGE, { body: { code }, headers: page(cookie) });
}

async function link(
  orgId = org.id,
  role = 'admin',
  name = 'Ada',
): Promise<{ code: string; userId: string }> {
  const { after } = await app.db.transaction((tx) =>
    makeLinkCode(
      tx,
      { orgId, role, name },
      { profiles: new ProfileBox(TEST_SECRET), actor: SOMEBODY },
    ),
  );
  return after;
}

function cookieOf(answer: Answer): string {
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

function me(cookie: string): Promise<Answer> {
  return app.call('GET', '/api/v1/me', { headers: { cookie } });
}

/** Waits until a session has ended in every process. */
async function ended(cookie: string): Promise<void> {
  await expect.poll(async () => (await me(cookie)).status, { timeout: within(5000) }).toBe(401);
}

async function portal(body: object, key = org.key): Promise<Answer> {
  return app.call('POST', '/api/v1/portal-sessions', { key, body });
}

describe('a link of the command line', () => {
  test('signs a person in, with a cookie that scripts and other sites do not get', async () => {
    const { code, userId } = await link();
    const answer = await exchange(code);
    expect([answer.status, answer.body.data]).toEqual([200, { returnUrl: null }]);
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^oriki-session=ors_[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/,
    );
    const { body } = await me(cookieOf(answer));
    expect(body.data).toMatchObject({ id: userId, name: 'Ada', roles: ['admin'] });
    expect(body.data.organization.id).toBe(org.id);
  });

  test('signs an operator in if it names no organization', async () => {
    const { body } = await me(cookieOf(await exchange((await link('platform')).code)));
    expect(body.data).toMatchObject({
      organization: null,
      roles: ['admin'],
      scopes: ['platform:admin'],
    });
  });

  test('works once, for the first browser that uses it', async () => {
    const { code } = await link();
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await exchange(code)).body.error.code).toBe('UNAUTHORIZED');
  });

  test('leaves a row with the address from the one header that trusted proxies send', async () => {
    const proxied = await startTestApp({
      trustedProxies: ['127.0.0.1'],
      clientAddressHeader: 'x-real-ip',
    });
    try {
      const { id: orgId, key } = await proxied.org();
      const means = { profiles: new ProfileBox(TEST_SECRET), actor: SOMEBODY };
      const {
        after: { code },
      } = await proxied.db.transaction((tx) =>
        makeLinkCode(tx, { orgId, role: 'admin', name: 'Ada' }, means),
      );
      const from = { 'x-real-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.66' };
      const headers = { ...page(), origin: proxied.url, ...from };
      expect((await proxied.call('POST', EXCHANGE, { body: { code }, headers })).status).toBe(200);
      const { body } = await proxied.call('GET', '/api/v1/audit?action=session.begin', { key });
      expect(body.data.items).toMatchObject([{ address: '203.0.113.7' }]);
    } finally {
      await proxied.stop();
    }
  });

  test('ends after 10 minutes, and is stored as a hash', async () => {
    const { code, userId } = await link(org.id, 'admin', 'Late');
    const { rows } = await app.db.pool.query(
      `SELECT c::text AS text, extract(epoch FROM expires_at - created_at)::integer AS seconds
       FROM sign_in_codes c WHERE user_id = $1`,
      [userId],
    );
    expect(rows[0].seconds).toBe(600);
    expect(rows[0].text).not.toContain(code.slice(4));
    await app.db.pool.query('UPDATE sign_in_codes SET expires_at = now() WHERE user_id = $1', [
      userId,
    ]);
    expect((await exchange(code)).status).toBe(401);
  });

  test('is rejected if the membership has ended', async () => {
    const { code, userId } = await link(org.id, 'analyst', 'Gone');
    await app.call('DELETE', `/api/v1/members/${userId}`, { key: org.key });
    expect((await exchange(code)).status).toBe(401);
    const again = await link(org.id, 'analyst', 'Gone');
    expect((await exchange(again.code)).status).toBe(200);
  });

  test('is rejected from other sites, from forms, and in the address', async () => {
    const { code } = await link();
    const body = { code };
    for (const headers of [
      { ...page(), 'sec-fetch-site': 'cross-site' },
      { ...page(), origin: 'https://evil.example' },
      { ...page(), 'x-oriki-console': '' },
    ])
      expect((await app.call('POST', EXCHANGE, { body, headers })).status).toBe(403);
    const form = { ...page(), 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.call('POST', EXCHANGE, { raw: `code=${code}`, headers: form })).status).toBe(
      415,
    );
    expect((await app.call('GET', `${EXCHANGE}?code=${code}`, { headers: page() })).status).toBe(
      405,
    );
    expect((await exchange(code)).status).toBe(200);
  });

  test.each([undefined, {}, { code: 1 }, { code: 'x', more: 1 }, [], { code: 'x'.repeat(101) }])(
    'that is sent as %j returns 400',
    async (body) => {
      const answer = await app.call('POST', EXCHANGE, { body, headers: page() });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  test('is in no log, and neither is the token', async () => {
    const { code } = await link();
    const cookie = cookieOf(await exchange(code));
    await me(cookie);
    const logs = app.logs.join('');
    expect(logs).not.toContain(code.slice(4));
    expect(logs).not.toContain(cookie.split('ors_')[1]);
  });
});

describe('a new session', () => {
  test("has a new token, and ends the browser's earlier session", async () => {
    const first = cookieOf(await exchange((await link()).code));
    const second = cookieOf(await exchange((await link()).code, first));
    expect(second).not.toBe(first);
    await ended(first);
    expect((await me(second)).status).toBe(200);
  });

  test('has a different token from the one that an attacker put into the browser', async () => {
    const planted = `oriki-session=ors_${'A'.repeat(43)}`;
    const cookie = cookieOf(await exchange((await link()).code, planted));
    expect(cookie).not.toBe(planted);
    expect((await me(planted)).status).toBe(401);
  });
});

describe('signing out', () => {
  test('ends the session and deletes the cookies', async () => {
    const cookie = cookieOf(await exchange((await link()).code));
    const out = await app.call('POST', '/console/session/sign-out', {
      body: {},
      headers: page(cookie),
    });
    expect(out.status).toBe(200);
    expect(out.headers.get('clear-site-data')).toBe('"cache", "cookies", "storage"');
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0');
    await ended(cookie);
  });

  test('by another site has no effect', async () => {
    const cookie = cookieOf(await exchange((await link()).code));
    const headers = { ...page(cookie), 'sec-fetch-site': 'cross-site' };
    const out = await app.call('POST', '/console/session/sign-out', { body: {}, headers });
    expect([out.status, (await me(cookie)).status]).toEqual([403, 200]);
  });
});

describe("a person's own sessions", () => {
  test('are listed, and ended, only by the person', async () => {
    const first = cookieOf(await exchange((await link(org.id, 'analyst', 'Own')).code));
    const second = cookieOf(await exchange((await link(org.id, 'analyst', 'Own')).code));
    const other = await app.person(org.id, ['admin']);
    const { body } = await app.call('GET', '/console/session', { headers: page(first) });
    expect(body.data.sessions).toHaveLength(2);
    expect(body.data.sessions.map(({ id }: { id: string }) => id)).toContain(body.data.current);
    const end = (id: string) =>
      app.call('POST', '/console/session/end', { body: { id }, headers: page(first) });
    expect((await end(other.sessionId)).status).toBe(404);
    const elsewhere = body.data.sessions.find(({ id }: { id: string }) => id !== body.data.current);
    expect((await end(elsewhere.id)).status).toBe(200);
    await ended(second);
    expect((await me(first)).status).toBe(200);
  });

  test('require a session', async () => {
    const answer = await app.call('GET', '/console/session', { headers: page() });
    expect([answer.status, answer.body.error.message]).toEqual([
      401,
      'the session has ended: sign in again',
    ]);
  });
});

describe('a portal session', () => {
  test('makes a session for a person of the application, once within a minute', async () => {
    const returnUrl = 'https://app.example.com/back';
    const { body } = await portal({ subject: 'e-1', role: 'developer', returnUrl, name: 'Ada' });
    expect(body.data.url).toBe(`${app.url}/console/session/link#code=${body.data.code}`);
    const left = Date.parse(body.data.expiresAt) - Date.now();
    expect(left).toBeLessThanOrEqual(61_000);
    const answer = await exchange(body.data.code);
    expect(answer.body.data).toEqual({ returnUrl });
    const seen = (await me(cookieOf(answer))).body.data;
    expect(seen).toMatchObject({ id: body.data.userId, name: 'Ada', roles: ['developer'] });
    expect((await exchange(body.data.code)).status).toBe(401);
  });

  test('has the latest role, and the same person for the same subject', async () => {
    const first = (await portal({ subject: 'e-2', role: 'developer' })).body.data;
    const cookie = cookieOf(await exchange(first.code));
    const second = (await portal({ subject: 'e-2', role: 'billing' })).body.data;
    expect(second.userId).toBe(first.userId);
    const query = `action=portal_session.create&object=${first.userId}`;
    const rows = await app.call('GET', `/api/v1/audit?${query}`, { key: org.key });
    expect(rows.body.data.items).toMatchObject([
      { before: { roles: ['developer'] }, after: { role: 'billing' } },
      { before: null, after: { role: 'developer' } },
    ]);
    const roles = async () => (await me(cookie)).body.data.roles;
    await expect.poll(roles, { timeout: within(5000) }).toEqual(['billing']);
  });

  test('gives no role with more scopes than its key has', async () => {
    const { key } = await app.key(org.id, ['portal:create', 'webhooks:manage']);
    const refused = await portal({ subject: 'e-3', role: 'admin' }, key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('of a person whom an admin has removed returns 409', async () => {
    const { userId } = (await portal({ subject: 'e-4', role: 'billing' })).body.data;
    await app.call('DELETE', `/api/v1/members/${userId}`, { key: org.key });
    expect((await portal({ subject: 'e-4', role: 'billing' })).status).toBe(409);
  });

  test('of the same subject in another organization is another person', async () => {
    const other = await app.org();
    const mine = (await portal({ subject: 'e-5', role: 'billing' })).body.data;
    const theirs = (await portal({ subject: 'e-5', role: 'billing' }, other.key)).body.data;
    expect(theirs.userId).not.toBe(mine.userId);
  });

  test.each([
    'http://app.example.com',
    'javascript:alert(1)',
    '//evil.example',
    '/path',
    'https://user:pass@app.example.com',
    'data:text/html,x',
    'x',
    '',
  ])('with the returnUrl %j returns 400', async (returnUrl) => {
    const answer = await portal({ subject: 'e-6', role: 'billing', returnUrl });
    expect([answer.status, answer.body.error.details?.[0].path]).toEqual([400, 'returnUrl']);
  });
});

describe('the page of links', () => {
  test('runs only its own script, and cannot be framed', async () => {
    const answer = await app.call('GET', '/console/session/link');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.text).not.toMatch(/<script>|style=| on\w+=/);
    const script = await app.call('GET', '/console/session/link.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    const style = await app.call('GET', '/console/session/link.css');
    expect(style.headers.get('content-type')).toContain('text/css');
  });

  /** Runs the script with the parts of a browser that it uses. */
  const open = async (hash: string) => {
    const elements = new Map<string, Record<string, unknown>>();
    const element = (id: string): Record<string, unknown> => {
      let found = elements.get(id);
      if (!found) elements.set(id, (found = { hidden: true, textContent: '' }));
      found['addEventListener'] = (_: string, press: unknown) => (found['press'] = press);
      return found;
    };
    const shown: string[] = [];
    const cookies = new Map<string, string>();
    const { text } = await app.call('GET', '/console/session/link.js');
    runInNewContext(text, {
      document: { getElementById: element },
      location: {
        hash,
        pathname: '/console/session/link',
        replace: (path: string) => shown.push(path),
      },
      history: { replaceState: (_: unknown, __: unknown, path: string) => shown.push(path) },
      URL,
      URLSearchParams,
      fetch: async (path: string, options: RequestInit = {}) => {
        const headers = { ...page(cookies.get('c')), ...(options.headers as object) };
        const answer = await fetch(app.url + path, { ...options, headers });
        const [cookie] = answer.headers.getSetCookie();
        if (cookie) cookies.set('c', cookie.split(';')[0]!);
        return answer;
      },
    });
    return { element, shown, press: () => (element('go')['press'] as () => Promise<void>)() };
  };

  test('removes the code from the address immediately, uses it when the button is pressed, and leads to the console', async () => {
    const { code } = await link(org.id, 'admin', 'Ada');
    const { element, shown, press } = await open(`#code=${code}`);
    expect([shown, element('go')['hidden']]).toEqual([['/console/session/link'], false]);
    await press();
    expect(element('text')['textContent']).toBe('You are signed in as Ada.');
    expect(shown.at(-1)).toBe('/console/');
    const again = await open(`#code=${code}`);
    await again.press();
    expect(again.element('text')['textContent']).toContain(
      'That did not work: the code is unknown',
    );
  });

  test('shows the way back to the application as a link, and never redirects by itself', async () => {
    const returnUrl = 'https://app.example.com/back';
    const { code } = (await portal({ subject: 'e-7', role: 'billing', returnUrl })).body.data;
    const { element, press } = await open(`#code=${code}`);
    await press();
    expect(element('back')).toMatchObject({
      href: returnUrl,
      textContent: 'Back to app.example.com',
      hidden: false,
    });
  });
});

test('failed sign-ins are limited by address, and a valid code still works', async () => {
  const strict = await startTestApp({}, app.databaseUrl);
  try {
    const headers = { ...page(), origin: strict.url };
    const tries: number[] = [];
    for (let i = 0; i < 21; i++) {
      const body = { code: generateCode() };
      tries.push((await strict.call('POST', EXCHANGE, { body, headers })).status);
    }
    expect([tries[0], tries.at(-1)]).toEqual([401, 429]);
    const body = { code: (await link()).code };
    expect((await strict.call('POST', EXCHANGE, { body, headers })).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

test('the list of providers is limited by address, and logouts by providers are limited separately from sign-ins', async () => {
  const limits = {
    'sign-ins': { points: 2, windowSeconds: 60 },
    'sign-in-choices': { points: 3, windowSeconds: 60 },
    'provider-logouts': { points: 3, windowSeconds: 60 },
  };
  const strict = await startTestApp({ rateLimits: limits }, app.databaseUrl);
  try {
    const ask = async (send: () => Promise<{ status: number }>) => {
      const seen: number[] = [];
      for (let i = 0; i < 4; i++) seen.push((await send()).status);
      return seen;
    };
    const choices = () =>
      strict.call('GET', '/console/session/issuers', {
        headers: { ...page(), origin: strict.url },
      });
    const logout = () =>
      strict.call('POST', '/console/session/logout/x/y', {
        raw: 'logout_token=x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const begin = () =>
      fetch(`${strict.url}/console/session/sign-in?organization=x&issuer=y`, {
        redirect: 'manual',
      });
    expect(await ask(choices)).toEqual([200, 200, 200, 429]);
    expect(await ask(logout)).toEqual([404, 404, 404, 429]);
    expect(await ask(begin)).toEqual([404, 404, 429, 429]);
  } finally {
    await strict.stop();
  }
});

test.each([
  ['GET', '', undefined],
  ['POST', '/end', { id: 'session_1' }],
  ['POST', '/view', { organizationId: 'org_1' }],
  ['POST', '/view-end', undefined],
  ['GET', '/step-up', undefined],
] as const)('%s /console/session%s is limited for each session', async (method, path, body) => {
  const limits = { 'own-sessions': { points: 3, windowSeconds: 60 } };
  const strict = await startTestApp({ rateLimits: limits }, app.databaseUrl);
  try {
    const { id } = await app.org();
    const [one, other] = [await app.person(id, ['analyst']), await app.person(id, ['analyst'])];
    const ask = ({ session }: { session: string }) =>
      strict.call(method, `/console/session${path}`, { session, ...(body && { body }) });
    const seen: number[] = [];
    for (let i = 0; i < 4; i++) seen.push((await ask(one)).status);
    expect(seen.slice(0, 3)).not.toContain(429);
    expect([seen[3], (await ask(other)).status === 429]).toEqual([429, false]);
  } finally {
    await strict.stop();
  }
});

test('sign-outs are limited by address, including those without a session', async () => {
  const limits = { 'own-sessions': { points: 3, windowSeconds: 60 } };
  const strict = await startTestApp({ rateLimits: limits }, app.databaseUrl);
  try {
    const seen: number[] = [];
    for (let i = 0; i < 4; i++)
      seen.push(
        (await strict.call('POST', '/console/session/sign-out', { session: `ors_${i}` })).status,
      );
    expect(seen).toEqual([200, 200, 200, 429]);
  } finally {
    await strict.stop();
  }
});

test('a sign-in over plain http on a public name is rejected', async () => {
  const open = await startTestApp(
    { rateLimits: undefined, publicUrl: 'http://oriki.example' },
    app.databaseUrl,
  );
  try {
    const { code } = await link();
    const headers = { ...page(), origin: 'http://oriki.example' };
    const answer = await open.call('POST', EXCHANGE, { body: { code }, headers });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      'people sign in over https only, or on this machine',
    ]);
    expect((await exchange(code)).status, 'the code is not used up').toBe(200);
  } finally {
    await open.stop();
  }
});

test('behind TLS, the cookie is one that no other host and no plain connection can set', async () => {
  const secure = await startTestApp(
    { rateLimits: undefined, publicUrl: 'https://oriki.example' },
    app.databaseUrl,
  );
  try {
    const { code } = await link();
    const headers = { ...page(), origin: 'https://oriki.example' };
    const answer = await secure.call('POST', EXCHANGE, { body: { code }, headers });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-oriki-session=ors_[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$/,
    );
  } finally {
    await secure.stop();
  }
});
