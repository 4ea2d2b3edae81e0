import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  startTestApp,
  type Answer,
  type TestApp,
  type TestOrg,
} from '../../../../test/support/app.ts';
import {
  Browser,
  CLIENT,
  IdentityProvider,
  type Visit,
} from '../../../../test/support/identity-provider.ts';
import { clock } from '../../../platform/clock.ts';
import { deleteEnded } from '../invitations/store.ts';
import { within } from '../../../../test/support/within.ts';

let app: TestApp;
let org: TestOrg;
let idp: IdentityProvider;
let issuerId: string;

/** Creates an organization whose people sign in at the provider. */
async function connect(
  settings: object = {},
  owner?: TestOrg,
  provider = idp,
): Promise<{ org: TestOrg; issuerId: string }> {
  const of = owner ?? (await app.org());
  const body = {
    name: 'Example SSO',
    issuer: provider.issuer,
    ...CLIENT,
    groupsClaim: 'groups',
    groupRoles: { analysts: ['analyst'], bosses: ['admin'] },
    ...settings,
  };
  const { body: answer } = await app.call('POST', '/api/v1/sign-in/issuers', { key: of.key, body });
  await provider.register(answer.data);
  return { org: of, issuerId: answer.data.id };
}

beforeAll(async () => {
  app = await startTestApp({
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    adminPort: 0,
  });
  idp = await new IdentityProvider().listen();
  ({ org, issuerId } = await connect());
});
afterAll(async () => {
  await app.stop();
  await idp.close();
});
let persons = 0;
beforeEach(() => {
  idp.account = {
    sub: `sub-${++persons}`,
    email: 'ada@example.com',
    name: 'Ada',
    email_verified: true,
    groups: ['analysts'],
  };
  idp.intercept = undefined;
  idp.acr = undefined;
  idp.denies = false;
  idp.idTokenSeconds = 3600;
  vi.restoreAllMocks();
});

function startUrl(where: Record<string, string> = {}): string {
  const query = new URLSearchParams({ organization: org.id, issuer: issuerId, ...where });
  return `${app.url}/console/session/sign-in?${query}`;
}

function signIn(browser: Browser, where?: Record<string, string>): Promise<Visit> {
  return browser.visit(startUrl({ returnTo: '/livez', ...where }));
}

function isCallback(url: string): boolean {
  return url.startsWith(`${app.url}/console/session/callback/`);
}

/** Stops before the provider's answer reaches Oriki. @returns the address with the answer */
async function upToCallback(browser: Browser, where?: Record<string, string>): Promise<string> {
  return (await browser.visit(startUrl({ returnTo: '/livez', ...where }), isCallback)).url;
}

/** Waits until a session has ended in every process. */
async function ended(session: string): Promise<void> {
  const status = async () => (await app.call('GET', '/api/v1/me', { session })).status;
  await expect.poll(status, { timeout: within(5000) }).toBe(401);
}

async function me(browser: Browser): Promise<Answer> {
  const token = browser.cookies(app.url).get('oriki-session');
  return app.call('GET', '/api/v1/me', token === undefined ? {} : { session: token });
}

function errorOf({ status, text }: Visit): [number, string, string] {
  const { error } = JSON.parse(text);
  return [status, error.code, error.message];
}

