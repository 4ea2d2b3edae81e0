import { afterEach, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { Browser, CLIENT, IdentityProvider } from '../../../../test/support/identity-provider.ts';
import { guardedFetch } from './guarded-fetch.ts';

const app = testApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
const providers: IdentityProvider[] = [];

afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

/** Signs in at a provider with these properties. */
async function signedIn(properties: Partial<IdentityProvider>, settings: object = {}) {
  const provider = await new IdentityProvider().listen();
  providers.push(provider);
  const account = { sub: 'ada', name: 'Ada', email: 'ada@example.com', email_verified: true };
  Object.assign(provider, { account: { ...account, groups: ['analysts'] }, ...properties });
  const { id, key } = await app.org();
  const made = await app.call('POST', '/api/v1/sign-in/issuers', {
    key,
    body: {
      name: 'Example SSO',
      issuer: provider.issuer,
      ...CLIENT,
      groupsClaim: 'groups',
      groupRoles: { analysts: ['analyst'] },
      ...settings,
    },
  });
  expect(made.status, made.text).toBe(201);
  await provider.register(made.body.data);
  const browser = new Browser();
  const query = new URLSearchParams({
    organization: id,
    issuer: made.body.data.id,
    returnTo: '/livez',
  });
  const seen = await browser.visit(`${app.url}/console/session/sign-in?${query}`);
  const session = browser.cookies(app.url).get('oriki-session');
  const { body } = await app.call('GET', '/api/v1/me', session === undefined ? {} : { session });
  const asked = browser.history.find((url) => url.includes('/auth?'));
  return { seen, me: body.data, scope: asked && new URL(asked).searchParams.get('scope') };
}

test.each(['client_secret_post', 'client_secret_basic'] as const)(
  'sends the secret by the only method that the provider supports: %s',
  async (method) => {
    expect((await signedIn({ method })).me.roles).toEqual(['analyst']);
  },
);

test('takes groups, address and name from the userinfo endpoint if the ID token has none', async () => {
  const { me } = await signedIn({ hasClaimsAtUserinfo: true });
  expect(me).toMatchObject({ roles: ['analyst'], email: 'ada@example.com', name: 'Ada' });
});

test('rejects sign-ins, and takes no role away, while the userinfo endpoint with the groups is unavailable', async () => {
  const { seen } = await signedIn({
    hasClaimsAtUserinfo: true,
    intercept: ({ url }, response) => {
      if (url !== '/me') return false;
      response.writeHead(500).end();
      return true;
    },
  });
  expect(seen.status).toBe(503);
});

test('requests the scope of groups if the provider lists it, and the configured scopes if they are set', async () => {
  const listed = await signedIn({ hasGroupsScope: true });
  expect(listed.scope).toBe('openid email profile groups');
  expect(listed.me.roles).toEqual(['analyst']);
  expect((await signedIn({})).scope).toBe('openid email profile');
  expect((await signedIn({}, { scopes: ['profile'] })).scope).toBe('openid profile');
});

test('reads the keys of an object as groups', async () => {
  const account = { sub: 'ada', groups: { analysts: { org: 'example' } } };
  expect((await signedIn({ account })).me.roles).toEqual(['analyst']);
});

test('returns answers to a token only to the caller with that token', async () => {
  const asked: string[] = [];
  const request = async ({ headers }: { headers: Record<string, string> }) => {
    const token = headers['authorization'] ?? 'none';
    asked.push(token);
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(token)), truncated: false };
  };
  const send = guardedFetch({ request } as never, () => true);
  const get = async (headers: Record<string, string>) =>
    (await send('https://login.example.com/me', { method: 'GET', headers })).json();
  const answers = [get({ Authorization: 'Bearer a' }), get({ authorization: 'Bearer b' })];
  expect(await Promise.all([...answers, get({}), get({})])).toEqual([
    'Bearer a',
    'Bearer b',
    'none',
    'none',
  ]);
  expect(asked).toEqual(['Bearer a', 'Bearer b', 'none']);
});
