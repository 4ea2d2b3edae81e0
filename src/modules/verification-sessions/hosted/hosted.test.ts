import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type Answer, type TestApp } from '../../../../test/support/app.ts';
import { SessionClient } from '../../../../test/support/session-client.ts';
import { TEXTS } from './texts.ts';

let app: TestApp;
let client: SessionClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await SessionClient.of(app);
});

const BVN = { step: 'bvn', attempt: 1, bvn: '22222222220' };

/** Sends a request of the hosted page. */
function send(method: string, path: string, cookie: string | null, body?: object): Promise<Answer> {
  const headers: Record<string, string> = { origin: app.url, 'x-oriki-console': '1' };
  if (cookie !== null) headers['cookie'] = cookie;
  return app.call(method, `/verify/${path}`, { headers, ...(body && { body }) });
}

async function linkOf(id: string): Promise<string> {
  const { status, body, text } = await client.post(`sessions/${id}/link`, undefined);
  expect(status, text).toBe(201);
  return new URLSearchParams(new URL(body.data.url).hash.slice(1)).get('link')!;
}

/** Opens a link. @returns the cookie of the browser */
async function open(token: string): Promise<string> {
  const { status, headers, text } = await send('POST', 'open', null, { token });
  expect(status, text).toBe(200);
  const cookie = headers.get('set-cookie')!;
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  return cookie.split(';')[0]!;
}

describe('a link', () => {
  test('opens once, even if two browsers try it at the same moment', async () => {
    const { id } = await client.create(['bvn']);
    const token = await linkOf(id);
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', 'open', null, { token })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test('ends with a new link, with its browser, and with its session', async () => {
    const { id } = await client.create(['bvn']);
    const first = await linkOf(id);
    const cookie = await open(await linkOf(id));
    expect((await send('POST', 'open', null, { token: first })).status).toBe(401);
    expect((await send('GET', 'session', cookie)).status).toBe(200);
    const last = await linkOf(id);
    expect((await send('GET', 'session', cookie)).status).toBe(401);
    await client.post(`sessions/${id}/cancel`, undefined);
    expect((await send('POST', 'open', null, { token: last })).status).toBe(401);
    expect((await client.post(`sessions/${id}/link`, undefined)).status).toBe(409);
  });

  test.each(['', 'x', 'org_00000000000000000000000000.idsession_00000000000000000000000000.x'])(
    'with the text "%s" gets 401',
    async (token) => {
      expect((await send('POST', 'open', null, { token })).status).toBe(401);
    },
  );

  test('does not open another session', async () => {
    const one = await client.create(['bvn']);
    const two = await client.create(['bvn']);
    const [token] = [await linkOf(one.id), await linkOf(two.id)];
    const forged = token!.replace(one.id, two.id);
    expect((await send('POST', 'open', null, { token: forged })).status).toBe(401);
  });

  test('is not in the log of the service, and its secret is not stored', async () => {
    const { id } = await client.create(['bvn']);
    const secret = (await linkOf(id)).split('.')[2]!;
    expect(JSON.stringify(await client.stored(id))).not.toContain(secret);
    expect(app.logs.join('')).not.toContain(secret);
  });
});