/** Returns the number of sign-ins with this outcome. */
async function counted(outcome: string): Promise<number> {
  const text = await (await fetch(`${app.service.adminUrl}/metrics`)).text();
  return Number(
    new RegExp(`^oriki_sign_ins_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)![1],
  );
}

describe('a sign-in at an identity provider', () => {
  test('begins a session with the roles of the groups, and returns to the page where the person was', async () => {
    const browser = new Browser();
    const seen = await signIn(browser);
    expect([seen.url, seen.status]).toEqual([`${app.url}/livez`, 200]);
    const { body } = await me(browser);
    expect(body.data).toMatchObject({
      kind: 'person',
      name: 'Ada',
      email: 'ada@example.com',
      organization: { id: org.id },
      roles: ['analyst'],
    });
    expect(browser.cookies(app.url).has('oriki-sign-in')).toBe(false);
    const asked = new URL(browser.history.find((url) => url.includes('/auth?'))!);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{20}/),
      state: expect.stringMatching(/.{20}/),
    });
  });

  test('makes the person a member of that organization only, and sends it an event', async () => {
    const stranger = await app.org();
    await signIn(new Browser());
    const list = async (key: string) =>
      (await app.call('GET', '/api/v1/members?limit=100', { key })).body.data.items;
    const found = (await list(org.key)).find(
      ({ subject }: { subject: string }) => subject === idp.account.sub,
    );
    expect(found).toMatchObject({
      issuer: idp.issuer,
      name: 'Ada',
      roles: [],
      groupRoles: ['analyst'],
    });
    expect(await list(stranger.key)).toEqual([]);
    const { rows } = await app.db.pool.query(
      `SELECT body FROM events WHERE org_id = $1 AND type = 'member.joined' AND body LIKE $2`,
      [org.id, `%${found.id}%`],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('Ada');
  });

  test('keeps name, e-mail and subject out of the clear and out of the logs', async () => {
    idp.account = {
      sub: 'secret-subject',
      email: 'secret@example.com',
      name: 'Secret Name',
      groups: ['analysts'],
    };
    await signIn(new Browser());
    const { rows } = await app.db.pool.query('SELECT m::text AS text FROM memberships m');
    const stored = rows.map(({ text }) => text).join() + app.logs.join();
    for (const word of ['secret-subject', 'secret@example.com', 'Secret Name']) {
      expect(stored).not.toContain(word);
      expect(stored).not.toContain(Buffer.from(word).toString('hex'));
    }
  });

  test('uses the current groups, and ends rights that they no longer give', async () => {
    const browser = new Browser();
    idp.account.groups = ['bosses'];
    await signIn(browser);
    expect((await me(browser)).body.data.roles).toEqual(['admin']);
    idp.account.groups = ['analysts', 'unheard-of'];
    await signIn(new Browser());
    await expect
      .poll(async () => (await me(browser)).body.data.roles, { timeout: within(5000) })
      .toEqual(['analyst']);
  });

  test('without a role from the groups ends the rights, sessions and invitations of the member', async () => {
    const { org: own, issuerId: issuer } = await connect();
    const where = { organization: own.id, issuer };
    idp.account.groups = ['bosses'];
    const browser = new Browser();
    await signIn(browser, where);
    const session = browser.cookies(app.url).get('oriki-session')!;
    const body = { scopes: ['members:manage'] };
    const key = (await app.call('POST', '/api/v1/keys', { session, body })).body.data;
    const { id } = (await me(browser)).body.data;
    await app.call('POST', '/api/v1/invitations', { session, body: { roles: ['admin'] } });
    idp.account.groups = ['unheard-of'];
    expect(errorOf(await signIn(new Browser(), where))[0]).toBe(403);
    await ended(session);
    const open = await app.call('GET', '/api/v1/invitations', { key: own.key });
    expect(open.body.data.items).toEqual([]);
    const member = await app.call('GET', `/api/v1/members/${id}`, { key: own.key });
    expect(member.body.data).toMatchObject({ roles: [], groupRoles: [] });
    const { rows } = await app.db.pool.query(
      `SELECT body FROM events WHERE org_id = $1 AND type IN ('key.owner_left', 'member.changed')
       ORDER BY type`,
      [own.id],
    );
    expect(rows.map((row) => JSON.parse(row.body).data)).toMatchObject([
      { keyId: key.id, madeBy: id },
      { userId: id, roles: [] },
    ]);
    const log = await app.call('GET', '/api/v1/audit?action=invitation.revoke', { key: own.key });
    expect(log.body.data.items).toMatchObject([{ actor: { kind: 'service', id: 'sign-in' } }]);
    // A group can admit the person again, because no admin removed them.
    idp.account.groups = ['analysts'];
    await signIn(browser, where);
    expect((await me(browser)).body.data.roles).toEqual(['analyst']);
  });

  test('without a former role revokes the invitations that the person can no longer create', async () => {
    const { org: own, issuerId: issuer } = await connect();
    const where = { organization: own.id, issuer };
    idp.account.groups = ['bosses'];
    const browser = new Browser();
    await signIn(browser, where);
    const session = browser.cookies(app.url).get('oriki-session')!;
    const invited = await app.call('POST', '/api/v1/invitations', {
      session,
      body: { roles: ['admin'] },
    });
    expect(invited.status).toBe(201);
    idp.account.groups = ['analysts'];
    await signIn(new Browser(), where);
    const open = await app.call('GET', '/api/v1/invitations', { key: own.key });
    expect(open.body.data.items).toEqual([]);
    const headers = { origin: app.url, 'sec-fetch-site': 'same-origin', 'x-oriki-console': '1' };
    const answer = await app.call('POST', '/console/session/invitation', {
      headers,
      body: { token: invited.body.data.token },
    });
    expect(answer.status).toBe(401);
  });

  test('of a person without a role returns 403, adds no member, and is in the log', async () => {
    idp.account.groups = [];
    const browser = new Browser();
    expect(errorOf(await signIn(browser)).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
    expect((await me(browser)).status).toBe(401);
    const { body } = await app.call('GET', '/api/v1/audit?action=session.refuse', { key: org.key });
    expect(body.data.items).toMatchObject([
      { actor: { kind: 'service', id: 'sign-in', via: null }, objectId: null, after: null },
    ]);
  });

  test('of a member who was removed returns 403, whatever the groups', async () => {
    const browser = new Browser();
    await signIn(browser);
    const { id } = (await me(browser)).body.data;
    await app.call('DELETE', `/api/v1/members/${id}`, { key: org.key });
    expect(errorOf(await signIn(browser))[0]).toBe(403);
  });

  test('that the provider rejects returns 401', async () => {
    idp.denies = true;
    const seen = errorOf(await signIn(new Browser()));
    expect(seen).toEqual([
      401,
      'UNAUTHORIZED',
      'the sign-in is rejected: the identity provider rejected it',
    ]);
  });

  test("replaces the browser's earlier session", async () => {
    const browser = new Browser();
    await signIn(browser);
    const first = browser.cookies(app.url).get('oriki-session')!;
    await signIn(browser);
    expect(browser.cookies(app.url).get('oriki-session')).not.toBe(first);
    await ended(first);
  });

  test('of one person in two organizations makes two sessions with two ids', async () => {
    const other = await connect();
    const browser = new Browser();
    await signIn(browser);
    const mine = (await me(browser)).body.data;
    await signIn(browser, { organization: other.org.id, issuer: other.issuerId });
    const theirs = (await me(browser)).body.data;
    expect(theirs.organization.id).toBe(other.org.id);
    expect(theirs.id).not.toBe(mine.id);
    expect(theirs.sessionId).not.toBe(mine.sessionId);
  });

  test('works after the provider has rotated its keys', async () => {
    await signIn(new Browser());
    const browser = new Browser();
    await idp.rotateKeys();
    await signIn(browser);
    expect((await me(browser)).status).toBe(200);
  });
});

describe('an answer is rejected', () => {
  test('if it is used twice', async () => {
    const browser = new Browser();
    const callback = await upToCallback(browser);
    const attempt = browser.cookies(app.url).get('oriki-sign-in')!;
    expect((await browser.get(callback)).status).toBe(302);
    expect(errorOf(await browser.get(callback))[0]).toBe(401);
    const again = new Browser();
    again.cookies(app.url).set('oriki-sign-in', attempt);
    expect(errorOf(await again.get(callback))).toEqual([
      401,
      'UNAUTHORIZED',
      'the sign-in is rejected: the identity provider rejects the code',
    ]);
  });

  test('in a browser other than the one that began the sign-in, so that no one is signed in as another person', async () => {
    const attacker = new Browser();
    const callback = await upToCallback(attacker);
    const victim = new Browser();
    expect(errorOf(await victim.get(callback))[0]).toBe(401);
    await upToCallback(victim);
    expect(errorOf(await victim.get(callback))).toEqual([
      401,
      'UNAUTHORIZED',
      'the sign-in is rejected: the answer does not belong to this sign-in',
    ]);
    expect(victim.cookies(app.url).has('oriki-session')).toBe(false);
  });

  test('with another state, without a state, or with another issuer', async () => {
    for (const [name, value] of [
      ['state', 'forged'],
      ['state', undefined],
      ['iss', 'https://evil.example'],
      ['iss', undefined],
    ] as const) {
      const browser = new Browser();
      const callback = new URL(await upToCallback(browser));
      if (value === undefined) callback.searchParams.delete(name);
      else callback.searchParams.set(name, value);
      expect(errorOf(await browser.get(callback.href))[0], `${name} ${value}`).toBe(401);
    }
  });

  test('with a cookie that was changed or is too old', async () => {
    const browser = new Browser();
    const callback = await upToCallback(browser);
    const cookies = browser.cookies(app.url);
    const attempt = cookies.get('oriki-sign-in')!;
    cookies.set('oriki-sign-in', `${attempt.slice(0, -2)}AA`);
    expect(errorOf(await browser.get(callback))[0]).toBe(401);
    cookies.set('oriki-sign-in', attempt);
    const { nowMs } = clock;
    vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs() + 601_000);
    expect(errorOf(await browser.get(callback))[2]).toContain('took too long');
  });

  test('if another provider sent it than the one requested (mix-up)', async () => {
    const evil = await new IdentityProvider().listen();
    try {
      evil.account = idp.account;
      const other = await connect({}, org, evil);
      const browser = new Browser();
      const callback = await upToCallback(browser);
      const swapped = callback.replace(issuerId, other.issuerId);
      expect(errorOf(await browser.get(swapped))).toEqual([
        401,
        'UNAUTHORIZED',
        'the answer comes from another identity provider than the requested one',
      ]);
    } finally {
      await evil.close();
    }
  });

  test('if the time of its token exceeds the allowed difference of clocks', async () => {
    idp.idTokenSeconds = 30;
    const later = async (ms: number): Promise<number> => {
      const browser = new Browser();
      const callback = await upToCallback(browser);
      const { nowMs } = clock;
      const spy = vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs() + ms);
      try {
        return (await browser.get(callback)).status;
      } finally {
        spy.mockRestore();
      }
    };
    expect([await later(45_000), await later(300_000)]).toEqual([302, 401]);
  });

  test.each([
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    'livez',
    '/a b',
    '/\t/evil.example',
  ])('before the request to the provider, if the person would return to %j', async (returnTo) => {
    const seen = await new Browser().get(startUrl({ returnTo }));
    expect(errorOf(seen)[0]).toBe(400);
  });
});

describe('a provider', () => {
  const begin = async (
    settings: object = {},
    provider = idp,
  ): Promise<[number, string, string]> => {
    const made = await connect(settings, undefined, provider);
    const where = { organization: made.org.id, issuer: made.issuerId };
    return errorOf(await new Browser().get(startUrl(where)));
  };
  const UNAVAILABLE = [
    503,
    'SERVICE_UNAVAILABLE',
    'the identity provider sent an invalid answer; retry',
  ];

  test('that is unreachable returns 503, without delay', async () => {
    const gone = await new IdentityProvider().listen();
    const made = await connect({}, undefined, gone);
    await gone.close();
    const where = { organization: made.org.id, issuer: made.issuerId };
    expect(errorOf(await new Browser().get(startUrl(where)))).toEqual(UNAVAILABLE);
  });

  /** A problem that waiting does not solve. */
  const unfit = (reason: string) => [
    409,
    'CONFLICT',
    `the identity provider does not match its settings here: ${reason}; an admin can check it`,
  ];

  test('whose issuer has another name returns 409', async () => {
    const settings = { issuer: `${idp.issuer}/`, skipCheck: true };
    expect(await begin(settings)).toEqual(unfit('issuer_mismatch'));
  });

  test.each<[string, string, IdentityProvider['intercept']]>([
    ['is slow', 'unreachable', () => true],
    [
      'answers without end',
      'not_metadata',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const pour = (): void => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', pour);
        };
        pour();
        return true;
      },
    ],
    [
      'redirects',
      'not_metadata',
      (request, response) => {
        response
          .writeHead(302, { location: `http://${request.headers.host}${request.url}?again` })
          .end();
        return true;
      },
    ],
    ['fails', 'unreachable', (_, response) => !!response.writeHead(500).end('{}')],
    [
      'answers no JSON',
      'not_metadata',
      (_, response) => !!response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    [
      'is another one',
      'issuer_mismatch',
      (_, response) =>
        !!response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ issuer: 'https://login.example.com' })),
    ],
    [
      'answers with nothing but brackets',
      'not_metadata',
      (_, response) =>
        !!response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('['.repeat(50_000) + ']'.repeat(50_000)),
    ],
    [
      'answers with more than metadata can have',
      'not_metadata',
      ({ headers: { host } }, response) =>
        !!response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ issuer: `http://${host}`, more: 'x'.repeat(200_000) })),
    ],
    [
      'would send browsers to a script',
      'not_metadata',
      ({ headers: { host } }, response) =>
        !!response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            issuer: `http://${host}`,
            authorization_endpoint: 'javascript:alert(1)',
            token_endpoint: `http://${host}/token`,
            jwks_uri: `http://${host}/jwks`,
          }),
        ),
    ],
  ])('that %s is %s after a wait of at most 5 seconds', async (_, reason, intercept) => {
    // A provider that no other test uses, because answers are cached for seconds.
    const own = await new IdentityProvider().listen();
    try {
      const made = await connect({}, undefined, own);
      own.intercept = intercept;
      const where = { organization: made.org.id, issuer: made.issuerId };
      const began = performance.now();
      const expected = reason === 'unreachable' ? UNAVAILABLE : unfit(reason);
      expect(errorOf(await new Browser().get(startUrl(where)))).toEqual(expected);
      expect(performance.now() - began).toBeLessThan(within(9000));
    } finally {
      await own.close();
    }
  });

  test('at a private address is rejected where the operator does not allow it', async () => {
    const strict = await startTestApp({ rateLimits: undefined }, app.databaseUrl);
    try {
      const body = { name: 'x', issuer: idp.issuer, ...CLIENT };
      const made = await strict.call('POST', '/api/v1/sign-in/issuers', { key: org.key, body });
      expect([made.status, made.body.error.details[0].path]).toEqual([400, 'issuer']);
      const url = startUrl().replace(app.url, strict.url);
      expect(errorOf(await new Browser().get(url))).toEqual(UNAVAILABLE);
    } finally {
      await strict.stop();
    }
  });

  test('that dies before it returns the token leads to 503', async () => {
    const browser = new Browser();
    const callback = await upToCallback(browser);
    idp.intercept = (request) => {
      if (!request.url!.startsWith('/token')) return false;
      request.socket.destroy();
      return true;
    };
    expect(errorOf(await browser.get(callback))).toEqual(UNAVAILABLE);
  });

  test.each([
    ['is asked once for its metadata by all who sign in within seconds', 200],
    ['that fails is asked once by all who sign in within seconds', 500],
  ])('%s', async (_, status) => {
    const own = await new IdentityProvider().listen();
    const made = await connect({}, undefined, own);
    let asked = 0;
    own.intercept = (request, response) => {
      if (!request.url!.startsWith('/.well-known/')) return false;
      asked += 1;
      if (status === 500) response.writeHead(500).end('{}');
      return status === 500;
    };
    const url = startUrl({ organization: made.org.id, issuer: made.issuerId });
    const beginNow = async () => (await fetch(url, { redirect: 'manual' })).status;
    const expected = status === 200 ? 302 : 503;
    expect(await Promise.all(Array.from({ length: 20 }, beginNow))).toEqual(
      Array.from({ length: 20 }, () => expected),
    );
    expect([await beginNow(), asked]).toEqual([expected, 1]);
    const askedAfter = async () => {
      await beginNow();
      return asked;
    };
    await expect.poll(askedAfter, { timeout: within(15_000), interval: 500 }).toBe(2);
    await own.close();
  });

  test('that is unknown, or of another organization, returns 404', async () => {
    const other = await connect();
    for (const where of [
      { issuer: other.issuerId },
      { organization: other.org.id },
      { issuer: 'x' },
      { organization: 'x' },
    ])
      expect(errorOf(await new Browser().get(startUrl(where as Record<string, string>)))[0]).toBe(
        404,
      );
  });

  test('has a sealed secret, which is returned to no caller', async () => {
    const { rows } = await app.db.pool.query('SELECT i::text AS text FROM sign_in_issuers i');
    expect(rows.map(({ text }) => text).join()).not.toContain(CLIENT.clientSecret);
    const shown = await app.call('GET', `/api/v1/sign-in/issuers/${issuerId}`, { key: org.key });
    expect(shown.text).not.toContain(CLIENT.clientSecret);
    expect(shown.body.data.hasClientSecret).toBe(true);
  });

  test('cannot be given groups with more rights than the caller has', async () => {
    const { key } = await app.key(org.id, ['signin:manage']);
    const body = { groupRoles: { x: ['admin'] } };
    const changed = await app.call('PATCH', `/api/v1/sign-in/issuers/${issuerId}`, { key, body });
    expect(changed.status).toBe(403);
  });
});