describe('a browser with a link', () => {
  test('takes the steps that need the person; the other steps run without the person', async () => {
    const { id } = await client.create(['bvn', 'screen', 'enrol']);
    const cookie = await open(await linkOf(id));
    const before = await send('GET', 'session', cookie);
    expect(before.body.data).toMatchObject({
      organization: expect.any(String),
      state: 'open',
      position: 0,
      steps: 1,
      nextAction: { step: 'bvn', fields: ['bvn'] },
    });
    const after = await send('POST', 'steps', cookie, BVN);
    expect(after.body.data).toMatchObject({ state: 'done', nextAction: null });
    expect(await client.get(`sessions/${id}`)).toMatchObject({ status: 'completed' });
    const log = await app.call('GET', '/api/v1/audit?action=identity_session.step', {
      key: client.org.key,
    });
    expect(log.body.data.items[0].actor).toMatchObject({ kind: 'link', id });
  });

  test('shows neither the outcome of screening nor its reason', async () => {
    const call = (path: string, body: object) =>
      app.call('POST', `/api/v1/fraud/${path}`, { key: client.org.key, body });
    const list = { source: 'blocked', name: 'Blocked', kind: 'tenant_blocklist' };
    const { body } = await call('lists', list);
    await call(`lists/${body.data.id}/entries`, { entries: [{ name: 'Chinedu Eze' }] });
    const { id } = await client.create(['bvn', 'screen']);
    const cookie = await open(await linkOf(id));
    const answer = await send('POST', 'steps', cookie, BVN);
    expect(answer.body.data).toMatchObject({ state: 'done', reason: null });
    expect(answer.text).not.toMatch(/block|screen/);
  });

  test('has the rights of the creator of the session', async () => {
    const made = await app.key(client.org.id, ['identity:verify']);
    const { body } = await app.call('POST', '/api/v1/identity/sessions', {
      key: made.key,
      body: { subjectId: 'c', steps: ['bvn'], person: { firstName: 'Ada', lastName: 'Obi' } },
    });
    const cookie = await open(await linkOf(body.data.id));
    await app.db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [made.id]);
    expect((await send('POST', 'steps', cookie, BVN)).status).toBe(403);
    expect((await client.counts())['rows']).toBe(0);
  });

  test('shows a step that has passed, even if the next step may no longer run', async () => {
    const made = await app.key(client.org.id, ['identity:verify', 'fraud:screen']);
    const { body } = await app.call('POST', '/api/v1/identity/sessions', {
      key: made.key,
      body: {
        subjectId: 'c',
        steps: ['bvn', 'screen'],
        person: { firstName: 'Chinedu', lastName: 'Eze' },
      },
    });
    const cookie = await open(await linkOf(body.data.id));
    await app.db.query("UPDATE api_keys SET scopes = '{identity:verify}' WHERE id = $1", [made.id]);
    const { status, text } = await send('POST', 'steps', cookie, BVN);
    expect(status, text).toBe(200);
    const read = await client.get(`sessions/${body.data.id}`);
    expect(read.steps.map((step: { status: string }) => step.status)).toEqual([
      'passed',
      'pending',
    ]);
  });

  test('must send its requests from the page itself', async () => {
    const { id } = await client.create(['bvn']);
    const cookie = await open(await linkOf(id));
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: app.url },
      { cookie, 'sec-fetch-site': 'cross-site', 'x-oriki-console': '1' },
    ]) {
      const answer = await app.call('POST', '/verify/steps', { headers, body: BVN });
      expect(answer.status).toBe(403);
    }
  });

  test('gets 400 with the fields that are wrong, and 401 without its cookie', async () => {
    const { id } = await client.create(['bvn']);
    const cookie = await open(await linkOf(id));
    const wrong = await send('POST', 'steps', cookie, { ...BVN, bvn: '1' });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'bvn']);
    expect((await send('POST', 'steps', null, BVN)).status).toBe(401);
    expect((await send('GET', 'session', 'oriki-verification=x')).status).toBe(401);
  });
});

describe('the page', () => {
  test('loads nothing from other servers, and allows only its own scripts and the camera', async () => {
    for (const path of ['', '.css', '.js']) {
      const { status, headers, text } = await app.call('GET', `/verify${path}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/https?:\/\/|\/\/[a-z]+\./);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'; script-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('has each text in every language, with the same placeholders', () => {
    const namesIn = (text: string) =>
      [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
    for (const [key, text] of Object.entries(TEXTS.fr)) {
      expect(namesIn(text), key).toEqual(namesIn(TEXTS.en[key as keyof typeof TEXTS.en]));
      expect(text.trim(), key).not.toBe('');
    }
    expect(Object.keys(TEXTS.fr)).toEqual(Object.keys(TEXTS.en));
  });
});