describe('a step-up', () => {
  const age = async (browser: Browser): Promise<void> => {
    const { sessionId } = (await me(browser)).body.data;
    await app.db.pool.query(
      "UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = $1",
      [sessionId],
    );
  };
  const stepUp = (browser: Browser) =>
    browser.visit(`${app.url}/console/session/step-up?returnTo=/livez`);
  const change = async (browser: Browser) => {
    const session = browser.cookies(app.url).get('oriki-session')!;
    const body = { roles: ['auditor'] };
    return app.call('POST', '/api/v1/invitations', { session, body });
  };

  test('makes the person sign in again, renews the session, and allows dangerous actions', async () => {
    const browser = new Browser();
    idp.account.groups = ['bosses'];
    await signIn(browser);
    await age(browser);
    await expect
      .poll(async () => (await change(browser)).body.error?.code, { timeout: within(5000) })
      .toBe('STEP_UP_REQUIRED');
    const before = browser.cookies(app.url).get('oriki-session')!;
    const seen = await stepUp(browser);
    expect([seen.url, seen.status]).toEqual([`${app.url}/livez`, 200]);
    const asked = new URL(browser.history.findLast((url) => url.includes('/auth?'))!);
    expect(asked.searchParams.get('max_age')).toBe('0');
    expect(browser.cookies(app.url).get('oriki-session')).not.toBe(before);
    expect((await change(browser)).status).toBe(201);
    await ended(before);
  });

  test('by another person is rejected', async () => {
    const browser = new Browser();
    await signIn(browser);
    idp.account = { ...idp.account, sub: 'somebody-else' };
    browser.cookies(idp.issuer).clear();
    expect(errorOf(await stepUp(browser))).toEqual([
      401,
      'UNAUTHORIZED',
      'another person has signed in at the identity provider',
    ]);
  });

  test('without the required authentication context is rejected', async () => {
    const made = await connect({ acr: 'urn:example:mfa' });
    const browser = new Browser();
    await signIn(browser, { organization: made.org.id, issuer: made.issuerId });
    idp.acr = 'urn:example:password';
    expect(errorOf(await stepUp(browser))[0]).toBe(401);
    idp.acr = 'urn:example:mfa';
    expect((await stepUp(browser)).status).toBe(200);
  });

  test('in a session that a link began returns 409, and without a session returns 401', async () => {
    const { session } = await app.person(org.id, ['admin']);
    const url = `${app.url}/console/session/step-up`;
    const browser = new Browser();
    browser.cookies(app.url).set('oriki-session', session);
    expect(errorOf(await browser.get(url))[0]).toBe(409);
    expect(errorOf(await new Browser().get(url))[0]).toBe(401);
  });
});

describe('a log-out at the provider', () => {
  test('ends only the sessions of that sign-in', async () => {
    const [first, second] = [new Browser(), new Browser()];
    await signIn(first);
    const [, payload = ''] = idp.idTokens.at(-1)!.split('.');
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    await signIn(second);
    const { rows } = await app.db.pool.query(
      `SELECT provider_session FROM sessions WHERE id = $1`,
      [(await me(first)).body.data.sessionId],
    );
    expect(rows[0].provider_session).toBeInstanceOf(Buffer);
    await idp.logout(idp.account.sub, sid);
    await expect.poll(async () => (await me(first)).status, { timeout: within(5000) }).toBe(401);
    expect((await me(second)).status).toBe(200);
  });

  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'])(
    'with the token %j returns 400 and ends nothing',
    async (token) => {
      const browser = new Browser();
      await signIn(browser);
      const answer = await app.call('POST', `/console/session/logout/${org.id}/${issuerId}`, {
        raw: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).toBe(400);
      expect((await me(browser)).status).toBe(200);
    },
  );

  test('is carried out once: the same token again returns 400, even in another process', async () => {
    await signIn(new Browser());
    const logoutUrl = `/console/session/logout/${org.id}/${issuerId}`;
    const [, payload = ''] = idp.idTokens.at(-1)!.split('.');
    await idp.logout(idp.account.sub, JSON.parse(Buffer.from(payload, 'base64url').toString()).sid);
    const other = await startTestApp(
      { rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] },
      app.databaseUrl,
    );
    try {
      const browser = new Browser();
      await signIn(browser);
      for (const one of [app, other]) {
        const answer = await one.call('POST', logoutUrl, {
          raw: idp.logouts.at(-1)!,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect([answer.status, answer.body.error?.message]).toEqual([
          400,
          'logout_token: was used before',
        ]);
      }
      expect((await me(browser)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('with an ID token instead of a logout token returns 400', async () => {
    const browser = new Browser();
    await signIn(browser);
    const answer = await app.call('POST', `/console/session/logout/${org.id}/${issuerId}`, {
      raw: new URLSearchParams({ logout_token: idp.idTokens.at(-1)! }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, (await me(browser)).status]).toEqual([400, 200]);
  });
});

describe('an invitation', () => {
  const invite = async (body: object = {}): Promise<{ id: string; token: string }> => {
    const made = await app.call('POST', '/api/v1/invitations', {
      key: org.key,
      body: { roles: ['reviewer'], ...body },
    });
    expect(made.status, made.text).toBe(201);
    return made.body.data;
  };
  const accept = async (browser: Browser, token: string): Promise<Visit> => {
    const answer = await fetch(`${app.url}/console/session/invitation`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        'sec-fetch-site': 'same-origin',
        'x-oriki-console': '1',
      },
      body: JSON.stringify({ token, issuer: issuerId }),
    });
    const text = await answer.text();
    if (answer.status !== 200)
      return { url: '', status: answer.status, text, headers: answer.headers };
    const [cookie = ''] = answer.headers.getSetCookie();
    browser.cookies(app.url).set('oriki-sign-in', cookie.split(';')[0]!.split('=')[1]!);
    return browser.visit(JSON.parse(text).data.url, (next) => next === `${app.url}/`);
  };
  beforeEach(() => (idp.account.groups = []));

  test('makes the person who signs in with it a member, once', async () => {
    const { token } = await invite();
    const browser = new Browser();
    await accept(browser, token);
    expect((await me(browser)).body.data.roles).toEqual(['reviewer']);
    idp.account = { ...idp.account, sub: 'second' };
    expect(errorOf(await accept(new Browser(), token))[0]).toBe(401);
  });

  test('that two people use concurrently admits one of them', async () => {
    const { token } = await invite();
    const callbacks: [Browser, string][] = [];
    for (const sub of ['twin-1', 'twin-2']) {
      idp.account = { ...idp.account, sub };
      const browser = new Browser();
      const answer = await fetch(`${app.url}/console/session/invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, 'x-oriki-console': '1' },
        body: JSON.stringify({ token, issuer: issuerId }),
      });
      const [cookie = ''] = answer.headers.getSetCookie();
      browser.cookies(app.url).set('oriki-sign-in', cookie.split(';')[0]!.split('=')[1]!);
      const { data } = (await answer.json()) as { data: { url: string } };
      callbacks.push([browser, (await browser.visit(data.url, isCallback)).url]);
    }
    const seen = await Promise.all(callbacks.map(([browser, url]) => browser.get(url)));
    expect(seen.map(({ status }) => status).toSorted()).toEqual([302, 403]);
  });

  test('for an e-mail address is valid only for the person with that verified address', async () => {
    const { token } = await invite({ email: 'Ada@Example.com' });
    idp.account.email = 'eve@example.com';
    expect(errorOf(await accept(new Browser(), token))[2]).toContain('another e-mail address');
    idp.account = {
      ...idp.account,
      sub: 'unverified',
      email: 'ada@example.com',
    };
    for (const verified of [false, 'false', 'true', null, 1, undefined]) {
      idp.account = { ...idp.account, email_verified: verified as boolean };
      expect(errorOf(await accept(new Browser(), token))[0], String(verified)).toBe(403);
    }
    // This is the KELVIN SIGN, whose lower case is `k`.
    const { token: other } = await invite({ email: 'kay@example.com' });
    idp.account = { ...idp.account, email: '\u212Aay@example.com', email_verified: true };
    expect(errorOf(await accept(new Browser(), other))[0]).toBe(403);
    const { token: domain } = await invite({ email: 'ada@kay.example' });
    idp.account = { ...idp.account, email: 'ada@\u212Aay.example' };
    expect(errorOf(await accept(new Browser(), domain))[0]).toBe(403);
    idp.account.email = 'ada@EXAMPLE.com';
    idp.account = { ...idp.account, sub: 'verified', email_verified: true };
    const browser = new Browser();
    await accept(browser, token);
    expect((await me(browser)).body.data.roles).toEqual(['reviewer']);
  });

  test('accepts an address whose domain is the same in ASCII, in any spelling', async () => {
    const spellings = [
      'ada@m\u00fcnchen.example',
      'ada@mu\u0308nchen.example',
      'ADA@M\u00dcNCHEN.EXAMPLE',
    ];
    for (const [n, spelling] of spellings.entries()) {
      const { token } = await invite({ email: spelling });
      const { token: inAscii } = await invite({ email: 'ada@xn--mnchen-3ya.example' });
      for (const [i, one] of [token, inAscii].entries()) {
        const email = i === 0 ? 'ada@xn--mnchen-3ya.example' : spelling;
        idp.account = { ...idp.account, sub: `idna-${n}-${i}`, email, email_verified: true };
        const browser = new Browser();
        await accept(browser, one);
        expect((await me(browser)).body.data.roles).toEqual(['reviewer']);
      }
    }
  });

  test('accepts an address without the claim only from an issuer with that setting, and only if the claim is missing', async () => {
    const { token } = await invite({ email: 'ada@example.com' });
    const set = async (emailWithoutVerified: boolean) => {
      const path = `/api/v1/sign-in/issuers/${issuerId}`;
      const { body } = await app.call('PATCH', path, {
        key: org.key,
        body: { emailWithoutVerified },
      });
      return body.data.emailWithoutVerified;
    };
    expect(await set(true)).toBe(true);
    for (const verified of [false, 'false', null]) {
      idp.account = { ...idp.account, email_verified: verified as boolean };
      expect(errorOf(await accept(new Browser(), token))[0], String(verified)).toBe(403);
    }
    delete idp.account.email_verified;
    const browser = new Browser();
    await accept(browser, token);
    expect((await me(browser)).body.data.roles).toEqual(['reviewer']);
    expect(await set(false)).toBe(false);
  });

  describe('a role that needs two people', () => {
    const errorCode = (answer: Answer) => answer.body.error?.code;
    const call = (path: string, caller: object, body: object) =>
      app.call('POST', `/api/v1${path}`, { ...caller, body });
    /** Makes the organization require two people from now on. */
    const guard = async (): Promise<void> => {
      const body = { actions: ['member.change_roles'] };
      const settings = '/api/v1/approvals/settings';
      expect((await app.call('PATCH', settings, { key: org.key, body })).status).toBe(200);
    };
    afterEach(async () => {
      const own = await app.dbOf(org.id);
      await own.query('DELETE FROM approval_settings WHERE org_id = $1', [org.id]);
    });

    test('is not given by an earlier invitation of one person', async () => {
      const member = new Browser();
      await accept(member, (await invite()).token);
      const { id } = (await me(member)).body.data;
      const [same, { token }] = [await invite(), await invite({ roles: ['admin'] })];
      await guard();
      expect((await accept(new Browser(), same.token)).status).toBe(302);
      expect(errorOf(await accept(new Browser(), token))[1]).toBe('APPROVAL_REQUIRED');
      await app.call('DELETE', `/api/v1/members/${id}`, { key: org.key });
      expect(errorOf(await accept(new Browser(), token))[1]).toBe('APPROVAL_REQUIRED');
      idp.account = { ...idp.account, sub: 'newcomer' };
      expect(errorOf(await accept(new Browser(), token))[1]).toBe('APPROVAL_REQUIRED');
    });

    test('is given by an invitation of two people, only for these roles and this address', async () => {
      await guard();
      const admin = await app.person(org.id, ['admin']);
      const email = 'Agreed@Example.com';
      const wanted = { roles: ['admin', 'billing'], email };
      expect(errorCode(await call('/invitations', admin, wanted))).toBe('APPROVAL_REQUIRED');
      const detail = { invitation: { email }, roles: ['billing', 'admin'] };
      const asked = { action: 'member.change_roles', objectId: org.id, detail };
      const made = await call('/approvals', org, asked);
      expect([made.status, made.text.includes('xample')], made.text).toEqual([201, false]);
      for (const other of [{ ...wanted, email: 'eve@example.com' }, { roles: wanted.roles }])
        expect(errorCode(await call('/invitations', admin, other))).toBe('APPROVAL_REQUIRED');
      const invited = await call('/invitations', admin, wanted);
      expect(invited.status, invited.text).toBe(201);
      idp.account = { ...idp.account, sub: 'agreed', email: 'agreed@example.com' };
      const browser = new Browser();
      await accept(browser, invited.body.data.token);
      expect((await me(browser)).body.data.roles).toEqual(['admin', 'billing']);
    });
  });

  test('that has ended, was revoked, or is unknown is rejected', async () => {
    const gone = await invite();
    await app.db.pool.query('UPDATE member_invitations SET expires_at = now() WHERE id = $1', [
      gone.id,
    ]);
    const revoked = await invite();
    await app.call('DELETE', `/api/v1/invitations/${revoked.id}`, { key: org.key });
    for (const token of [gone.token, revoked.token, `ori_${'A'.repeat(43)}`])
      expect(errorOf(await accept(new Browser(), token))[0]).toBe(401);
  });

  test('is deleted with its address 30 days after it ended for any reason', async () => {
    const over = {
      accepted_at: await invite(),
      revoked_at: await invite(),
      expires_at: await invite(),
    };
    const kept = await invite();
    for (const [column, { id }] of Object.entries(over))
      await app.db.pool.query(
        `UPDATE member_invitations SET ${column} = now() - interval '31 days' WHERE id = $1`,
        [id],
      );
    await app.db.pool.query(
      "UPDATE member_invitations SET revoked_at = now() - interval '29 days' WHERE id = $1",
      [kept.id],
    );
    expect(await deleteEnded(app.db.read)).toBe(3);
    const { rows } = await app.db.pool.query(
      'SELECT id FROM member_invitations WHERE id = ANY ($1)',
      [[...Object.values(over), kept].map(({ id }) => id)],
    );
    expect(rows).toEqual([{ id: kept.id }]);
  });

  test('adds to the roles of a member', async () => {
    const browser = new Browser();
    await accept(browser, (await invite()).token);
    await accept(browser, (await invite({ roles: ['billing'] })).token);
    expect((await me(browser)).body.data.roles).toEqual(['reviewer', 'billing']);
  });

  test('restores a removed member', async () => {
    const browser = new Browser();
    await accept(browser, (await invite()).token);
    const { id } = (await me(browser)).body.data;
    await app.call('DELETE', `/api/v1/members/${id}`, { key: org.key });
    await accept(browser, (await invite({ roles: ['billing'] })).token);
    expect((await me(browser)).body.data).toMatchObject({ id, roles: ['billing'] });
  });

  test('gives no role with more scopes than the inviter has', async () => {
    const { key } = await app.key(org.id, ['members:manage']);
    const body = { roles: ['admin'] };
    expect((await app.call('POST', '/api/v1/invitations', { key, body })).status).toBe(403);
  });
});

test('a sign-in is counted by its outcome', async () => {
  const outcomes = ['signed_in', 'refused', 'no_role', 'invalid'];
  const all = () => Promise.all(outcomes.map(counted));
  const before = await all();
  await signIn(new Browser());
  idp.account = { ...idp.account, sub: 'stranger', groups: [] };
  await signIn(new Browser());
  await new Browser().visit(await upToCallback(new Browser()));
  const after = await all();
  expect(after.map((count, i) => count - before[i]!)).toEqual([1, 1, 1, 0]);
});
